"""`docs/mcp.md` is made from the list of tools. `LORE_WRITE_DOCS=1` writes it instead of comparing it."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mcp.types import Tool

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
