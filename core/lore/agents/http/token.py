"""The token of the server, in a file of the data folder that is its owner's alone."""

import os
import re
import secrets
from pathlib import Path

from lore import paths
from lore.errors import StoreError
from lore.opening import read_whole
from lore.platform import HERE

FORM = re.compile(r"[A-Za-z0-9_-]{43}")
LONGEST = 1024
"""Bytes that are read of the file."""


def token_in(home: Path, *, anew: bool = False) -> str:
    """The token, made where there is none, where the file is not one, or others could read it. Raises StoreError.

    anew: make another one; whoever has the old one is no longer let in.
    """
    file = paths.token_file(home)
    try:
        if not anew and file.is_file() and not HERE.is_open_to_others(file.stat()):
            found = read_whole(file, LONGEST).decode("ascii", "replace").strip()
            if FORM.fullmatch(found):
                return found
        return _made(file)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise StoreError(f"the token file `{file}` cannot be used: {reason}", hint="check who owns it") from error


def _made(file: Path) -> str:
    """A new token, written beside its place and moved there, so that no other mode of the file is ever seen."""
    token = secrets.token_urlsafe(32)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.{os.getpid()}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as opened:
        opened.write(f"{token}\n")
    beside.replace(file)
    return token
