"""The key of the hash in `[secret:kind:hash8]`: with it, a marker does not let anyone test guesses of the secret.

The last characters of the hash check the others under the same key, so that a marker that somebody typed can be told
from one that this store made.
"""

import hashlib
import hmac
import os
import re
import secrets
import threading
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from lore import clock, paths, small_files
from lore.errors import StoreError

_KEY_BYTES = 32
_NO_STORE_KEY = b"lore: text that is not stored"


MARKER = re.compile(r"\[secret:(?P<kind>[a-z0-9_]{1,40}):(?P<secret>[0-9a-f]{5})(?P<check>[0-9a-f]{3})\]")
"""What looks like a marker: kind, keyed hash of the secret, check of both."""


def marker(secret: str, kind: str, key: bytes) -> str:
    """What stands for a secret: the same for the same secret, kind and key."""
    shown = _hash(key, secret)[:5]
    return f"[secret:{kind}:{shown}{_hash(key, f'marker {kind} {shown}')[:3]}]"


def is_ours(match: re.Match[str], key: bytes) -> bool:
    """Whether a match of `MARKER` was made with this key."""
    return hmac.compare_digest(_hash(key, f"marker {match['kind']} {match['secret']}")[:3], match["check"])


def _hash(key: bytes, text: str) -> str:
    return hmac.new(key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def marker_key() -> bytes:
    """The key of this store, made on first need (0600); a fixed one while there is no data folder to keep it in."""
    folder = paths.home()
    return key_of(folder) if folder.is_dir() else _NO_STORE_KEY


@lru_cache(maxsize=4)
def key_of(folder: Path) -> bytes:
    """The key of the store in a data folder, made on first need. Raises StoreError where it cannot be read or made."""
    file = paths.key_file(folder)
    try:
        if not file.exists():
            if paths.database(folder).exists():  # it is made after the key
                small_files.write(paths.key_note(folder), {"made_anew_at": clock.now()})
            _create(file)
        return file.read_bytes()
    except OSError as error:
        raise StoreError(f"the key file `{file}` cannot be used: {error.strerror}", hint="check who owns it") from error


def forget_keys() -> None:
    """Read keys from the disk again: a data folder was removed, and another one may come to its place."""
    key_of.cache_clear()


def _create(file: Path) -> None:
    """Writes a new key whole or not at all; of several processes or threads that start at once, the first key stays."""
    draft = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(descriptor, secrets.token_bytes(_KEY_BYTES))
    finally:
        os.close(descriptor)
    with suppress(FileExistsError):
        os.link(draft, file)
    draft.unlink()
