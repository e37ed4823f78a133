"""Whatever enters the store passes one door: no secret and nothing that acts, in any column of any table."""

import io
import json
import re
import shutil
from pathlib import Path

import pytest

import lore
from lore.capture.readers.fields import made_id
from lore.cli.program import run
from lore.history import undo_last
from lore.intake import OWN, clean, clean_name
from lore.memory.proposals import propose
from lore.model import Clean, Evidence, Fact, Kind, Project, Role, Session, Turn
from lore.platform import remove_folder
from lore.store import Store, open_store
from lore.store.local.texts import ADDED, DERIVED, RECORDED, Reach
from lore.store.records import SourcePosition
from lore.store.sqlite import door
from lore.store.sqlite.hashes import content, row_hash
from support.damage import behind_our_back
from support.hostile import ACTING, HOSTILE, SECRET, Line, acting, bytes_of, every_line, needed
from support.tables import rows_of, tables_of

GENERATED = {"row_hash"}
"""Columns that hold what Lore counts itself, whatever is given."""


def _columns(store: Store, table: str) -> dict[str, str]:
    return {
        row["name"]: row["type"] for row in rows_of(store.folder, f"PRAGMA table_info({table})") if row["name"] != "seq"
    }


def test_every_table_of_the_schema_is_known_to_the_door(store: Store) -> None:
    """A new table is read by the search for secrets, or is named among those that hold no text of anybody."""
    assert store.texts.tables() == {*RECORDED, *ADDED, *DERIVED}


def test_no_column_takes_a_secret_or_what_acts(store: Store) -> None:
    for table in store.texts.tables():
        types = _columns(store, table)
        values: dict[str, object] = dict.fromkeys(types, 1)
        for name, kind in types.items():
            if name in door.JSON_COLUMNS:
                values[name] = json.dumps([HOSTILE, {HOSTILE: HOSTILE}])
            elif kind == "TEXT" and name not in door.AS_RECORDED:
                values[name] = HOSTILE
            elif kind == "BLOB":
                values[name] = b""
        with tables_of(store.folder) as connection:
            connection.execute("PRAGMA foreign_keys = OFF")
            door.insert(connection, table, values)
            stored = dict(connection.execute(f"SELECT * FROM {table} ORDER BY seq DESC LIMIT 1").fetchone())
            door.update(connection, table, values, "seq", stored["seq"])
            stored |= dict(connection.execute(f"SELECT * FROM {table} ORDER BY seq DESC LIMIT 1").fetchone())
            connection.execute(f"DELETE FROM {table} WHERE seq = ?", [stored["seq"]])
        for name in types:
            assert SECRET not in str(stored[name]), (table, name)
            assert acting(str(stored[name])) == [], (table, name)


def test_only_the_door_writes_rows() -> None:
    """No other module holds the SQL that adds or changes a text; a purge masks, a backup comes back as it was."""
    writes = re.compile(r"(?:INSERT (?:OR \w+ )?INTO|REPLACE INTO|UPDATE) +[\w{\"]")
    allowed = re.compile(r"SET (?:withdrawn|row_hash) = |INTO embeddings|INTO audit|\bUPDATE SET\b")
    past = []
    for path in sorted(Path(lore.__file__ or "").parent.rglob("*.py")):
        # `copying` moves rows of a checked copy as they are; what `changes` records
        # passed before it is written; `fact_words` is made of what stands in the store.
        if path.name in ("door.py", "purge.py", "migrations.py", "copying.py", "fact_words.py"):
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        past += [f"{path.name}: {line.strip()}" for line in lines if writes.search(line) and not allowed.search(line)]
    assert past == []


@pytest.mark.parametrize("form", ["{}", "user:{}", "web_search:{}", "SpecStory@user:{}", "call:{}:error", "{}:rest"])
def test_the_name_that_lore_gave_a_message_is_no_secret_in_its_column(form: str) -> None:
    """As the name of a message it passes every door unchanged; as a text, or a letter longer, it is looked at."""
    for number in range(50):
        name = form.format(made_id(number))
        assert clean_name(name) == name
        assert door.passed_row({"source_id": name}) == {"source_id": name}
        assert door.passed_state({"source_id": name}) == {"source_id": name}
        assert door.is_harmless(name, "source_id")
        assert not door.is_harmless(name, "text")
        assert not door.is_harmless(name.replace(made_id(number), f"{made_id(number)}A"), "source_id")


