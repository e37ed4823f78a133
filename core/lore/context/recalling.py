"""What a prompt recalls: the few facts that pass the gate, mostly none."""

import re
from collections.abc import Sequence

from lore.context.gate import is_by_words, telling_terms, weigh
from lore.context.items import Brief, BriefItem, LeftOut, Section, of_fact
from lore.files import stale_among
from lore.index import PassageFilter
from lore.lookup import (
    LONGEST_PROMPT,
    NEWEST_PROMPTS,
    RANKED,
    NoBook,
    Passed,
    chosen,
    passing,
    subject_of,
    usual_terms,
)
from lore.memory import may_be_outdated
from lore.model import Fact, PassageType, Status
from lore.search import Searcher
from lore.store import Store

LIMIT = 60
"""Facts that each index gives the gate."""
LONG_GOAL, FEWEST_WORDS, MOST_CLAUSES = 14, 3, 6
"""Words of a prompt that may speak of several subjects, words of a part of it, and parts that are looked at."""
_BETWEEN = re.compile(r"[.;:!?\n。；！？]+|,\s|、|\b(?:and|then|und|dann|et|puis|y|luego)\b")
COUNTED = (PassageType.FACT, PassageType.TURN)
"""In how many of these a word stands says how rare it is."""


def wanted(project: str | None) -> PassageFilter:
    """What a prompt in a project may recall: trusted facts that hold there."""
    return PassageFilter(
        projects=(project, None), types=(PassageType.FACT,), statuses=(Status.ACTIVE.value,), tainted=False
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
    """What a prompt recalls: at most five facts, the surest first, or nothing.

    session: the one that asks. What it said is not given, nor what it was given before, nor what the prompt itself
    says. budget: tokens at most. given: what else it has, which nobody noted in the store yet.
    """
    asked = subject_of(prompt[:LONGEST_PROMPT], project)
    if not asked.strip():
        return Brief()
    near = searcher.near(asked, wanted(project), LIMIT, COUNTED)
    chances: dict[str, float] | None = None
    if is_by_words(near):
        chances = _looked_up(store, prompt[:LONGEST_PROMPT], project)
        near = searcher.near(asked, wanted(project), RANKED, COUNTED) if chances is None else near
    if chances is None:
        usual, chances = usual_in(store, project), {}
        for part in (asked, *clauses(asked)):
            near = near if part == asked else searcher.near(part, wanted(project), LIMIT, COUNTED)
            for one in weigh(store, near, part, usual):
                if one.passes:
                    chances[one.passage.id] = max(one.chance, chances.get(one.passage.id, 0.0))
    known = {*given, *(store.accesses.given(session) if session else ())}
    items = _items(store, list(chances), asked)
    picked, left = chosen([_passed(item, chances[item.id]) for item in items.values()], prompt, known, session, budget)
    return Brief(
        tuple(items[one.id] for one in picked), tuple(LeftOut(one.id, items[one.id].text, why) for one, why in left)
    )


def clauses(prompt: str) -> list[str]:
    """The parts of a long goal, which speak of one subject each; none of a short one."""
    if len(prompt.split()) < LONG_GOAL:
        return []
    parts = (part.strip() for part in _BETWEEN.split(prompt))
    return [part for part in parts if len(part.split()) >= FEWEST_WORDS][:MOST_CLAUSES]


def usual_in(store: Store, project: str | None) -> set[str]:
    """The terms that tell nothing in a project, for too many of its prompts hold them."""
    prompts = store.sessions.newest_prompts(project, limit=NEWEST_PROMPTS)
    return usual_terms([set(telling_terms(subject_of(text[:LONGEST_PROMPT], project))) for text in prompts])


def _looked_up(store: Store, prompt: str, project: str | None) -> dict[str, float] | None:
    """What passes by words, as hooks look it up; None where hooks are not in use, or what they look up is behind."""
    try:
        return passing(str(store.folder), prompt, project, store.cursor())
    except NoBook:
        return None


def _items(store: Store, names: Sequence[str], prompt: str) -> dict[str, BriefItem]:
    """The facts that may be given, as items by their ids, each with what the prompt says against it."""
    held = [fact for fact in store.facts.many(names) if holds(fact)]
    stale = stale_among(store, held)
    facts = [fact for fact in held if fact.id not in stale]
    evidence, doubts = store.facts.evidence([fact.id for fact in facts]), may_be_outdated(store, facts, prompt)
    return {
        fact.id: of_fact(fact, evidence[fact.id], Section.RECALLED, doubt=doubts.get(fact.id, "")) for fact in facts
    }


def _passed(item: BriefItem, chance: float) -> Passed:
    return Passed(item.id, item.text, chance, item.tokens, [quote.session for quote in item.evidence])


def holds(fact: Fact) -> bool:
    """Whether the store says that an agent may be given this fact, whatever the index still says."""
    return not fact.tainted and fact.status is Status.ACTIVE
