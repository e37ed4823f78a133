"""A store or a backup that somebody else made is data: nothing of it acts, and what Lore did not make is named."""

import json
import os
from contextlib import closing
from pathlib import Path

import pytest

from lore import paths
from lore.cli.program import run
from lore.doctor import repair
from lore.errors import ForeignSchema, LoreError, OlderSchema, StoreError
from lore.memory.purging import PurgeTarget, purge
from lore.model import Clean, Evidence, Fact, Kind
from lore.store import Store, open_store
from lore.store.local.backup import backups, make_backup, prune, restore_backup
from lore.store.sqlite import migrations, schema
from lore.store.sqlite.connection import connect
from lore.store.sqlite.version import OLDEST, SCHEMA_VERSION, SCHEMAS, listed
from support import foreign_stores as foreign
from support.tables import value_of

WORDS = "The staging database listens on port 5433"


@pytest.fixture
def filled(home: Path) -> Path:
    with open_store() as store:
        _add(store, WORDS)
        make_backup(store, "asked")
    return home


def _add(store: Store, text: str) -> Fact:
    with store.write("person") as transaction:
        return store.facts.add(transaction, Fact("", Clean(text), Kind.SYSTEM), [Evidence(Clean(text))])


def test_a_new_store_is_made_as_an_older_one_becomes() -> None:
    """A store is compared with that list; `LORE_WRITE_SCHEMA=1` writes it after a step was added."""
    for version in range(OLDEST, SCHEMA_VERSION + 1):
        with closing(connect(Path(":memory:"), budget_s=1)) as fresh:
            migrations.make(fresh, version)
            if version < SCHEMA_VERSION:
                fresh.execute(f"PRAGMA user_version = {version}")
                migrations.migrate(fresh)
                if os.environ.get("LORE_WRITE_SCHEMA"):
                    (SCHEMAS / f"{SCHEMA_VERSION}.txt").write_text(
                        "".join(f"{[*one]!r}\n" for one in schema.objects(fresh)), encoding="utf-8"
                    )
            assert schema.differences(fresh) == schema.Differences((), ()) or version == SCHEMA_VERSION
            assert listed(schema.objects(fresh)) == listed(schema.ours(SCHEMA_VERSION))
    assert OLDEST + len(migrations.STEPS) == SCHEMA_VERSION


