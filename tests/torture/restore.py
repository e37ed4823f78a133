"""R16: a large store is copied and brought back, row by row the same."""

import hashlib
import random
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from lore import paths
from lore.model import Fact, Kind, Role, Session, Turn
from lore.store import open_store
from lore.store.local.backup import make_backup, restore_backup
from lore.store.sqlite.connection import connect

from .figures import Figure, Scale, none_of, within
from .processes import ask
from .work import sentence

MEGABYTE = 1_000_000
LIMIT_S = 10.0
TURNS, FACTS = 400, 200
"""Written in one transaction."""
TABLES = ("facts", "evidence", "links", "candidates", "turns", "events", "sessions", "accesses", "outbox", "runs")


def run(scale: Scale) -> Iterator[Figure]:
    """Size: megabytes."""
    home = scale.folder / "store"
    size = ask(partial(_fill, home, scale.size * MEGABYTE))
    before = ask(partial(_digests, home))
    name, backup_s = ask(partial(_back_up, home))
    ask(partial(_change, home))
    changed = ask(partial(_digests, home))
    restore_s = ask(partial(_restore, home, name))
    after = ask(partial(_digests, home))
    different = [table for table in TABLES if before[table] != after[table]]
    yield Figure("R16", f"{size / MEGABYTE:,.0f} MB, changed in between: {before != changed}", kept=before != changed)
    yield within(scale, "R16", backup_s + restore_s, LIMIT_S, f"backup ({backup_s:.1f} s) and restore in", "s")
    yield none_of("R16", len(different), "tables with other rows", f"{len(TABLES)} after the restore {different or ''}")


def _fill(home: Path, size: int) -> int:
    rng = random.Random(0)
    database = paths.database(home)
    with open_store(home) as store:
        number = 0
        while database.stat().st_size < size:
            session = f"session-{number}"
            with store.write("hook") as transaction:
                store.sessions.put(transaction, Session(session, "claude-code"))
                turns = [Turn(session, str(n), Role.USER, sentence(rng, f"{number} {n}")) for n in range(TURNS)]
                store.sessions.add_turns(transaction, session, turns)
                for n in range(FACTS):
                    store.facts.add(transaction, Fact("", sentence(rng, f"fact {number} {n}"), Kind.NOTE))
            number += 1
    return database.stat().st_size


def _back_up(home: Path) -> tuple[str, float]:
    with open_store(home) as store:
        started = time.perf_counter()
        return make_backup(store, "asked").name, time.perf_counter() - started


def _change(home: Path) -> None:
    with open_store(home) as store, store.write("person") as transaction:
        for name in store.facts.ids()[:100]:
            store.facts.update(transaction, name, text=sentence(random.Random(name), name))


def _restore(home: Path, name: str) -> float:
    with open_store(home) as store:
        started = time.perf_counter()
        restore_backup(store, name)
        return time.perf_counter() - started


def _digests(home: Path) -> dict[str, str]:
    found = {}
    with closing(connect(paths.database(home), budget_s=30)) as database:
        for table in TABLES:
            digest = hashlib.sha256()
            for row in database.execute(f"SELECT * FROM {table} ORDER BY seq"):
                digest.update(repr(tuple(row)).encode())
            found[table] = digest.hexdigest()
    return found
