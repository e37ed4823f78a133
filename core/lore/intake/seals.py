"""Marks that only this installation can make: how what it recorded is told from what came from elsewhere.

The key stands in `secret.key` beside the store, never in it, so a store, a backup or an export that somebody else made
carries no mark that fits.
"""

import hashlib
import hmac
import json
import os
from pathlib import Path

from lore import paths
from lore.errors import StoreError
from lore.intake.keys import key_of
from lore.text import short_id

INSTALLATION_LENGTH = 16


def travelling_key(home: Path) -> bytes:
    """For marks on what leaves and comes back, such as an export: good wherever the data folder is taken."""
    return _derived(key_of(home), b"travels")


def local_key(home: Path) -> bytes:
    """For marks on what acts outside the store: good in this very folder, not in a copy of it, whoever made that.

    A folder can be handed over with its key. The number of the key file on this disk cannot.
    """
    file = paths.key_file(home)
    key = key_of(home)
    try:
        return _derived(key, f"here {file.stat().st_ino}".encode())
    except OSError as error:
        raise StoreError(f"the key file `{file}` cannot be used: {error.strerror}", hint="check who owns it") from error


def installation_id(home: Path) -> str:
    """Which installation this is: 16 characters that follow from its key and the place of that on this disk.

    A copied store keeps telling of the one it came from, for each event names its own; what is written in the copy is
    of another. `LORE_INSTALLATION` fixes it, so that the same input gives the same ids.
    """
    fixed = os.environ.get("LORE_INSTALLATION")
    return short_id(fixed or _derived(local_key(home), b"installation").hex(), INSTALLATION_LENGTH)


def mark(key: bytes, value: object) -> str:
    """The mark on a value that JSON can hold: 32 hexadecimal digits."""
    written = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hmac.new(key, written.encode("ascii"), hashlib.sha256).hexdigest()[:32]


def fits(key: bytes, value: object, given: object) -> bool:
    """Whether a mark is the one that this key puts on a value."""
    return isinstance(given, str) and hmac.compare_digest(mark(key, value).encode(), given.encode("utf-8", "replace"))


def _derived(key: bytes, purpose: bytes) -> bytes:
    return hmac.new(key, purpose, hashlib.sha256).digest()
