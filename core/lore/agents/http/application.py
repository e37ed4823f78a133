"""One request: let in, read, done in its lane, answered."""

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from lore.actions import arguments_in_words, arguments_of
from lore.agents.http import openapi
from lore.agents.http.answers import answered, failed, plain, unexpected
from lore.agents.http.guard import Refusal, hosts_of, insist_on_place, insist_on_token
from lore.agents.http.lane import Lanes
from lore.agents.http.reading import insist_on_no_body, object_in, words_of
from lore.agents.http.routes import BY_PATH, Route
from lore.errors import LoreError


class Api:
    """The application that the server calls."""

    def __init__(self, lanes: Lanes, token: str, port: int, told: Callable[[str], None]) -> None:
        """told: hears of what Lore did not expect, without a word of what was sent."""
        self._lanes, self._token, self._hosts, self._told = lanes, token, hosts_of(port), told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            answer = await self._answer(Request(scope, receive))
            await answer(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        try:
            insist_on_place(request.scope["headers"], self._hosts)
            insist_on_token(request.scope["headers"], self._token)
            return await self._of_path(request)
        except (Refusal, LoreError) as error:
            return failed(error)
        except Exception as error:  # noqa: BLE001 -- the last place: the sender is told that it failed, the person what
            self._told(f"a request could not be answered: {type(error).__name__}")
            return unexpected()

    async def _of_path(self, request: Request) -> Response:
        path = request.scope["path"]
        route = BY_PATH.get(path)
        if route is None and path != openapi.PATH:
            raise Refusal(
                404, "there is no such route", f"`{openapi.PATH}` lists them; all else is a command of `lore`"
            )
        method = route.method if route else "GET"
        if request.method != method:
            raise Refusal(405, f"this route takes `{method}` alone", f"`{openapi.PATH}` lists them", Allow=method)
        if method == "GET":
            insist_on_no_body(request)
        if route is None:
            arguments_in_words((), words_of(request))
            return plain(openapi.document())
        if method == "GET":
            return await self._done(route, arguments_in_words(route.parameters, words_of(request)))
        return await self._done(route, arguments_of(route.parameters, await object_in(request)))

    async def _done(self, route: Route, given: Mapping[str, Any]) -> Response:
        values, warnings = await self._lanes.of(route.method).run(lambda engine: route.answer(engine, given))
        return answered({**values, "notices": warnings} if warnings else values)
