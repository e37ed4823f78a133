"""Nothing secret stays where hooks write, and what Lore did not write is given to nobody."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine, drain_hooks
from lore.doctor import Outcome, leaks
from lore.doctor.agents import WAITED_S
from lore.doctor.check import Inspection
from lore.handover import faults, talks
from lore.lookup import SEAL, hash_of
from lore.memory import NewFact, editing
from lore.model import Kind
from lore.presence import deciding
from lore.store import Store
from support.examples import crossed
from support.hooking import Session, nobody_drains

TOKEN = "ghp_" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA2"
SECRETS = {
    "a token": TOKEN,
    "a password": "password=Tr0ub4dor&3xKq!",
    "an url": "postgres://admin:s3cr3tPw99x@db.internal/x",
}
HIDDEN = {"a token": TOKEN, "a password": "Tr0ub4dor&3xKq!", "an url": "s3cr3tPw99x"}
PLACES = ("prompt", "long prompt", "cut prompt", "answer", "step", "after compaction")


def tell(session: Session, place: str, secret: str) -> None:
    session.prompt("Repair the importer of the warehouse and its retries")
    if place == "prompt":
        session.prompt(f"Use {secret} for the importer of the warehouse")
    elif place == "long prompt":
        session.prompt("Repair the stock levels of the warehouse. " * 5 + f"Use {secret} there. " + "And so on. " * 80)
    elif place == "cut prompt":  # the secret stands where the text is cut
        words = f"Use {secret} there"
        session.prompt("x " * ((talks.LONGEST - len(secret) // 2 - 6) // 2) + words)
    elif place == "answer":
        session.stop(f"I set {secret} in the importer.")
    elif place == "step":
        todos = [{"content": f"Set {secret} in the importer", "status": "pending", "activeForm": "Setting"}]
        session.tell("PostToolUse", tool_name="TodoWrite", tool_use_id="t1", tool_input={"todos": todos})
    else:
        session.prompt(f"Use {secret} for the importer of the warehouse")
        session.tell("PreCompact", trigger="auto")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", SECRETS)
def test_no_file_of_the_data_folder_holds_a_secret(
    kind: str, place: str, store: Store, home: Path, tmp_path: Path
) -> None:
    with nobody_drains(home):
        tell(Session(tmp_path), place, SECRETS[kind])
    (silent, _), *_ = talks.talks(str(home))
    drain_hooks(Engine(store, person=deciding("test", yes=True), folder=tmp_path))
    for path in home.rglob("*"):
        if path.is_file():
            assert HIDDEN[kind].encode() not in path.read_bytes(), path
    ((later, talk),) = talks.talks(str(home))
    assert talk.goal.split()[0] in ("Repair", "x")
    assert later >= silent


def test_the_doctor_tells_of_what_waits_with_a_secret_only_after_hours(
    home: Path, tmp_path: Path, store: Store
) -> None:
    """A spool holds what was said as it came, until the end of a turn; what nobody reads is told."""
    with nobody_drains(home):
        Session(tmp_path).prompt(f"Use {TOKEN} for the importer of the warehouse")
    assert leaks.text_files(Inspection(home)).outcome is Outcome.OK
    for path in home.rglob("*.json*"):
        os.utime(path, (time.time() - WAITED_S - 60,) * 2)
    found = leaks.text_files(Inspection(home))
    assert (found.outcome, found.fix) == (Outcome.FAIL, "`lore hooks drain`") and TOKEN not in found.says
    assert leaks.mask(Inspection(home)) == 0, "it is read, not changed"
    drain_hooks(Engine(store, person=deciding("test", yes=True), folder=tmp_path))
    assert leaks.text_files(Inspection(home)).outcome is Outcome.OK


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


NO_VALUES = ("1e999", "NaN", "-5", "9" * 6_000, '"many"', "{}", "true", "no json", "[" * 100_000)
NUMBERS = ("context.budget", "context.unapproved", "hooks.withheld")


@pytest.mark.long_form
@pytest.mark.parametrize(("name", "value"), crossed(NUMBERS, NO_VALUES), ids=lambda value: value[:16])
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
