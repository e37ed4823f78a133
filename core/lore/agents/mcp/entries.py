"""What a tool is, and the lists that functions are put into."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lore.actions import Engine

Call = Any
"""A function, with its name and its docstring."""
Put = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a tool works with: the engine as this agent has it."""

    engine: Engine
    agent: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One tool."""

    name: str
    title: str
    call: Call
    """Takes `Asked` first, answers in plain text; the sentence of each other parameter is in its `Annotated` type."""
    reads: bool
    destroys: bool = False
    always: bool = False
    """Whether agents that look tools up when they need them have it from the start."""
    asks: bool = False
    """Whether a person may be asked by a form: it speaks to the client itself."""

    @property
    def description(self) -> str:
        """What it does and when to use it: the whole docstring, one line a paragraph."""
        paragraphs = (self.call.__doc__ or "").strip().split("\n\n")
        return "\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


class Tools:
    """A list that functions are put into."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def reads(self, title: str, *, always: bool = False) -> Put:
        """A tool that changes nothing but what counts as used."""
        return self._put(lambda call: Entry(call.__name__, title, call, reads=True, always=always))

    def writes(self, title: str, *, destroys: bool = False) -> Put:
        """A tool that writes, in the agent's name."""
        return self._put(lambda call: Entry(call.__name__, title, call, reads=False, destroys=destroys))

    def _put(self, entry: Callable[[Call], Entry]) -> Put:
        def put(call: Call) -> Call:
            self.entries.append(entry(call))
            return call

        return put
