"""What a prompt recalls: the few facts and messages of yours that pass the gate, mostly none."""

from collections.abc import Collection, Iterator, Sequence

from lore.context.gate import Weighed, weigh
from lore.context.items import Brief, BriefItem, LeftOut, Section, of_fact, of_message
from lore.index import PassageFilter
from lore.memory import standing_rules
from lore.model import Fact, Passage, PassageType, Role, Status
from lore.search import Searcher
from lore.store import Store

MOST = 5
"""Items that a prompt recalls, at most."""
LIMIT = 60
"""Passages that each index gives the gate."""
LONGEST_PROMPT = 4_000
"""Characters of a prompt that are looked at: more is a pasted plan or a log."""
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
    store: Store, searcher: Searcher, prompt: str, project: str | None, session: str | None, budget: int
) -> Brief:
    """What a prompt recalls: at most five items, the surest first, or nothing.

    session: the one that asks. What was said in it, what stands over it from its start and what it was given before is
    not given again. budget: tokens at most.
    """
    asked = prompt[:LONGEST_PROMPT]
    if not asked.strip():
        return Brief()
    near = searcher.near(asked, wanted(project), LIMIT)
    passing = [weighed for weighed in weigh(store, near, asked) if weighed.passes]
    passing.sort(key=lambda weighed: (-weighed.chance, weighed.passage.id))
    known = _known(store, project, session, [weighed.passage.id for weighed in passing])
    chosen: list[BriefItem] = []
    left: list[LeftOut] = []
    for item in _items(store, passing, known, session):
        if len(chosen) == MOST:
            left.append(LeftOut(item.id, item.text, f"only {MOST} are given"))
        elif item.tokens > budget:
            left.append(LeftOut(item.id, item.text, f"the budget is spent: it costs {item.tokens} tokens"))
        else:
            budget -= item.tokens
            chosen.append(item)
    return Brief(tuple(chosen), tuple(left))


def _known(store: Store, project: str | None, session: str | None, passing: Sequence[str]) -> set[str]:
    """The ids of what a session has: what of these stands over it from its start, and what it was given since."""
    if session is None or not passing:
        return set()
    rules = standing_rules(store, project, among=passing)
    return {rule.fact.id for rule in rules} | set(store.accesses.given(session))


def _items(
    store: Store, passing: Sequence[Weighed], known: Collection[str], session: str | None
) -> Iterator[BriefItem]:
    """The passages as items, without what is known, what this session said, and messages behind a fact among them."""
    facts = {fact.id: fact for fact in store.facts.many([weighed.passage.id for weighed in passing]) if _holds(fact)}
    evidence = store.facts.evidence(list(facts))
    told = {(quote.session, quote.source_id) for quotes in evidence.values() for quote in quotes}
    for one in passing:
        passage, fact = one.passage, facts.get(one.passage.id)
        if passage.id in known:
            continue
        if fact is not None:
            quotes = evidence[fact.id]
            if session is None or not quotes or any(quote.session != session for quote in quotes):
                yield of_fact(fact, quotes, Section.RECALLED)
        elif passage.session != session and (passage.session, passage.source_id) not in told and _tells(passage):
            yield of_message(passage)


def _holds(fact: Fact) -> bool:
    """Whether the store says that an agent may be given this fact, whatever the index still says."""
    return not fact.tainted and fact.status is Status.ACTIVE


def _tells(passage: Passage) -> bool:
    """Whether this is a message that you typed, long enough to say something."""
    return passage.role == Role.USER and SHORTEST_MESSAGE <= len(passage.text) <= LONGEST_MESSAGE
