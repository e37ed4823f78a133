"""Embedding models behind an address: Ollama, and whatever speaks the OpenAI format (llama.cpp, LM Studio, vLLM).

Nothing here waits long: what does not answer in time is a ModelError, and search goes on by words. No proxy is used and
no redirection followed, so a text goes to the address that was named and nowhere else.
"""

import ipaddress
import json
import os
import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lore.errors import ModelError
from lore.intake import clean, sanitise
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


def fault_of(url: str) -> str | None:
    """What keeps an address from being asked; None for a good one. A key in it would be stored and shown."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
        host.encode("idna")
    except ValueError as error:
        return f"`{url}` is no address: {str(error).lower()}"
    if parts.scheme not in ("http", "https") or not host:
        return f"`{url}` is no address: it begins with neither `http://` nor `https://`, or names no machine"
    if "@" in parts.netloc:
        return "the address holds a name or a password: `--key-variable` names where a key is"
    if parts.query or parts.fragment or not parts.path.isascii() or not parts.path.isprintable() or " " in url:
        return f"`{url}` is no address of an endpoint: it holds more than a machine and a plain path"
    return None


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
        self._label = f"`{kind}:{model}`"
        self._is_hurried = False
        self._wire = WIRES[kind]
        self._model = model
        self._url = url
        self._key_variable = key_variable
        usual = next((pair for known, pair in PREFIXES.items() if model.startswith(known)), ("", ""))
        self._before_passage, self._before_query = usual

    def hurried(self) -> "EndpointEmbedder":
        """The same model, given up as early with passages as with a question: what is new is embedded by a search."""
        made = copy(self)
        made._is_hurried = True
        return made

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
            made.append(self._vectors(batch, QUERY_S if self._is_hurried else PASSAGES_S))
        return np.concatenate(made)

    def embed_query(self, text: str) -> "Floats":
        question = clean(text)  # passages were cleaned when they were stored
        vector: Floats = self._vectors([self._before_query + question], QUERY_S)[0]
        return vector

    def _vectors(self, texts: Sequence[str], patience_s: float) -> "Floats":
        """Rows of length 1. Raises ModelError for anything that is not one good vector per text."""
        import numpy as np

        answer = self._asked({"model": self._model, "input": texts}, patience_s)
        try:
            rows = np.array(self._wire.vectors(answer), dtype=np.float64)
        except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
            raise self._wrong("answers with something other than vectors") from error
        if rows.ndim != 2 or len(rows) != len(texts) or not rows.shape[1] or not (abs(rows) < _LARGEST).all():
            raise self._wrong("does not answer with one vector for each text")
        if self.dimension and rows.shape[1] != self.dimension:
            raise self._wrong(
                f"gives {rows.shape[1]:,} numbers where it gave {self.dimension:,}: it is another model now", _ANOTHER
            )
        normalised: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        return normalised.astype(np.float32)

    def _asked(self, question: Mapping[str, object], patience_s: float) -> object:
        path = urlsplit(self._url).path + self._wire.path
        body = json.dumps(question).encode("utf-8", "replace")
        headers = self._headers()
        connection = self._connection(CONNECT_S)
        try:
            connection.connect()
            with _deadline(connection.sock, patience_s):
                connection.request("POST", path, body, headers)
                with connection.getresponse() as response:
                    said = response.read(MOST_BYTES)
        except (OSError, HTTPException) as error:
            raise self._silent(error) from error
        finally:
            connection.close()
        if response.status != 200:
            raise self._refused(response.status, said)
        try:
            return json.loads(said)
        except (ValueError, RecursionError) as error:
            raise self._wrong("does not answer in JSON") from error

    def _connection(self, patience_s: float) -> HTTPConnection:
        parts = urlsplit(self._url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        return kind(parts.hostname or "", parts.port, timeout=patience_s)

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if self._key_variable:
            key = os.environ.get(self._key_variable)
            if not (key and key.isascii() and key.isprintable()):
                raise ModelError(f"`{self._key_variable}` holds no key for {self._label}", hint="set it and try again")
            headers["Authorization"] = f"Bearer {key}"
        return headers

    def _refused(self, status: int, body: bytes) -> ModelError:
        said = shorten(sanitise(body.decode("utf-8", "replace")), 120)
        if _repeats(said, os.environ.get(self._key_variable, "") if self._key_variable else ""):
            said = "its answer repeats the key, so it is not shown"
        if status in (401, 403):
            return self._wrong(f"refuses with {status}: {said}", "`--key-variable` names the variable with its key")
        return self._wrong(f"refuses with {status}: {said or 'redirections are not followed'}")

    def _silent(self, error: Exception) -> ModelError:
        why = shorten(sanitise(getattr(error, "strerror", None) or str(error) or type(error).__name__), 120)
        return ModelError(f"{self._label} does not answer at {self._url}: {why}", hint=_HINT)

    def _wrong(self, what: str, hint: str | None = None) -> ModelError:
        return ModelError(f"{self._label} at {self._url} {what}", hint=hint or _HINT)


def _repeats(said: str, key: str) -> bool:
    """Whether a text holds a piece of a key, however it is cut, quoted or escaped."""
    said, key = (re.sub(r"[\W_]", "", text).casefold() for text in (said, key))
    return any(key[start : start + _PIECE] in said for start in range(max(1, len(key) - _PIECE + 1)) if key)


@contextmanager
def _deadline(connected: socket.socket, seconds: float) -> Iterator[None]:
    """Raises TimeoutError where the block takes longer; the limit of a socket starts again with every byte."""
    late = threading.Event()

    def end() -> None:
        late.set()
        with suppress(OSError):  # it was closed a moment ago
            socket.socket.shutdown(connected, socket.SHUT_RDWR)  # also under TLS, whose own way changes the object

    connected.settimeout(seconds)
    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    except (OSError, HTTPException) as error:
        raise (TimeoutError("timed out") if late.is_set() else error) from error
    finally:
        timer.cancel()
    if late.is_set():
        raise TimeoutError("timed out")


_PIECE = 6
"""Letters and digits of a key in a row that no text holds by chance."""
_LARGEST = 1e30
"""No number of a vector is as large; its square is still a number."""
_HINT = "start it, or `lore model use all-MiniLM-L6-v2`; until then search uses words alone"
_ANOTHER = "`lore model use` with the same name and address embeds everything anew"
