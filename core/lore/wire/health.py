"""The state of the memory, and its consolidation, as JSON."""

from typing import TYPE_CHECKING

from lore.actions import Compression, Consolidated, Examined, Figures

if TYPE_CHECKING:
    from lore.compress import Shrink
    from lore.store import DailyFigures


def examined(outcome: Examined) -> dict[str, object]:
    """`doctor`, `doctor --fix`."""
    report = outcome.report
    return {
        "at": report.at,
        "outcome": report.outcome.value,
        "checks": [
            {
                "id": one.check.id,
                "group": one.check.group.value,
                "title": one.check.title,
                "asks": one.check.asks,
                "outcome": one.finding.outcome.value,
                "says": one.finding.says,
                "fix": one.finding.fix,
                "took_ms": round(one.took_ms, 1),
            }
            for one in report.results
        ],
        "repairs": [
            {"check": one.check, "does": one.does, "count": one.count, "failure": one.failure} for one in report.repairs
        ],
        "backup": report.backup,
        "run": report.run,
        "notes": list(report.notes),
        "replaced": [fact.id for fact in outcome.replaced],
    }


def figures(outcome: Figures) -> dict[str, object]:
    """`stats`."""
    trend = outcome.trend
    return {
        "day": trend.today.day,
        "now": dict(trend.today.measures),
        "week": _figures(trend.week),
        "month": _figures(trend.month),
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
            {"step": one.step, "fact": one.fact, "says": one.says, "retired": one.retired} for one in report.applied
        ],
        "notes": list(report.notes),
        "waiting": report.waiting,
        "replaced": [fact.id for fact in outcome.replaced],
    }


def compression(outcome: Compression) -> dict[str, object]:
    """`compress`."""
    return {"written": outcome.written, "files": [_shrink(one) for one in outcome.shrinks]}


def _shrink(one: "Shrink") -> dict[str, object]:
    return {
        "path": str(one.folder.root / one.path),
        "before": len(one.before.encode()),
        "after": len(one.after.encode()),
        "published": one.gone,
        "kept": one.kept,
        "facts": list(one.facts),
        "diff": list(one.diff()),
    }
