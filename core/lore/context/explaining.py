"""Why an agent is given a fact when a session starts, or is not; and which rules of other layers it meets."""

from dataclasses import dataclass

from lore.config import STANDING_CONFIDENCE, STANDING_SESSIONS, in_force
from lore.context.precedence import yields
from lore.files import stale_among
from lore.memory import standing_rules, why_it_stands
from lore.model import RULE_KINDS, Fact, Layer, Status
from lore.store import Store


@dataclass(frozen=True, slots=True)
class Meeting:
    """A standing rule of another layer about the same."""

    fact: Fact
    wins: bool
    """Whether an agent is given that one instead."""
    same: bool
    """Whether both say the same; otherwise they contradict."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a fact is given when a session of a project starts."""

    fact: Fact
    given: bool
    why: str
    meets: tuple[Meeting, ...] = ()


def explain_giving(store: Store, fact: Fact, project: str | None) -> Standing:
    """Why sessions of a project begin with this fact, or do not. The budget is not asked: `session_start` says that."""
    config = in_force(store)
    usage = store.facts.usage([fact.id])[fact.id]
    why = why_it_stands(fact, usage, config[STANDING_SESSIONS], config[STANDING_CONFIDENCE])
    if why is None or fact.project not in (None, project):
        return Standing(fact, False, why_not(fact, project, config[STANDING_SESSIONS]))
    if stale := stale_among(store, [fact]).get(fact.id):
        return Standing(fact, False, stale.why)
    meets = []
    for other in (rule.fact for rule in standing_rules(store, project) if rule.fact.id != fact.id):
        for less, more, wins in ((fact, other, True), (other, fact, False)):
            if (found := yields(store, less, more)) is not None:
                meets.append(Meeting(other, wins, found.same))
    return Standing(fact, not any(meeting.wins for meeting in meets), why, tuple(meets))


def why_not(fact: Fact, project: str | None, sessions: int) -> str:
    """Why a fact stands over no session of a project, in a sentence without its end."""
    if fact.status is not Status.ACTIVE:
        return f"it is {fact.status.value}"
    if fact.tainted:
        return "you did not say it yourself, and no agent is given it before you accept or approve it"
    if fact.project not in (None, project):
        return f"it holds in `{fact.project}` alone"
    if fact.kind not in RULE_KINDS:
        return f"a fact of kind {fact.kind.value} is recalled by the prompts that need it"
    if fact.layer is Layer.USER_PROJECT:
        return "you said it once, and it is not sure that you meant a rule"
    return f"it was said in fewer than {sessions} sessions, and you neither approved nor pinned it"
