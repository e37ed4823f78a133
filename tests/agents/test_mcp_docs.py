"""`docs/mcp.md` is made from the list of tools. `LORE_WRITE_DOCS=1` writes it instead of comparing it."""

import json
import os
import queue
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import anyio
import pytest
from mcp.server.stdio import stdio_server
from mcp.types import Tool
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from lore.agents.mcp.hello import FILE, VERSION, Hello
from lore.agents.mcp.server import build_server
from lore.agents.mcp.warm import Warm
from lore.store import Store
from support.mcp_client import talking

PAGE = Path(__file__).parents[2] / "docs" / "mcp.md"
BEGIN, END = "<!-- tools: made from the list -->", "<!-- end of the tools -->"


def tools_of(tools: list[Tool]) -> str:
    lines = ["| tool | reads | for |", "|---|---|---|"]
    for tool in tools:
        reads = "yes" if tool.annotations and tool.annotations.read_only_hint else ""
        lines.append(f"| [`{tool.name}`](#{tool.name}) | {reads} | {(tool.description or '').splitlines()[0]} |")
    for tool in tools:
        lines += ["", f"### `{tool.name}`", "", *(tool.description or "").splitlines()]
        rows = list(_rows(tool.input_schema))
        lines += ["", "| parameter | form | |", "|---|---|---|", *rows] if rows else []
    return "\n".join(lines)


def _rows(schema: Mapping[str, Any]) -> Iterator[str]:
    for name, described in schema["properties"].items():
        optional = "" if name in schema.get("required", ()) else ", optional"
        says = described.get("description", "").replace("|", "or")
        yield f"| `{name}` | {_form(described, schema)}{optional} | {says} |"


