"""One request: let in, read, done in its lane, answered."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from lore import __version__
from lore.actions import Parameter, arguments_in_words, arguments_of, schema_of_parameters
from lore.agents.http.answers import (
    Refusal,
    answered,
    failed,
    hosts_of,
    insist_on_no_body,
    insist_on_place,
    insist_on_token,
    object_in,
    plain,
    unexpected,
    words_of,
)
from lore.agents.http.lane import Lanes
from lore.agents.http.routes import BY_PATH, LIST, Route
from lore.errors import LoreError

PATH = "/openapi.json"
_REFUSED = {
    "400": "A parameter is unknown, missing or of another type, or makes no sense.",
    "401": "The token is missing or wrong.",
    "403": "It is for a person to decide, or comes from another page.",
    "404": "There is no such thing.",
    "409": "What it rests on has changed meanwhile.",
    "500": "Something is wrong with the store.",
    "503": "Another program writes, or too many requests wait.",
}
_REFUSED_BODY = {
    "408": "The body did not come in time.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
}
_ERROR = {
    "type": "object",
    "required": ["schema", "error"],
    "properties": {
        "schema": {"const": 1},
        "error": {
            "type": "object",
            "required": ["message", "hint", "exit_code"],
            "properties": {
                "message": {"type": "string"},
                "hint": {"type": ["string", "null"]},
                "exit_code": {"type": "integer"},
            },
        },
    },
}
_ANSWER = {
    "type": "object",
    "required": ["schema"],
    "properties": {
        "schema": {"const": 1},
        "notices": {"type": "array", "items": {"type": "string"}, "description": "What was left out, and why."},
    },
}


@cache
def document() -> dict[str, Any]:
    """The document as one object: OpenAPI 3.1."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Lore",
            "version": __version__,
            "summary": "Long-term memory of coding agents, on this machine.",
            "description": "What comes by HTTP is an agent's word; what only a person may decide is refused.",
        },
        "security": [{"token": []}],
        "paths": {route.path: {route.method.lower(): _operation(route)} for route in LIST},
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "From `http.token`."}},
            "schemas": {"Error": _ERROR, "Answer": _ANSWER},
        },
    }


def _operation(route: Route) -> dict[str, Any]:
    told: dict[str, Any] = {"operationId": route.path[1:].replace("/", "-"), "summary": route.sentence}
    if route.method == "GET":
        told["parameters"] = list(_words(route.parameters))
        refused = _REFUSED
    else:
        schema = schema_of_parameters(route.parameters)
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
        refused = {**_REFUSED, **_REFUSED_BODY}
    done = {"description": "Done.", "content": _json("Answer")}
    told["responses"] = {"200": done, **_refusals(refused)}
    return told


def _refusals(told: Mapping[str, str]) -> dict[str, Any]:
    return {status: {"description": why, "content": _json("Error")} for status, why in sorted(told.items())}


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _words(parameters: tuple[Parameter, ...]) -> Iterator[dict[str, Any]]:
    properties = schema_of_parameters(parameters)["properties"]
    for one in parameters:
        schema = dict(properties[one.name])
        sentence = schema.pop("description")
        schema.pop("default", None)
        choices = [each for each in schema.pop("anyOf", []) if each != {"type": "null"}]
        schema = {**schema, **(choices[0] if choices else {})}
        yield {"name": one.name, "in": "query", "required": one.required, "description": sentence, "schema": schema}


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
        if route is None and path != PATH:
            raise Refusal(404, "there is no such route", f"`{PATH}` lists them; all else is a command of `lore`")
        method = route.method if route else "GET"
        if request.method != method:
            raise Refusal(405, f"this route takes `{method}` alone", f"`{PATH}` lists them", Allow=method)
        if method == "GET":
            insist_on_no_body(request)
        if route is None:
            arguments_in_words((), words_of(request))
            return plain(document())
        if method == "GET":
            return await self._done(route, arguments_in_words(route.parameters, words_of(request)))
        return await self._done(route, arguments_of(route.parameters, await object_in(request)))

    async def _done(self, route: Route, given: Mapping[str, Any]) -> Response:
        values, warnings = await self._lanes.of(route.method).run(lambda engine: route.answer(engine, given))
        return answered({**values, "notices": warnings} if warnings else values)
