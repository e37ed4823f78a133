"""A client's question which versions are spoken, answered before the SDK takes it for the choice of one.

The SDK speaks both protocols, the one of requests that carry their version and the older one with a handshake, and lets
the first request of a pipe decide. A client that asks `server/discover` first has chosen nothing yet: Copilot CLI goes
on with a handshake.
"""

import json
import os
import threading
from collections.abc import Mapping
from typing import Any

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

CAPABILITIES = {
    "prompts": {"listChanged": True},
    "resources": {"listChanged": True, "subscribe": True},
    "tools": {"listChanged": True},
}
"""As the SDK tells them of this server."""
_AT_ONCE = 65_536


def let_client_discover(instructions: str, info: Mapping[str, str]) -> None:
    """Answer each `server/discover` that comes before any other request; all else reaches stdin as it came."""
    result = {
        "resultType": "complete",
        "supportedVersions": [*MODERN_PROTOCOL_VERSIONS, *reversed(HANDSHAKE_PROTOCOL_VERSIONS)],
        "capabilities": CAPABILITIES,
        "instructions": instructions,
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": {"io.modelcontextprotocol/serverInfo": dict(info)},
    }
    client, (reading, writing) = os.dup(0), os.pipe()
    os.dup2(reading, 0)
    os.close(reading)
    threading.Thread(target=_pass_on, args=(client, writing, result), daemon=True).start()


def _pass_on(client: int, writing: int, result: Mapping[str, Any]) -> None:
    with os.fdopen(client, "rb") as heard, os.fdopen(writing, "wb") as passed:
        for line in heard:
            request = _request(line)
            if request and request["method"] == "server/discover":
                answer = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}, separators=(",", ":"))
                os.write(1, f"{answer}\n".encode())
                continue
            passed.write(line)
            passed.flush()
            if request:
                break
        while data := heard.read1(_AT_ONCE):
            passed.write(data)
            passed.flush()


def _request(line: bytes) -> dict[str, Any] | None:
    """The request in a line; None for a notification, and for what the SDK has to refuse."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    is_request = isinstance(found, dict) and isinstance(found.get("method"), str) and "id" in found
    return found if is_request else None
