"""Answers as they go out: JSON with its schema, an error with the next step, and headers that let nobody embed them."""

import json
from collections.abc import Mapping

from starlette.responses import Response

from lore.agents.http.guard import Refusal
from lore.errors import BadInput, Busy, Conflict, LoreError, NeedsPerson, NotFound, UsageError

SCHEMA = 1
JSON = "application/json"
STATUSES: tuple[tuple[type[LoreError], int], ...] = (
    (UsageError, 400),
    (BadInput, 400),
    (NeedsPerson, 403),
    (NotFound, 404),
    (Conflict, 409),
    (Busy, 503),
    (LoreError, 500),
)
"""The first that fits; what fits none but the last is wrong with the store, not with the request."""
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}


def answered(values: Mapping[str, object], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An object as an answer. Every character beyond ASCII is written as `\\uXXXX`: nothing in it acts or hides."""
    return plain({"schema": SCHEMA, **values}, status, headers)


def plain(values: Mapping[str, object], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The same of an object that has a schema of its own."""
    return Response(json.dumps(values) + "\n", status, {**HEADERS, **(headers or {})}, JSON)


def failed(error: LoreError | Refusal) -> Response:
    """What went wrong, as the command line says it with `--json`."""
    if isinstance(error, Refusal):
        return _told(error.status, error.message, error.hint, UsageError.exit_code, error.headers)
    status = next(status for kind, status in STATUSES if isinstance(error, kind))
    return _told(status, error.message, error.hint, error.exit_code, {"Retry-After": "1"} if status == 503 else {})


def unexpected() -> Response:
    """For an error that nobody thought of: what it is stays here."""
    return _told(500, "Lore did not expect this", "what was saved before is safe", LoreError.exit_code, {})


def _told(status: int, message: str, hint: str | None, exit_code: int, headers: Mapping[str, str]) -> Response:
    """What was sent may stand in the message: it goes out without secrets, as every message of Lore."""
    from lore.intake import clean

    told = {"message": clean(message), "hint": clean(hint) if hint else None, "exit_code": exit_code}
    return answered({"error": told}, status, headers)
