"""The check of the hooks: they say nothing where they run, so what went wrong in them is said here."""

from pathlib import Path

from lore.capture import draining
from lore.doctor.check import Finding, ok, warn
from lore.doctor.inspection import Inspection
from lore.handover import faults, lines, places, talks
from lore.text import counted, shorten

LATELY_DAYS = 7.0
"""Faults of so many days are told."""
WAITED_S = 6 * 3_600.0
"""Events that wait so long are read by nobody."""

SILENT_S = 24 * 3_600.0
"""A session that is silent for so long is over; what is known of it goes when the spool is read."""


def hooks(inspection: Inspection) -> Finding:
    """No hook failed lately, and all hook events were read."""
    home = str(inspection.folder)
    since = inspection.ago(LATELY_DAYS)
    lately = [one for one in faults.noted(home) if str(one.get("at")) >= since]
    if lately:
        newest = lately[-1]
        told = shorten(f"{newest.get('agent')} {newest.get('event')}: {newest.get('what')}", 120)
        return warn(f"{counted(len(lately), 'hook error')} in 7 days, the last one: {told}", "`lore hooks`")
    waits = lines.oldest(home)
    if waits > WAITED_S:
        return warn(f"hook events have waited for {waits / 3_600:.0f} hours", "`lore hooks drain`")
    silent = [one for one, _ in talks.talks(home) if one > SILENT_S]
    if silent:
        return warn(f"texts of {counted(len(silent), 'ended session')} are still kept", "`lore hooks drain`")
    ran = Path(places.talks(home)).is_dir()
    return ok("every event was read, and no hook failed recently" if ran else "no hook has run yet")


def forget(inspection: Inspection) -> int:
    """Forget the faults that were told. Returns their number."""
    with draining(inspection.folder) as is_ours:
        return faults.forget(str(inspection.folder)) if is_ours else 0
