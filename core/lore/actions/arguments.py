"""The parameters of actions as JSON: their schema, and what a caller from outside gives, read strictly by its types."""

import types
from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from lore.actions.registry import Action, Parameter
from lore.errors import UsageError

MOST = 2**53 - 1
"""The largest whole number, either way, that every reader of JSON holds exactly."""
_WORDS = {str: "a text", bool: "true or false", int: "a whole number", float: "a number", Path: "a path"}
_TRUTH = {"true": True, "false": False}


def arguments_of(parameters: Sequence[Parameter], values: Mapping[str, object]) -> dict[str, Any]:
    """The arguments that JSON values give. Raises UsageError for what is unknown, missing or of another type."""
    known = {one.name: one for one in parameters}
    if unknown := sorted(values.keys() - known.keys()):
        raise UsageError(f"there is no parameter `{unknown[0]}`", hint=_names(parameters))
    if missing := [one.name for one in parameters if one.required and one.name not in values]:
        raise UsageError(f"`{missing[0]}` is missing", hint=_names(parameters))
    return {name: _read(known[name].type, value, name) for name, value in values.items()}


def arguments_in_words(parameters: Sequence[Parameter], words: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The same of an address: name → its values as they stand there. Raises UsageError."""
    kinds = {one.name: _without_none(one.type) for one in parameters}
    return arguments_of(
        parameters,
        {name: _of_words(kinds[name], given, name) if name in kinds else "" for name, given in words.items()},
    )


def _names(parameters: Sequence[Parameter]) -> str:
    names = ", ".join(f"`{one.name}`" if one.required else f"`{one.name}` (optional)" for one in parameters)
    return f"it takes {names}" if names else "it takes none"


def _of_words(kind: Any, given: Sequence[str], name: str) -> object:
    if _is_list(kind):
        (inner,) = get_args(kind)[:1]
        return [_of_word(inner, word, name) for word in given]
    if len(given) > 1:
        raise UsageError(f"`{name}` is given {len(given)} times", hint="give it once")
    return _of_word(kind, given[0], name)


def _of_word(kind: Any, word: str, name: str) -> object:
    """One word of an address, as JSON would have it."""
    try:
        if kind is bool:
            return _TRUTH[word]
        if kind is int:
            return int(word) if word.isascii() and len(word) < 20 else word
        return float(word) if kind is float else word
    except (ValueError, KeyError) as error:
        raise _wrong(name, kind) from error


def _read(kind: Any, value: object, name: str) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _read(inner[0], value, name)
    if origin in (Union, types.UnionType):
        return _any_of(inner, value, name)
    if origin is Literal:
        if value not in inner:
            raise UsageError(f"`{name}` must be one of {', '.join(map(str, inner))}")
        return value
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            raise UsageError(f"`{name}` is not an object")
        return {_text(key, name): _read(inner[1], one, f"{name}.{key}") for key, one in value.items()}
    if _is_list(kind):
        if not isinstance(value, list):
            raise UsageError(f"`{name}` is not a list")
        return tuple(_read(inner[0], one, f"{name}[{place}]") for place, one in enumerate(value))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _member(kind, value, name)
    if isinstance(kind, type) and is_dataclass(kind):
        return _record(kind, value, name)
    return _plain(kind, value, name)


def _plain(kind: Any, value: object, name: str) -> Any:
    if kind in (str, Path) and isinstance(value, str):
        return kind(_text(value, name))
    if kind is bool and isinstance(value, bool):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MOST:
        if kind is float:
            return float(value)
        if kind is int and int(value) == value:
            return int(value)
    raise _wrong(name, kind)


def _any_of(kinds: Sequence[Any], value: object, name: str) -> Any:
    if value is None and type(None) in kinds:
        return None
    wrong: UsageError | None = None
    for kind in (one for one in kinds if one is not type(None)):
        try:
            return _read(kind, value, name)
        except UsageError as error:
            wrong = wrong or error
    assert wrong is not None
    raise wrong


def _member(kind: type[Enum], value: object, name: str) -> Enum:
    for one in kind:
        if one.value == value and isinstance(value, str):
            return one
    raise UsageError(f"`{name}` must be one of {', '.join(str(one.value) for one in kind)}")


def _record(kind: Any, value: object, name: str) -> Any:
    if not isinstance(value, Mapping):
        raise UsageError(f"`{name}` is not an object")
    hints = get_type_hints(kind, include_extras=True)
    needed = [one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING]
    wrong = [f"{name}.{key} is unknown" for key in sorted(map(str, value.keys() - hints.keys()))]
    wrong += [f"{name}.{key} is missing" for key in needed if key not in value]
    if wrong:
        raise UsageError(wrong[0])
    return kind(**{key: _read(hints[key], one, f"{name}.{key}") for key, one in value.items()})


def _text(value: str, name: str) -> str:
    """Raises UsageError for half of a character, which no file and no store can hold."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise UsageError(f"`{name.partition('.')[0]}` holds half of a character (a lone surrogate)") from error
    return value


def _wrong(name: str, kind: Any) -> UsageError:
    return UsageError(f"`{name}` is not {_WORDS.get(kind, 'what it should be')}")


def _is_list(kind: Any) -> bool:
    origin = get_origin(kind)
    return isinstance(origin, type) and issubclass(origin, Sequence | Collection) and not issubclass(origin, Mapping)


def _without_none(kind: Any) -> Any:
    """What stands beside None, without its sentence."""
    if get_origin(kind) is Annotated:
        return _without_none(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return _without_none(next(one for one in get_args(kind) if one is not type(None)))
    return kind


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
            described if parameter.required else {**described, "default": _default(parameter.default)}
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
    if _is_list(kind):
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


def _default(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value
