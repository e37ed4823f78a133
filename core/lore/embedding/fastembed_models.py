"""The embedding models that fastembed knows: downloaded when a person asks for one, never looked for again."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lore.embedding import runtimes
from lore.errors import ModelError, NotFound

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

TOGETHER = 16
"""Texts that the model reads at once."""
HUB, HUB_S = "https://huggingface.co", 5.0
"""Where models come from unless `HF_ENDPOINT` says otherwise; how long it may take to say that it is there."""


@dataclass(frozen=True, slots=True)
class KnownModel:
    """What fastembed says of a model."""

    name: str
    dimension: int
    megabytes: int
    licence: str


def known_models() -> list[KnownModel]:
    """Every text model of fastembed, by name."""
    models = runtimes.text_embedding().list_supported_models()
    found = [KnownModel(one["model"], one["dim"], round(1000 * one["size_in_GB"]), one["license"]) for one in models]
    return sorted(found, key=lambda model: model.name.casefold())


def known_model(name: str) -> KnownModel:
    """The model with this name, in any case. Raises NotFound."""
    for model in known_models():
        if model.name.casefold() == name.casefold():
            return model
    raise NotFound(f"there is no embedding model `{name}`", hint="`lore model list` shows them")


def download(name: str, folder: Path) -> None:
    """Bring a model into a folder, with fastembed's progress bar. Raises ModelError, soon where there is no network."""
    if _is_here(name, folder):
        return
    _reach_hub()
    others = os.umask(0o077)
    try:
        _model(name, folder, local_files_only=False)
    except Exception as error:  # of the hub's client, of onnxruntime, of the file system
        raise ModelError(f"`{name}` cannot be downloaded: {error}", hint="try again later") from error
    finally:
        os.umask(others)


def _is_here(name: str, folder: Path) -> bool:
    try:
        FastembedEmbedder(name, 0, folder).load()
    except ModelError:
        return False  # `download` says what is wrong
    return True


def _reach_hub() -> None:
    """Raises ModelError within seconds where fastembed would try again and again for 39."""
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen

    hub = os.environ.get("HF_ENDPOINT", HUB)
    try:
        urlopen(Request(hub, method="HEAD"), timeout=HUB_S).close()
    except HTTPError:
        return  # it answers
    except (URLError, OSError, ValueError) as error:
        raise ModelError(
            f"{hub} cannot be reached: {getattr(error, 'reason', error)}",
            hint="models are downloaded once; nothing was changed",
        ) from error


class FastembedEmbedder:
    """A downloaded model, through fastembed."""

    def __init__(self, name: str, dimension: int, folder: Path) -> None:
        """folder: where downloaded models are."""
        self.name = name
        self.dimension = dimension
        self._folder = folder
        self._model: Any = None

    def load(self) -> None:
        if self._model is None:
            if not self._folder.is_dir():
                raise self._missing("nothing was downloaded")
            try:
                self._model = _model(self.name, self._folder, local_files_only=True)
            except Exception as error:  # of the hub's client, of onnxruntime, of the file system
                raise self._missing(str(error)) from error

    def embed(self, texts: Sequence[str]) -> "Floats":
        self.load()
        return self._rows(list(self._model.embed(list(texts), batch_size=TOGETHER)))

    def embed_query(self, text: str) -> "Floats":
        self.load()
        row: Floats = self._rows(list(self._model.query_embed([text])))[0]
        return row

    def _rows(self, made: "list[Any]") -> "Floats":
        import numpy as np

        rows = np.array(made, dtype=np.float32).reshape(len(made), -1 if made else self.dimension)
        normalised: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        return normalised

    def _missing(self, why: str) -> ModelError:
        return ModelError(
            f"the model `{self.name}` cannot be loaded: {why}",
            hint=f"`lore model use {self.name}` downloads it; until then search uses words alone",
        )


def _model(name: str, folder: Path, *, local_files_only: bool) -> Any:
    return runtimes.text_embedding()(name, cache_dir=str(folder), local_files_only=local_files_only)
