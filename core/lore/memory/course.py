"""How the strength of a fact went, week by week, and how it goes on where nothing more happens to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lore import clock
from lore.memory.policies import policy_in_force
from lore.memory.policy import Policy, lasts
from lore.model import Evidence, Fact, Usage
from lore.store import NO_USES, Store

WEEKS = 12
"""Back and ahead."""
FARTHEST_DAYS = 36_525.0
"""What has not faded in a hundred years does not fade."""


@dataclass(frozen=True, slots=True)
class Course:
    """The strength of a fact over time, under the policy in force."""

    past: tuple[float | None, ...]
    """A week apart, the last of them now; None before it was first said or stored."""
    ahead: tuple[float, ...]
    """A week apart, the first of them in a week."""
    used: tuple[int, ...]
    """How often it was said or used in the week before each point of `past`."""
    share: float
    """Its strength now on a scale of 0 to 1; a half is as strong as a certain fact that was just said."""
    fades_at: str | None
    """When it falls below the floor of the policy: now where it has; None where it never does."""
    faded: bool
    """Whether it has."""


@dataclass(frozen=True, slots=True)
class _Happened:
    """Something that strengthened a fact."""

    at: str
    session: str | None
    said: bool


def course_of(store: Store, fact: Fact, *, now: str | None = None) -> Course:
    """The course of one stored fact, from 12 weeks ago to 12 weeks ahead.

    Kind, confidence and approval count as they are today: only what was said and used is told back.
    """
    policy, moment = policy_in_force(store), now or clock.now()
    happened = _happened(store.facts.evidence([fact.id])[fact.id], store.facts.uses([fact.id])[fact.id])
    weeks = [_days_from(moment, 7.0 * week) for week in range(-WEEKS, WEEKS + 1)]
    strengths = [policy.strength(fact, _usage(happened, min(week, moment)), week) for week in weeks]
    first = min((fact.created_at, *(one.at for one in happened if one.at)))[:10]
    known = [None if week < first else one for week, one in zip(weeks, strengths, strict=True)]
    today, usage = strengths[WEEKS], store.facts.usage([fact.id])[fact.id]
    return Course(
        past=tuple(known[: WEEKS + 1]),
        ahead=tuple(strengths[WEEKS + 1 :]),
        used=tuple(sum(_days_from(week, -7.0) < one.at <= week for one in happened) for week in weeks[: WEEKS + 1]),
        share=today / (today + (policy.unit or 1.0)),
        fades_at=fades_at(policy, fact, usage, moment),
        faded=policy.faded(fact, usage, moment),
    )


def fades_at(policy: Policy, fact: Fact, usage: Usage, now: str) -> str | None:
    """When a fact falls below the floor of a policy, to the minute, where nothing more happens to it.

    `now` where it has already; None where it lasts, or does not fall in a hundred years.
    """
    if lasts(fact) or not policy.faded(fact, usage, _days_from(now, FARTHEST_DAYS)):
        return None
    if policy.faded(fact, usage, now):
        return now
    stands, fallen = 0.0, FARTHEST_DAYS
    while fallen - stands > 1 / 1440:
        middle = (stands + fallen) / 2
        if policy.faded(fact, usage, _days_from(now, middle)):
            fallen = middle
        else:
            stands = middle
    return _days_from(now, fallen)


def _happened(evidence: Sequence[Evidence], uses: Sequence[Mapping[str, str | None]]) -> list[_Happened]:
    """What strengthened it; what was said without a time counts from the beginning."""
    found = [_Happened(one.at or "", one.session, said=True) for one in evidence]
    return found + [
        _Happened(one["at"] or "", one["session"], said=False) for one in uses if one["kind"] not in NO_USES
    ]


def _usage(happened: Sequence[_Happened], at: str) -> Usage:
    """How it had been used by then, counted as the store counts it."""
    until = [one for one in happened if one.at <= at]
    said = sum(one.said for one in until)
    return Usage(
        max(0, len(until) - min(1, said)),
        max(1, len({one.session for one in until if one.session is not None})),
        max((one.at for one in until), default="") or None,
        clock.gaps(one.at for one in until),
    )


def _days_from(at: str, days: float) -> str:
    moment = clock.parse(at)
    return at if moment is None else clock.later(moment, seconds=days * clock.SECONDS_PER_DAY)
