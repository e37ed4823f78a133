"""What was removed for good, as JSON."""

from lore.actions import PurgeReport


def purged(report: PurgeReport) -> dict[str, object]:
    """`lore purge`."""
    return {"rows": dict(report.rows), "backups": report.backups}
