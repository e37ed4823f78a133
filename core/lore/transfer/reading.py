"""Importing a file of lines: under one run, each bad line named, everything else kept."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from lore.config import CAPTURED, in_force
from lore.errors import BadInput
from lore.intake import Scanner, clean, suspected
from lore.memory import Action, remember
from lore.model import Evidence, Fact, LinkKind, Role
from lore.opening import opened, reason
from lore.progress import SILENT, Reporter
from lore.store import Store, Transaction
from lore.text import fault_in_json
from lore.transfer import fact_lines, plain

BATCH = 50
"""Facts in one transaction, so that the lock is held for less than 50 ms."""
LONGEST = 16_000_000
"""Bytes of a line: what is longer holds no fact."""


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
    approved: int = 0
    """Rules that came in approved."""
    not_approved: int = 0
    """Rules that said they were approved or pinned, and came in as anything else from a file."""

    @property
    def all_refused(self) -> bool:
        """Whether the file has lines, and none of them came in."""
        return self.rejected > 0 and not (self.added or self.reinforced or self.known)


@dataclass(frozen=True, slots=True)
class _Read:
    """One readable line."""

    fact: Fact
    evidence: list[Evidence]
    uses: list[Mapping[str, str | None]] = field(default_factory=list)
    links: list[tuple[LinkKind, str]] = field(default_factory=list)
    trusted: bool = False
    """Whether the line keeps what it says of itself."""
    known_as: str = ""
    """The id it has in its file."""


def import_file(
    store: Store,
    path: Path,
    reporter: Reporter = SILENT,
    *,
    trusted: bool = False,
    scanners: Sequence[Scanner] = (),
    run: str | None = None,
) -> ImportSummary:
    """Read fact lines or plain lines. Raises BadInput where the file cannot be read at all.

    What comes from a file is tainted until a person approves it; only fact lines that this installation exported, or
    that the person calls `trusted`, keep what they say of themselves. scanners: a line in which one of them sees a
    secret is rejected. run: that of another file of the same import, so that one undo takes both back.
    """
    return _Import(store, path, reporter, trusted, scanners).run(run)


class _Import:
    """One file on its way into the store."""

    def __init__(
        self, store: Store, path: Path, reporter: Reporter, trusted: bool, scanners: Sequence[Scanner]
    ) -> None:
        self._store = store
        self._confidence = in_force(store)[CAPTURED]
        self._path = path
        self._told = reporter
        self._trusted = trusted
        self._scanners = scanners
        self._counts: Counter[str] = Counter()
        self._links: list[tuple[str, LinkKind, str]] = []
        self._named: dict[str, str] = {}
        """By the id in the file, the id that a fact was given here."""

    def run(self, run: str | None) -> ImportSummary:
        lines = self._lines()
        first = list(islice(lines, BATCH))
        if run is None:
            with self._store.write("import") as transaction:
                run = self._store.runs.start(transaction, "import").id
        before = Counter(self._store.runs.get(run).summary)
        batch = first
        while batch:
            with self._store.write("import", run) as transaction:
                for read in batch:
                    self._counts[self._take(transaction, read)] += 1
            batch = list(islice(lines, BATCH))
        self._link(run)
        with self._store.write("import", run) as transaction:
            self._store.runs.finish(transaction, run, dict(before + self._counts))
        counts = self._counts
        return ImportSummary(run, **{name: counts[name] for name in _COUNTED})

    def _lines(self) -> Iterator[_Read]:
        try:
            with opened(self._path) as lines:
                for number, line in enumerate(_bounded(lines), 1):
                    if line.strip():
                        try:
                            yield self._scanned(self._parse(line))
                        except BadInput as error:
                            self._counts["rejected"] += 1
                            self._told.warn(BadInput(f"{self._path}:{number}: {error.message}"))
        except OSError as error:
            raise BadInput(
                f"`{self._path}` cannot be read: {reason(error)}", hint="name a file of JSON lines"
            ) from error

    def _parse(self, line: bytes) -> _Read:
        if len(line) > LONGEST:
            raise BadInput(f"the line is longer than {LONGEST / 1e6:.0f} MB")
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"not JSON: {fault_in_json(error)}") from error
        if not isinstance(found, dict):
            raise BadInput("an object was expected")
        if plain.is_plain(found):
            return _Read(*plain.fact_from(found, self._path.name, self._confidence))
        fact, evidence = fact_lines.fact_from(found)
        trusted = self._trusted or fact_lines.is_own(self._store, found)
        if not trusted:
            self._counts["not_approved"] += _claims(fact)
            fact = replace(fact, tainted=True, approved_at=None, pinned=False)
        known_as = clean(found["id"]) if isinstance(found.get("id"), str) else ""
        return _Read(fact, evidence, fact_lines.uses_of(found), fact_lines.links_of(found), trusted, known_as)

    def _scanned(self, read: _Read) -> _Read:
        """The line as it is. Raises BadInput where a second scanner sees a secret in it."""
        fact = read.fact
        texts = (fact.text, fact.wrong, fact.right, fact.problem, fact.solution, fact.because)
        parts = (*texts, *(evidence.quote for evidence in read.evidence))
        seen = suspected(self._scanners, parts)
        if seen:
            raise BadInput(f"it may hold a secret ({seen})")
        return read

    def _take(self, transaction: Transaction, read: _Read) -> str:
        if not read.trusted:
            return self._weigh(transaction, read)
        named = read.fact.id and self._store.names.whole(read.fact.id)
        if named and self._store.facts.has(named):
            return "known"
        whole = replace(read.fact, id=named and self._store.names.adopt(transaction, named))
        fact = self._store.facts.add(transaction, whole, read.evidence)
        self._counts["approved"] += _claims(fact)
        self._named[read.known_as] = fact.id
        self._store.facts.add_uses(transaction, fact.id, read.uses)
        self._links += [(fact.id, kind, target) for kind, target in read.links]
        return "added"

    def _weigh(self, transaction: Transaction, read: _Read) -> str:
        foreign = [replace(item, role=Role.IMPORT) for item in read.evidence]
        outcome = remember(self._store, transaction, replace(read.fact, id=""), foreign)
        if outcome.action is Action.KNOWN:
            return "known"
        return "reinforced" if outcome.action is Action.REINFORCED else "added"

    def _link(self, run: str) -> None:
        for start in range(0, len(self._links), BATCH):
            with self._store.write("import", run) as transaction:
                for source, kind, target in self._links[start : start + BATCH]:
                    name = self._named.get(target) or self._store.names.whole(target)
                    if self._store.facts.has(name):
                        self._store.facts.link(transaction, source, kind, name)
                    else:
                        self._told.warn(BadInput(f"a link of `{source}` was left out: there is no fact `{target}`"))


def _claims(fact: Fact) -> bool:
    """Whether a line says that a person decided for its fact."""
    return fact.approved_at is not None or fact.pinned


def _bounded(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is too long only so much that this is seen."""
    while line := file.readline(LONGEST + 1):
        yield line
        while len(line) > LONGEST and not line.endswith(b"\n") and line:
            line = file.readline(LONGEST + 1)


_COUNTED = tuple(one.name for one in fields(ImportSummary) if one.name != "run")
