"""The OpenAPI document, made from the routes and the types of their parameters."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from lore import __version__
from lore.actions import Parameter, schema_of_parameters
from lore.agents.http.routes import LIST, Route

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
