"""The checks for secrets: everything that is stored is scanned anew, once with each version of each scanner.

What was scanned and found clean is remembered, so that the next visit looks only at what came since.
"""

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from lore import paths, small_files
from lore.doctor.agents import WAITED_S
from lore.doctor.check import Finding, Inspection, fail, named, ok
from lore.intake import OWN, Scanner, installed, without_secrets
from lore.opening import MEGABYTE, is_regular, read_whole
from lore.store import Reach, StoredText
from lore.text import counted

TOGETHER_CHARS = 4_000
"""Short texts are scanned together: twice as quick as one by one."""


def stored_texts(inspection: Inspection) -> Finding:
    """Neither our own rules, as they are now, nor another scanner that is installed find a secret in what is stored."""
    return _scan(inspection, [OWN, *installed()])


def _scan(inspection: Inspection, scanners: Iterable[Scanner]) -> Finding:
    found: dict[str, str] = {}
    read = 0
    for scanner in scanners:
        receipt = _Receipt(inspection, scanner)
        reach = inspection.store.texts.reach()
        leaks: dict[str, str] = {}
        for group in _grouped(_unscanned(inspection, receipt)):
            leaks |= _leaks(scanner, group)
            read += len(group)
            inspection.progress(read, read + reach.behind(receipt.reach))
        found |= leaks
        receipt.write(reach, leaks)
    if found:
        told = named([*found.values()])
        step = "`lore purge --secret` takes it out; what is masked: `lore masked`"
        return fail(f"{counted(len(found), 'text')} with an unmasked secret: {told}", step)
    return ok(f"none in {counted(read, 'text')} that came since the last scan" if read else "nothing new to scan")


def _unscanned(inspection: Inspection, receipt: "_Receipt") -> Iterator[StoredText]:
    """What came since the last scan, and what was found to hold a secret then."""
    yield from inspection.store.texts.since(receipt.reach)
    if receipt.leaks:
        yield from (stored for stored in inspection.store.texts.since(Reach()) if stored.place in receipt.leaks)


def _leaks(scanner: Scanner, group: Sequence[StoredText]) -> dict[str, str]:
    """By the place of each text with a secret, where it stands in full and its kind. Never the secret itself."""
    if not scanner.find("\n\n".join(stored.text for stored in group)):
        return {}
    return {stored.place: f"{stored.where} ({kind})" for stored in group for kind in scanner.find(stored.text)}


def _grouped(texts: Iterable[StoredText]) -> Iterator[list[StoredText]]:
    group: list[StoredText] = []
    size = 0
    for stored in texts:
        group.append(stored)
        size += len(stored.text)
        if size >= TOGETHER_CHARS:
            yield group
            group, size = [], 0
    if group:
        yield group


class _Receipt:
    """How far a scanner has come, and what it found. Derived: without it everything is scanned again."""

    def __init__(self, inspection: Inspection, scanner: Scanner) -> None:
        self._path = paths.index_folder(inspection.folder) / f"scanned-{scanner.name}.json"
        self._by: Mapping[str, object] = {"version": scanner.version(), "generation": inspection.store.generation()}
        self.reach, self.leaks = self._read()

    def _read(self) -> tuple[Reach, frozenset[str]]:
        """What the same version of the scanner left in the same store."""
        try:
            kept = small_files.values(self._path)
            if kept["by"] == self._by:
                return Reach(**kept["reach"]), frozenset(kept["leaks"])
        except (OSError, ValueError, KeyError, TypeError):
            pass  # never written, or damaged: scan everything
        return Reach(), frozenset()

    def write(self, reach: Reach, leaks: Iterable[str]) -> None:
        small_files.write(self._path, {"by": self._by, "reach": asdict(reach), "leaks": sorted(leaks)})


# The check for secrets beside the store: in every text file of the data folder


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
