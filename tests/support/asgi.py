"""Asks an application as a server would, without a socket: one request in, status, headers and body out."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
