"""The state of the memory, and its consolidation, as JSON."""

from typing import TYPE_CHECKING

from lore.actions import Consolidated, Examined, Figures, HealthHistory, Overview

if TYPE_CHECKING:
    from lore.store import DailyFigures


def examined(outcome: Examined) -> dict[str, object]:
    """`doctor`, `doctor --fix`."""
    report = outcome.report
    return {
        "at": report.at,
        "outcome": report.outcome.value,
        "checks": [
            {
                "id": result.check.id,
                "group": result.check.group.value,
                "title": result.check.title,
                "asks": result.check.asks,
                "outcome": result.finding.outcome.value,
                "says": result.finding.says,
                "fix": result.finding.fix,
                "took_ms": round(result.took_ms, 1),
            }
            for result in report.results
        ],
        "repairs": [
            {"check": repaired.check, "does": repaired.does, "count": repaired.count, "failure": repaired.failure}
            for repaired in report.repairs
        ],
        "backup": report.backup,
        "run": report.run,
        "notes": list(report.notes),
        "replaced": [fact.id for fact in outcome.replaced],
    }


def health_history(outcome: HealthHistory) -> dict[str, object]:
    """`doctor --history`."""
    return {
        "first": outcome.first,
        "changes": outcome.changes,
        "checks": [
            {
                "id": trend.check,
                "title": trend.title,
                "now": trend.now.value,
                "spells": [
                    {"outcome": spell.outcome.value, "since": spell.since, "until": spell.until}
                    for spell in trend.spells
                ],
            }
            for trend in outcome.trends
        ],
    }


def figures(outcome: Figures) -> dict[str, object]:
    """`stats`."""
    trend = outcome.trend
    return {
        "day": trend.today.day,
        "now": dict(trend.today.measures),
        "week": _figures(trend.week),
        "month": _figures(trend.month),
        **_overview(outcome.overview),
    }


def _overview(one: Overview) -> dict[str, object]:
    """What `stats` says beside the trend."""
    spent, speed = one.spent, one.speed
    return {
        "tokens": {
            "sessions": spent.sessions,
            "given": spent.tokens,
            "of_messages": spent.message_tokens,
            "of_sessions": spent.session_tokens,
        },
        "searches": {"timed": speed.searches, "per_second": round(speed.per_second, 1)} if speed else None,
        "strengths": list(one.strengths),
        "duplicates": one.duplicates,
        "contradictions": one.contradictions,
        "never_recalled": {"facts": one.never_recalled.part, "of": one.never_recalled.whole},
        "candidates": [
            {"month": each.month, "proposed": each.proposed, "approved": each.approved, "rejected": each.rejected}
            for each in one.months
        ],
        "days": {
            day: {
                "learnt": tally.learnt,
                "approved": tally.approved,
                "forgotten": tally.forgotten,
                "sessions": tally.sessions,
            }
            for day, tally in sorted(one.days.items())
        },
    }


def _figures(one: "DailyFigures | None") -> dict[str, object] | None:
    return {"day": one.day, "measures": dict(one.measures)} if one else None


def consolidated(outcome: Consolidated) -> dict[str, object]:
    """`consolidate`."""
    report = outcome.report
    return {
        "run": None if outcome.dry_run else report.run,
        "dry_run": outcome.dry_run,
        "counts": dict(report.counts),
        "changes": [
            {"step": applied.step, "fact": applied.fact, "says": applied.says, "retired": applied.retired}
            for applied in report.applied
        ],
        "notes": list(report.notes),
        "waiting": report.waiting,
        "replaced": [fact.id for fact in outcome.replaced],
    }
