"""Importing a file of lines: under one run, each bad line named, everything else kept."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from lore.errors import BadInput, NotFound
from lore.exchange import fact_lines, plain
from lore.intake.scanners import Scanner, suspected
from lore.memory.remember import Action, remember
from lore.model import Evidence, Fact, LinkKind, Role
from lore.opening import opened
from lore.store import Change, FactFilter, Store

BATCH = 50
"""Facts in one transaction, so that the lock is held for less than 50 ms."""
Warn = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What an import did; `run` undoes it as a whole."""

    run: str
    added: int
    reinforced: int
    known: int
    """Lines whose fact is in the store already, just so."""
    rejected: int
    """Lines that could not be read; each was named in a warning."""


@dataclass(frozen=True, slots=True)
class _Read:
    """One readable line."""

    fact: Fact
    evidence: list[Evidence]
    uses: list[Mapping[str, Any]] = field(default_factory=list)
    links: list[tuple[LinkKind, str]] = field(default_factory=list)


def import_file(
    store: Store, path: Path, warn: Warn, *, trusted: bool = False, scanners: Sequence[Scanner] = ()
) -> ImportSummary:
    """Read fact lines or plain lines. Raises BadInput where the file cannot be read at all.

    What comes from a file is tainted until a person approves it; only fact lines that go into an empty store, or that
    the person calls `trusted`, keep what they say of themselves. scanners: a line in which one of them sees a secret is
    rejected.
    """
    keeps_trust = trusted or not store.facts.count(FactFilter(statuses=fact_lines.EVERY_STATUS))
    return _Import(store, path, warn, keeps_trust, scanners).run()


class _Import:
    """One file on its way into the store."""

    def __init__(self, store: Store, path: Path, warn: Warn, keeps_trust: bool, scanners: Sequence[Scanner]) -> None:
        self._store = store
        self._path = path
        self._warn = warn
        self._keeps_trust = keeps_trust
        self._scanners = scanners
        self._counts: Counter[str] = Counter()
        self._links: list[tuple[str, LinkKind, str]] = []

    def run(self) -> ImportSummary:
        lines = self._lines()
        first = list(islice(lines, BATCH))
        with self._store.write("import") as change:
            run = self._store.runs.start(change, "import").id
        batch = first
        while batch:
            with self._store.write("import", run) as change:
                for read in batch:
                    self._counts[self._take(change, read)] += 1
            batch = list(islice(lines, BATCH))
        self._link(run)
        with self._store.write("import", run) as change:
            self._store.runs.finish(change, run, dict(self._counts))
        counts = self._counts
        return ImportSummary(run, counts["added"], counts["reinforced"], counts["known"], counts["rejected"])

    def _lines(self) -> Iterator[_Read]:
        try:
            with opened(self._path) as lines:
                for number, line in enumerate(lines, 1):
                    if line.strip():
                        try:
                            yield self._scanned(self._parse(line))
                        except BadInput as error:
                            self._counts["rejected"] += 1
                            self._warn(f"{self._path}:{number}: {error.message}")
        except OSError as error:
            raise BadInput(
                f"`{self._path}` cannot be read: {error.strerror}", hint="name a file of JSON lines"
            ) from error

    def _parse(self, line: bytes) -> _Read:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"not JSON ({error})") from error
        if not isinstance(found, dict):
            raise BadInput("an object was expected")
        if plain.is_plain(found):
            return _Read(*plain.fact_from(found, self._path.name))
        fact, evidence = fact_lines.fact_from(found)
        if not self._keeps_trust:
            fact = replace(fact, tainted=True, approved_at=None, pinned=False)
        return _Read(fact, evidence, fact_lines.uses_of(found), fact_lines.links_of(found))

    def _scanned(self, read: _Read) -> _Read:
        """The line as it is. Raises BadInput where a second scanner sees a secret in it."""
        fact = read.fact
        parts = (fact.text, fact.wrong, fact.right, fact.problem, fact.solution, *(one.quote for one in read.evidence))
        seen = suspected(self._scanners, parts)
        if seen:
            raise BadInput(f"it may hold a secret ({seen})")
        return read

    def _take(self, change: Change, read: _Read) -> str:
        if not read.fact.id or not self._keeps_trust:
            return self._weigh(change, read)
        try:
            self._store.facts.get(read.fact.id)
            return "known"
        except NotFound:
            self._store.facts.add(change, read.fact, read.evidence)
            self._store.facts.add_uses(change, read.fact.id, read.uses)
            self._links += [(read.fact.id, kind, target) for kind, target in read.links]
            return "added"

    def _weigh(self, change: Change, read: _Read) -> str:
        foreign = [replace(item, role=Role.IMPORT) for item in read.evidence]
        outcome = remember(self._store, change, replace(read.fact, id=""), foreign)
        if outcome.action is Action.KNOWN:
            return "known"
        return "reinforced" if outcome.action is Action.REINFORCED else "added"

    def _link(self, run: str) -> None:
        for start in range(0, len(self._links), BATCH):
            with self._store.write("import", run) as change:
                for source, kind, target in self._links[start : start + BATCH]:
                    try:
                        self._store.facts.get(target)
                        self._store.facts.link(change, source, kind, target)
                    except NotFound as error:
                        self._warn(f"a link of `{source}` was left out: {error.message}")
