"""The review queue: what waits for a person, and what a person decides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from lore import clock
from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.parameters import (
    EVERYWHERE,
    Acknowledged,
    CandidateId,
    CandidateIds,
    FactId,
    ProjectKey,
    Rev,
    Revs,
    candidate_named,
    candidates_seen,
    decider,
    fact_named,
    moment,
    project_key,
)
from lore.actions.registry import Touches, action
from lore.config import SNOOZE_DAYS, in_force
from lore.errors import NotFound
from lore.memory import (
    Decided as Decided,
    Decision as Decision,
    Holds as Holds,
    Quote as Quote,
    ReviewCard as ReviewCard,
    Risk as Risk,
    Similar as Similar,
    Waiting,
    decisions,
    declare_both,
    everything_waiting,
    review_card,
    risks_of,
    sentence_behind,
    what_is,
    what_waits,
)
from lore.model import Candidate, Fact, Layer, Status
from lore.text import one_line

_NEXT = {
    Layer.PROJECT: Layer.USER_PROJECT,
    Layer.USER_PROJECT: Layer.USER,
    Layer.USER: Layer.PROJECT,
    Layer.ORG: Layer.PROJECT,
}
"""Where a candidate holds after the next press of the key."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A candidate as a list shows it."""

    candidate: Candidate
    fact: Fact
    risks: tuple[Risk, ...]
    said: str = ""
    """The person's own sentence, where a model worded it."""
    day: str = ""
    """When it was said last."""

    @property
    def is_given(self) -> bool:
        """Whether it stands already, beside the person's sentence: sessions start with it where there is room."""
        fact = self.fact
        return fact.standing and fact.status is Status.ACTIVE and not fact.tainted and not self.candidate.asks

    @property
    def risky(self) -> bool:
        """Whether approving it takes an acknowledgement."""
        return bool(self.risks)


@dataclass(frozen=True, slots=True)
class Snoozed:
    """Candidates that are hidden until a time."""

    candidates: tuple[Candidate, ...]
    until: str


@dataclass(frozen=True, slots=True)
class Held:
    """Two facts that both hold: nobody is asked about them again."""

    facts: tuple[Fact, Fact]


@action("queue", Touches.READS)
def queue(
    engine: Engine,
    *,
    project: ProjectKey = None,
    layer: Annotated[Layer | None, "Only this layer."] = None,
    agents: Annotated[bool, "Only what agents, tools and files stated."] = False,
) -> tuple[str, ...]:
    """The ids of what waits for a person, in the order of review: candidates, and facts that nobody confirmed."""
    return tuple(one.id for one in _waiting(engine, project, layer) if one.is_folded is agents)


@action("stated_by_agents", Touches.READS)
def stated_by_agents(engine: Engine, *, project: ProjectKey = None) -> Mapping[str | None, tuple[str, ...]]:
    """What agents, tools and files stated, by project: the end of the queue, which is shown when it is asked for."""
    found: dict[str | None, tuple[str, ...]] = {}
    for one in _waiting(engine, project, None):
        if one.is_folded:
            found[one.project] = (*found.get(one.project, ()), one.id)
    return found


def _waiting(engine: Engine, project: str | None, layer: Layer | None) -> list[Waiting]:
    return [
        one for one in everything_waiting(engine.store) if project in (None, one.project) and layer in (None, one.layer)
    ]


@action("proposals", Touches.READS)
def proposals(engine: Engine, candidates: CandidateIds) -> tuple[Proposal, ...]:
    """What waits, or was decided on, with the names of its warnings, without what is gone or damaged."""
    found = what_waits(engine.store, [candidate_named(engine, name) for name in candidates])
    facts = {fact.id: fact for fact in engine.store.facts.many([candidate.fact for candidate in found])}
    shown = {fact.id: fact for fact in visibility.veiled(engine, facts.values())}
    evidence = engine.store.facts.evidence(list(facts))
    return tuple(
        Proposal(
            veiled,
            shown[one.fact],
            risks_of(one, facts[one.fact], evidence[one.fact]),
            "" if one.asks or veiled.text != one.text else sentence_behind(facts[one.fact], evidence[one.fact]),
            clock.day(max((item.at or "" for item in evidence[one.fact]), default="")),
        )
        for one, veiled in zip(found, visibility.veiled_candidates(engine, found), strict=True)
        if one.fact in facts
    )


@action("candidates", Touches.READS)
def some_candidates(engine: Engine, candidates: CandidateIds) -> tuple[Candidate, ...]:
    """The candidates and statements with these ids, in this order, without those that are gone or damaged."""
    found = what_waits(engine.store, [candidate_named(engine, name) for name in candidates])
    return visibility.veiled_candidates(engine, found)


@action("card", Touches.READS)
def card(
    engine: Engine,
    candidate: CandidateId,
    *,
    text: Annotated[str | None, "As the card would be in these words."] = None,
) -> ReviewCard:
    """What speaks for something that waits and against it. Raises NotFound, Damaged."""
    return visibility.veiled_card(engine, review_card(engine.store, candidate_named(engine, candidate), text=text))


@action("approve", Touches.ASKS)
def approve(engine: Engine, candidate: CandidateId, *, rev: Rev = None, acknowledged: Acknowledged = ()) -> Decided:
    """Make a candidate a convention, in the place of what it replaces; what nobody confirmed becomes yours.

    Raises NotFound, Conflict when it is decided already or changed since `rev`, NeedsConfirmation where a warning of
    its card is missing among `acknowledged`.
    """
    by = decider(engine, "approve")
    name = candidate_named(engine, candidate)
    return _one(decisions.approve(engine.store, name, by=by, rev=rev, acknowledged=acknowledged))


