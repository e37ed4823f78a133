"""The bundled sessions go through the whole pipeline."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lore.capture import CaptureSummary, Options, Watcher, capture
from lore.consolidate import Report, consolidate
from lore.embedding import bundled_embedder
from lore.index import catch_up, embed_pending
from lore.progress import Progress
from lore.store import Store

NOW = "2026-02-14T09:00:00Z"
"""The day after the last bundled session: the demo shows a memory in use, not one that has faded."""

Stage = Callable[[str], Progress]
"""Called with the name of each stage; gives what the stage reports its progress to."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What became of the bundled sessions."""

    captured: CaptureSummary
    consolidated: Report


def transcripts() -> Path:
    """The folder of the bundled sessions; their licences stand in its `NOTICE.md`."""
    return Path(__file__).parent / "transcripts"


def build(store: Store, stage: Stage, warn: Callable[[str], None]) -> Scene:
    """Capture, index and consolidate the bundled sessions in an empty store."""
    watcher = Watcher(warn=warn, progress=stage("reading sessions"))
    captured = capture(store, [transcripts()], Options(bundled=True), watcher)
    embedder = bundled_embedder(store.folder)
    catch_up(store, embedder, wait_s=30)
    embed_pending(store, embedder, progress=stage("understanding"))
    catch_up(store, embedder, wait_s=30)
    return Scene(captured, consolidate(store, embedder, progress=stage("consolidating")))
