"""Where requests meet the engine: each is done in a thread of the server, in the name of the agent that asks."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from mcp.server.mcpserver import Context as AnyContext
from mcp.types import CallToolResult, TextContent

from lore.actions import Engine
from lore.agents.mcp.warm import Warm
from lore.errors import LoreError
from lore.presence import Person, agent_here, asked_by_agent, why_no_form
from lore.progress import Reporter

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


T = TypeVar("T")

_SUFFIXES = ("-mcp-client", "-mcp", "-cli", "-client")


Context = AnyContext[Any, Any]


class Desk:
    """Does what a client asks for."""

    def __init__(self, warm: Warm) -> None:
        self._warm = warm

    async def do(
        self,
        context: Context | None,
        work: Callable[[Asked], T],
        *,
        person: Person | None = None,
        warn: Callable[[LoreError], None] = lambda error: None,
    ) -> T:
        """Do the work in a thread. context: None for a resource.

        Long work is told to stop where the client gives up. Raises what the work raises.
        """
        name, gone = agent_of(context) if context is not None else "", threading.Event()
        reporter = Reporter(warn=warn, stopped=gone.is_set)

        def done() -> T:
            engine = self._warm.engine()
            with asked_by_agent(name):
                here = agent_here()
                asked = engine.asked(person=person, reporter=reporter)
                return work(Asked(asked, here.name if here else name))

        try:
            return await asyncio.wrap_future(self._warm.run(done))
        except asyncio.CancelledError:
            gone.set()
            raise

    @staticmethod
    def why_no_form(context: Context) -> str | None:
        """Why no person can be asked by a form now; None where one can."""
        why = why_no_form()
        if why is not None:
            return f"{why}, so no form counts: `lore review` asks in a terminal of your own"
        capabilities = context.client_capabilities
        asks = capabilities.elicitation if capabilities is not None else None
        if asks is None or (asks.form is None and asks.url is not None):
            return "your program shows no forms"
        return None


def agent_of(context: Context) -> str:
    """The name of the client, as the log has it: `codex-mcp-client` is codex."""
    params = context.session.client_params
    name = params.client_info.name if params is not None else ""
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    return name


def said(text: str) -> CallToolResult:
    """An answer: its text, once."""
    return CallToolResult(content=[TextContent(type="text", text=text)])
