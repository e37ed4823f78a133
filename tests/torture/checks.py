"""Whether a store is sound, found out without the store's own rooms: through SQL, on everything it holds."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from lore import paths
from lore.store import open_store
from lore.store.sqlite.connection import Connection, connect
from lore.store.sqlite.hashes import content, row_hash
from lore.store.sqlite.transaction import AUDITED


@dataclass
class Soundness:
    """What is wrong with a store: all empty for a sound one."""

    structure: list[str] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)
    history: list[str] = field(default_factory=list)
    """Rows that are not what their newest audit event says."""
    outbox: list[str] = field(default_factory=list)
    """Passages announced more or less often than they changed."""

    def faults(self) -> list[str]:
        return [*self.structure, *self.hashes, *self.history, *self.outbox]


def soundness(home: Path, *, forgets: bool = False, up_to_date: bool = True) -> Soundness:
    """Open the store in a data folder as any program would, and check it. For a process that has no store open.

    forgets: whether something may have been purged, which leaves more announcements than history.
    up_to_date: whether this Lore may open it.
    """
    if up_to_date:
        open_store(home).close()
    with closing(connect(paths.database(home), budget_s=30)) as database:
        return Soundness(
            structure=[str(row[0]) for row in database.execute("PRAGMA integrity_check") if row[0] != "ok"],
            hashes=list(_wrong_hashes(database)),
            history=list(_unlike_history(database)),
            outbox=[] if forgets else list(_misannounced(database)),
        )


def acknowledged(home: Path, lines: list[list[str]]) -> list[str]:
    """The acknowledged writes that are not there. A line: number of the unit, its events, the row that it wrote."""
    with closing(connect(paths.database(home), budget_s=30)) as database:
        units = Counter(row[0] for row in database.execute("SELECT unit FROM audit"))
        named = {row[0] for row in database.execute(_NAMES)}
    return [" ".join(line) for line in lines if units[int(line[0])] < int(line[1]) or line[2] not in named]


def _wrong_hashes(database: Connection) -> Iterator[str]:
    for table, key in AUDITED.items():
        for row in database.execute(f"SELECT * FROM {table}"):
            if row_hash(content(row)) != row["row_hash"]:
                yield f"hash of {table} {row[key]}"


def _unlike_history(database: Connection) -> Iterator[str]:
    """Fold the audit events: their end is what the tables must hold, nothing more and nothing less."""
    wanted: dict[tuple[str, str], object] = {}
    turns: dict[int, bool] = {}
    for event in database.execute("SELECT * FROM audit ORDER BY seq"):
        after = json.loads(event["after"]) if event["after"] else None
        if event["table"] in AUDITED:
            wanted[event["table"], event["target"]] = after
        elif event["table"] == "turns":
            state = after or json.loads(event["before"])
            turns |= dict.fromkeys(_numbers(state["seqs"]), after is not None)
    for table, key in AUDITED.items():
        for row in database.execute(f"SELECT * FROM {table}"):
            if wanted.pop((table, str(row[key])), None) != content(row):
                yield f"{table} {row[key]} is not as its history says"
    yield from (f"{table} {name} is missing" for (table, name), state in wanted.items() if state is not None)
    found = {row["seq"]: not row["withdrawn"] for row in database.execute("SELECT seq, withdrawn FROM turns")}
    yield from (f"turn {seq}" for seq in found.keys() | turns.keys() if found.get(seq) is not turns.get(seq))


def _misannounced(database: Connection) -> Iterator[str]:
    wanted: Counter[str] = Counter()
    for event in database.execute("SELECT * FROM audit WHERE \"table\" IN ('facts', 'evidence', 'turns')"):
        state = json.loads(event["after"] or event["before"])
        if event["table"] == "turns":
            wanted.update(f"t:{seq}" for seq in _numbers(state["seqs"]))
        else:
            wanted[state["id"] if event["table"] == "facts" else state["fact"]] += 1
    # Chunks are derived from files: nothing is recorded of each.
    found = Counter(row[0] for row in database.execute("SELECT passage FROM outbox WHERE passage NOT LIKE 'k:%'"))
    for passage in wanted.keys() | found.keys():
        if wanted[passage] != found[passage]:
            yield f"{passage} changed {wanted[passage]} times, was announced {found[passage]} times"


def _numbers(ranges: list[list[int]]) -> Iterator[int]:
    for first, last in ranges:
        yield from range(first, last + 1)


_NAMES = (
    "SELECT id FROM facts UNION SELECT id FROM candidates UNION SELECT id FROM links"
    " UNION SELECT session || '/' || source_id FROM turns"
)
