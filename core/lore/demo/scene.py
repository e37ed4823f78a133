"""The bundled sessions: all through the whole pipeline, or those of one shop with what a reader noted in them."""

from pathlib import Path

from lore.capture import CaptureSummary, Options, Watcher, capture
from lore.consolidate import consolidate
from lore.distill import distill, waiting, way_named
from lore.embedding import bundled_embedder
from lore.errors import LoreError
from lore.index import bring_level
from lore.progress import SILENT, Reporter
from lore.store import Store

NOW = "2026-02-14T09:00:00Z"
"""The day after the last bundled session: the demo shows a memory in use, not one that has faded."""
SHOP = "github.com/lantern/shop"
"""The project whose sessions the demo tells about."""
_FOLDER = Path(__file__).parent


def transcripts() -> Path:
    """The folder of the bundled sessions; their licences stand in its `NOTICE.md`."""
    return _FOLDER / "transcripts"


def build(store: Store, reporter: Reporter = SILENT) -> CaptureSummary:
    """Capture, index and consolidate the bundled sessions in an empty store."""
    captured = _captured(store, transcripts(), reporter)
    embedder = bundled_embedder(store.folder)
    reporter.stage("understanding")
    bring_level(store, embedder, progress=reporter.progress)
    reporter.stage("consolidating")
    consolidate(store, embedder, progress=reporter.progress)
    return captured


def read(store: Store, reporter: Reporter = SILENT) -> CaptureSummary:
    """Capture the sessions of the shop in an empty store, and note what a recorded reader noted in each, in order."""
    captured = _captured(store, transcripts() / "lantern", reporter)
    way = way_named(f"replay:{_FOLDER / 'answers.jsonl'}")
    for one in reversed(waiting(store, project=SHOP, session=None)):
        distill(store, way, [one])
    return captured


def _captured(store: Store, folder: Path, reporter: Reporter) -> CaptureSummary:
    reporter.stage("reading sessions")
    watcher = Watcher(warn=lambda message: reporter.warn(LoreError(message)), progress=reporter.progress)
    return capture(store, [folder], Options(bundled=True), watcher)