def _form(described: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    if "$ref" in described:
        return _form(schema["$defs"][described["$ref"].rpartition("/")[2]], schema)
    if "anyOf" in described:
        return " or ".join(_form(one, schema) for one in described["anyOf"] if one.get("type") != "null")
    if "enum" in described:
        return ", ".join(f"`{one}`" for one in described["enum"])
    if described["type"] == "array":
        return f"list of {_form(described['items'], schema)}"
    return {"string": "text", "integer": "number", "number": "number", "boolean": "yes or no"}[described["type"]]


async def test_the_page_of_tools_is_current(store: Store) -> None:
    async with talking() as client:
        made = tools_of((await client.list_tools()).tools)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    expected = f"{before}{BEGIN}\n\n{made}\n\n{END}{after}"
    if os.environ.get("LORE_WRITE_DOCS"):
        PAGE.write_text(expected, encoding="utf-8")
    assert expected == PAGE.read_text(encoding="utf-8"), f"`LORE_WRITE_DOCS=1 pytest {__file__}` writes it"


LISTS = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")
MOST_TOKENS = 2_000
META = {
    "io.modelcontextprotocol/clientInfo": {"name": "copilot", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
NEWEST = {"_meta": {VERSION: MODERN_PROTOCOL_VERSIONS[-1], **META}}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def asking(method: str, params: object = None, number: int = 1) -> dict[str, Any]:
    request = {"jsonrpc": "2.0", "id": number, "method": method}
    return request if params is None else {**request, "params": params}


def handshake(version: str, **changed: object) -> dict[str, Any]:
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "codex", "version": "1"}}
    return asking("initialize", {**params, **changed})


class Pipe:
    """Standard input and output of the SDK: it is given a line once it has answered the one before."""

    def __init__(self, messages: Sequence[dict[str, Any]]) -> None:
        self._waiting = list(messages)
        self._answered: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._owes = False
        self.answers: list[dict[str, Any]] = []

    def readline(self) -> str:
        if self._owes:
            self._answered.get()
        if not self._waiting:
            return ""
        message = self._waiting.pop(0)
        self._owes = "id" in message
        return json.dumps(message) + "\n"

    def write(self, text: str) -> int:
        self.answers.append(json.loads(text))
        self._answered.put(None)
        return len(text)

    def flush(self) -> None: ...


async def sdk(*messages: dict[str, Any]) -> list[dict[str, Any]]:
    server, pipe = build_server(Warm())._lowlevel_server, Pipe(messages)
    wrapped = cast("Any", anyio.wrap_file(cast("Any", pipe)))
    async with stdio_server(wrapped, wrapped) as (heard, told):
        await server.run(heard, told, server.create_initialization_options())
    return pipe.answers


def hello(*messages: dict[str, Any]) -> list[Any]:
    known = Hello(json.loads(FILE.read_text(encoding="utf-8")))
    return [known.answer(message) for message in messages if "id" in message]


async def written() -> dict[str, Any]:
    older = [handshake(HANDSHAKE_PROTOCOL_VERSIONS[-1]), READY, *map(asking, LISTS)]
    first, *lists = [one["result"] for one in await sdk(*older)]
    newer, discovered = [
        one["result"] for one in await sdk(asking(LISTS[0], NEWEST), asking("server/discover", NEWEST))
    ]
    del first["protocolVersion"]
    versions = {"older": list(HANDSHAKE_PROTOCOL_VERSIONS), "newer": list(MODERN_PROTOCOL_VERSIONS)}
    return {
        "versions": versions,
        "discover": {**discovered, "supportedVersions": [*versions["newer"], *reversed(versions["older"])]},
        "initialize": first,
        "lists": dict(zip(LISTS, lists, strict=True)),
        "newer": {name: value for name, value in newer.items() if name != "tools"},
    }


async def test_the_text_is_what_the_sdk_says() -> None:
    made = json.dumps(await written(), indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("LORE_WRITE_HELLO"):
        FILE.write_text(made, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == made, f"`LORE_WRITE_HELLO=1 pytest {__file__}` writes it"


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
async def test_the_same_lines_are_answered_alike_in_the_older_protocol(version: str) -> None:
    lines = [handshake(version), READY, asking("ping"), *map(asking, LISTS)]
    assert hello(*lines) == [one["result"] for one in await sdk(*lines)]


@pytest.mark.parametrize("method", LISTS)
async def test_the_same_lines_are_answered_alike_in_the_newer_protocol(method: str) -> None:
    line = asking(method, NEWEST)
    assert hello(line) == [one["result"] for one in await sdk(line)]


@pytest.mark.parametrize(
    "lines",
    [
        [handshake("1999-01-01")],
        [handshake(HANDSHAKE_PROTOCOL_VERSIONS[-1], clientInfo=None)],
        [handshake(HANDSHAKE_PROTOCOL_VERSIONS[-1], capabilities=[])],
        [handshake(HANDSHAKE_PROTOCOL_VERSIONS[-1]), handshake(HANDSHAKE_PROTOCOL_VERSIONS[-1])],
        [handshake(HANDSHAKE_PROTOCOL_VERSIONS[-1]), asking("tools/list", NEWEST)],
        [handshake(HANDSHAKE_PROTOCOL_VERSIONS[-1]), asking("tools/list", {"cursor": "2"})],
        [handshake(HANDSHAKE_PROTOCOL_VERSIONS[-1]), asking("server/discover", NEWEST)],
        [asking("tools/list")],
        [asking("tools/list", {"_meta": {VERSION: "2099-01-01"}})],
        [asking("tools/list", [1])],
        [asking("ping")],
        [asking("tools/call", {"name": "memory_search", "arguments": {"query": "x"}})],
    ],
)
def test_whatever_is_not_plain_is_left_to_the_sdk(lines: list[dict[str, Any]]) -> None:
    assert hello(*lines)[-1] is None


def test_the_tools_cost_no_more_than_they_may() -> None:
    """Each request of an agent pays for them: names, descriptions and parameters, at four characters a token."""
    tools = json.loads(FILE.read_text(encoding="utf-8"))["lists"]["tools/list"]["tools"]
    assert len(tools) == 10
    assert len(json.dumps(tools)) / 4 <= MOST_TOKENS


def test_the_hello_loads_the_standard_library_alone() -> None:
    script = (
        "import sys; import lore.agents.mcp.hello; "
        "sys.exit(', '.join(name for name in sys.modules if name.partition('.')[0] in "
        "{'mcp', 'pydantic', 'anyio', 'numpy', 'click', 'sqlite3'}) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
