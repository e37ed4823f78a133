"""Small files of JSON beside the store: readable by their owner only, and never half written."""

import json
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from lore.opening import MEGABYTE, read_whole

LARGEST = 64 * MEGABYTE
"""Bytes. The largest holds the opinions on some 500,000 pairs of facts; the others have a few hundred bytes."""


def write(path: Path, values: Mapping[str, object]) -> None:
    """Keep a few values in a file of their own. Several processes may do so at once; the last one stays.

    Raises OSError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.new")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(values, file)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def write_if_possible(path: Path, values: Mapping[str, object]) -> None:
    """As `write`, for a file that only saves work: on a full disk or in a read-only folder nothing is written.

    Nor where more than its own folder is missing: no other data folder takes the place of one that was moved away.
    """
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, exist_ok=True)
        write(path, values)


def read(path: Path) -> dict[str, object]:
    """The values of a small file; an empty mapping if it is missing, damaged, too large, or no file."""
    try:
        return values(path)
    except (OSError, ValueError):
        return {}


def values(path: Path) -> dict[str, Any]:
    """The values of a small file, whoever wrote it: a pipe is not waited for, a device not read to its end.

    Raises OSError where there is no such file, and ValueError for what holds no values.
    """
    try:
        found = json.loads(read_whole(path, LARGEST))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(found, dict):
        raise ValueError("no values by name")
    return found
