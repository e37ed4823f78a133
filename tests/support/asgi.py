"""Asks an application as a server would, without a socket: one request in, status, headers and body out."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from starlette.types import ASGIApp, Message, Scope

PORT = 5673
Pairs = Iterable[tuple[str, str]]


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


@dataclass
class Stream:
    """An answer that goes on."""

    status: int = 0
    text: str = ""
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, words: str) -> str:
        """All that came, once these words did. Raises TimeoutError, in time."""
        async with asyncio.timeout(30):
            while words not in self.text:
                self.came.clear()
                await self.came.wait()
        return self.text

    def events(self) -> list[dict[str, str]]:
        """Each event so far, field by field."""
        blocks = [block for block in self.text.split("\n\n") if "data:" in block]
        return [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]


def scope_of(method: str, path: str, query: Pairs | str, headers: Pairs) -> Scope:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": (query if isinstance(query, str) else urlencode(list(query))).encode(),
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", PORT),
    }


async def ask(
    api: ASGIApp, method: str, path: str, *, query: Pairs | str = (), headers: Pairs = (), parts: Iterable[bytes] = ()
) -> Reply:
    """One request. parts: the body, in the pieces in which it comes."""
    waiting = [*parts] or [b""]
    sent: list[Message] = []

    async def receive() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}
        await asyncio.Event().wait()
        raise AssertionError("nobody sets it")

    async def send(message: Message) -> None:
        sent.append(message)

    await api(scope_of(method, path, query, headers), receive, send)
    named = {name.decode("latin-1"): value.decode("latin-1") for name, value in sent[0]["headers"]}
    return Reply(sent[0]["status"], named, b"".join(one.get("body", b"") for one in sent[1:]))


@asynccontextmanager
async def listening(api: ASGIApp, path: str, *, query: Pairs = (), headers: Pairs = ()) -> AsyncIterator[Stream]:
    """A request whose answer is read while it goes on; leaving hangs up."""
    stream, gone = Stream(), asyncio.Event()
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if not asked:
            asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            stream.status = message["status"]
        stream.text += message.get("body", b"").decode()
        stream.came.set()

    async def run() -> None:
        await api(scope_of("GET", path, query, headers), receive, send)

    task = asyncio.create_task(run())
    try:
        yield stream
    finally:
        gone.set()
        async with asyncio.timeout(30):
            await task
