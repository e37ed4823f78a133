"""Small files beside the indexes that save work: to lose one costs a second look, never an answer."""

import json
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def put(path: Path, values: Mapping[str, object]) -> None:
    """Write a note, whole or not at all, whoever else writes it. Where nothing can be written, there is none."""
    beside = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside.touch(mode=0o600)
        beside.write_text(json.dumps(values))
        beside.replace(path)
    except OSError:  # a full disk, a read-only folder
        with suppress(OSError):
            beside.unlink()


def read(path: Path) -> dict[str, object]:
    """What a note says; nothing where there is none or it is damaged."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
