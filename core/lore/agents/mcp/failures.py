"""What a client reads where a tool fails: the error and the hint that the command line prints, never a traceback."""

import logging

from mcp.types import CallToolResult, TextContent
from pydantic import ValidationError

from lore.errors import LoreError, UsageError
from lore.intake import sanitise, without_secrets
from lore.text import one_line, shorten

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