def test_no_check_takes_the_names_that_lore_gave_for_secrets(store: Store) -> None:
    """Messages, events and quotations with such names: the doctor's look at every text finds nothing; told, it does."""
    names = [made_id(number) for number in range(40)]
    with store.write("person") as transaction:
        store.sessions.put(transaction, Session("s1", "pi", None))
        store.sessions.add_turns(
            transaction, "s1", [Turn("s1", name, Role.USER, clean("yes, go on")) for name in names]
        )
        store.facts.add(
            transaction, Fact("", clean("a fact"), Kind.NOTE), [Evidence(clean("a"), "s1", name) for name in names]
        )
    assert [stored for stored in store.texts.since(Reach()) if OWN.find(stored.text)] == []
    with behind_our_back(store.folder) as connection:
        connection.execute("UPDATE turns SET source_id = ? WHERE source_id = ?", [f"{names[0]}:{SECRET}", names[0]])
    assert [stored.place for stored in store.texts.since(Reach()) if OWN.find(stored.text)] == ["turns t:1"]


def test_what_has_passed_is_not_masked_again_and_keeps_its_type() -> None:
    """The price of the door: a text of the type `Clean` comes back as the same object, unless it acts."""
    text = clean("we keep [secret:token:0123abcd] out of the log")
    assert isinstance(text, Clean)
    assert door.passed(text) is text
    assert door.passed(Clean(f"not {ACTING}so")) == "not X\nso"


def test_names_that_change_at_the_door_are_found_under_both_spellings(store: Store) -> None:
    name = f"acme/{ACTING}{SECRET}"
    with store.write(f"agent:{name}") as transaction:
        store.projects.put(transaction, Project(name, "set"))
        store.projects.put(transaction, Project(name, "set", aliases=(name,)))
        store.sessions.put(transaction, Session(name, name, name))
        store.sources.put(transaction, SourcePosition(name, 10, 5, "", name))
        store.sources.put(transaction, SourcePosition(name, 20, 15, "", name))
        fact = store.facts.add(
            transaction,
            Fact("", clean("a fact"), Kind.NOTE, project=name),
            [Evidence(clean("a"), name, name, agent=name)],
        )
    assert store.projects.get(name).aliases == (clean(name),)
    assert store.sessions.get(name).id == clean(name)
    assert (position := store.sources.position(name)) is not None
    assert position.offset == 15
    assert store.facts.get(fact.id).project == clean(name)
    assert SECRET.encode() not in bytes_of(store.folder)


def test_undo_brings_back_what_was_stored_before_there_was_a_door(store: Store) -> None:
    with store.write("person") as transaction:
        fact = store.facts.add(transaction, Fact("", clean("an old fact"), Kind.NOTE))
    with behind_our_back(store.folder) as connection:
        connection.execute("UPDATE facts SET text = ?, problem = ? WHERE id = ?", [HOSTILE, HOSTILE, fact.id])
    (row,) = rows_of(store.folder, "SELECT * FROM facts")
    with behind_our_back(store.folder) as connection:
        connection.execute("UPDATE facts SET row_hash = ?", [row_hash(content(row))])
    with store.write("person") as transaction:
        store.facts.update(transaction, fact.id, text=f"new {HOSTILE}")
    assert acting(store.facts.get(fact.id).text) == []
    undo_last(store)
    assert store.facts.get(fact.id).text == HOSTILE


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A folder with a store that holds one of everything, and the names of what it holds."""
    folder = tmp_path_factory.mktemp("prepared")
    documents = folder / "docs"
    documents.mkdir()
    (documents / "guide.md").write_text("# Guide\n\nWe deploy on Fridays.\n")
    path = folder / "said.jsonl"
    path.write_text(json.dumps({"session": "talk", "id": "m1", "role": "user", "text": "We always use uv, never pip"}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LORE_HOME", str(folder / "home"))
        patch.setenv("HOME", str(folder))
        patch.setenv("LORE_NOW", "2026-03-12T09:00:00Z")
        patch.chdir(folder)
        assert run(["capture", str(path)]) == 0
        assert run(["docs", "add", str(documents), "--name", "guide"]) == 0
        assert run(["add", "Staging listens on port 5433"]) == 0
        assert run(["backup"]) == 0
        with open_store() as store:
            fact = store.facts.ids()[0]
            with store.write("person") as transaction:
                propose(store, transaction, store.facts.get(fact), because="said twice")
            candidate = store.candidates.ids()[0]
    return folder, {"fact": fact, "candidate": candidate, "said": str(path), "documents": str(documents)}


TRIED = [line for line in every_line() if line.texts()]


@pytest.mark.parametrize("line", TRIED, ids=[" ".join(line.words) for line in TRIED])
def test_no_parameter_of_any_command_brings_a_secret_in_or_what_acts_out(
    line: Line,
    prepared: tuple[Path, dict[str, str]],
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each option and argument in turn holds a secret and escapes: neither stands anywhere in the data folder."""
    folder, names = prepared
    monkeypatch.chdir(folder)
    monkeypatch.setenv("EDITOR", "true")
    for param in line.texts():
        remove_folder(home)
        shutil.copytree(folder / "home", home)
        monkeypatch.setattr("sys.stdin", io.StringIO())
        words = line.spelt(needed(line, names), param, HOSTILE)
        run(words)
        capture_result = capsys.readouterr()
        assert SECRET.encode() not in bytes_of(home), words
        assert acting(capture_result.out + capture_result.err) == [], words
        assert "Traceback" not in capture_result.err


