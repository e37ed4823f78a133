"""Giving the owner of a file back what a wrong mode took. SQLite makes its side files with the mode of the store."""

import stat
from pathlib import Path

from lore.platform import HERE

OWNERS = stat.S_IRUSR | stat.S_IWUSR
SIDE_FILES = ("-wal", "-shm", "-journal")


def give_back(path: Path) -> None:
    """Let its owner, who is running this, read and write a file. Raises OSError."""
    try:
        state = path.lstat()
    except FileNotFoundError:
        return
    if stat.S_ISREG(state.st_mode) and HERE.is_mine(state) and not HERE.lets_owner(state, OWNERS):
        path.chmod(stat.S_IMODE(state.st_mode) | OWNERS)


def give_back_side_files(database: Path) -> None:
    """The same for the side files of a database that its owner may write."""
    if database.stat().st_mode & OWNERS == OWNERS:
        for suffix in SIDE_FILES:
            give_back(database.with_name(database.name + suffix))


def hint_for(path: Path) -> str | None:
    """The command that lets the owner use a file or folder, where its mode is what is in the way."""
    try:
        state = path.lstat()
    except OSError:
        return None
    wanted = stat.S_IRWXU if stat.S_ISDIR(state.st_mode) else OWNERS
    if not HERE.is_mine(state) or HERE.lets_owner(state, wanted):
        return None
    return f"`chmod {'u+rwx' if stat.S_ISDIR(state.st_mode) else 'u+rw'} {path}`"
