"""What a prompt recalls: the few facts and messages of yours that pass the gate, mostly none."""

from collections.abc import Sequence

from lore.context.gate import is_by_words, weigh
from lore.context.items import Brief, BriefItem, LeftOut, Section, of_fact, of_message
from lore.files import stale_among
from lore.index import PassageFilter
from lore.lookup import LONGEST_PROMPT, RANKED, NoBook, Passed, chosen, passing
from lore.memory import may_be_outdated
from lore.model import Fact, Passage, PassageType, Role, Status
from lore.search import Searcher
from lore.store import Store

LIMIT = 60
"""Passages that each index gives the gate."""
LONGEST_MESSAGE = 700
"""Characters of a message that is given; longer ones are mostly plans and logs that were pasted."""
SHORTEST_MESSAGE = 12
"""Characters of a message that can tell anything."""


def wanted(project: str | None) -> PassageFilter:
    """What a prompt in a project may recall: trusted facts that hold there, and messages of the project."""
    return PassageFilter(
        projects=(project, None),
        types=(PassageType.FACT, PassageType.TURN),
        statuses=(Status.ACTIVE.value,),
        tainted=False,
    )


def recall(
    store: Store,
    searcher: Searcher,
    prompt: str,
    project: str | None,
    session: str | None,
    budget: int,
    given: Sequence[str] = (),
) -> Brief:
    """What a prompt recalls: at most five items, the surest first, or nothing.

    session: the one that asks. What was said in it is not given, nor what it was given before. budget: tokens at most.
    given: what else it has, which nobody noted in the store yet.
    """
    asked = prompt[:LONGEST_PROMPT]
    if not asked.strip():
        return Brief()
    near = searcher.near(asked, wanted(project), LIMIT)
    chances = None
    if is_by_words(near):
        chances = _looked_up(store, asked, project)
        near = searcher.near(asked, wanted(project), RANKED) if chances is None else near
    if chances is None:
        chances = {one.passage.id: one.chance for one in weigh(store, near, asked) if one.passes}
    known = {*given, *(store.accesses.given(session) if session else ())}
    items = _items(store, list(chances), asked)
    picked, left = chosen([_passed(item, chances[item.id]) for item in items.values()], known, session, budget)
    return Brief(
        tuple(items[one.id] for one in picked), tuple(LeftOut(one.id, items[one.id].text, why) for one, why in left)
    )


def _looked_up(store: Store, prompt: str, project: str | None) -> dict[str, float] | None:
    """What passes by words, as hooks look it up; None where hooks are not in use, or what they look up is behind."""
    try:
        return passing(str(store.folder), prompt, project, store.cursor())
    except NoBook:
        return None


def _items(store: Store, names: Sequence[str], prompt: str) -> dict[str, BriefItem]:
    """The passages that may be given, as items by their ids; each fact with what the prompt says against it."""
    held = [fact for fact in store.facts.many(names) if holds(fact)]
    stale = stale_among(store, held)
    facts = [fact for fact in held if fact.id not in stale]
    evidence, doubts = store.facts.evidence([fact.id for fact in facts]), may_be_outdated(store, facts, prompt)
    items = {
        fact.id: of_fact(fact, evidence[fact.id], Section.RECALLED, doubt=doubts.get(fact.id, "")) for fact in facts
    }
    messages = store.passages.many([name for name in names if PassageType.of(name) is PassageType.TURN])
    return items | {name: of_message(message) for name, message in messages.items() if tells(message)}


def _passed(item: BriefItem, chance: float) -> Passed:
    is_fact = item.type is PassageType.FACT
    quotes = [(quote.session, quote.source_id) for quote in item.evidence] if is_fact else []
    return Passed(item.id, chance, item.tokens, is_fact=is_fact, said=(item.session, item.source_id), quotes=quotes)


def holds(fact: Fact) -> bool:
    """Whether the store says that an agent may be given this fact, whatever the index still says."""
    return not fact.tainted and fact.status is Status.ACTIVE


def tells(passage: Passage) -> bool:
    """Whether this is a message that you typed, long enough to say something."""
    return passage.role == Role.USER and SHORTEST_MESSAGE <= len(passage.text) <= LONGEST_MESSAGE