@action("approve_all", Touches.ASKS)
def approve_all(engine: Engine, candidates: CandidateIds, *, seen: Revs = None) -> Decided:
    """Approve several, as one step: those without warnings; the others are left and named. Of a question both stay.

    Raises as `approve` does.
    """
    by = decider(engine, "approve")
    return decisions.approve_all(engine.store, candidates_seen(engine, candidates, seen), by=by)


@action("edit_and_approve", Touches.ASKS)
def edit_and_approve(
    engine: Engine,
    candidate: CandidateId,
    text: Annotated[str, "The words in which it shall hold."],
    *,
    rev: Rev = None,
    acknowledged: Acknowledged = (),
) -> Decided:
    """Approve a candidate with your own wording. Raises as `approve` does, and UsageError when no text is left."""
    by = decider(engine, "approve")
    name = candidate_named(engine, candidate)
    decided = decisions.edit_and_approve(engine.store, name, text, by=by, rev=rev, acknowledged=acknowledged)
    return _one(decided)


@action("reject", Touches.ASKS)
def reject(
    engine: Engine,
    candidates: CandidateIds,
    *,
    reason: Annotated[str, "Why; the agent that proposed it can read it."] = "",
    seen: Revs = None,
) -> Decided:
    """Turn down what waits, as one step: no machine proposes it again; a fact that you said or saved stays."""
    by = decider(engine, "reject")
    unwanted = candidates_seen(engine, candidates, seen)
    return Decided(tuple(decisions.reject(engine.store, unwanted, by=by, reason=reason)), {})


@action("merge", Touches.ASKS)
def merge(
    engine: Engine,
    candidate: CandidateId,
    into: FactId,
    *,
    rev: Rev = None,
    into_rev: Annotated[int | None, "The `rev` of that fact as you saw it: refused where it changed since."] = None,
) -> Decided:
    """Say that a stored fact says the same: it takes over the evidence. Raises Conflict where it is out of force."""
    by = decider(engine, "merge")
    name = candidate_named(engine, candidate)
    return _one(decisions.merge(engine.store, name, fact_named(engine, into), by=by, rev=rev, into_rev=into_rev))


@action("snooze", Touches.ASKS)
def snooze(
    engine: Engine,
    candidates: CandidateIds,
    *,
    until: Annotated[str | None, "The time at which they come back; default: after `days`."] = None,
    days: Annotated[float | None, "From now on; default: the setting `review.snooze_days`."] = None,
    seen: Revs = None,
) -> Snoozed:
    """Hide candidates from the queue for a while, as one step."""
    by = decider(engine, "snooze")
    days = in_force(engine.store)[SNOOZE_DAYS] if days is None else days
    time = moment(until) or clock.shifted(timedelta(days=days))
    hidden = decisions.snooze(engine.store, candidates_seen(engine, candidates, seen), time, by=by)
    return Snoozed(tuple(hidden), time)


@action("rescope", Touches.ASKS)
def rescope(
    engine: Engine,
    candidate: CandidateId,
    *,
    layer: Annotated[Layer | None, "Default: the next of the three."] = None,
    project: Annotated[str | None, "The key of the project; default: that of its fact."] = None,
    rev: Rev = None,
) -> Candidate:
    """Let a candidate hold elsewhere once it is approved: for its project, for you alone in it, for you everywhere.

    Raises NotFound where it is to hold in a project and its fact names none.
    """
    by = decider(engine, "say where it holds")
    found = what_is(engine.store, candidate_named(engine, candidate))
    wanted = layer or _NEXT[found.layer]
    key = None
    if wanted not in EVERYWHERE:
        key = project_key(project) if project else found.project or engine.store.facts.get(found.fact).project
        if key is None:
            raise NotFound("it belongs to no project", hint="its fact names none")
    return decisions.rescope(engine.store, found.id, layer=wanted, project=key, by=by, rev=rev)


def where_it_holds(candidate: Candidate) -> str:
    """Where a candidate would hold: "in shop", "in shop, for you alone", "in every project"."""
    if candidate.project is None:
        return "in every project"
    return f"in {candidate.project}{', for you alone' if candidate.layer is Layer.USER_PROJECT else ''}"


@action("answer", Touches.ASKS)
def answer(
    engine: Engine,
    candidate: CandidateId,
    holds: Annotated[Holds, "What the two are to one another."],
    *,
    rev: Rev = None,
) -> Decided:
    """Say what two facts are to one another. Nobody is asked again; what gives way, the answer names."""
    by = decider(engine, "answer")
    return _one(decisions.answer(engine.store, candidate_named(engine, candidate), holds, by=by, rev=rev))


@action("hold_both", Touches.ASKS)
def hold_both(engine: Engine, one: FactId, other: FactId) -> Held:
    """Say that two facts both hold: Lore does not ask about them again."""
    by = decider(engine, "say that both hold")
    return Held(declare_both(engine.store, fact_named(engine, one), fact_named(engine, other), by=by))


def aftermath(decision: Decision, named: Callable[[str], str]) -> tuple[str, ...]:
    """What else a decision did to facts, a line each. named: an id as it is shown."""
    lines = [f"replaced {named(fact.id)} “{one_line(fact.text)}”: `lore undo`" for fact in decision.retired]
    if decision.stays:
        lines.append(f"the fact stays: `lore archive {named(decision.fact.id)}` puts it away")
    return tuple(lines)


def _one(decision: Decision) -> Decided:
    return Decided((decision,), {})
