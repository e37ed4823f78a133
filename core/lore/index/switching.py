"""Changing the embedding model: everything is embedded anew beside the vectors in use, then the new ones are used.

Until then searches use the old model, its query vectors and its vectors; what is saved meanwhile gets vectors of both.
So a switch can be interrupted at any point, and no answer ever compares vectors of two models.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from lore import paths, small_files
from lore.embedding import (
    FASTEMBED,
    ModelChoice,
    download,
    embedder_of,
    known_model,
    model_in_use,
    read_choice,
    use_model,
)
from lore.errors import Busy, LoreError, ModelError
from lore.index.pending import EmbedReport, embed_pending
from lore.index.refresh import catch_up
from lore.progress import Progress
from lore.store import Store, file_lock

CATCH_UP_S = 600.0
"""How long a switch waits for others that index: it ends with the matrix of a million vectors."""
LOCK_S = 1.0
"""How long a switch waits for its lock, which `unfinished` holds for a moment."""
_NOTE, _LOCK = "switch.json", "switch.lock"
_SAMPLE = "what a vector looks like"


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """How far the vectors of a model are."""

    choice: ModelChoice
    passages: int
    embedded: int
    running: bool = False
    """Whether a process is switching to it now."""
    failure: str = ""
    """Why the last attempt to switch to it ended; empty where it was interrupted."""


def prepared(store: Store, choice: ModelChoice) -> ModelChoice:
    """The model, brought here where it must be downloaded, tried once, with its dimension.

    Raises NotFound for a name that fastembed does not know, ModelError for a model that cannot be had.
    """
    if choice.kind == FASTEMBED:
        known = known_model(choice.model)
        choice = replace(choice, model=known.name, dimension=known.dimension)
        download(known.name, paths.downloads_folder(store.folder))
    length = len(embedder_of(choice, store.folder).embed([_SAMPLE])[0])
    if choice.dimension not in (0, length):
        raise ModelError(f"`{choice.name}` gives {length} numbers, not {choice.dimension}", hint="upgrade fastembed")
    return replace(choice, dimension=length)


def switch(store: Store, choice: ModelChoice, *, progress: Progress | None = None) -> EmbedReport:
    """Embed every passage with a prepared model, then use it. Interrupted, it goes on when it is called again.

    Raises ModelError where the model goes away meanwhile, Busy while another process switches.
    """
    folder = paths.index_folder(store.folder)
    folder.mkdir(mode=0o700, exist_ok=True)
    with _alone(folder):
        note = folder / _NOTE
        small_files.write(note, {"choice": asdict(choice)})
        try:
            report = _embedded(store, choice, progress)
        except LoreError as error:  # nobody may be there to see it: `lore model status` says it
            small_files.write_if_possible(note, {"choice": asdict(choice), "failure": error.message})
            raise
        if model_in_use(store) != choice:
            use_model(store, choice)
        note.unlink(missing_ok=True)
    return report


def _embedded(store: Store, choice: ModelChoice, progress: Progress | None) -> EmbedReport:
    """Every passage with its vectors of a model, in the matrix."""
    embedder = embedder_of(choice, store.folder)
    passages = 0
    while made := embed_pending(store, embedder, progress=progress).passages:  # and what was saved meanwhile
        passages += made
    if not catch_up(store, embedder, wait_s=CATCH_UP_S):
        raise Busy("another process builds the index", hint="the vectors are made; try again in a moment")
    return EmbedReport(passages, complete=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the lock of switches. Raises Busy."""
    with ExitStack() as stack:
        try:
            stack.enter_context(file_lock(folder / _LOCK, budget_s=LOCK_S))
        except Busy as error:
            raise Busy(
                "another process is changing the model", hint="`lore model status` shows how far it is"
            ) from error
        yield


def status(store: Store) -> ModelStatus:
    """The model in use."""
    return _status(store, model_in_use(store))


def unfinished(store: Store) -> ModelStatus | None:
    """The model that a switch was made to and did not reach yet."""
    folder = paths.index_folder(store.folder)
    noted = small_files.read(folder / _NOTE)
    choice = noted.get("choice")
    if not isinstance(choice, dict):
        return None
    model_status = _status(store, read_choice(choice))
    try:
        with file_lock(folder / _LOCK, budget_s=0):
            return replace(model_status, failure=str(noted.get("failure", "")))
    except Busy:
        return replace(model_status, running=True)


def _status(store: Store, choice: ModelChoice) -> ModelStatus:
    passages = sum(store.passages.count().values())
    return ModelStatus(choice, passages, passages - sum(store.statistics.without_vectors(choice.name).values()))
