"""Answers as they go out: JSON with its schema, an error with the next step, and headers that let nobody embed them."""

import asyncio
import hmac
import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from lore.errors import BadInput, Busy, Conflict, LoreError, NeedsPerson, NotFound, UsageError

BEARER = "bearer "
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
Headers = Iterable[tuple[bytes, bytes]]


class Refusal(Exception):
    """A request that is answered with nothing but the reason why."""

    def __init__(self, status: int, message: str, hint: str | None = None, **headers: str) -> None:
        """headers: what the answer says beside it."""
        super().__init__(message)
        self.status, self.message, self.hint, self.headers = status, message, hint, headers


def hosts_of(port: int) -> frozenset[str]:
    """The values of `Host` that mean this server: an address of the machine itself, with the port."""
    return frozenset(f"{name}:{port}" for name in LOOPBACK) | (frozenset(LOOPBACK) if port == 80 else frozenset())


def values_of(headers: Headers, name: bytes) -> list[str]:
    """Each value of a header, in the order in which they came."""
    return [value.decode("latin-1").strip() for key, value in headers if key.lower() == name]


def insist_on_place(headers: Headers, hosts: Collection[str]) -> None:
    """Raises Refusal where a request does not mean this server, or a page of elsewhere made a browser ask.

    A page that makes a browser ask has its own address as `Origin`; a name that somebody points at this machine shows
    in `Host`.
    """
    headers = list(headers)
    host = values_of(headers, b"host")
    if len(host) != 1 or host[0].lower() not in hosts:
        raise Refusal(421, "the `Host` of the request is not this server", "ask `127.0.0.1`, `localhost` or `[::1]`")
    for origin in values_of(headers, b"origin"):
        scheme, _, place = origin.lower().partition("://")
        if scheme != "http" or place not in hosts:
            raise Refusal(403, "the request comes from a page of elsewhere", "no other page may ask this server")


def insist_on_token(headers: Headers, token: str) -> None:
    """Raises Refusal where a request does not bring the token."""
    given = values_of(headers, b"authorization")
    word = given[0][len(BEARER) :].strip() if len(given) == 1 and given[0].lower().startswith(BEARER) else ""
    if not hmac.compare_digest(word.encode("latin-1"), token.encode()):
        asked = {"WWW-Authenticate": "Bearer"}
        hint = "send `Authorization: Bearer TOKEN`, from `http.token`"
        raise Refusal(401, "the token is missing or wrong", hint, **asked)


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


# What a request says: the words of its address, or the JSON object in its body, within bounds


LARGEST = 1_000_000
"""Bytes of a body."""
READ_S = 10.0
"""Seconds in which a whole body has to come."""
MOST_WORDS = 200
"""Parameters in an address."""


def words_of(request: Request) -> dict[str, list[str]]:
    """Name → values, of the address. Raises Refusal for what is no UTF-8, or too much."""
    try:
        query = request.scope["query_string"].decode("ascii")
        return parse_qs(query, keep_blank_values=True, errors="strict", max_num_fields=MOST_WORDS)
    except ValueError as error:
        raise Refusal(400, "the parameters of the address cannot be read", "encode them as UTF-8, each once") from error


def insist_on_no_body(request: Request) -> None:
    """Raises Refusal where a request that only reads brings a body."""
    headers = request.scope["headers"]
    if values_of(headers, b"transfer-encoding") or values_of(headers, b"content-length") not in ([], ["0"]):
        raise Refusal(400, "a request with `GET` has no body", "give parameters in the address")


async def object_in(request: Request) -> Mapping[str, Any]:
    """The JSON object in the body. Raises Refusal for another type, a body that is too large, too slow or no object."""
    headers = request.scope["headers"]
    kind, _, charset = ",".join(values_of(headers, b"content-type")).lower().partition(";")
    if kind.strip() != JSON or charset.strip().replace('"', "") not in ("", "charset=utf-8"):
        raise Refusal(415, f"the body has to be `{JSON}`", f"send `Content-Type: {JSON}`")
    if values_of(headers, b"content-encoding") not in ([], ["identity"]):
        raise Refusal(415, "the body is compressed", "send it as it is")
    if any(int(length) > LARGEST for length in values_of(headers, b"content-length") if length.isdecimal()):
        raise _too_large()
    try:
        async with asyncio.timeout(READ_S):
            return _parsed(await _bounded(request))
    except TimeoutError as error:
        raise Refusal(408, "the body did not come in time", f"send it within {READ_S:.0f} seconds") from error
    except ClientDisconnect as error:
        raise Refusal(400, "the body did not come to its end") from error


async def _bounded(request: Request) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise _too_large()
    return bytes(body)


def _too_large() -> Refusal:
    return Refusal(413, f"the body is larger than {LARGEST:,} bytes", "send it in parts", Connection="close")


def _parsed(body: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Refusal(400, "the body is not JSON", "send one object, in UTF-8") from error
    if not isinstance(found, dict):
        raise Refusal(400, "the body is no object", 'send one object, such as `{"text": "…"}`')
    return found


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")
