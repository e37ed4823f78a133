"""What a request says: the words of its address, or the JSON object in its body, within bounds."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request

from lore.agents.http.answers import JSON
from lore.agents.http.guard import Refusal, values_of

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
