"""What came in from files and other tools, as JSON."""

from typing import TYPE_CHECKING

from lore.actions import Imported, Migrated

if TYPE_CHECKING:
    from lore.migrate import Taken


def imported(outcome: Imported) -> dict[str, object]:
    """`import`, a line for each file."""
    done = outcome.summary
    return {
        "file": str(outcome.file),
        "run": done.run,
        "added": done.added,
        "reinforced": done.reinforced,
        "known": done.known,
        "rejected": done.rejected,
        "approved": done.approved,
        "not_approved": done.not_approved,
        "replaced": [fact.id for fact in outcome.replaced],
    }


def migrated(outcome: Migrated) -> dict[str, object]:
    """`migrate-from`; `found` is there in a dry run that found anything new."""
    done = outcome.summary
    return {
        "added": done.added,
        "reinforced": done.reinforced,
        "known": done.known,
        "proposed": done.proposed,
        "skipped": dict(done.skipped),
        "left_out": [{"reason": reason, "text": text} for reason, text in done.left_out],
        "unreadable": done.unreadable,
        "kinds": dict(done.kinds),
        "run": done.run,
        "is_whole": done.is_whole,
        "replaced": [fact.id for fact in outcome.replaced],
        **({"found": [_taken(taken) for taken in outcome.found]} if outcome.found else {}),
    }


def _taken(taken: "Taken") -> dict[str, object]:
    return {
        "action": taken.action,
        "kind": taken.fact.kind.value,
        "text": taken.fact.text,
        "layer": taken.fact.layer.value,
        "project": taken.fact.project,
        "session": taken.evidence.session,
        "source_id": taken.evidence.source_id,
        "quote": taken.evidence.quote,
    }
