"""Who stands behind a fact. A fact never gives way to one with less behind it."""

from collections.abc import Sequence
from enum import IntEnum

from lore.model import UNTRUSTED_ROLES, Evidence, Fact, Role
from lore.presence import PERSON
from lore.store import Store

_HANDS = ("fact.edit", "fact.pin", "fact.restore")
"""What a person does to a fact that makes it theirs."""


class Authority(IntEnum):
    """Grows with trust."""

    UNTRUSTED = 0
    """A tool, file, import or web page."""
    AGENT = 1
    """An agent said it."""
    USER = 2
    """A person said it to an agent."""
    GOVERNED = 3
    """A person approved, pinned, saved or edited it here: no machine replaces it."""


def claimed(actor: str, fact: Fact, evidence: Sequence[Evidence]) -> Authority:
    """What stands behind a fact that is about to be stored by `actor`."""
    if actor == PERSON:
        return Authority.GOVERNED
    roles = {item.role for item in evidence}
    if fact.tainted or roles & UNTRUSTED_ROLES:
        return Authority.UNTRUSTED
    return Authority.USER if Role.USER in roles else Authority.AGENT


def held_by(store: Store, fact: Fact, evidence: Sequence[Evidence]) -> Authority:
    """What stands behind a stored fact."""
    saved = any(item.role is Role.USER and item.session is None and item.agent is None for item in evidence)
    if saved or fact.approved_at is not None or fact.pinned or _in_hand(store, fact.id):
        return Authority.GOVERNED
    return claimed("", fact, evidence)


def archived_by_person(store: Store, fact_id: str) -> bool:
    """Whether the last one to put this fact away was a person, so that it stays away."""
    last = store.audit.select(action="fact.archive", target=fact_id, limit=1)
    return bool(last) and last[0].actor == PERSON


def _in_hand(store: Store, fact_id: str) -> bool:
    return any(event.action in _HANDS for event in store.audit.select(actor=PERSON, target=fact_id, action="fact"))
