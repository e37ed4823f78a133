"""Changes as they come, as server-sent events: each with its number, so that a listener goes on where it was."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from lore import wire
from lore.actions import Changes, Parameter, arguments_in_words, changes
from lore.agents.http.answers import HEADERS, SCHEMA
from lore.agents.http.guard import values_of
from lore.agents.http.lane import Lane
from lore.errors import Busy, LoreError

PATH = "/events"
STREAM = "text/event-stream"
SINCE = Parameter(
    "since",
    int,
    "The number of the last event that you know, 0 for all; default: from now on. `Last-Event-ID` stands above it.",
    False,
)
MOST_LISTENERS = 8
PAGE = 100
"""Events that are read at once: a listener that is slow makes nothing pile up."""
LOOK_S = 0.25
ALIVE_S = 15.0
"""Without a change so long, a comment tells that the server is there."""
SEND_S = 30.0
"""A listener that takes nothing so long is left."""


class Listeners:
    """Everybody who listens, few enough for the machine."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._listening = 0
        self._is_over = False

    def end(self) -> None:
        """Let every stream end at its next look."""
        self._is_over = True

    def answer(self, request: Request, words: Mapping[str, Sequence[str]]) -> StreamingResponse:
        """A stream from where the listener was. Raises Busy where too many listen, UsageError for what is no number."""
        last = values_of(request.scope["headers"], b"last-event-id")
        given = arguments_in_words((SINCE,), {SINCE.name: last[-1:]} if last else words)
        if self._listening >= MOST_LISTENERS:
            raise Busy(
                f"there are already {MOST_LISTENERS} listeners", hint="leave one, or ask `/audit` from time to time"
            )
        return _Stream(self._events(given.get(SINCE.name)), headers=HEADERS, media_type=STREAM)

    async def _events(self, since: int | None) -> AsyncIterator[str]:
        self._listening += 1
        try:
            async for text in self._told(since):
                yield text
        finally:
            self._listening -= 1

    async def _told(self, since: int | None) -> AsyncIterator[str]:
        found = await self._after(0, 1)
        last, generation, quiet = found.newest if since is None else since, found.generation, 0.0
        yield "retry: 2000\n\n"  # only now: whoever hears it misses nothing from here on
        while not self._is_over:
            found = await self._after(last, PAGE)
            if found.generation != generation or last > found.newest:
                # The store went back to a copy: its numbers began again there, and mean other events.
                last, generation = found.newest, found.generation
                yield _told_of("restored", {"newest": last}, last)
                continue
            for event in found.events:
                last, quiet = event.seq, 0.0
                yield _told_of("change", wire.event(event), last)
            if not found.events:
                await asyncio.sleep(LOOK_S)
                quiet += LOOK_S
            if quiet >= ALIVE_S:
                quiet = 0.0
                yield ": nothing new\n\n"

    async def _after(self, last: int, limit: int) -> Changes:
        found, _ = await self._lane.run(lambda engine: changes(engine, since=last, limit=limit))
        return found


class _Stream(StreamingResponse):
    """A stream that ends where nobody takes what it sends."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent_in_time(message: object) -> None:
            async with asyncio.timeout(SEND_S):
                await send(message)  # type: ignore[arg-type]  # as it came

        try:
            await super().__call__(scope, receive, sent_in_time)
        except (TimeoutError, LoreError):
            return  # it has begun: to end it is all that can be said


def _told_of(name: str, values: Mapping[str, object], number: int) -> str:
    return f"id: {number}\nevent: {name}\ndata: {json.dumps({'schema': SCHEMA, **values})}\n\n"
