"""The checks for secrets: everything that is stored is scanned anew, once with each version of each scanner.

What was scanned and found clean is remembered, so that the next visit looks only at what came since.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict

from lore import paths, small_files
from lore.doctor.check import Finding, fail, named, ok
from lore.doctor.inspection import Inspection
from lore.intake import OWN, Scanner, installed
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
