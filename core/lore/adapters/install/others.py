"""What other memory tools put into the same files: two of them give an agent the same thing twice, or two things."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lore.adapters.install import json_edit
from lore.adapters.install.changes import decoded
from lore.adapters.install.parts import Part, PartKind, commands_of, is_our_hook
from lore.intake import clean_line

MEMORY_TOOLS = (
    "claude-mem", "mem0", "nan-forget", "supermemory", "hindsight", "basic-memory", "engram", "memu", "agentmemory",
    "letta", "cipher", "byterover", "openmemory", "memorix", "beads", "server-memory", "graphiti", "zep",
    "context-mode",
)  # fmt: skip
"""Programs that keep a memory for agents, by a name that stands in their commands."""
_REGION = re.compile(r"(?im)^[ \t]*<!--[ \t]*(?P<name>[^\n>]{0,80}?)[ \t]*(?::|-| )(?:begin|start)\b[^\n]{0,200}-->")
_OUR_REGION = "lore"


@dataclass(frozen=True)
class Foreign:
    """Something of somebody else's that does what ours does."""

    tool: str
    """The memory tool, or empty where it is none that we know."""
    what: str
    """The event, the name of the server, or the region of a text."""


def foreign_in(content: bytes | None, form: str, parts: Sequence[Part], path: str) -> tuple[Foreign, ...]:
    """Hooks of others at the places of these parts, servers of memory tools, and managed regions of a text."""
    if content is None or form == "toml" or any(part.kind is PartKind.TEXT for part in parts):
        return ()
    text = decoded(content, path)
    if form == "markdown":
        return regions_in(text)
    found: list[Foreign] = []
    for part in parts:
        at = part.at if part.kind is PartKind.ITEM else part.at[:-1]
        value = json_edit.value_at(text, at, path)
        if part.kind is PartKind.ITEM and isinstance(value, list):
            others = [entry for entry in value if not is_our_hook(entry)]
            commands = [str(command) for entry in others for each in commands_of(entry) for command in each.values()]
            if others:
                found.append(Foreign(_tool(" ".join(commands)), at[-1]))
        elif part.kind is PartKind.MEMBER and isinstance(value, dict):
            servers = ((name, f"{name} {entry}") for name, entry in value.items() if name != part.at[-1])
            found += [Foreign(tool, clean_line(name, 60)) for name, told in servers if (tool := _tool(told))]
    return tuple(dict.fromkeys(found))


def regions_in(text: str) -> tuple[Foreign, ...]:
    """The regions of a text that other programs keep for themselves."""
    names = (clean_line(match["name"], 60) for match in _REGION.finditer(text))
    return tuple(Foreign(_tool(name), name) for name in dict.fromkeys(names) if not name.startswith(_OUR_REGION))


def _tool(text: str) -> str:
    lowered = text.lower()
    return next((tool for tool in MEMORY_TOOLS if re.search(rf"(?<![a-z]){tool}(?![a-z])", lowered)), "")
