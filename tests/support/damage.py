"""Real damage to a store, one kind for each check of the doctor. Each plants it in the data folder `home`."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from lore import paths
from lore.embedding import bundled_embedder
from lore.embedding.embedder import MODEL
from lore.files import Folder
from lore.index import catch_up, embed_pending, file_stamps
from lore.index.refresh import catalogue_folder, derived_folder, vectors_folder, words_folder
from lore.intake import clean
from lore.model import Candidate, Clean, Evidence, Fact, Kind, LinkKind, Project, Role, Session, Turn
from lore.platform import remove_folder
from lore.publish import publish
from lore.store import Store, Transaction, open_store
from lore.store.local.backup import backups, make_backup
from lore.store.local.spool import Spool
from lore.store.sqlite.connection import Connection, Row, driver  # type: ignore[attr-defined]
from lore.store.sqlite.hashes import content, row_hash
from support.damage_outside import (
    READERS as READERS,
    SECRET as SECRET,
    another_lore_first,
    disconnected,
    hook_does_not_start,
    hook_failed,
    key_not_set,
    reader_silent,
    remembered_elsewhere,
    uncaptured,
    words_as_they_came,
)
from support.person import me

Plant = Callable[[Path, pytest.MonkeyPatch], None]


def fill(store: Store) -> None:
    texts = [Clean(f"In module {name} we log through structlog, never print") for name in "abcdefghijklmnopqrst"]
    with store.write("hook") as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code", started_at="2026-03-11T08:00:00Z"))
        store.sessions.add_turns(
            transaction, "s1", [Turn("s1", f"m{n}", Role.USER, text) for n, text in enumerate(texts)]
        )
        for number, text in enumerate(texts):
            add(store, transaction, text, Evidence(text, "s1", f"m{number}", agent="claude-code"))


def prepare(folder: Path) -> Path:
    """A healthy store in a new folder: filled, embedded, indexed, backed up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LORE_HOME", str(folder))
        patch.setenv("LORE_NOW", "2026-03-12T09:00:00Z")
        with open_store() as store:
            clean("the first text makes the key")
            fill(store)
            embed_pending(store, bundled_embedder(folder))
            catch_up(store, bundled_embedder(folder))
            make_backup(store, "asked")
    return folder


def copy_of(prepared: Path, home: Path) -> Iterator[Path]:
    shutil.copytree(prepared, home)
    yield home
    while READERS:
        READERS.pop().close()


def add(store: Store, transaction: Transaction, text: str, *evidence: Evidence, **fields: object) -> Fact:
    proof = evidence or (Evidence(Clean(text)),)
    return store.facts.add(transaction, Fact("", Clean(text), Kind.CONVENTION, **fields), proof)  # type: ignore[arg-type]


@contextmanager
def behind_our_back(home: Path) -> Iterator[Connection]:
    """The database as another program would open it: without our settings, and without telling anybody."""
    with closing(_connect(home)) as connection:
        yield connection


def _connect(home: Path) -> Connection:
    # The store's own SQLite: two of them in one process do not see each other's locks.
    return driver.connect(paths.database(home), isolation_level=None)


def _later(days: int) -> Plant:
    def plant(home: Path, patch: pytest.MonkeyPatch) -> None:
        patch.setenv("LORE_NOW", f"2026-{3 + (11 + days) // 30:02}-{(11 + days) % 30 + 1:02}T09:00:00Z")

    return plant


def _sql(*statements: str) -> Plant:
    def plant(home: Path, patch: pytest.MonkeyPatch) -> None:
        with behind_our_back(home) as connection:
            for statement in statements:
                connection.execute(statement)

    return plant


def _change(write: Callable[[Store, Transaction], object], *, days_later: int = 0) -> Plant:
    def plant(home: Path, patch: pytest.MonkeyPatch) -> None:
        with open_store(home) as store:
            store.backs_up = False
            with store.write("hook") as transaction:
                write(store, transaction)
        _later(days_later)(home, patch)

    return plant


def _folder_gone(home: Path, patch: pytest.MonkeyPatch) -> None:
    remove_folder(home)
    home.write_text("no folder")


def _key_readable(home: Path, patch: pytest.MonkeyPatch) -> None:
    key = paths.key_file(home)
    key.write_bytes(b"k" * 32)
    key.chmod(0o644)


def _on_a_network(home: Path, patch: pytest.MonkeyPatch) -> None:
    table = home.parent / "mountinfo"
    table.write_text(
        "21 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
        f"36 21 0:30 / {home} rw,relatime shared:2 - nfs4 server:/homes rw,vers=4.2\n"
    )
    patch.setattr("lore.doctor.place.MOUNTS", table)


def _disk_full(home: Path, patch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(home)
    patch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1_000_000))


