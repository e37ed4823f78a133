"""A client of the MCP server, in this process, in both eras of the protocol, with a person who answers forms."""

import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from mcp import Client
from mcp.types import CallToolResult, ElicitRequestParams, ElicitResult, TextContent

from lore import clock
from lore.agents.mcp.resources import CODE
from lore.agents.mcp.server import build_server
from lore.agents.mcp.warm import Warm
from lore.model import Fact
from lore.store import Store

Era = Literal["auto", "legacy"]
ERAS: tuple[Era, ...] = ("auto", "legacy")
"""2026-07-28, without an `initialize`, and 2025-11-25."""
Answers = Callable[[str], ElicitResult]
"""What a person answers to a form with this message."""


@asynccontextmanager
async def talking(
    era: Era = "auto", *, folder: Path | None = None, answers: Answers | None = None, budget_s: float = 5.0
) -> AsyncIterator[Client]:
    """A client that is connected. answers: None for a program that shows no forms."""

    async def ask(context: object, params: ElicitRequestParams) -> ElicitResult:
        assert answers is not None
        return answers(params.message)

    warm = Warm(folder, budget_s=budget_s)
    try:
        async with Client(build_server(warm), mode=era, elicitation_callback=ask if answers else None) as client:
            yield client
    finally:
        warm.close()


async def told(client: Client, tool: str, **arguments: object) -> str:
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, f"{tool}: {text_of(answer)}"
    assert answer.structured_content is None
    return text_of(answer)


async def refused(client: Client, tool: str, **arguments: object) -> Mapping[str, Any]:
    answer = await client.call_tool(tool, arguments)
    text = text_of(answer)
    assert answer.is_error, text
    assert "Traceback" not in text
    error, _, hint = text.partition("\nhint: ")
    return {"error": error.removeprefix("error: "), "hint": hint, "code": (answer.meta or {})[CODE]}


def fact_in(store: Store, text: str) -> Fact:
    found = re.search(r"\bf:\w+", text)
    assert found, text
    (name,) = [fact.id for fact in store.facts.select() if fact.id.startswith(found[0])]
    return store.facts.get(name)


def text_of(answer: CallToolResult) -> str:
    return "".join(part.text for part in answer.content if isinstance(part, TextContent))


def outside_of_shells(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clock, "_pretended", clock.now())
    patch.delenv(clock.VARIABLE, raising=False)
