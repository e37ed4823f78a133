"""The registry of actions: every verb of Lore with its sentence, its parameters and what it touches.

Lists of tools, routes and pages of documentation are made from it, so that no face can offer what another one forbids.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

from lore.model import Project
from lore.projects import key_named

P = ParamSpec("P")
R = TypeVar("R")


class Touches(StrEnum):
    """What an action may do."""

    READS = "reads"
    WRITES = "writes"
    ASKS = "asks a person"
    """It decides: `Engine.person` has to be there."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of an action."""

    name: str
    type: Any
    sentence: str
    required: bool
    default: object = None


@dataclass(frozen=True, slots=True)
class Action:
    """One verb."""

    name: str
    sentence: str
    touches: Touches
    call: Callable[..., object]

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Without the engine. A parameter's sentence is the text of its `Annotated` type."""
        hints = get_type_hints(self.call, include_extras=True)
        return tuple(_parameters(inspect.signature(self.call), hints))


_ACTIONS: dict[str, Action] = {}
NAMING_PROJECTS = frozenset(("project", "projects"))
"""The parameters of actions that name projects; they are given by name."""


def action(name: str, touches: Touches) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Register a function as the action of this name. Its first parameter is the engine; the first line of its
    docstring is its sentence."""

    def register(function: Callable[P, R]) -> Callable[P, R]:
        sentence = (function.__doc__ or "").partition("\n")[0]
        if not sentence:
            raise ValueError(f"the action {name} has no sentence")
        if name in _ACTIONS:
            raise ValueError(f"two actions are called {name}")
        known = with_projects_named(function)
        _ACTIONS[name] = Action(name, sentence, touches, known)
        return known

    return register


def with_projects_named(function: Callable[P, R]) -> Callable[P, R]:
    """The action, called with the keys of the projects that its parameters name: a project that was merged into another
    is known by its former name too, whatever is asked of it."""
    named = NAMING_PROJECTS & inspect.signature(function).parameters.keys()
    if not named:
        return function

    @wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        given = {name: value for name in named if (value := kwargs.get(name))}
        if given:
            engine: Any = args[0]
            known = engine.store.projects.all_known()
            kwargs.update({name: _keys(value, known) for name, value in given.items()})
        return function(*args, **kwargs)

    return called


def _keys(value: Any, known: Sequence[Project]) -> Any:
    return key_named(value, known) if isinstance(value, str) else tuple(key_named(one, known) for one in value)


def actions() -> Mapping[str, Action]:
    """Name → action, of all modules. Loads them."""
    for module in sorted(Path(__file__).parent.glob("[a-z]*.py")):
        import_module(f"lore.actions.{module.stem}")
    return dict(sorted(_ACTIONS.items()))


def _parameters(signature: inspect.Signature, hints: Mapping[str, Any]) -> Iterator[Parameter]:
    for parameter in list(signature.parameters.values())[1:]:
        hint = hints[parameter.name]
        sentence, kind = ("", hint)
        if get_origin(hint) is Annotated:
            kind, sentence = get_args(hint)[:2]
        required = parameter.default is inspect.Parameter.empty
        yield Parameter(parameter.name, kind, sentence, required, None if required else parameter.default)
