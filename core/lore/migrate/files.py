"""Walking a folder for the files a source reads."""

import os
from collections.abc import Iterator
from pathlib import Path

from lore.errors import BadInput
from lore.migrate.markdown import Page, read_page
from lore.migrate.records import Unreadable

_ELSEWHERE = frozenset(
    {".git", "node_modules", "__pycache__", ".venv", "venv", "site-packages", "dist", "build", "target"}
)
"""Folders that hold no memories of the project they stand in."""


def files_in(folder: Path) -> Iterator[Path]:
    """Every file in a folder, however deep, in the order of names; links to folders are not followed."""
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _ELSEWHERE)
        for name in sorted(names):
            yield Path(here, name)


def markdown_files(folder: Path) -> Iterator[Path]:
    """The markdown files in a folder."""
    return (file for file in files_in(folder) if file.suffix.lower() == ".md" and file.is_file())


def page_or_problem(file: Path) -> Page | Unreadable:
    """The page in a file, or why it cannot be read."""
    try:
        return read_page(file)
    except BadInput as error:
        return Unreadable(str(file), error.message)
    except OSError as error:
        return Unreadable(str(file), (error.strerror or str(error)).lower())
