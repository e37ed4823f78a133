"""Why an agent is given a fact when a session starts, or is not; and which rules of other layers it meets."""

from dataclasses import dataclass

from lore.files import stale_among
from lore.memory import what_stands
from lore.model import Fact, LinkKind, Status
from lore.store import Store


@dataclass(frozen=True, slots=True)
class Meeting:
    """A standing rule of another layer about the same."""

    fact: Fact
    wins: bool
    """Whether an agent is given that one instead."""
    same: bool
    """Whether both say the same; otherwise they contradict."""
    stands: bool
    """Whether an agent is given that one, beside this or instead."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a fact is given when a session of a project starts."""

    fact: Fact
    given: bool
    why: str
    meets: tuple[Meeting, ...] = ()


def explain_giving(store: Store, fact: Fact, project: str | None) -> Standing:
    """Why sessions of a project begin with this fact, or do not."""
    every = {one.id: one for one in what_stands(store, project)}
    found = every.get(fact.id)
    if found is None:
        return Standing(fact, False, why_not(fact, project))
    rivals = {
        link.source if link.target == fact.id else link.target
        for link in store.facts.links(fact.id)
        if link.kind is LinkKind.CONTRADICTS
    }
    meets = []
    for other in every.values():
        same = other.id != fact.id and other.words == found.words
        if other.id != fact.id and (same or other.id in rivals):
            wins = other.precedence < found.precedence if same else other.outranks(found)
            meets.append(Meeting(store.facts.get(other.id), wins, same, not other.left))
    stale = stale_among(store, [fact]).get(fact.id)
    return Standing(fact, not found.left, stale.why if stale else found.left or found.why, tuple(meets))


def why_not(fact: Fact, project: str | None) -> str:
    """Why a fact stands over no session of a project, in a sentence without its end."""
    if fact.status is not Status.ACTIVE:
        return f"it is {fact.status.value}"
    if fact.tainted:
        return "you did not say it yourself, and no agent is given it before you accept or approve it"
    if fact.project not in (None, project):
        return f"it holds in `{fact.project}` alone"
    return "it does not hold whatever a session is about: the prompts that need it recall it"
