"""The parameters of actions as JSON schema: what a list of tools and a route need."""

import types
from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from lore.actions.registry import Action, Parameter

_PLAIN: Mapping[Any, str] = {str: "string", bool: "boolean", int: "integer", float: "number", Path: "string"}


def schema_of(action: Action) -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of an action's parameters. Raises TypeError for a type without a form in JSON."""
    return schema_of_parameters(action.parameters)


def schema_of_parameters(parameters: Sequence[Parameter]) -> dict[str, Any]:
    """The same of any parameters."""
    properties = {}
    for parameter in parameters:
        described = {**_schema(parameter.type), "description": parameter.sentence}
        properties[parameter.name] = (
            described if parameter.required else {**described, "default": _plain(parameter.default)}
        )
    return _object(properties, [one.name for one in parameters if one.required])


def _schema(kind: Any) -> dict[str, Any]:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _schema(inner[0])
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if kind is type(None):
        return {"type": "null"}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema(one) for one in inner]}
    if origin is Literal:
        return {"type": "string", "enum": list(inner)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(inner[1])}
    if isinstance(origin, type) and issubclass(origin, Sequence | Collection):
        return {"type": "array", "items": _schema(inner[0])}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"type": "string", "enum": [one.value for one in kind]}
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        needed = [field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING]
        return _object({field.name: _schema(hints[field.name]) for field in fields(kind)}, needed)
    raise TypeError(f"JSON has no form of {kind!r}")


def _object(properties: Mapping[str, Any], required: Sequence[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value
