"""What had faded and was put away, found where the cue is strong: most words of the query, two at least.

What a person archived, what was replaced and what consolidation took into knowledge stays away.
"""

from collections.abc import Sequence
from dataclasses import replace

from lore.index import Index, LexicalQuery, PassageFilter
from lore.memory import Policy, archived_by_person
from lore.model import Fact, FoundBy, Hit, PassageType, Status
from lore.search.candidates import Candidates, gather
from lore.search.ranking import coverage
from lore.store import Store

STRONG = 0.75
"""The share of the query's words, by rarity, that a faded fact has to hold."""
FEWEST = 2
"""Of these words."""
MOST = 3
"""Faded facts of one answer."""
LOOKED_AT = 32
"""Archived facts that are looked at, the best by their words."""


def with_faded(
    store: Store,
    index: Index,
    words: LexicalQuery,
    answer: Sequence[Hit],
    among: Candidates,
    wanted: PassageFilter,
    limit: int,
    policy: Policy,
    now: str,
) -> list[Hit]:
    """The answer with the faded facts that a strong cue finds, in the place of hits that hold less of the query.

    among: the candidates of the answer. Words alone count: what is only near in meaning is no strong cue.
    """
    if PassageType.FACT not in wanted.types or wanted.statuses != (Status.ACTIVE.value,) or wanted.ids or not words:
        return list(answer)
    found = _faded(store, index, words, wanted, policy, now)
    if not found:
        return list(answer)
    held = _coverage(among)
    kept = list(answer)
    for hit, share in found:
        if len(kept) >= limit:
            least = min(range(len(kept)), key=lambda place: (held.get(kept[place].passage.id, 0.0), -place))
            if held.get(kept[least].passage.id, 0.0) >= share:
                continue
            del kept[least]
        kept.append(hit)
        held[hit.passage.id] = share
    return sorted(kept, key=lambda hit: -hit.score)


def _faded(
    store: Store, index: Index, words: LexicalQuery, wanted: PassageFilter, policy: Policy, now: str
) -> list[tuple[Hit, float]]:
    """The faded facts that hold most of the query, each with the share of it that it holds; the greatest first."""
    narrow = replace(wanted, types=(PassageType.FACT,), statuses=(Status.ARCHIVED.value,))
    candidates = gather(store, index, words, narrow, lambda: None, LOOKED_AT)
    bits = {name: int(held).bit_count() for name, held in zip(candidates.ids, candidates.pool.held, strict=True)}
    shares = {name: share for name, share in _coverage(candidates).items() if share >= STRONG and bits[name] >= FEWEST}
    names = sorted(shares, key=lambda name: (-shares[name], name))
    usage = store.facts.usage(names)
    facts = [one for one in store.facts.many(names) if policy.faded(one, usage[one.id], now) and _slept(store, one)]
    passages = store.passages.many([fact.id for fact in facts[:MOST]])
    found = []
    for fact in facts[:MOST]:
        strength, weight = policy.weighed(fact, usage[fact.id], now)
        score = shares[fact.id] * weight
        last = (usage[fact.id].reinforced_at or fact.created_at)[:10]
        why = f"it had faded, for nobody said or used it since {last}"
        hit = Hit(passages[fact.id], score, strength, {"lexical": score}, FoundBy.WORDS, why)
        found.append((hit, shares[fact.id]))
    return found


def _slept(store: Store, fact: Fact) -> bool:
    """Whether a machine put it away, and no other fact took its place."""
    return not archived_by_person(store, fact.id) and not any(
        link.target == fact.id for link in store.facts.links(fact.id)
    )


def _coverage(candidates: Candidates) -> dict[str, float]:
    """The share of the query that each candidate holds."""
    shares = coverage(candidates.pool.held, candidates.pool.rarity).tolist()
    return dict(zip(candidates.ids, shares, strict=True))
