"""The registry of actions: every verb of Lore with its sentence, its parameters and what it touches.

Lists of tools, routes and pages of documentation are made from it, so that no face can offer what another one forbids.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

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


def action(name: str, touches: Touches) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Register a function as the action of this name. Its first parameter is the engine; the first line of its
    docstring is its sentence."""

    def register(function: Callable[P, R]) -> Callable[P, R]:
        sentence = (function.__doc__ or "").partition("\n")[0]
        if not sentence:
            raise ValueError(f"the action {name} has no sentence")
        if name in _ACTIONS:
            raise ValueError(f"two actions are called {name}")
        _ACTIONS[name] = Action(name, sentence, touches, function)
        return function

    return register


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