def test_the_doctor_reads_every_column(store: Store, home: Path) -> None:
    """A store of before there was a door: whatever row and column it stands in, and no name of a row shows it."""
    with store.write("person") as transaction:
        fact = store.facts.add(transaction, Fact("", clean("an old fact"), Kind.NOTE), [Evidence(clean("so"))])
        store.sessions.put(transaction, Session("s", "codex"))
        store.projects.put(transaction, Project("p", "set"))
        store.sources.put(transaction, SourcePosition("f", 1, 1, ""))
        store.runs.start(transaction, "capture")
        propose(store, transaction, fact, because="said twice")
        store.settings.put(transaction, "a", "b")
        store.facts.add_uses(transaction, fact.id, [{"kind": "search", "at": "2026-03-01T00:00:00Z"}])
    found = {}
    for table in sorted({*RECORDED, *ADDED}):
        for name, kind in _columns(store, table).items():
            there = rows_of(home, f"SELECT seq FROM {table} LIMIT 1")
            if kind != "TEXT" or not there or name in GENERATED:
                continue
            with behind_our_back(home) as connection:
                connection.execute("PRAGMA foreign_keys = OFF")
                before = connection.execute(f'SELECT "{name}" FROM {table} WHERE seq = ?', [there[0][0]]).fetchone()[0]
                value = json.dumps({"x": SECRET}) if name in door.AS_RECORDED else SECRET
                connection.execute(f'UPDATE {table} SET "{name}" = ? WHERE seq = ?', [value, there[0][0]])
            texts = list(store.texts.since(Reach()))
            found[table, name] = any(SECRET in stored.text for stored in texts)
            assert not any(SECRET in stored.place for stored in texts), (table, name)
            with behind_our_back(home) as connection:
                connection.execute(f'UPDATE {table} SET "{name}" = ? WHERE seq = ?', [before, there[0][0]])
    assert [where for where, seen in found.items() if not seen] == []
    assert len(found) > 70


FACT_LINE = {
    "schema": 1, "id": "f:aaaaaa", "text": HOSTILE, "kind": "note", "status": "active", "tier": "semantic",
    "layer": "project", "project": HOSTILE, "confidence": 0.9, "tainted": False, "created_at": "2026-03-01T00:00:00Z",
    "wrong": HOSTILE,
    "right": HOSTILE, "problem": HOSTILE, "solution": HOSTILE, "because": HOSTILE,
    "concepts": [HOSTILE], "files": [HOSTILE],
    "tags": [HOSTILE], "evidence": [
        {"session": HOSTILE, "source_id": HOSTILE, "agent": HOSTILE, "role": "user", "quote": HOSTILE, "at": None}
    ],
    "uses": [{"kind": HOSTILE, "at": "2026-03-01T00:00:00Z", "session": HOSTILE}],
}  # fmt: skip
PLAIN_LINE = {
    "fact": f"a plain statement {HOSTILE}",
    **dict.fromkeys(("id", "source", "category", "created_at"), HOSTILE),
}
MESSAGE = {
    "role": "user",
    "text": f"We always {HOSTILE}",
    **dict.fromkeys(("session", "id", "speaker", "project"), HOSTILE),
}
CHECKPOINT = dict.fromkeys(("task", "problem", "solution", "agent", "project"), HOSTILE)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["import", "FILE"], FACT_LINE),
        (["import", "FILE"], {**FACT_LINE, "id": f"f:{HOSTILE}"}),
        (["import", "--trusted", "--yes", "FILE"], FACT_LINE),
        (["import", "FILE"], PLAIN_LINE),
        (["capture", "--format", "lore", "FILE"], MESSAGE),
        (["checkpoint", "-"], {**CHECKPOINT, "files": [HOSTILE], "concepts": [HOSTILE]}),
    ],
)
def test_no_field_of_any_format_brings_a_secret_in(
    words: list[str], line: dict[str, object], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Lines that are read from a file or from stdin: nothing of them gets past intake, whatever field it stands in."""
    file = tmp_path / "lines.jsonl"
    file.write_text(json.dumps(line) + "\n")
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(line)))
    run([str(file) if word == "FILE" else word for word in words])
    capture_result = capsys.readouterr()
    assert acting(capture_result.out + capture_result.err) == []
    assert SECRET.encode() not in bytes_of(home)
    with open_store() as store:
        stored = [text.text for text in store.texts.since(Reach())]
        assert stored
        assert [acting(text) for text in stored if acting(text)] == []
