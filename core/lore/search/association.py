"""The third stage of retrieval: what the best hits lead to, in one bounded step of spreading activation.

Activation starts from the first few hits and reaches passages that share rare words with them (names, identifiers),
facts that are linked to them, rest on the same messages, concern the same files or come from the same session. It
weakens on every way, and never replaces what a passage scores itself.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lore.index import Index, LexicalQuery, PassageFilter, analysis
from lore.model import FoundBy, Hit, LinkKind, PassageType
from lore.search.candidates import allowed, stems_of
from lore.store import FactFilter, Store

SEEDS = 5
"""Hits that activation starts from."""
LOOKED_AT = 100
"""Hits whose order may change."""
SHARED_WORDS, MOST_SHARED = 0.025, 0.06
"""For each point of BM25 between a hit and the rare words of a seed, and at most. (Recall@10, with depth 2 after the
stroke: LoCoMo 0.802/0.803 and in one store 0.787/0.776; BEAM 0.634/0.628 and 0.607/0.604. Without a bound long messages
gather too much: BEAM in one store 0.571.)"""
RARE, MOST_RARE, LONGEST = 0.02, 16, 4_000
"""Words in at most this share of the passages; how many of a seed, the rarest; characters of it that are read."""
SPREAD: Mapping[LinkKind, float] = {
    LinkKind.SUPERSEDES: 0.6,
    LinkKind.CONTRADICTS: 0.6,
    LinkKind.COMPATIBLE: 0.5,
    LinkKind.NARROWS: 0.6,
    LinkKind.DERIVED_FROM: 0.5,
    LinkKind.RELATED: 0.5,
}
"""The share of a hit's score that a linked fact receives. Chosen, not measured: no set at hand has links."""
SAME_MESSAGE, SAME_FILE, SAME_SESSION = 0.5, 0.3, 0.3
"""What facts receive that rest on the same message, concern the same file, come from the same session. Chosen."""
OF_ONE_SESSION, OF_ONE_FILE, MOST_FILES = 10, 10, 3
"""Facts of one session, and of one file, that receive activation; files of a hit that are followed."""


@dataclass(frozen=True, slots=True)
class _Ways:
    """Where activation went, by passage."""

    shared: Mapping[str, float]
    """Adds to what a passage scores."""
    linked: Mapping[str, float]
    """Stands where a passage itself scores less."""


def associated(
    store: Store, index: Index, query: LexicalQuery, hits: Sequence[Hit], wanted: PassageFilter, limit: int
) -> list[Hit]:
    """The hits with what they lead to, best first, at most `limit`; `hits` are the first `LOOKED_AT` of an answer."""
    ways = _spread(store, index, query, hits[:SEEDS], wanted)
    known = {hit.passage.id: hit for hit in hits}
    reached = store.passages.many([name for name in ways.linked if name not in known])
    fresh = [
        Hit(passage, 0.0, None, {}, FoundBy.LINKS)
        for passage in reached.values()
        if wanted.matches(passage) and allowed(stems_of(passage), query)
    ]
    found = [_activated(hit, ways) for hit in (*hits, *fresh)]
    return sorted(found, key=lambda hit: -hit.score)[:limit]


def _activated(hit: Hit, ways: _Ways) -> Hit:
    name = hit.passage.id
    score = max(hit.score, ways.linked.get(name, 0.0)) + ways.shared.get(name, 0.0)
    return replace(hit, score=score, explain={**hit.explain, "association": score - hit.score})


def _spread(store: Store, index: Index, query: LexicalQuery, seeds: Sequence[Hit], wanted: PassageFilter) -> _Ways:
    shared: dict[str, float] = defaultdict(float)
    linked: dict[str, float] = {}
    whole = sum(seed.score for seed in seeds) or 1.0
    for seed in seeds:
        for name, score in _sharing_words(index, seed, query, wanted):
            if name != seed.passage.id:
                shared[name] += SHARED_WORDS * score * seed.score / whole
        for name, share in _linked(store, index, seed).items():
            linked[name] = max(linked.get(name, 0.0), share * seed.score)
    return _Ways({name: min(share, MOST_SHARED) for name, share in shared.items()}, linked)


def _sharing_words(index: Index, seed: Hit, query: LexicalQuery, wanted: PassageFilter) -> list[tuple[str, float]]:
    """Passages that hold rare words of a hit which the query does not have, with their BM25."""
    if index.words is None:
        return []
    terms = [term for term in analysis.query_terms(seed.passage.text[:LONGEST]) if term not in query.terms]
    most = max(3, RARE * index.words.size(wanted.types))
    counted = sorted(zip(index.words.frequencies(terms, wanted.types), terms, strict=True))
    rare = [term for count, term in counted if 2 <= count <= most][:MOST_RARE]
    return index.words.search(LexicalQuery(terms=tuple(rare)), wanted, LOOKED_AT)


def _linked(store: Store, index: Index, hit: Hit) -> dict[str, float]:
    """The facts one step away from a hit, with the share of its score that reaches them."""
    passage, shares = hit.passage, dict[str, float]()
    if passage.session is not None:
        shares |= _of_session(store, hit, passage.session)
    if passage.files and index.words is not None:
        wanted = PassageFilter(types=(PassageType.FACT,), files=passage.files[:MOST_FILES])
        for name in index.words.matching(wanted, OF_ONE_FILE):
            shares[name] = max(shares.get(name, 0.0), SAME_FILE)
    if passage.type is PassageType.FACT:
        for link in store.facts.links(passage.id):
            other = link.target if link.source == passage.id else link.source
            shares[other] = max(shares.get(other, 0.0), SPREAD[link.kind])
    shares.pop(passage.id, None)
    return shares


def _of_session(store: Store, hit: Hit, session: str) -> dict[str, float]:
    """The facts of the hit's session; those that rest on the same message receive more."""
    same = [fact.id for fact in store.facts.select(FactFilter(statuses=(), session=session), limit=OF_ONE_SESSION)]
    evidence = store.facts.evidence([*same, hit.passage.id])
    messages = {(item.session, item.source_id) for item in evidence.get(hit.passage.id, ())}
    messages.add((session, hit.passage.source_id))
    return {
        name: SAME_MESSAGE
        if any((item.session, item.source_id) in messages for item in evidence.get(name, ()))
        else SAME_SESSION
        for name in same
    }
