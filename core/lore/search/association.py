"""The third stage of retrieval: what the best hits lead to, by links and by the sessions they come from.

Activation spreads one step from the first few hits of an answer and weakens on the way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from lore.index import PassageFilter
from lore.model import Hit, LinkKind, PassageType
from lore.store import FactFilter, Store

SEEDS = 5
"""Hits that activation starts from."""
SPREAD: Mapping[LinkKind, float] = {
    LinkKind.SUPERSEDES: 0.6,
    LinkKind.CONTRADICTS: 0.6,
    LinkKind.DERIVED_FROM: 0.5,
    LinkKind.RELATED: 0.5,
}
"""The share of a hit's score that a linked fact receives. Chosen, not measured: no set at hand has links."""
SAME_SESSION = 0.3
OF_ONE_SESSION = 10
"""Facts of one session that receive activation."""


def associated(store: Store, hits: Sequence[Hit], wanted: PassageFilter, limit: int) -> list[Hit]:
    """The hits with what they lead to, best first, at most `limit`; each fact keeps the strongest way to it."""
    received: dict[str, float] = {}
    for hit in hits[:SEEDS]:
        for name, share in _reached(store, hit).items():
            received[name] = max(received.get(name, 0.0), share * hit.score)
    found = {hit.passage.id: hit for hit in hits}
    passages = store.passages.many([name for name in received if name not in found])
    for name, passage in passages.items():
        if wanted.matches(passage):
            found[name] = Hit(passage, received[name], None, {"association": received[name]})
    for hit in hits:
        more = received.get(hit.passage.id, 0.0)
        if more > hit.score:
            explain = {**hit.explain, "association": more - hit.score}
            found[hit.passage.id] = replace(hit, score=more, explain=explain)
    return sorted(found.values(), key=lambda hit: -hit.score)[:limit]


def _reached(store: Store, hit: Hit) -> dict[str, float]:
    """The facts one step away from a hit, with the share of its score that reaches them."""
    shares: dict[str, float] = {}
    if hit.passage.session is not None:
        same = store.facts.select(FactFilter(statuses=(), session=hit.passage.session), limit=OF_ONE_SESSION)
        shares = {fact.id: SAME_SESSION for fact in same}
    if hit.passage.type is PassageType.FACT:
        for link in store.facts.links(hit.passage.id):
            other = link.target if link.source == hit.passage.id else link.source
            shares[other] = max(shares.get(other, 0.0), SPREAD[link.kind])
    shares.pop(hit.passage.id, None)
    return shares
