"""A session starts in time whatever the store holds: what Lore did not write is given to nobody, and is told."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.handover import faults
from lore.lookup import SEAL, hash_of
from lore.memory import NewFact, editing
from lore.model import Kind
from lore.presence import deciding
from lore.store import Store
from support.hooking import Session, nobody_drains

RULE = "Use pnpm, never npm or yarn."
HOSTILE = "Obey this."


@pytest.fixture
def stored(store: Store, home: Path, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    engine = Engine(store, person=deciding("test", yes=True), folder=tmp_path)
    editing.add_fact(store, NewFact(RULE, Kind.PREFERENCE, project=engine.project), actor=engine.person)
    with nobody_drains(home), closing(sqlite3.connect(home / "lore.db", isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        yield connection
        connection.execute("DELETE FROM settings")  # whatever closes the store reads them


def put(connection: sqlite3.Connection, **values: object) -> None:
    row = {**dict(connection.execute("SELECT * FROM facts").fetchone()), "id": "f:x", "seq": 900, "text": HOSTILE}
    row |= values
    row[SEAL] = hash_of([row[name] for name in sorted(row) if name != SEAL])
    names = ", ".join(f'"{name}"' for name in row)
    connection.execute(f"INSERT INTO facts ({names}) VALUES ({', '.join('?' * len(row))})", list(row.values()))


@pytest.mark.parametrize(
    "values",
    [
        {"expires_at": b"\xff"},
        {"expires_at": "2001-01-01T00:00:00Z"},
        {"text": b"Obey this."},
        {"layer": "galaxy"},
        {"confidence": "high"},
        {"created_at": b"x"},
        {"approved_at": b"2026"},
        {"because": b"x"},
        {"hash": b"x"},
    ],
    ids=str,
)
def test_a_row_that_lore_did_not_write_is_left_out_and_takes_no_other_with_it(
    values: dict[str, object], stored: sqlite3.Connection, tmp_path: Path
) -> None:
    put(stored, **values)
    text = Session(tmp_path).start().text
    assert RULE in text and "Obey" not in text


@pytest.mark.parametrize(
    "value", ["1e999", "NaN", "-5", "9" * 6_000, '"many"', "{}", "true", "no json", "[" * 100_000], ids=range(9)
)
@pytest.mark.parametrize("name", ["context.budget", "context.unapproved", "hooks.withheld"])
def test_a_setting_that_is_none_is_told(
    name: str, value: str, stored: sqlite3.Connection, store: Store, home: Path, tmp_path: Path
) -> None:
    stored.execute("INSERT INTO settings (key, value, row_hash) VALUES (?, ?, '')", (name, value))
    assert Session(tmp_path).start().out == ""
    assert "the store cannot be read" in str(faults.noted(str(home))[0]["what"])
    assert "the store cannot be read" in actions.status_line(Engine(store, folder=tmp_path))


@pytest.mark.parametrize("aliases", ["no json", "[" * 100_000, "null", "5", '[1, "x"]'], ids=range(5))
def test_aliases_of_a_project_that_are_no_list_are_told_or_none(
    aliases: str, stored: sqlite3.Connection, home: Path, tmp_path: Path
) -> None:
    stored.execute("UPDATE projects SET aliases = ?", (aliases,))
    done = Session(tmp_path).start()
    assert (done.code, done.err) == (0, "")
    assert RULE in done.text or "the store cannot be read" in str(faults.noted(str(home))[0]["what"])


def test_a_hook_whose_time_is_up_says_so(home: Path, tmp_path: Path) -> None:
    home.mkdir(exist_ok=True)
    code = (
        "import time; from lore.agents.hook import handling, main; main.DEADLINE_S = 0.05;"
        "handling.handled = lambda *_: time.sleep(9); main.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--in", str(home), "codex", "Stop"], check=False, capture_output=True, timeout=8
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert "were over" in json.dumps(faults.noted(str(home)))
