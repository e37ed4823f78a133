"""Small files beside the indexes that save work: to lose one costs a second look, never an answer."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from lore.paths import write_note


def put(path: Path, values: Mapping[str, object]) -> None:
    """Write a note, whole or not at all, whoever else writes it. Where nothing can be written, there is none."""
    with suppress(OSError):  # a full disk, a read-only folder
        write_note(path, values)


def read(path: Path) -> dict[str, object]:
    """What a note says; nothing where there is none or it is damaged."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
