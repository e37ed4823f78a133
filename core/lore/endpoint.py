"""Asking a program behind an address: JSON over HTTP, with a limit on time and size, to that address and nowhere else.

No proxy is used and no redirection followed. What does not answer in time is a ModelError.
"""

import ipaddress
import json
import os
import re
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from lore.errors import ModelError
from lore.intake import sanitise
from lore.text import shorten

if TYPE_CHECKING:
    from http.client import HTTPConnection

CONNECT_S = 1.0
"""How long is waited for a connection."""
MOST_BYTES = 64 << 20
"""Of one answer: 32 vectors of 4,096 numbers, as text, take 3 MB."""


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


def is_variable(name: str) -> bool:
    """Whether this can be the name of an environment variable."""
    return _VARIABLE.fullmatch(name) is not None


def is_local(url: str) -> bool:
    """Whether an address is on this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Endpoint:
    """One address, with the key that opens it."""

    def __init__(self, label: str, url: str, key_variable: str = "", *, hint: str, key_header: str = "") -> None:
        """label: what a person calls it. key_variable: of the environment; may be empty. hint: the next step where it
        fails. key_header: the header that takes the key; empty for `Authorization: Bearer`.
        """
        self._label, self._url, self._hint = label, url, hint
        self._key_variable, self._key_header = key_variable, key_header

    def reach(self) -> None:
        """See that somebody listens, and that the key is there. Raises ModelError."""
        self._headers({})
        connection = self._connection(CONNECT_S)
        try:
            connection.connect()
        except OSError as error:
            raise self._silent(error) from error
        finally:
            connection.close()

    def ask(
        self,
        path: str,
        question: Mapping[str, object] | None,
        patience_s: float,
        headers: Mapping[str, str] | None = None,
    ) -> object:
        """The answer to a question, or to none, as JSON. path: behind that of the address. Raises ModelError."""
        from http.client import HTTPException

        body = json.dumps(question).encode("utf-8", "replace") if question is not None else None
        sent = self._headers(headers or {})
        connection = self._connection(CONNECT_S)
        try:
            connection.connect()
            with _deadline(connection.sock, patience_s):
                connection.request("GET" if body is None else "POST", urlsplit(self._url).path + path, body, sent)
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
            raise self.wrong("does not answer in JSON") from error

    def wrong(self, what: str, hint: str | None = None) -> ModelError:
        """An error that says what the program behind the address does wrong."""
        return ModelError(f"{self._label} at {self._url} {what}", hint=hint or self._hint)

    def _connection(self, patience_s: float) -> "HTTPConnection":
        from http.client import HTTPConnection, HTTPSConnection  # 7 ms, which only asking pays

        parts = urlsplit(self._url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        return kind(parts.hostname or "", parts.port, timeout=patience_s)

    def _headers(self, more: Mapping[str, str]) -> dict[str, str]:
        headers = {"Content-Type": "application/json", **more}
        if self._key_variable:
            key = os.environ.get(self._key_variable)
            if not (key and key.isascii() and key.isprintable()):
                raise ModelError(f"`{self._key_variable}` holds no key for {self._label}", hint="set it and try again")
            headers[self._key_header or "Authorization"] = key if self._key_header else f"Bearer {key}"
        return headers

    def _refused(self, status: int, body: bytes) -> ModelError:
        said = shorten(sanitise(body.decode("utf-8", "replace")), 120)
        if _repeats(said, os.environ.get(self._key_variable, "") if self._key_variable else ""):
            said = "its answer repeats the key, so it is not shown"
        if status in (401, 403):
            return self.wrong(f"refuses with {status}: {said}", "`--key-variable` names the variable with its key")
        return self.wrong(f"refuses with {status}: {said or 'redirections are not followed'}")

    def _silent(self, error: Exception) -> ModelError:
        why = shorten(sanitise(getattr(error, "strerror", None) or str(error) or type(error).__name__), 120)
        return ModelError(f"{self._label} does not answer at {self._url}: {why}", hint=self._hint)


def _repeats(said: str, key: str) -> bool:
    """Whether a text holds a piece of a key, however it is cut, quoted or escaped."""
    said, key = (re.sub(r"[\W_]", "", text).casefold() for text in (said, key))
    return any(key[start : start + _PIECE] in said for start in range(max(1, len(key) - _PIECE + 1)) if key)


@contextmanager
def _deadline(connected: socket.socket, seconds: float) -> Iterator[None]:
    """Raises TimeoutError where the block takes longer; the limit of a socket starts again with every byte."""
    from http.client import HTTPException

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


_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
_PIECE = 6
"""Letters and digits of a key in a row that no text holds by chance."""
