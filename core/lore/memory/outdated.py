"""What may be outdated of what is retrieved: reconsolidation, by words alone and without a model.

A memory that is retrieved can be changed (Nader, Schafe & LeDoux 2000). So whatever is given or found is compared with
what a person states now; what a statement gives up is marked, and the mark stays until somebody confirms, edits or
replaces it. Words that look something up state nothing: a question, a name, a command and an error mark nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from lore import clock
from lore.errors import Conflict
from lore.language import Given, given_up, gives_up, sentences
from lore.memory.authority import refuse_agent
from lore.memory.doubts import open_doubts
from lore.memory.entering import ASSERTING
from lore.model import Evidence, Fact, Role, Status
from lore.presence import PERSON, hand
from lore.store import Store
from lore.text import shorten

LONGEST_CONTEXT = 4_000
"""Characters of what is said now that are looked at."""
MOST_SENTENCES = 40
SHOWN = 100
"""Characters of a contradicting sentence that are shown."""


def contradicted_by(context: str, fact_text: str) -> str | None:
    """The first sentence of what a person says now that gives up what a fact says; None where there is none.

    Only what says in so many words that something is otherwise now does: "we switched from pnpm to bun". About 1 ms for
    each such sentence.
    """
    return _first_against(tuple(_statements(context)), fact_text)


def _first_against(statements: Sequence[str], fact_text: str) -> str | None:
    return next((said for said in statements if _against(said, fact_text)), None)


def may_be_outdated(store: Store, facts: Sequence[Fact], context: str = "") -> dict[str, str]:
    """Why each of these facts may be outdated, as words that follow "may be outdated: "; others are left out.

    context: what a person says now, such as a prompt; never the words of a query.
    """
    found: dict[str, str] = {}
    ids, statements = [fact.id for fact in facts], tuple(_statements(context))
    noted = open_doubts(store, ids)
    for fact in facts:
        said = _first_against(statements, fact.text) if fact.kind in ASSERTING else None
        if said is not None:
            found[fact.id] = f"now it is said “{shorten(said, SHOWN)}”"
        elif fact.id in noted:
            found[fact.id] = f"otherwise was said on {noted[fact.id][-1].at[:10]}"
    return found


def confirm(store: Store, ids: Sequence[str]) -> list[Fact]:
    """Say that these facts still hold: what was doubted stands again. One undo unit.

    A person's word strengthens them, as saying them again does; an agent's only lifts the doubt, and is no evidence:
    it counts for nothing that a person stands behind. The log says whose word it was. Raises NotFound, NeedsPerson,
    Conflict for what nobody has confirmed.
    """
    actor = hand()
    if actor != PERSON:
        with store.write(actor) as transaction:
            for name in ids:
                refuse_agent(store, actor, store.facts.get(name))
            return [store.facts.check(transaction, name) for name in ids]
    unconfirmed = [fact.id for fact in map(store.facts.get, ids) if fact.tainted and fact.status is Status.ACTIVE]
    if unconfirmed:
        raise Conflict(
            f"nobody has confirmed `{unconfirmed[0]}` yet: whether it still holds comes after that",
            hint=f"`lore review approve {unconfirmed[0]}` says that it is true",
        )
    with store.write(actor) as transaction:
        for name in ids:
            said = Evidence(store.facts.get(name).text, source_id=clock.now(), role=Role.USER, at=clock.now())
            store.facts.add_evidence(transaction, name, said)
    return [store.facts.get(name) for name in ids]


def _statements(context: str) -> Iterator[str]:
    """The sentences that say for good that something was replaced."""
    for one in islice(sentences(context[:LONGEST_CONTEXT]), MOST_SENTENCES):
        if gives_up(one.text):
            yield one.text


def _against(said: str, fact_text: str) -> bool:
    """Whether a statement gives up what a fact asserts."""
    return given_up(said, fact_text) is Given.UP
