"""The commits that a clone noted in its reflog, which is a text: no git is started over a repository."""

import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from lore.clock import stamp
from lore.errors import BadInput
from lore.intake import clean
from lore.model import Clean
from lore.opening import is_regular, opened
from lore.projects import repository_of

_TAIL = 400_000
"""Bytes at the end of a reflog that are read: some 2,000 commits."""
_COMMIT = re.compile(r"[^\t]*> (?P<at>\d{9,11}) [+-]\d{4}\tcommit(?: \((?P<how>[a-z]+)\))?: (?P<subject>.{1,500})")


def commit_subjects(folder: Path, start: str, end: str) -> list[Clean]:
    """The subjects of the commits that were made in the working tree around a folder, oldest first.

    start, end: ISO 8601, UTC, both included. An amended commit counts once, in its last words. Empty where there is no
    repository, or none of it can be read: a session is told all the same.
    """
    subjects: list[Clean] = []
    for at, how, subject in _noted(folder):
        if start <= at <= end:
            if how == "amend" and subjects:
                subjects.pop()
            subjects.append(clean(subject.strip()))
    return subjects


def _noted(folder: Path) -> Iterator[tuple[str, str | None, str]]:
    """(time, how, subject) of each commit in the reflog."""
    try:
        repository = repository_of(folder)
        log = repository.git / "logs" / "HEAD" if repository else None
        if log is None or not is_regular(log):
            return
        with opened(log) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _TAIL))
            lines = file.read(_TAIL).decode("utf-8", "replace").splitlines()
    except (OSError, BadInput):
        return
    for line in lines:
        if noted := _COMMIT.match(line):
            yield stamp(datetime.fromtimestamp(int(noted["at"]), UTC)), noted["how"], noted["subject"]
