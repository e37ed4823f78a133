"""The sections of a Jupyter notebook: its prose whole, of its code the outline, of its output nothing."""

import json
from dataclasses import replace

from lore.errors import BadInput
from lore.intake import clean
from lore.library import markdown, outlines
from lore.library.sections import Outline, Section


def sections(text: str) -> list[Section]:
    """The sections of a notebook, in order, each with the number of its cell. Raises BadInput with line and reason."""
    found: list[Section] = []
    outline = Outline()
    for number, (kind, source) in enumerate(_cells(text), 1):
        if kind == "code":
            outlined = outlines.outline(source)
            found += [Section(outline.trail, outlined, number, by_line=False)] if outlined else []
        elif kind in ("markdown", "raw", "heading"):
            inside = markdown.sections(source, outline)
            found += [replace(section, first=number, by_line=False) for section in inside]
    return found


def _cells(text: str) -> list[tuple[str, str]]:
    """(type, text) of each cell of formats 3 and 4."""
    try:
        notebook = json.loads(text, parse_int=str)  # `int` refuses those of more than 4,300 digits
        pages = notebook.get("worksheets", [notebook])
        return [
            (str(cell["cell_type"]), clean(_joined(cell.get("source") or cell.get("input") or "")))
            for page in pages
            for cell in page["cells"]
        ]
    except json.JSONDecodeError as error:
        raise BadInput(f"line {error.lineno}: the notebook is not valid JSON: {error.msg.lower()}") from error
    except RecursionError as error:
        raise BadInput("line 1: the notebook is nested too deeply") from error
    except KeyError as error:
        raise BadInput(f"line 1: this is no notebook: `{error.args[0]}` is missing") from error
    except (TypeError, AttributeError) as error:
        raise BadInput("line 1: this is no notebook: its cells have another form") from error


def _joined(source: object) -> str:
    """The text of a cell, which is one string or a list of lines."""
    if isinstance(source, list):
        return "".join(str(line) for line in source)
    return str(source)
