"""Stored text as one line of Markdown that cannot leave its line.

What a person approved are the words. Whatever layout came with them (headings, fences, comments, tags, links, imports,
the marks of chat templates) is shown, never obeyed. A mark stays as it is only where it is known to mean nothing: in
every other place it is written out, as `\\[` or `&lt;`, so that code, flags and addresses still read as they were.
"""

import re
from collections.abc import Callable

from lore.intake import sanitise
from lore.text import one_line

_TICKS = re.compile(r"`{2,}")
_BACKSLASH = re.compile(r"\\(?=[!-/:-@\[-`{-~]|$)")
_ENTITY = re.compile(r"&(?=#?\w{1,32};)")
_LESS = re.compile(r"(?P<word>(?<=\w))?<(?!<[ \d=])(?P<next>.?)")
_CLOSES = re.compile(r"(?<=--)>|(?<=--!)>|(?<=]])>|(?<=[?%])>")
_IMPORT = re.compile(r"(?<![\w`])@(?P<path>[^\s@]*)")
_NAME = re.compile(r"[\w-]+(?:/[\w-]+)?(?:(?:\.\w+)*\(.*)?", re.ASCII)
_INSTRUCTIONS = re.compile(r"(?:README|AGENTS|CLAUDE|GEMINI|MEMORY|CONVENTIONS)\b", re.I)
_TEMPLATE = re.compile(r"(?P<mark>\[/?[A-Z][A-Z_]{2,24})]")
_LINK_END = re.compile(r"](?=[(\[:])")
_IMAGE = re.compile(r"!\[")
_NUMBERED = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")
_BULLET = re.compile(r"^(?=[-+*](?:\s|$)|[#>|:\[]|~~~|---|\+\+\+|[-_*=\s]+$)")
_BOX = re.compile(r"^(\[[^\]\\]{0,200})]")
_HARMLESS = re.compile(
    r"(?!\d{1,9}[.)](?:\s|$))[A-Za-z0-9](?:[\w,;:%'\"/=()+$.?-]| (?=[\w,;:%'\"/=()+$.?-]))*", re.ASCII
)
"""A line in which nothing means anything: most lines are, and need no further look."""
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|&(lt|gt|amp|#64);")
_WRITTEN_OUT = {"lt": "<", "gt": ">", "amp": "&", "#64": "@"}


def one_item(text: str) -> str:
    """The text on one line, with all that Markdown, HTML, a chat template or an import would act on written out.

    Linear in the length of the text.
    """
    return text if _HARMLESS.fullmatch(text) else _written_out(text)


def _written_out(text: str) -> str:
    line = _TICKS.sub("`", one_line(sanitise(text)))
    if line.count("`") % 2:
        line = line.replace("`", "'")
    line = _in_parts(line, _written, _in_code)
    line = _NUMBERED.sub(r"\1\\\2", line)
    return _BULLET.sub(r"\\", _BOX.sub(r"\1\\]", line))


def as_typed(line: str) -> str:
    """The words behind a line that `one_item` made, or that a person wrote in its place."""
    return _in_parts(line.strip(), lambda text: _ESCAPED.sub(_meant, text), _code_as_typed)


def _in_parts(line: str, text: Callable[[str], str], code: Callable[[str], str]) -> str:
    """The line with `text` applied outside of code spans and `code` inside."""
    return "`".join(code(part) if number % 2 else text(part) for number, part in enumerate(line.split("`")))


def _written(text: str) -> str:
    """Words outside of a code span. Backslashes first: what is written out below adds some."""
    text = _ENTITY.sub("&amp;", _BACKSLASH.sub(r"\\\\", text))
    text = _LESS.sub(lambda match: _less(match, r"\<"), text)
    text = _IMAGE.sub(r"!\\[", _LINK_END.sub(r"\\]", text))
    return _everywhere(text)


def _in_code(text: str) -> str:
    """Words in a code span: Markdown obeys nothing there, but who reads the file as it is might."""
    return _everywhere(_LESS.sub(lambda match: _less(match, "<"), text))


def _everywhere(text: str) -> str:
    text = _CLOSES.sub("&gt;", text)
    text = _TEMPLATE.sub(r"\g<mark>\\]", text)
    return _IMPORT.sub(_import, text)


def _less(match: re.Match[str], of_a_type: str) -> str:
    """A `<` that compares or shifts stays; in `Vec<String>` it is written as `of_a_type`; else it may begin a tag."""
    after = match["next"]
    if not after or after in " =-)" or after.isdigit():
        return match.group()
    if match["word"] is not None and after.isalpha() and after.isupper():
        return of_a_type + after
    return "&lt;" + ("&lt;" if after == "<" else after)


def _import(match: re.Match[str]) -> str:
    """An `@` before a name (`@property`, `@types/node`) stays; before what may be a file it is written out."""
    path = match["path"]
    name = path.rstrip(".,;:!?)]}'\"*_")
    harmless = not name or (_NAME.fullmatch(name) and not _INSTRUCTIONS.match(name))
    return match.group() if harmless and not path.startswith(".") else f"&#64;{path}"


def _meant(match: re.Match[str]) -> str:
    return match[1] or _WRITTEN_OUT[match[2]]


def _code_as_typed(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&#64;", "@")
