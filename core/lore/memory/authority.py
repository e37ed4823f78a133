"""Who stands behind a fact. A fact never gives way to one with less behind it."""

from collections.abc import Mapping, Sequence
from enum import IntEnum

from lore.errors import NeedsPerson
from lore.model import UNTRUSTED_ROLES, Evidence, Fact, Role, Status
from lore.presence import PERSON, is_agent
from lore.store import Store

_HANDS = ("fact.edit", "fact.pin", "fact.restore", "fact.accept")
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
    return held_by_each(store, [fact], {fact.id: evidence})[fact.id]


def held_by_each(
    store: Store, facts: Sequence[Fact], evidence: Mapping[str, Sequence[Evidence]]
) -> dict[str, Authority]:
    """What stands behind each of many stored facts, by id. evidence: of each fact, by id."""
    in_hand = store.audit.touched_by(PERSON, [fact.id for fact in facts], _HANDS)
    return {fact.id: _held(fact, evidence[fact.id], in_hand=fact.id in in_hand) for fact in facts}


def _held(fact: Fact, evidence: Sequence[Evidence], *, in_hand: bool) -> Authority:
    saved = any(item.role is Role.USER and item.session is None and item.agent is None for item in evidence)
    if saved or in_hand or fact.approved_at is not None or fact.pinned:
        return Authority.GOVERNED
    return claimed("", fact, evidence)


def may_retire(newer: Authority, older: Authority, fact: Fact) -> bool:
    """Whether a newer statement may take the place of an older fact that it names.

    A person's own newer words do, however both came in; only what they approved or pinned waits for a decision.
    """
    is_persons = newer >= Authority.USER and fact.approved_at is None and not fact.pinned
    return is_persons or newer >= older


def archived_by_person(store: Store, fact_id: str) -> bool:
    """Whether the last one to put this fact away was a person, so that it stays away."""
    last = store.audit.select(action="fact.archive", subject=fact_id, limit=1)
    return bool(last) and last[0].actor == PERSON


def refuse_agent(store: Store, actor: str, fact: Fact) -> None:
    """What has a person behind it, an agent neither changes nor replaces nor puts away. Raises NeedsPerson."""
    if is_agent(actor) and held_by(store, fact, store.facts.evidence([fact.id])[fact.id]) >= Authority.USER:
        raise NeedsPerson(
            f"a person stands behind `{fact.id}`: only a person may change it",
            hint="`lore add` saves what you know beside it, `lore propose` puts that into the review queue",
        )


def refuse_return(store: Store, actor: str, fact: Fact) -> None:
    """An agent brings back only what no person put away, turned down or has yet to decide on. Raises NeedsPerson."""
    refuse_agent(store, actor, fact)
    if is_agent(actor) and (fact.status is not Status.ARCHIVED or archived_by_person(store, fact.id)):
        raise NeedsPerson(
            f"`{fact.id}` is {fact.status}: only a person may bring it back",
            hint="`lore propose` puts it into the review queue",
        )
