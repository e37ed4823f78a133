"""Embedding models behind an address: Ollama, and whatever speaks the OpenAI format (llama.cpp, LM Studio, vLLM).

Nothing here waits long: what does not answer in time is a ModelError, and search goes on by words. No proxy is used and
no redirection followed, so a text goes to the address that was named and nowhere else.
"""

import ipaddress
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lore.errors import ModelError
from lore.intake import sanitise
from lore.text import shorten

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

CONNECT_S, QUERY_S, PASSAGES_S = 1.0, 3.0, 20.0
"""How long is waited for a connection, for the vector of a query, for those of a batch of passages."""
TOGETHER = 32
"""Texts of one request."""
MOST_BYTES = 64 << 20
"""Of one answer: 32 vectors of 4,096 numbers, as text, take 3 MB."""
PREFIXES: Mapping[str, tuple[str, str]] = {
    "nomic-embed-text": ("search_document: ", "search_query: "),
    "mxbai-embed-large": ("", "Represent this sentence for searching relevant passages: "),
    "snowflake-arctic-embed": ("", "Represent this sentence for searching relevant passages: "),
}
"""What models want before a passage and before a query, from the pages that publish them."""


@dataclass(frozen=True, slots=True)
class Wire:
    """How one kind of endpoint is spoken to."""

    path: str
    vectors: Callable[[Any], list[list[float]]]
    """The vectors in an answer, in the order of the texts."""


WIRES: Mapping[str, Wire] = {
    "ollama": Wire("/api/embed", lambda answer: list(answer["embeddings"])),
    "openai": Wire(
        "/embeddings", lambda answer: [row["embedding"] for row in sorted(answer["data"], key=lambda row: row["index"])]
    ),
}


def is_local(url: str) -> bool:
    """Whether an address is on this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class EndpointEmbedder:
    """A model behind an address."""

    def __init__(self, name: str, kind: str, model: str, dimension: int, url: str, key_variable: str = "") -> None:
        """dimension: 0 to accept what comes, for the first question. key_variable: of the environment; may be empty."""
        self.name = name
        self.dimension = dimension
        self._wire = WIRES[kind]
        self._model = model
        self._url = url
        self._key_variable = key_variable
        usual = next((pair for known, pair in PREFIXES.items() if model.startswith(known)), ("", ""))
        self._before_passage, self._before_query = usual

    def load(self) -> None:
        """See that somebody listens. Raises ModelError."""
        self._headers()
        connection = self._connection(CONNECT_S)
        try:
            connection.connect()
        except OSError as error:
            raise self._silent(error) from error
        finally:
            connection.close()

    def embed(self, texts: Sequence[str]) -> "Floats":
        import numpy as np

        made = [np.zeros((0, self.dimension), dtype=np.float32)] if not texts else []
        for start in range(0, len(texts), TOGETHER):
            batch = [self._before_passage + text for text in texts[start : start + TOGETHER]]
            made.append(self._vectors(batch, PASSAGES_S))
        return np.concatenate(made)

    def embed_query(self, text: str) -> "Floats":
        vector: Floats = self._vectors([self._before_query + text], QUERY_S)[0]
        return vector

    def _vectors(self, texts: Sequence[str], patience_s: float) -> "Floats":
        """Rows of length 1. Raises ModelError for anything that is not one good vector per text."""
        import numpy as np

        answer = self._asked({"model": self._model, "input": texts}, patience_s)
        try:
            rows = np.array(self._wire.vectors(answer), dtype=np.float32)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise self._wrong("answers with something other than vectors") from error
        if rows.ndim != 2 or len(rows) != len(texts) or not rows.shape[1] or not np.isfinite(rows).all():
            raise self._wrong("does not answer with one vector for each text")
        if self.dimension and rows.shape[1] != self.dimension:
            raise self._wrong(f"gives {rows.shape[1]:,} numbers where it gave {self.dimension:,}")
        normalised: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        return normalised

    def _asked(self, question: Mapping[str, object], patience_s: float) -> object:
        connection = self._connection(patience_s)
        path = urlsplit(self._url).path + self._wire.path
        try:
            connection.request("POST", path, json.dumps(question).encode("utf-8", "replace"), self._headers())
            with connection.getresponse() as response:
                body = response.read(MOST_BYTES)
        except (OSError, HTTPException) as error:
            raise self._silent(error) from error
        finally:
            connection.close()
        if response.status != 200:
            said = shorten(sanitise(body.decode("utf-8", "replace")), 120)
            raise self._wrong(f"refuses with {response.status}: {said}")
        try:
            return json.loads(body)
        except ValueError as error:
            raise self._wrong("does not answer in JSON") from error

    def _connection(self, patience_s: float) -> HTTPConnection:
        parts = urlsplit(self._url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        return kind(parts.hostname or "", parts.port, timeout=patience_s)

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if self._key_variable:
            key = os.environ.get(self._key_variable)
            if not key:
                raise ModelError(f"`{self._key_variable}` holds no key for `{self.name}`", hint="set it and try again")
            headers["Authorization"] = f"Bearer {key}"
        return headers

    def _silent(self, error: Exception) -> ModelError:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return ModelError(f"`{self.name}` does not answer at {self._url}: {why}", hint=_HINT)

    def _wrong(self, what: str) -> ModelError:
        return ModelError(f"`{self.name}` at {self._url} {what}", hint=_HINT)


_HINT = "start it, or `lore model use all-MiniLM-L6-v2`; until then search uses words alone"
