"""The application of `lore serve`, and how it is asked: with what lets one in, and something for every parameter."""

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lore.actions import Parameter, schema_of_parameters
from lore.agents.http.application import Api
from lore.agents.http.routes import Route
from support.asgi import PORT, Pairs, Reply, ask

TOKEN = "t" * 43
HOST = ("host", f"127.0.0.1:{PORT}")
RIGHT = ("authorization", f"Bearer {TOKEN}")
JSON = ("content-type", "application/json")
LET_IN = (HOST, RIGHT)


@dataclass
class Asked:
    """An application, and what it told whoever started it."""

    api: Api
    told: list[str] = field(default_factory=list)

    def __call__(
        self, method: str, path: str, *parts: bytes, headers: Pairs = (*LET_IN, JSON), query: Pairs | str = ()
    ) -> Awaitable[Reply]:
        own = [pair for pair in headers if method == "POST" or pair != JSON]
        return ask(self.api, method, path, query=query, headers=own, parts=parts)


def values_for(route: Route, known: Mapping[str, object] | None = None, text: str = "plain words") -> dict[str, Any]:
    schema = schema_of_parameters(route.parameters)["properties"]
    return {
        one.name: (known or {}).get(one.name, some(schema[one.name], text)) for one in route.parameters if one.required
    }


def some(schema: Mapping[str, Any], text: str = "plain words") -> Any:
    schema = schema["anyOf"][0] if "anyOf" in schema else schema
    if "enum" in schema:
        return schema["enum"][0]
    match schema["type"]:
        case "array":
            return [some(schema["items"], text)]
        case "object":
            return {name: some(schema["properties"][name], text) for name in schema.get("required", ())}
        case kind:
            return {"string": text, "integer": 3, "number": 1.5, "boolean": False}[kind]


def texts_of(route: Route) -> Sequence[Parameter]:
    schema = schema_of_parameters(route.parameters)["properties"]
    return [one for one in route.parameters if "plain words" in str(some(schema[one.name]))]


def words(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        (name, str(one)) for name, given in values.items() for one in (given if isinstance(given, list) else [given])
    ]
