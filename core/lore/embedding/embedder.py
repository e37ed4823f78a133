"""Sentences as vectors. `Embedder` is the seam; the default model ships with Lore and never touches the network."""

import hashlib
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from lore import paths, small_files
from lore.embedding import runtimes
from lore.errors import ModelError
from lore.text import end_of_part

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MODEL = "all-MiniLM-L6-v2"
DIMENSION = 384
LONGEST_TEXT = 256
"""Tokens of a text that the model reads."""
FILES: Mapping[str, str] = {
    "model.onnx": "f0d29a05072e525782080074adf22eecb271be9285120b84c65f1b7fbc6f08c2",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""SHA-256 of the files that decide what a vector is."""
MOST_WORKERS = 4
"""Threads that embed at once, where there are as many cores. Each embeds one text at a time in one thread of its own: a
window of 450 characters takes 14 ms of a core so, 22 ms in batches of 16, 47 ms in batches with two threads inside; and
a vector does not depend on what is embedded beside it."""
_HINT = "reinstall Lore to bring the model back; until then search uses words alone"


class Embedder(Protocol):
    """Turns texts into vectors of length 1."""

    @property
    def name(self) -> str:
        """Names the vectors in the store: two embedders with one name give the same vectors."""

    @property
    def dimension(self) -> int: ...

    def load(self) -> None:
        """Make ready, so that the first `embed` is quick. May be called from a thread. Raises ModelError."""

    def embed(self, texts: Sequence[str]) -> "Floats":
        """One row per text, `dimension` numbers each. Raises ModelError where the model cannot be had."""

    def embed_query(self, text: str) -> "Floats":
        """The vector of a question, which some models make in another way than that of a passage. Raises ModelError."""


class BundledEmbedder:
    """The model in the package."""

    name = MODEL
    dimension = DIMENSION

    def __init__(self, folder: Path, receipt: Path) -> None:
        """folder: holds the model's files. receipt: where to remember which files were found to be whole."""
        self._folder = folder
        self._receipt = receipt
        self._network: _Network | None = None

    def load(self) -> None:
        if self._network is None:
            verify(self._folder, self._receipt)
            self._network = _network(self._folder)

    def embed(self, texts: Sequence[str]) -> "Floats":
        import numpy as np

        self.load()
        assert self._network is not None
        vector = self._network.vector
        workers = min(MOST_WORKERS, os.cpu_count() or 1, len(texts))
        if workers <= 1:
            made = [vector(text) for text in texts]
        else:
            with ThreadPoolExecutor(workers) as pool:
                made = list(pool.map(vector, texts))
        return np.array(made, dtype=np.float32).reshape(len(texts), DIMENSION)

    def embed_query(self, text: str) -> "Floats":
        vector: Floats = self.embed([text])[0]
        return vector


@cache
def bundled_embedder(folder: Path) -> BundledEmbedder:
    """The default embedder, loaded once per process. folder: the data folder, for the receipt of the check."""
    return BundledEmbedder(paths.models_folder() / MODEL, paths.index_folder(folder) / "model.checked.json")


def verify(folder: Path, receipt: Path) -> None:
    """Make sure the model's files are whole; hashes them once and remembers size and time of what it found.

    Raises ModelError where one is missing or damaged.
    """
    try:
        found: dict[str, object] = {name: [str(folder / name), *_stamp(folder / name)] for name in FILES}
        if small_files.read(receipt) == found:
            return
    except OSError as error:
        raise _unreadable(error) from error
    verify_files(folder)
    small_files.write_if_possible(receipt, found)


def verify_files(folder: Path) -> None:
    """Hash the model's files now, whatever was found before. Raises ModelError."""
    try:
        for name, wanted in FILES.items():
            if hashlib.sha256((folder / name).read_bytes()).hexdigest() != wanted:
                raise ModelError(f"the embedding model is damaged: `{folder / name}`", hint=_HINT)
    except OSError as error:
        raise _unreadable(error) from error


def _unreadable(error: OSError) -> ModelError:
    return ModelError(f"the embedding model cannot be read: {error.strerror}: `{error.filename}`", hint=_HINT)


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_size, status.st_mtime_ns


class _Network:
    """The tokeniser and the network of the bundled model.

    What fastembed does with a custom model of this kind (mean of the tokens, length 1), on the two
    libraries that it stands on: importing fastembed itself, with its image models and its client of the model hub,
    takes 400 ms of processor time, which every `lore search` would pay.
    """

    def __init__(self, folder: Path) -> None:
        try:
            self._tokenizer = runtimes.tokenizer(str(folder / "tokenizer.json"))
            self._tokenizer.no_padding()
            self._tokenizer.enable_truncation(LONGEST_TEXT)
            self._session = runtimes.inference_session(str(folder / "model.onnx"), threads=1)
        except Exception as error:  # both libraries raise types of their own
            raise ModelError(f"the embedding model cannot be loaded: {error}", hint=_HINT) from error

    def vector(self, text: str) -> "Floats":
        """The mean of what the network makes of each token, at length 1."""
        import numpy as np

        encoded = self._tokenizer.encode(text)
        inputs = (("input_ids", encoded.ids), ("attention_mask", encoded.attention_mask))
        given = {name: np.array([numbers], dtype=np.int64) for name, numbers in inputs}
        given["token_type_ids"] = np.zeros_like(given["input_ids"])
        tokens = self._session.run(None, given)[0][0]
        mean = tokens.mean(axis=0, dtype=np.float64)
        vector: Floats = (mean / max(float(np.linalg.norm(mean)), 1e-12)).astype(np.float32)
        return vector


@cache
def _network(folder: Path) -> _Network:
    return _Network(folder)


# Long passages are cut into windows, because the embedding model reads 256 tokens at a time


WINDOW = 450
"""Characters of one window, about 110 tokens: the length the model was trained on (128)."""
SLACK = 1.25
"""A text up to this many windows long stays whole."""
MOST_WINDOWS = 4
"""Windows of one passage; what lies behind is found by its words alone. (BEAM 100K, messages of 2,500 characters:
recall@10 0.637 with one window, 0.630 with four, 0.629 with all; the time to embed grows with them.)"""

_ENDS = ("\n\n", "\n", ". ", "? ", "! ", "; ", " ")


def windows(text: str) -> list[str]:
    """The text in pieces of at most `WINDOW` characters, cut where a paragraph, a sentence or a word ends."""
    if len(text) <= WINDOW * SLACK:
        return [text]
    found: list[str] = []
    start = 0
    while start < len(text) and len(found) < MOST_WINDOWS:
        end = end_of_part(text, start, WINDOW, _ENDS) if start + WINDOW < len(text) else len(text)
        if piece := text[start:end].strip():
            found.append(piece)
        start = end
    return found or [text[:WINDOW]]
