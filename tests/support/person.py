"""The person of the tests: decides without a terminal, and has read every card."""

from collections.abc import Iterable, Sequence

from lore import presence
from lore.memory import decisions, is_of_fact, queue
from lore.memory.decisions import Decision
from lore.memory.review_cards import review_card
from lore.presence import Person
from lore.store import Store


def me() -> Person:
    return presence.deciding("decide in a test", yes=True)


def warned(store: Store, candidate_id: str) -> Sequence[str]:
    return [risk.id for risk in review_card(store, candidate_id).risks]


def statements(store: Store, *, harmless: bool = False) -> list[str]:
    return [name for name in queue(store, folded=True) if is_of_fact(name) and not (harmless and warned(store, name))]


def approve(store: Store, candidate_id: str) -> Decision:
    return decisions.approve(store, candidate_id, by=me(), acknowledged=warned(store, candidate_id))


def reject(store: Store, candidate_ids: Iterable[str], reason: str = "") -> list[Decision]:
    return decisions.reject(store, decisions.seen(store, candidate_ids), by=me(), reason=reason)