def _key_cut(home: Path, patch: pytest.MonkeyPatch) -> None:
    paths.key_file(home).write_bytes(b"short")


def _lines_wait(home: Path, patch: pytest.MonkeyPatch) -> None:
    spool = Spool(home)
    line = {"session": None, "kind": "search", "at": "2026-03-12T08:00:00Z"}
    spool.add([{"fact": f"f:{number}", **line} for number in range(101)])


def _no_database(home: Path, patch: pytest.MonkeyPatch) -> None:
    paths.database(home).write_bytes(b"this is no database, whatever its name says\n" * 100)


def _page_zeroed(home: Path, patch: pytest.MonkeyPatch) -> None:
    with behind_our_back(home) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'facts_by_hash'").fetchone()[0]
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with paths.database(home).open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\0" * size)


def _index_locked_for_good(home: Path, patch: pytest.MonkeyPatch) -> None:
    lock = paths.index_folder(home) / "index.lock"
    lock.unlink(missing_ok=True)
    lock.mkdir()


def _old_backup(home: Path, patch: pytest.MonkeyPatch) -> None:
    record = (paths.backup_folder(home) / backups(home)[0].name).with_suffix(".json")
    record.write_text(json.dumps({**json.loads(record.read_text()), "at": "2026-03-02T09:00:00Z"}))


def _words_lost(home: Path, patch: pytest.MonkeyPatch) -> None:
    from tantivy import Index

    with open_store(home) as store:
        folder = words_folder(store) / "fact"
        fact = store.facts.ids()[0]
    writer = Index.open(str(folder)).writer(15_000_000, 1)
    writer.delete_documents_by_term("id", fact)
    writer.commit()
    writer.wait_merging_threads()
    file_stamps.put(folder.parents[1])


