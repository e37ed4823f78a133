"""Copies are checked, kept as promised, and going back to one can itself be undone."""

import json
import stat
from pathlib import Path

import pytest

from lore import paths
from lore.cli.program import run
from lore.errors import NotFound, StoreError
from lore.history import redo_last, undo_last
from lore.model import Clean, Fact, Kind
from lore.store import Store, open_store
from lore.store.local.backup import backups, make_backup, prune, restore_backup


def add(store: Store, text: str) -> Fact:
    with store.write("person") as transaction:
        return store.facts.add(transaction, Fact("", Clean(text), Kind.NOTE))


def texts(store: Store) -> list[str]:
    return [fact.text for fact in store.facts.select()]


def test_a_backup_brings_back_what_was(store: Store) -> None:
    add(store, "before")
    backup = make_backup(store, "asked")
    add(store, "after")
    chosen, kept = restore_backup(store, backup.name)
    assert (chosen, texts(store)) == (backup, ["before"])
    assert kept.facts == 2


def test_a_restore_is_undone_and_redone(store: Store) -> None:
    """Going back loses nothing: one undo brings everything back, a second one goes back again."""
    add(store, "before")
    backup = make_backup(store, "asked")
    add(store, "after")
    restore_backup(store, backup.name)
    undo_last(store)
    assert texts(store) == ["after", "before"]
    undo_last(store)
    assert texts(store) == ["before"]
    with pytest.raises(NotFound):
        redo_last(store)


def test_another_process_goes_on_with_the_restored_store(store: Store) -> None:
    """No file is replaced under a running app: its connection sees the restored facts and writes to them."""
    add(store, "before")
    backup = make_backup(store, "asked")
    with open_store() as other:
        add(other, "after")
        restore_backup(store, backup.name)
        assert texts(other) == ["before"]
        add(other, "later")
    assert texts(store) == ["later", "before"]


def test_a_damaged_backup_is_refused(store: Store, home: Path) -> None:
    add(store, "before")
    backup = make_backup(store, "asked")
    path = paths.backup_folder(home) / backup.name
    damaged = bytearray(path.read_bytes())
    damaged[5000] ^= 0xFF
    path.write_bytes(damaged)
    with pytest.raises(StoreError, match="checksum differs"):
        restore_backup(store, backup.name)
    assert texts(store) == ["before"]


def test_backups_are_the_owners_alone(store: Store, home: Path) -> None:
    make_backup(store, "asked")
    folder = paths.backup_folder(home)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_a_backup_is_made_after_half_an_hour_of_writing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work of more than 30 minutes is never without a copy; opening and reading makes none."""
    with open_store() as store:
        add(store, "first")
    assert backups(home) == []
    monkeypatch.setenv("LORE_NOW", "2026-03-12T09:31:00Z")
    with open_store() as store:
        texts(store)
    assert backups(home) == []
    with open_store() as store:
        add(store, "second")
    assert [(item.reason, item.facts) for item in backups(home)] == [("due", 2)]


def test_old_backups_thin_out(store: Store, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ages = {"2026-03-12T08:00:00Z": True, "2026-03-11T20:00:00Z": True, "2026-03-10T20:00:00Z": True}
    ages |= {"2026-03-10T10:00:00Z": False, "2026-02-27T10:00:00Z": True, "2026-02-26T10:00:00Z": False}
    ages |= {"2026-01-01T10:00:00Z": False}
    backup = make_backup(store, "asked")
    folder = paths.backup_folder(home)
    for at in ages:
        name = f"lore-{at.replace(':', '').replace('-', '')}-due"
        (folder / f"{name}.db").write_bytes(b"")
        record = json.loads((folder / backup.name).with_suffix(".json").read_text())
        (folder / f"{name}.json").write_text(json.dumps({**record, "name": f"{name}.db", "at": at, "reason": "due"}))
    prune(store)
    kept = {item.at for item in backups(home) if item.reason == "due"}
    assert {at for at, stays in ages.items() if stays} == kept


def test_a_clock_that_is_years_ahead_costs_no_backups(
    store: Store, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest copies stay however old they seem, and a copy from the future does not put off the next one."""
    add(store, "today")
    backup = make_backup(store, "asked")
    monkeypatch.setenv("LORE_NOW", "2036-03-12T09:00:00Z")
    make_backup(store, "asked")
    assert backup in backups(home)
    monkeypatch.setenv("LORE_NOW", "2026-03-12T09:31:00Z")
    add(store, "later")
    store.close()
    assert [item.at for item in backups(home) if item.reason == "due"] == ["2026-03-12T09:31:00Z"]


def test_a_copy_that_is_old_enough_to_go_can_still_be_restored(
    store: Store, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restore makes a copy first; that must not push out the very copy that is to be restored."""
    add(store, "before")
    backup = make_backup(store, "asked")
    add(store, "after")
    for day in ("2026-04-20", "2026-04-21", "2026-04-22", "2026-04-23"):
        monkeypatch.setenv("LORE_NOW", f"{day}T09:00:00Z")
        (paths.backup_folder(home) / backup.name).touch()
        restored, _ = restore_backup(store, backup.name)
        assert (restored, texts(store)) == (backup, ["before"])


def test_a_copy_without_its_record_is_listed_and_refused(store: Store, home: Path) -> None:
    """A record that was cut off hides nothing and stops nothing: the copy shows as unreadable."""
    add(store, "before")
    backup = make_backup(store, "asked")
    (paths.backup_folder(home) / backup.name).with_suffix(".json").write_text('{"name": "lo')
    assert [(item.name, item.reason) for item in backups(home)] == [(backup.name, "unreadable record")]
    with pytest.raises(StoreError, match="damaged"):
        restore_backup(store, backup.name)
    make_backup(store, "asked")


def test_what_a_killed_backup_left_behind_is_removed(store: Store, home: Path) -> None:
    """Half a copy may hold what a person purged since; the next copy clears it away."""
    backup = make_backup(store, "asked")
    folder = paths.backup_folder(home)
    (folder / f"{backup.name}.partial").write_bytes(b"half")
    (folder / "lore-20260101T000000Z-due.json").write_text("{}")
    kept = make_backup(store, "asked")
    assert {path.name for path in folder.iterdir()} == {
        "backups.lock", backup.name, backup.name.replace(".db", ".json"), kept.name, kept.name.replace(".db", ".json"),
    }  # fmt: skip


@pytest.mark.parametrize("damage", ["header", "page", "newer"])
def test_a_store_that_cannot_be_opened_is_restored_beside(
    home: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    with open_store() as store:
        for number in range(300):
            add(store, f"before {number} " + "word " * 40)
        backup = make_backup(store, "asked")
    database = paths.database(home)
    data = bytearray(database.read_bytes())
    if damage == "header":
        data[:100] = b"x" * 100
    elif damage == "page":
        data[8192:-4096] = b"\xff" * (len(data) - 12288)
    else:
        data[60:64] = (999).to_bytes(4, "big")
    database.write_bytes(data)
    assert run(["restore-backup", backup.name, "--yes"]) == 0
    kept = next(home.glob("aside-*"))
    assert (kept / "lore.db").read_bytes() == data
    assert f"kept in `{kept}`" in capsys.readouterr().err
    with open_store() as store:
        assert store.facts.count() == 300
        add(store, "after")
