"""What a prompt recalls: the few facts that pass the gate, mostly none."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lore import small_files
from lore.context.items import Brief, BriefItem, LeftOut, Section, of_fact
from lore.files import stale_among
from lore.handover import places
from lore.index import PassageFilter
from lore.language import telling_terms
from lore.lookup import (
    BY_WORDS as BY_WORDS,
    LONGEST_PROMPT,
    LOOKED_AT,
    NEWEST_PROMPTS,
    Gate as Gate,
    Prompts,
    PromptWords,
    Recalled,
    by_words,
    chosen,
    prompts_of,
    subject_of,
)
from lore.memory import may_be_outdated
from lore.model import Fact, Passage, PassageType, Status
from lore.search import Near, Searcher
from lore.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

NAMES = ("cosine", "covered", "rarest")
"""What speaks for a fact. cosine: of prompt and fact. The others: `lore.lookup.PromptWords.signals`."""


WITH_MEANING = Gate(-2.54, 0.82, {"cosine": 12.34, "covered": 6.12})


@dataclass(frozen=True, slots=True)
class Weighed:
    """A passage that was looked at."""

    passage: Passage
    signals: dict[str, float]
    """By `NAMES`."""
    chance: float
    """How sure it is that this helps, 0 to 1."""
    passes: bool


def weigh(store: Store, near: Near, prompt: str, usual: Collection[str] = ()) -> list[Weighed]:
    """What is nearest to a prompt, with what speaks for it, in no order.

    usual: terms that tell nothing in the project.
    """
    if not near.found.ids:
        return []
    import numpy as np

    telling = [term for term in telling_terms(prompt) if term not in usual]
    words = PromptWords(telling, dict(near.counts), near.size)
    pool, ids = near.found.pool, near.found.ids
    cosines = np.fmax(pool.lead, pool.best)
    order = {*np.argsort(-np.nan_to_num(cosines), kind="stable")[:LOOKED_AT].tolist()}
    order |= {place for place in np.argsort(-pool.words, kind="stable")[:LOOKED_AT].tolist() if pool.words[place] > 0}
    passages = store.passages.many([ids[place] for place in order])
    return [
        _weighed(words, passage, float(cosines[place]) if np.isfinite(cosines[place]) else None)
        for place in sorted(order)
        if (passage := passages.get(ids[place])) is not None
    ]


def _weighed(words: PromptWords, passage: Passage, cosine: float | None) -> Weighed:
    """cosine: None where it is unknown."""
    terms = telling_terms(passage.text)
    signals = words.signals(terms)
    if cosine is None:
        passes = by_words(signals) is not None
        return Weighed(passage, {"cosine": 0.0, **signals}, BY_WORDS.chance(signals), passes)
    signals = {"cosine": cosine, **signals}
    chance = WITH_MEANING.chance(signals)
    return Weighed(passage, signals, chance, chance >= WITH_MEANING.least and not words.shares_a_colour(terms))


def is_by_words(near: Near) -> bool:
    """Whether nothing is known of meanings."""
    import numpy as np

    return not np.isfinite(near.found.pool.lead).any()


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
    before, chances = prompts_in(store, project), {}
    if is_by_words(near):
        chances = {one.id: one.chance for one in store.facts.recalled(prompt, project, before)}
    else:
        for part in (asked, *clauses(asked)):
            near = near if part == asked else searcher.near(part, wanted(project), LIMIT, COUNTED)
            for one in weigh(store, near, part, before.usual):
                if one.passes:
                    chances[one.passage.id] = max(one.chance, chances.get(one.passage.id, 0.0))
    known = {*given, *(store.accesses.given(session) if session else ())}
    items = _items(store, list(chances), asked)
    passed = [_passed(item, chances[item.id]) for item in items.values()]
    picked, left = chosen(passed, prompt, known, session, budget)
    return Brief(
        tuple(items[one.id] for one in picked), tuple(LeftOut(one.id, items[one.id].text, why) for one, why in left)
    )


def clauses(prompt: str) -> list[str]:
    """The parts of a long goal, which speak of one subject each; none of a short one."""
    if len(prompt.split()) < LONG_GOAL:
        return []
    parts = (part.strip() for part in _BETWEEN.split(prompt))
    return [part for part in parts if len(part.split()) >= FEWEST_WORDS][:MOST_CLAUSES]


def note_prompts(store: Store, project: str | None) -> None:
    """Note for hooks what the newest prompts of a project mostly say: words that stand in one alone are left out."""
    before = prompts_in(store, project)
    counts = {term: count for term, count in sorted(before.counts.items()) if count > 1}
    path = Path(places.prompts(str(store.folder), project))
    small_files.write_if_possible(path, {"size": before.size, "counts": counts})


def prompts_in(store: Store, project: str | None) -> Prompts:
    """What the newest prompts of a project say."""
    newest = store.sessions.newest_prompts(project, limit=NEWEST_PROMPTS)
    return prompts_of([set(telling_terms(subject_of(text[:LONGEST_PROMPT], project))) for text in newest])


def _items(store: Store, names: Sequence[str], prompt: str) -> dict[str, BriefItem]:
    """The facts that may be given, as items by their ids, each with what the prompt says against it."""
    held = [fact for fact in store.facts.many(names) if holds(fact)]
    stale = stale_among(store, held)
    facts = [fact for fact in held if fact.id not in stale]
    evidence, doubts = store.facts.evidence([fact.id for fact in facts]), may_be_outdated(store, facts, prompt)
    return {
        fact.id: of_fact(fact, evidence[fact.id], Section.RECALLED, doubt=doubts.get(fact.id, "")) for fact in facts
    }


def _passed(item: BriefItem, chance: float) -> Recalled:
    return Recalled(item.id, item.text, chance, item.line, item.tokens, [quote.session for quote in item.evidence])


def holds(fact: Fact) -> bool:
    """Whether the store says that an agent may be given this fact, whatever the index still says."""
    return not fact.tainted and fact.status is Status.ACTIVE
