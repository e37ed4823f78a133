"""The bundled sessions go through the whole pipeline."""

from dataclasses import dataclass
from pathlib import Path

from lore.capture import CaptureSummary, Options, Watcher, capture
from lore.consolidate import Report, consolidate
from lore.embedding import bundled_embedder
from lore.errors import LoreError
from lore.index import bring_level
from lore.progress import SILENT, Reporter
from lore.store import Store

NOW = "2026-02-14T09:00:00Z"
"""The day after the last bundled session: the demo shows a memory in use, not one that has faded."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What became of the bundled sessions."""

    captured: CaptureSummary
    consolidated: Report


def transcripts() -> Path:
    """The folder of the bundled sessions; their licences stand in its `NOTICE.md`."""
    return Path(__file__).parent / "transcripts"


def build(store: Store, reporter: Reporter = SILENT) -> Scene:
    """Capture, index and consolidate the bundled sessions in an empty store."""
    reporter.stage("reading sessions")
    watcher = Watcher(warn=lambda message: reporter.warn(LoreError(message)), progress=reporter.progress)
    captured = capture(store, [transcripts()], Options(bundled=True), watcher)
    embedder = bundled_embedder(store.folder)
    reporter.stage("understanding")
    bring_level(store, embedder, progress=reporter.progress)
    reporter.stage("consolidating")
    return Scene(captured, consolidate(store, embedder, progress=reporter.progress))
