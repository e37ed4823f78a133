"""An optional last look at the best hits: a cross-encoder of fastembed reads the question and each text together.

Off unless a person chose one with `lore model rerank`: it costs some 15 ms a hit; everything else, 10 ms a search.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from lore import paths
from lore.embedding import runtimes
from lore.embedding.fastembed_models import KnownModel, described, fetch
from lore.errors import ModelError, NotFound
from lore.presence import PERSON
from lore.store import Store

SETTING = "search.reranker"


class Reranker:
    """A downloaded cross-encoder."""

    def __init__(self, name: str, folder: Path) -> None:
        """folder: where downloaded models are."""
        self.name = name
        self._folder = folder
        self._model: Any = None
        self._failure: ModelError | None = None

    def load(self) -> None:
        """Make ready. Raises ModelError, and the same one again without a second attempt."""
        if self._failure:
            raise self._failure
        if self._model is None:
            try:
                self._model = _model(self.name, self._folder, local_files_only=True)
            except Exception as error:  # of the hub's client, of onnxruntime, of the file system
                self._failure = ModelError(
                    f"the reranker `{self.name}` cannot be loaded: {error}",
                    hint=f"`lore model rerank {self.name}` downloads it, `lore model rerank off` does without",
                )
                raise self._failure from error

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers the question: any numbers, the greater the better. Raises ModelError."""
        self.load()
        return [float(score) for score in self._model.rerank(query, texts)]


def known_rerankers() -> list[KnownModel]:
    """Every cross-encoder of fastembed, by name."""
    return described(runtimes.cross_encoder().list_supported_models())


def prepared_reranker(store: Store, name: str) -> Reranker:
    """The cross-encoder with this name, brought here where it must be. Raises NotFound, ModelError."""
    folder = paths.downloads_folder(store.folder)
    known = {model.name.casefold(): model.name for model in known_rerankers()}
    if name.casefold() not in known:
        raise NotFound(f"there is no reranker `{name}`", hint="`lore model rerank` shows them")
    found = known[name.casefold()]
    try:
        Reranker(found, folder).load()
    except ModelError:  # it is not here yet
        fetch(found, lambda: _model(found, folder, local_files_only=False))
    reranker = Reranker(found, folder)
    reranker.load()
    return reranker


def use_reranker(store: Store, name: str | None) -> None:
    """Look at the best hits with this cross-encoder from now on, or with none."""
    with store.write(PERSON) as transaction:
        store.settings.put(transaction, SETTING, name)


def reranker_in_use(store: Store) -> Reranker | None:
    """The cross-encoder that a person chose, loaded once per process; None by default."""
    name = store.settings.get(SETTING)
    return _reranker(name, paths.downloads_folder(store.folder)) if isinstance(name, str) else None


@lru_cache(maxsize=4)
def _reranker(name: str, folder: Path) -> Reranker:
    return Reranker(name, folder)


def _model(name: str, folder: Path, *, local_files_only: bool) -> Any:
    return runtimes.cross_encoder()(name, cache_dir=str(folder), local_files_only=local_files_only)
