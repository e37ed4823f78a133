"""The check for secrets beside the store: in every text file of the data folder.

What lies in the spool for a while lies there as it came, by design: it counts where nobody has read it for long.
"""

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from lore import paths
from lore.doctor.agents import WAITED_S
from lore.doctor.check import Finding, fail, named, ok
from lore.doctor.inspection import Inspection
from lore.intake import without_secrets
from lore.opening import MEGABYTE, is_regular, read_whole
from lore.text import counted

LARGEST = 4 * MEGABYTE
"""Bytes of a file that is scanned: no text file of ours is larger."""
_OTHERS = frozenset({"index", "models", "backups"})
"""Folders of what is derived, downloaded, or checked as a store."""
_ENDINGS = frozenset({".json", ".jsonl", ".log", ".1", ".md", ".toml"})
"""What the names of our text files end with."""


def text_files(inspection: Inspection) -> Finding:
    """Our own rules find no secret in a text file beside the store."""
    scanned = list(_files(inspection.folder))
    found = [path for path in scanned if _holds_secret(path)]
    if not found:
        return ok(f"none in {counted(len(scanned), 'file')}")
    told = named([f"`{path.relative_to(inspection.folder)}`" for path in found])
    waits = all(_waits(path, inspection.folder) for path in found)
    step = "`lore hooks drain`" if waits else "`lore doctor --fix` masks it"
    return fail(f"{counted(len(found), 'file')} with an unmasked secret: {told}", step, repairable=not waits)


def mask(inspection: Inspection) -> int:
    """Mask what was found, where it stands; what waits is left to whoever reads it. Returns the number of files."""
    done = 0
    for path in _files(inspection.folder):
        if _waits(path, inspection.folder) or not _holds_secret(path):
            continue
        was = path.stat()
        beside = path.with_name(f"{path.name}.{os.getpid()}.new")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(_masked(_text(path)))
        os.utime(beside, ns=(was.st_atime_ns, was.st_mtime_ns))  # a session is no younger for it
        beside.replace(path)
        done += 1
    return done


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        ours = path.suffix in _ENDINGS and path.relative_to(folder).parts[0] not in _OTHERS
        if not ours or path.is_symlink() or not is_regular(path) or path.stat().st_size > LARGEST:
            continue
        if not _waits(path, folder) or time.time() - path.stat().st_mtime > WAITED_S:
            yield path


def _waits(path: Path, folder: Path) -> bool:
    return path.is_relative_to(paths.spool_folder(folder))


def _text(path: Path) -> str:
    return read_whole(path, LARGEST).decode("utf-8", "replace")


def _holds_secret(path: Path) -> bool:
    text = _text(path)
    return _masked(text) != text


def _masked(text: str) -> str:
    """The text without secrets. Of values every text in them is looked at: their names and numbers are our own."""
    lines = text.splitlines(keepends=True)
    values = [_value(line) for line in lines]
    if not any(isinstance(value, dict) for value in values):
        return without_secrets(text)
    made = [_changed(value, without_secrets) for value in values]
    return "".join(
        line if changed == value else f"{json.dumps(changed)}\n"
        for line, value, changed in zip(lines, values, made, strict=True)
    )


def _value(line: str) -> object:
    """What a line of JSON stands for; the line itself where it is none."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return line


def _changed(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {name: _changed(one, change) for name, one in value.items()}
    return [_changed(one, change) for one in value] if isinstance(value, list) else value
