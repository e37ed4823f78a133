"""Stored text as one line of Markdown that cannot leave its line.

What a person approved are the words. Whatever layout came with them (headings, fences, comments, tags, imports) is
shown, never obeyed.
"""

import re

from lore.text import one_line

_TAG = re.compile(r"(?<!\w)<(?=[A-Za-z/!?])|<(?=[a-z/!?])")
_IMPORT = re.compile(r"(?<![\w`])@(?=[./~\\]|\S+\.(?:md|mdc|txt)\b)", re.I)
_LAYOUT_START = re.compile(r"^(?=[#>+*=|:~\[-])")
_LIST_START = re.compile(r"^(\d+)([.)])")
_TICKS = re.compile(r"`{2,}")


def one_item(text: str) -> str:
    """The text on one line, with all that Markdown, HTML or an agent's import syntax would act on written out."""
    line = one_line(text).replace("-->", "--&gt;")
    line = _TICKS.sub("`", line)
    if line.count("`") % 2:
        line = line.replace("`", "'")
    line = _TAG.sub("&lt;", line)
    line = _IMPORT.sub("&#64;", line)
    line = line.replace("![", "!\\[")
    line = _LIST_START.sub(r"\1\\\2", line)
    return _LAYOUT_START.sub(r"\\", line)


def as_typed(line: str) -> str:
    """The words behind a line that `one_item` made, or that a person wrote in its place."""
    plain = line.strip().replace("!\\[", "![").replace("&lt;", "<").replace("&#64;", "@").replace("--&gt;", "-->")
    plain = re.sub(r"^(\d+)\\([.)])", r"\1\2", plain)
    return re.sub(r"^\\(?=[#>+*=|:~\[-])", "", plain)