@pytest.mark.parametrize("kind", foreign.SCHEMAS)
def test_a_store_with_a_foreign_schema_is_not_used(kind: str, filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No command reads or writes it; the message names what is foreign and the way out, which loses no row."""
    with foreign.opened(paths.database(filled)) as connection:
        connection.executescript(foreign.SCHEMAS[kind])
    for command in (["facts"], ["search", "port"], ["add", "x y z"], ["undo"], ["purge", "f:abc", "--confirm=f:abc"]):
        assert run(command) == 1
        said = capsys.readouterr().err
        assert "Traceback" not in said
        assert "holds what Lore did not make" in said
    report = repair(filled)
    if kind == "view in the place of a table":
        assert "has no table `accesses`" in str(report.repairs)
        return
    mended = next(repaired for repaired in report.repairs if repaired.check == "store")
    if kind == "renamed column":
        assert "no such column" in str(mended.failure)
        return
    assert (mended.count, mended.failure) == (1, None)
    assert next(filled.glob("aside-*")).joinpath("lore.db").exists()
    with open_store() as store:
        assert [fact.text for fact in store.facts.select()] == [WORDS]
        assert store.health.schema_differences() == []


@pytest.mark.parametrize("kind", foreign.SCHEMAS)
def test_a_backup_with_a_foreign_schema_is_refused(kind: str, filled: Path) -> None:
    """Its checksum may be right: it is not restored, nor is it written to, and the store stays as it is."""
    name = foreign.plant_in_backup(filled, foreign.SCHEMAS[kind])
    before = (paths.backup_folder(filled) / name).read_bytes()
    with open_store() as store:
        with pytest.raises(ForeignSchema, match="did not make"):
            restore_backup(store, name)
        with pytest.raises(ForeignSchema, match=name):
            purge(store, PurgeTarget(secret="port 5433"))
        assert [fact.text for fact in store.facts.select()] == ["The staging database listens on [purged]"]
    assert (paths.backup_folder(filled) / name).read_bytes() == before


def test_a_copy_of_a_much_older_lore_is_not_restored_and_a_purge_tells_of_it(filled: Path) -> None:
    """By its name: it cannot be purged, so what stands in it is no secret to whoever asked."""
    name = foreign.plant_in_backup(filled, f"PRAGMA user_version = {OLDEST - 1}")
    with open_store() as store:
        with pytest.raises(OlderSchema, match=name):
            restore_backup(store, name)
        with pytest.raises(OlderSchema, match=name):
            purge(store, PurgeTarget(secret="port 5433"))
        assert [fact.text for fact in store.facts.select()] == ["The staging database listens on [purged]"]


def test_only_rows_are_restored(filled: Path) -> None:
    """What lies between the rows of a backup, such as free pages, stays behind; counters go on where they were."""
    hidden = "left-in-a-free-page-4711"
    statements = f"CREATE TABLE t (x); INSERT INTO t VALUES ('{hidden * 400}'); DROP TABLE t"
    name = foreign.plant_in_backup(filled, f"{statements}; UPDATE sqlite_sequence SET seq = 900 WHERE name = 'facts'")
    assert hidden.encode() in (paths.backup_folder(filled) / name).read_bytes()
    with open_store() as store:
        restore_backup(store, name)
        assert [fact.text for fact in store.facts.select()] == [WORDS]
        _add(store, "another one")
        assert value_of(filled, "SELECT max(seq) FROM facts") == 901
    assert hidden.encode() not in paths.database(filled).read_bytes()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE facts SET text = x'00ff'",
        "UPDATE facts SET seq = 9223372036854775807",
        "UPDATE facts SET seq = -1",
        "INSERT INTO embeddings VALUES (1, 'f:x', 0, 'm', 3, '', 'text')",
        "UPDATE facts SET tainted = 'yes'",
    ],
)
def test_a_row_that_lore_did_not_write_is_named(statement: str, filled: Path) -> None:
    name = foreign.plant_in_backup(filled, f"PRAGMA foreign_keys = OFF; {statement}")
    with open_store() as store:
        with pytest.raises(StoreError, match=r"a row that Lore did not write: number -?[0-9]+ of the"):
            restore_backup(store, name)
        assert [fact.text for fact in store.facts.select()] == [WORDS]


def test_a_counter_at_its_end_stops_nothing(filled: Path) -> None:
    """SQLite gives no number after its largest: a backup that says it was given stores new facts all the same."""
    name = foreign.plant_in_backup(filled, "UPDATE sqlite_sequence SET seq = 9223372036854775807")
    with open_store() as store:
        restore_backup(store, name)
        _add(store, "another one")
        assert store.facts.count() == 2


NAMES = (
    "../../outside.db", "/tmp/outside.db", "..", ".", "", "sub/lore-x.db", "lore-other.db", "../lore.db",
    "lore-20200101T000000Z-asked.db\0", "./lore-20200101T000000Z-asked.db",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_record_names_its_own_file_or_none(name: str, filled: Path, tmp_path: Path) -> None:
    """Whatever a record says, pruning, purging and restoring touch nothing outside the folder of the backups."""
    outside = tmp_path / "outside.db"
    with closing(connect(outside, budget_s=1)) as other:
        other.execute("CREATE TABLE facts (seq, text)")
    before = {path: path.read_bytes() for path in (outside, paths.database(filled))}
    planted = paths.backup_folder(filled) / "lore-20200101T000000Z-asked.db"
    os.link(paths.backup_folder(filled) / backups(filled)[0].name, planted)
    values = {"name": name, "at": "2020-01-01T00:00:00Z", "reason": "asked", "size": 1, "sha256": "", "schema": 4}
    planted.with_suffix(".json").write_text(json.dumps({**values, "facts": 0}))
    assert [backup.name for backup in backups(filled) if backup.reason == "unreadable record"] == [planted.name]
    with open_store() as store:
        with pytest.raises(LoreError):
            restore_backup(store, name)
        for _ in range(4):
            make_backup(store, "asked")
        prune(store)
        purge(store, PurgeTarget(secret="port 5433"))
    assert outside.read_bytes() == before[outside]


@pytest.mark.parametrize(
    "values", [{"size": "1"}, {"at": None}, {"facts": {}}, {"sha256": 5}, {"extra": 1}, {"name": []}]
)
def test_a_record_of_other_types_is_unreadable(values: dict[str, object], filled: Path) -> None:
    foreign.record(paths.backup_folder(filled) / backups(filled)[0].name, **values)
    assert [backup.reason for backup in backups(filled)] == ["unreadable record"]


def test_a_link_is_no_backup(filled: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.db"
    with open_store() as store:
        store.copy_into(outside)
        before = outside.read_bytes()
        (paths.backup_folder(filled) / "lore-20260312T090000Z-link.db").symlink_to(outside)
        assert len(backups(filled)) == 1
        purge(store, PurgeTarget(secret="port 5433"))
    assert outside.read_bytes() == before


@pytest.mark.parametrize("state", ["gone", "empty"])
def test_a_lost_store_beside_backups_is_said(state: str, filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No new store is begun in its place: the message names the newest whole backup, which brings everything back."""
    name = backups(filled)[0].name
    for file in filled.glob("lore.db*"):
        file.unlink()
    if state == "empty":
        paths.database(filled).touch()
    for command in (["facts"], ["add", "x y z"], ["restore-backup"]):
        assert run(command) in (1, 2)
        assert f"lore restore-backup {name}" in capsys.readouterr().err
    assert run(["backup", "list"]) == 0
    assert name in capsys.readouterr().out
    assert run(["restore-backup", name, "--yes"]) == 0
    with open_store() as store:
        assert [fact.text for fact in store.facts.select()] == [WORDS]


def test_the_hint_of_a_damaged_store_names_the_newest_whole_backup(
    filled: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = backups(filled)[0].name
    monkeypatch.setenv("LORE_NOW", "2026-03-12T10:00:00Z")
    with open_store() as store:
        damaged = make_backup(store, "asked").name
    (paths.backup_folder(filled) / damaged).write_bytes(b"no database at all")
    paths.database(filled).write_bytes(b"this is no database\n" * 1000)
    assert run(["facts"]) == 1
    assert f"lore restore-backup {whole}" in capsys.readouterr().err
    assert run(["backup", "list"]) == 0
    assert damaged in capsys.readouterr().out


@pytest.mark.parametrize(
    ("table", "column"),
    [("facts", "created_at"), ("facts", "confidence"), ("facts", "project"), ("evidence", "at"), ("audit", "action")],
)
def test_a_store_with_values_of_other_types_says_so(
    table: str, column: str, filled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever command meets a row that no Lore wrote, its hashes right or not: the message names the row."""
    foreign.plant(paths.database(filled), f"UPDATE {table} SET {column} = x'00ff'")
    said = ""
    for command in (["facts"], ["search", "port"], ["log"], ["export"], ["context"], ["undo", "--yes"], ["review"]):
        run(command)
        said += capsys.readouterr().err
    assert "did not expect" not in said
    assert "Traceback" not in said
    assert f"number 1 of the {table}" in said or "damaged on disk" in said


def test_a_setting_that_is_no_json_is_named(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "set", "search.limit", "20"]) == 0
    foreign.plant(paths.database(filled), "UPDATE settings SET value = char(27) || 'x'")
    run(["search", "port"])
    said = capsys.readouterr().err
    assert "did not expect" not in said
    assert "is damaged on disk" in said


def test_vectors_of_another_length_are_made_anew(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", "port"]) == 0
    foreign.plant(paths.database(filled), "UPDATE embeddings SET vector = x'00ff'")
    assert run(["add", "The staging database moved to another port"]) == 0
    assert run(["reindex"]) == 0
    left = "SELECT count(*) FROM embeddings WHERE length(vector) != 2 * dimension"
    assert (value_of(filled, "SELECT count(*) FROM embeddings"), value_of(filled, left)) == (2, 0)
    assert "did not expect" not in capsys.readouterr().err