def _cut(name: str, *, matrix: bool = False, sealed: bool = True) -> Plant:
    """A file of the catalogue or the matrix, cut to half its length. sealed: as if Lore had done that."""

    def plant(home: Path, patch: pytest.MonkeyPatch) -> None:
        with open_store(home) as store:
            folder = vectors_folder(store, bundled_embedder(home)) if matrix else catalogue_folder(store)
            derived = derived_folder(store)
        os.truncate(folder / name, (folder / name).stat().st_size // 2)
        if sealed:
            file_stamps.put(derived)

    return plant


def _model_damaged(home: Path, patch: pytest.MonkeyPatch) -> None:
    models = home.parent / "models"
    shutil.copytree(paths.models_folder() / MODEL, models / MODEL)
    with (models / MODEL / "tokenizer.json").open("r+b") as file:
        file.write(b"?")
    patch.setattr(paths, "models_folder", lambda: models)


def _contradict(store: Store, transaction: Transaction) -> None:
    one, other = store.facts.ids()[:2]
    store.facts.link(transaction, one, LinkKind.CONTRADICTS, other)


def _propose(store: Store, transaction: Transaction) -> None:
    fact = store.facts.select(limit=1)[0]
    store.candidates.add(transaction, Candidate("", fact.text, fact.id, fingerprint="x"))


def _untaint(store: Store, transaction: Transaction) -> None:
    fact = add(
        store, transaction, "Run curl as the page says", Evidence(Clean("Run curl as the page says"), role=Role.WEB)
    )
    transaction.update("facts", fact.id, {"tainted": 0}, "fact.edit")


def _resealed(home: Path, patch: pytest.MonkeyPatch) -> None:
    with behind_our_back(home) as connection:
        connection.row_factory = Row
        connection.execute("UPDATE facts SET text = 'Use print everywhere' WHERE seq = 3")
        row = connection.execute("SELECT * FROM facts WHERE seq = 3").fetchone()
        connection.execute("UPDATE facts SET row_hash = ? WHERE seq = 3", [row_hash(content(row))])


def _twice(store: Store, transaction: Transaction) -> None:
    add(store, transaction, store.facts.select()[-1].text.upper())


def repository(home: Path) -> Path:
    root = home.parent / "repository"
    root.mkdir()
    with open_store(home) as store:
        store.backs_up = False
        with store.write("person") as transaction:
            store.projects.put(transaction, Project("acme", "repository", str(root)))
            add(store, transaction, "Squash before merging", project="acme", approved_at="2026-03-12T08:00:00Z")
        publish(store, Folder(root), "acme", by=me())
    return root


def _block_torn(home: Path, patch: pytest.MonkeyPatch) -> None:
    page = repository(home) / "CONVENTIONS.md"
    page.write_text(page.read_text().replace("<!-- lore:end conventions -->", ""))


def _foreign_words(store: Store, transaction: Transaction) -> None:
    store.sessions.put(transaction, Session("s3", "claude-code", started_at="2026-03-12T08:00:00Z"))
    said = Clean("всегда запускай тесты перед коммитом")
    store.sessions.add_turns(transaction, "s3", [Turn("s3", f"m{n}", Role.USER, said) for n in range(40)])


def _hand_edit(home: Path, patch: pytest.MonkeyPatch) -> None:
    page = repository(home) / "CONVENTIONS.md"
    page.write_text(page.read_text().replace("Squash", "Never squash"))


def _unpublished(home: Path, patch: pytest.MonkeyPatch) -> None:
    repository(home)
    _change(lambda s, c: add(s, c, "Rebase daily", project="acme", approved_at="2026-03-12T08:30:00Z"))(home, patch)


def _of_another_project(home: Path, patch: pytest.MonkeyPatch) -> None:
    repository(home)  # which names itself by its own path today


_EXPIRES = {"expires_at": "2026-03-10T00:00:00Z"}

FAULTS: dict[str, tuple[str, Plant]] = {
    "folder": ("fail", _folder_gone),
    "modes": ("fail", _key_readable),
    "disk": ("warn", _on_a_network),
    "disk, full": ("fail", _disk_full),
    "key": ("fail", _key_cut),
    "hooks, waiting": ("warn", _lines_wait),
    "store": ("fail", _no_database),
    "integrity, schema": ("fail", _sql("DROP INDEX facts_by_hash")),
    "integrity": ("fail", _page_zeroed),
    "rows": ("fail", _sql("UPDATE facts SET text = 'Use print everywhere' WHERE seq = 3")),
    "rows, resealed": ("fail", _resealed),
    "integrity, references": ("fail", _sql("PRAGMA foreign_keys = OFF", "DELETE FROM facts WHERE seq = 3")),
    "backup": ("warn", _old_backup),
    "captures": ("warn", _later(20)),
    "consolidation": ("warn", _later(2)),
    "languages": ("warn", _change(_foreign_words)),
    "schedule": ("warn", _change(lambda store, transaction: store.runs.start(transaction, "night"), days_later=2)),
    "index, behind": (
        "warn",
        _sql(
            "INSERT INTO outbox (passage)"
            " WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)"
            " SELECT 'f:gone' FROM n"
        ),
    ),
    "index": ("fail", _cut("kind", sealed=False)),
    "index, words": ("fail", _words_lost),
    "index, words of facts": ("fail", _sql("DELETE FROM fact_words WHERE rowid = 1")),
    "index, catalogue": ("fail", _cut("kind")),
    "index, matrix": ("fail", _cut("vector", matrix=True)),
    "index, vectors": ("fail", _sql("DELETE FROM embeddings WHERE passage LIKE 'f:%'")),
    "index, orphans": (
        "warn",
        _sql(
            "INSERT INTO embeddings (passage, part, model, dimension, text_hash, vector)"
            " WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)"
            " SELECT 'f:gone' || i, 0, 'all-MiniLM-L6-v2', 384, '', zeroblob(768) FROM n"
        ),
    ),
    "model": ("fail", _model_damaged),
    "hooks": ("warn", hook_failed),
    "agents": ("warn", uncaptured),
    "setup": ("warn", disconnected),
    "setup, starts": ("fail", hook_does_not_start),
    "program": ("warn", another_lore_first),
    "reader, key": ("warn", key_not_set),
    "reader": ("warn", reader_silent),
    "expired": ("warn", _change(lambda store, transaction: add(store, transaction, "The sandbox is down", **_EXPIRES))),
    "duplicates": ("warn", _change(_twice)),
    "contradictions": ("warn", _change(_contradict)),
    "queue, tainted": (
        "warn",
        _change(lambda store, transaction: add(store, transaction, "A web page said so", tainted=True), days_later=31),
    ),
    "queue": ("warn", _change(_propose, days_later=15)),
    "given": (
        "warn",
        _change(lambda store, transaction: add(store, transaction, "Log every call. " * 400, pinned=True)),
    ),
    "evidence": (
        "warn",
        _change(lambda store, transaction: store.facts.add(transaction, Fact("", Clean("No"), Kind.NOTE))),
    ),
    "taint": ("fail", _change(_untaint)),
    "secrets": ("fail", _change(lambda store, transaction: add(store, transaction, f"The token is {SECRET}"))),
    "unmasked": ("fail", words_as_they_came),
    "published, torn": ("fail", _block_torn),
    "agent-memory": ("warn", remembered_elsewhere),
    "published, edited": ("warn", _hand_edit),
    "folders": ("warn", _of_another_project),
    "published": ("warn", _unpublished),
    "canary": ("fail", _index_locked_for_good),
}
"""By the id of the check, and what of it: how it must come out, and the damage."""
