"""The hello of a client, answered from a text while the SDK is not loaded: that takes half a second, and 50 MB.

`hello.json` beside this file holds what the SDK would say, and a test holds both equal. Loads the standard library
alone. A client that asks `server/discover` first has chosen no protocol yet: Copilot CLI goes on with a handshake. So
that question never reaches the SDK, which takes the first request for the choice of one.
"""

import json
import os
import queue
import threading
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("hello.json")
VERSION = "io.modelcontextprotocol/protocolVersion"
"""Where a request of the newer protocol names its version."""
_FIRST, _VERSIONS = "initialize", "server/discover"


class Hello:
    """What is said to each line of a client before the SDK is asked."""

    def __init__(self, text: Any) -> None:
        """text: what `hello.json` holds."""
        self._text = text
        self._is_older = False
        """Whether the client has shaken hands, as the older protocol wants it."""

    def answer(self, request: dict[str, Any]) -> "dict[str, Any] | None":
        """The answer to a request; None for what the SDK has to answer."""
        method, params = request["method"], request.get("params") or {}
        if not isinstance(params, dict):
            return None
        if method == _VERSIONS:
            return None if self._is_older else self._text["discover"]
        if method == _FIRST:
            return self._shaken(params)
        if method == "ping":
            return {} if self._is_older else None
        listed, meta = self._text["lists"].get(method), params.get("_meta", {})
        if listed is None or params.keys() - {"_meta"} or not isinstance(meta, dict):
            return None
        if self._is_older:
            return None if VERSION in meta else listed
        return {**listed, **self._text["newer"]} if meta.get(VERSION) in self._text["versions"]["newer"] else None

    def _shaken(self, params: dict[str, Any]) -> "dict[str, Any] | None":
        version, client = params.get("protocolVersion"), params.get("clientInfo")
        if self._is_older or version not in self._text["versions"]["older"] or not isinstance(client, dict):
            return None
        if not isinstance(params.get("capabilities"), dict) or not {"name", "version"} <= client.keys():
            return None
        self._is_older = True
        return {**self._text["initialize"], "protocolVersion": version}


class Wire:
    """The pipe of a client: what is known is answered at once, all else is kept for the SDK. For any thread.

    Nothing else in this process reaches it: what is printed by mistake goes to stderr.
    """

    def __init__(self) -> None:
        self._heard, self._told = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        os.close(nothing)
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._shaken: object = None
        """The id of the handshake, which the SDK answers too."""
        self._is_shaken = False

    def listen(self, hello: Hello) -> None:
        """Answer from now on, in a thread, until the client is gone."""
        threading.Thread(target=self._listen, args=(hello,), daemon=True).start()

    def wait(self) -> None:
        """Until the SDK is wanted: the client knows the tools, asks something else, or is gone."""
        while not self._wanted.wait(60):
            pass  # in steps, so that a signal is heard on every system

    def _listen(self, hello: Hello) -> None:
        with os.fdopen(self._heard, "rb") as heard:
            for line in heard:
                self._take(line, hello)
        self._lines.put("")
        self._wanted.set()

    def _take(self, line: bytes, hello: Hello) -> None:
        request = _request(line)
        answer = hello.answer(request) if request else None
        if request and answer is not None:
            self._say(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": answer}, separators=(",", ":")))
            if request["method"] == _FIRST:
                self._shaken, self._is_shaken = request["id"], True
        if answer is None or (request and request["method"] == _FIRST):
            self._lines.put(line.decode("utf-8", "replace"))
        if (request and answer is None) or (request and request["method"] == "tools/list"):
            self._wanted.set()

    def readline(self) -> str:
        """The next line for the SDK; empty at the end."""
        return self._lines.get()

    def write(self, text: str) -> int:
        """Say what the SDK says, but for its answer to the handshake, which has one."""
        if self._is_shaken and _answers(text, self._shaken):
            self._is_shaken = False
        else:
            self._say(text.rstrip("\n"))
        return len(text)

    def flush(self) -> None:
        """Each line is written at once."""

    def _say(self, line: str) -> None:
        data = memoryview(line.encode() + b"\n")
        with self._lock:
            while data:
                data = data[os.write(self._told, data) :]


def start() -> "Wire":
    """Begin to answer on stdin and stdout. Raises OSError, ValueError where the text is not there or damaged."""
    wire = Wire()
    wire.listen(Hello(json.loads(FILE.read_text(encoding="utf-8"))))
    return wire


def _request(line: bytes) -> "dict[str, Any] | None":
    """The request in a line; None for a notification, and for what the SDK has to refuse."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    is_request = isinstance(found, dict) and isinstance(found.get("method"), str)
    return found if is_request and type(found.get("id")) in (str, int) else None


def _answers(text: str, asked: object) -> bool:
    found = json.loads(text)
    return found.get("id") == asked and "method" not in found
