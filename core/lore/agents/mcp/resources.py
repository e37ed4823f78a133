"""What a client can read by address: rules, conventions, one fact, what waits, and how to use the memory."""

import logging
from collections.abc import Callable
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.types import CallToolResult, TextContent
from pydantic import ValidationError

from lore import actions
from lore.actions import Engine
from lore.agents.mcp.desk import Desk
from lore.errors import LoreError, NeedsPerson, NotFound, UsageError
from lore.intake import sanitise, without_secrets
from lore.text import counted, one_line, shorten

LOG = logging.getLogger("lore.mcp")
CODE = "lore/code"
"""Under which a program finds the exit code of the command line; a model has no use for it."""
LONGEST = 300
"""Characters of a reason that nobody foresaw."""


def failed(tool: str, error: BaseException) -> CallToolResult:
    """The answer of a tool that failed. What nobody foresaw is recorded with where it happened."""
    found = understood(tool, error)
    message, hint = (None if text is None else shown(text) for text in (found.message, found.hint))
    told = f"error: {message}" + (f"\nhint: {hint}" if hint else "")
    return CallToolResult(
        content=[TextContent(type="text", text=told)],
        is_error=True,
        _meta={CODE: found.exit_code},
    )


def understood(tool: str, error: BaseException) -> LoreError:
    """The error that a person or an agent can act on, behind whatever the SDK made of it."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, LoreError):
            return cause
        if isinstance(cause, ValidationError):
            return _of_arguments(tool, cause)
        last, cause = cause, cause.__cause__
    LOG.error("`%s` failed unexpectedly", tool, exc_info=last)
    reason = one_line(str(last)) or "no reason was given"
    return LoreError(
        f"Lore did not expect this: {type(last).__name__}: {shorten(reason, LONGEST)}",
        hint="what was saved before is safe; `mcp.log` beside the store has where it happened, for a report",
    )


def _of_arguments(tool: str, error: ValidationError) -> UsageError:
    """Names and reasons alone: what was given may be a secret."""
    wrong = [f"`{'.'.join(str(part) for part in one['loc'])}`: {one['msg'].lower()}" for one in error.errors()]
    return UsageError(f"`{tool}` cannot be called so: {'; '.join(wrong)}", hint=f"`tools/list` describes `{tool}`")


def shown(text: str) -> str:
    """A text of an error as a client may print it: no control bytes, and no secret that was asked for."""
    return without_secrets(sanitise(text))


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
