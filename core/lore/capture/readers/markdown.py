"""Messages in markdown files, gathered line by line: what was said, apart from thoughts and the output of tools."""

import re
from dataclasses import dataclass, field

from lore.capture.readers.lines import Line

MAX_BODY = 1_000_000
"""Characters of one message that are held in memory; more than any that is kept."""
MAX_TOOL = 8_000
"""Characters of a tool element that are looked at."""
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_OPENING = ("<think>", "<tool-use", "Tool use: **")
_RULE = "---"


def decoded(line: Line) -> str:
    """The text of a line."""
    return line.data.decode("utf-8", "replace")


@dataclass(slots=True)
class Body:
    """The lines of one message."""

    of_agent: bool = True
    """Only what an agent wrote holds elements of thoughts and tools, and rules between its parts."""
    lines: list[str] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    """The elements of tool calls, cut short."""
    _size: int = 0
    _fence: str = ""
    _closing: str = ""
    """What ends the element that is being read."""
    _tool: list[str] = field(default_factory=list)
    _tool_size: int = 0

    @property
    def is_inside(self) -> bool:
        """Whether the next line stands inside code, thoughts or a tool's element."""
        return bool(self._closing or self._fence)

    def add(self, line: str) -> None:
        """Take the next line."""
        if self.of_agent and not self.is_inside and line.startswith(_OPENING):
            self._closing = "</think>" if line.startswith("<think>") else "</tool-use>"
        if self._closing:
            self._inside(line)
            return
        if self.of_agent and not self._fence and line.strip() == _RULE:
            return
        match = _FENCE.match(line)
        if match and not self._fence:
            self._fence = match[1]
        elif match and match[1].startswith(self._fence) and not line.strip(match[1][0] + " \t"):
            self._fence = ""
        if self._size < MAX_BODY:
            self._size += len(line) + 1
            self.lines.append(line[:MAX_BODY])

    def _inside(self, line: str) -> None:
        if self._closing == "</tool-use>" and self._tool_size < MAX_TOOL:
            self._tool.append(line[:MAX_TOOL])
            self._tool_size += len(line) + 1
        if self._closing in line:
            self._closing = ""
            self._end_tool()

    def _end_tool(self) -> None:
        if self._tool:
            self.tools.append("\n".join(self._tool))
        self._tool, self._tool_size = [], 0

    def text(self) -> str:
        """What was said, without the rule before the next message; a tool's element that nothing closed ends here."""
        self._end_tool()
        return "\n".join(self.lines).strip().removesuffix(f"\n{_RULE}").strip()
