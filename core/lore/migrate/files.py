"""Walking a folder for the files a source reads."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from lore.errors import BadInput
from lore.migrate.markdown import Page, read_page
from lore.migrate.records import Found, Skipped, Unreadable
from lore.opening import has_plain_name, is_regular, leaves, reason

_ELSEWHERE = frozenset(
    {".git", "node_modules", "__pycache__", ".venv", "venv", "site-packages", "dist", "build", "target"}
)
"""Folders that hold no memories of the project they stand in."""
LEADS_OUT = "a link that leads out of the folder"
Tell = Callable[[Found], None]


def files_in(folder: Path, wanted: Callable[[Path], bool], tell: Tell = lambda found: None) -> Iterator[Path]:
    """The files in a folder that are wanted, however deep, in the order of names; nothing outside of it.

    tell: is given what cannot be looked at, and the links that lead out of the folder.
    """

    def unreadable(error: OSError) -> None:
        tell(Unreadable(str(error.filename), reason(error)))

    for here, folders, names in os.walk(folder, onerror=unreadable):
        folders[:] = sorted(name for name in folders if name not in _ELSEWHERE)
        for file in (Path(here, name) for name in sorted(names)):
            if not wanted(file):
                continue
            if leaves(file, folder):
                tell(Skipped(LEADS_OUT))
            elif not has_plain_name(file):
                tell(Unreadable(str(file), "its name is not UTF-8: rename it"))
            elif is_regular(file):
                yield file


def markdown_files(folder: Path, tell: Tell = lambda found: None) -> Iterator[Path]:
    """The markdown files in a folder."""
    return files_in(folder, lambda file: file.suffix.lower() == ".md", tell)


def page_or_problem(file: Path) -> Page | Unreadable:
    """The page in a file, or why it cannot be read."""
    try:
        return read_page(file)
    except BadInput as error:
        return Unreadable(str(file), error.message)
    except OSError as error:
        return Unreadable(str(file), reason(error))
