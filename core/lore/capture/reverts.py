"""Commands that take edits back: which of the files that a session changed they restore."""

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from lore.model import Event, EventKind
from lore.store import Store

_GIT = re.compile(r"\bgit\b[^\n;&|]{0,200}?\b(?:checkout|restore|revert|reset)\b[^\n;&|]{0,600}")
_ALL = frozenset({".", "./", ":/", "--hard"})


def reverted_files(store: Store, event: Event) -> frozenset[str]:
    """The names, without folders, of files that the session changed before this command and that it restores."""
    found = [match.group() for match in _GIT.finditer(event.detail or event.name)]
    if not found:
        return frozenset()
    changed = list(_changed_before(store, event))
    return frozenset(
        PurePosixPath(path).name for command in found for path in changed if _restores(_words(command), path)
    )


def _changed_before(store: Store, event: Event) -> Iterator[str]:
    for other in store.sessions.events(event.session):
        if other.source_id == event.source_id:
            return
        if other.kind is EventKind.FILE_CHANGE:
            yield str(other.name)


def _restores(words: Sequence[str], path: str) -> bool:
    """Whether a git command, in words, restores a file: named, or with everything else."""
    verb = next((word for word in words if word in ("checkout", "restore", "revert", "reset")), "")
    named = words[words.index(verb) + 1 :] if verb else ()
    if verb == "revert":
        return any(not word.startswith("-") for word in named)
    if verb == "reset":
        return "--hard" in named
    if verb == "restore" and "--staged" in named and "--worktree" not in named:
        return False
    if verb == "checkout" and "-b" in named:
        return False
    return any(word in _ALL or path == word or path.endswith(f"/{word.removeprefix('./')}") for word in named)


def _words(command: str) -> Sequence[str]:
    try:
        return shlex.split(command)
    except ValueError:  # a quotation that another command closes
        return command.split()
