"""What a client can read by address: rules, conventions, one fact, what waits, and how to use the memory."""

from collections.abc import Callable
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from lore import actions
from lore.actions import Engine
from lore.agents.mcp.desk import Desk
from lore.agents.mcp.failures import shown
from lore.errors import LoreError, NeedsPerson, NotFound
from lore.text import counted

MARKDOWN = "text/markdown"
MOST = 200
"""Facts of one resource."""


def add_resources(server: MCPServer[Any], desk: Desk) -> None:
    """Register every resource. None of them holds what no person has confirmed."""

    async def read(work: Callable[[Engine], str]) -> str:
        try:
            return await desk.do(None, lambda asked: work(asked.engine))
        except (NotFound, NeedsPerson) as error:
            raise ResourceNotFoundError(shown(error.message)) from error
        except LoreError as error:
            raise ResourceError(shown(f"{error.message}{f' ({error.hint})' if error.hint else ''}")) from error

    @server.resource("lore://rules", title="Rules that stand here", mime_type=MARKDOWN)
    async def rules() -> str:
        """The rules and decisions that a session in this folder begins with."""
        return await read(_rules)

    @server.resource("lore://conventions", title="Conventions", mime_type=MARKDOWN)
    async def conventions() -> str:
        """The conventions of this project that a person approved."""
        return await read(_conventions)

    @server.resource("lore://waiting", title="What waits for you", mime_type=MARKDOWN)
    async def waiting() -> str:
        """How many proposals wait for the person, by their ids."""
        return await read(_waiting)

    @server.resource("lore://instructions", title="How to use this memory", mime_type=MARKDOWN)
    async def instructions() -> str:
        """Instructions for a model, by command line, MCP and HTTP."""
        return actions.instructions(Engine()).text

    @server.resource("lore://fact/{id}", title="One fact", mime_type=MARKDOWN)
    async def fact(id: str) -> str:  # noqa: A002 -- of the address
        """One fact with the quotations it rests on."""
        return await read(lambda engine: _fact(engine, id))


def _rules(engine: Engine) -> str:
    given = actions.context(engine)
    return "\n".join(["# What stands here", "", *filter(None, [given.said]), *(item.line for item in given.items)])


def _conventions(engine: Engine) -> str:
    found = actions.list_facts(engine, project=engine.project, approved=True, limit=MOST)
    return "\n".join(["# Conventions", "", *(f"- {fact.text} (`{fact.id}`)" for fact in found.facts)])


def _waiting(engine: Engine) -> str:
    ids = actions.queue(engine)
    lines = [f"{counted(len(ids), 'proposal')} for the person: `lore review` shows them", ""]
    return "\n".join([*lines, *(f"- `{name}`" for name in ids[:MOST])])


def _fact(engine: Engine, name: str) -> str:
    view = actions.show(engine, name)
    quotes = [f"> {' '.join(one.quote.split())} ({(one.at or '')[:10]})" for one in view.evidence]
    because = [f"Because {view.fact.because}", ""] if view.fact.because else []
    return "\n".join([f"# {view.fact.kind.value} `{view.fact.id}`", "", view.fact.text, "", *because, *quotes])
