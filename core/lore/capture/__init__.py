"""Transcripts of any agent become sessions, turns and events, and the few facts worth keeping.

`readers` know the formats, `extraction` finds facts in a message, `pipeline` takes it all through the intake door into
the store. May import `lore.memory` and what lies below it; neither search nor consolidation.
"""

from lore.capture.contract import CapturedFact, CaptureSummary, Options, Refused, SessionProgress, Watcher
from lore.capture.narrative import Narrative, narrative
from lore.capture.pipeline import capture, preview

__all__ = [
    "CaptureSummary",
    "CapturedFact",
    "Narrative",
    "Options",
    "Refused",
    "SessionProgress",
    "Watcher",
    "capture",
    "narrative",
    "preview",
]
