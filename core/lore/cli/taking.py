"""The arguments and options of a command, made from the parameters of the action that it calls."""

import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import click

from lore.cli.arguments import Moment

Command = TypeVar("Command", bound=Callable[..., Any])
_WORDS = frozenset(("query", "prompt", "task", "text", "topic"))
"""Arguments that are a text: the words of the command line with a space between them."""
_METAVARS = {
    "fact": "ID", "facts": "ID…", "candidate": "ID", "candidates": "ID…", "session": "ID", "digest": "ID",
    "project": "KEY", "projects": "KEY", "run": "ID", "text": "TEXT", "prompt": "TEXT", "url": "URL",
    "key_variable": "NAME", "files": "PATH", "since": "TIME", "after": "TIME", "before": "TIME",
}  # fmt: skip
"""What the help says in the place of a value, where that is not the name or the type of the parameter."""
_PAST, _AHEAD = frozenset(("after", "before", "happened_at")), frozenset(("until", "expires_at"))
_WITHOUT_OPTION = frozenset(("into_rev", "mark", "rev", "seen"))
"""Parameters that only a screen can give."""


class Member(click.Choice[str]):
    """One of an enumeration, by its value."""

    def __init__(self, members: type[Enum]) -> None:
        super().__init__([member.value for member in members])
        self._members = members

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self._members(super().convert(value.value if isinstance(value, Enum) else value, param, ctx))


def takes(action: Callable[..., object], *left_out: str, **told: str) -> Callable[[Command], Command]:
    """The parameters of an action as arguments and options of a command, by the action's names.

    left_out: parameters without one. told: a parameter → what differs, as `--flag METAVAR | help`, each part of which
    may be missing: a flag is the parameter's name, a help its sentence. What the command declares itself stays.
    """

    def declare(command: Command) -> Command:
        declared = {one.name for one in getattr(command, "__click_params__", ())}
        for parameter in reversed(list(inspect.signature(action).parameters.values())[1:]):
            if parameter.name not in declared | {*left_out} | _WITHOUT_OPTION:
                command = _declared(parameter, told.get(parameter.name, ""))(command)
        return command

    return declare


def _declared(parameter: inspect.Parameter, told: str) -> Any:
    head, _, own = told.partition("| ")
    flags = [word for word in head.split() if word.startswith("-")]
    name = parameter.name
    metavar = " ".join(word for word in head.split() if not word.startswith("-")) or _METAVARS.get(name)
    sentence = parameter.annotation.__metadata__[0] if get_origin(parameter.annotation) is Annotated else ""
    kind, is_many = _one_of(parameter.annotation)
    if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
        return _argument(parameter, kind, is_many=is_many, metavar=metavar)
    singular = name.removesuffix("es" if name.endswith("ses") else "s") if is_many else name
    flags = flags or [f"--{singular.removesuffix('_at').replace('_', '-')}"]
    given: dict[str, Any] = {"help": own or sentence, "default": _plain(parameter.default)}
    if kind is bool:
        return click.option(*flags, name, is_flag=True, **given)
    if parameter.default not in (None, (), ""):
        given["show_default"] = True
    return click.option(*flags, name, type=_type_of(name, kind), multiple=is_many, metavar=metavar, **given)


def _argument(parameter: inspect.Parameter, kind: Any, *, is_many: bool, metavar: str | None) -> Any:
    name = parameter.name
    is_needed = parameter.default is inspect.Parameter.empty and not (metavar or "").startswith("[")
    if name in _WORDS:
        may_be_none = parameter.default is inspect.Parameter.empty
        joined = _joined_or_none if may_be_none else _joined
        return click.argument(name, nargs=-1, required=is_needed, metavar=metavar, callback=joined)
    many: Any = {"nargs": -1} if is_many else {}
    return click.argument(name, required=is_needed, metavar=metavar, type=_type_of(name, kind), **many)


def _joined(ctx: click.Context, param: click.Parameter, words: Sequence[str]) -> str:
    return " ".join(words)


def _joined_or_none(ctx: click.Context, param: click.Parameter, words: Sequence[str]) -> str | None:
    """None where no word was given at all: an empty one is a text."""
    return " ".join(words) if words else None


def _one_of(kind: Any) -> tuple[Any, bool]:
    """What one value is, and whether there may be several."""
    if get_origin(kind) is Annotated:
        return _one_of(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return _one_of(next(one for one in get_args(kind) if one is not type(None)))
    origin = get_origin(kind)
    if isinstance(origin, type) and issubclass(origin, Sequence) and not issubclass(origin, Mapping):
        return get_args(kind)[0], True
    return kind, False


def _type_of(name: str, kind: Any) -> Any:
    if name in _PAST | _AHEAD:
        return Moment(ahead=name in _AHEAD, clears=name.endswith("_at"))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Member(kind)
    if kind is Path:
        return click.Path(path_type=Path)
    return click.IntRange(min=1) if name == "limit" else kind


def _plain(default: object) -> object:
    if isinstance(default, Enum):
        return default.value
    return None if default == () else default
