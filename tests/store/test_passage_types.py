"""What can be searched is written down once; and what only reads goes on where nobody can write."""

import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click
import pytest
from hypothesis import given, strategies as st

from lore import paths
from lore.cli.program import run
from lore.intake import clean
from lore.lookup import open_frozen, why_frozen
from lore.memory.proposals import propose
from lore.model import (
    Chunk as Part,
    Clean,
    Collection,
    Digest,
    DigestSpan,
    Document,
    Evidence,
    Fact,
    Kind,
    Layer,
    LinkKind,
    PassageType,
    Role,
    Session,
    Turn,
)
from lore.platform import remove_folder
from lore.store import Store, open_store
from lore.store.local.texts import ADDED, RECORDED
from lore.store.sqlite import door
from lore.store.sqlite.hashes import content, entry_hash, row_hash
from lore.store.sqlite.transaction import HASHED
from support.examples import crossed, sized
from support.hostile import ACTING, Line, acting, every_line, needed
from support.person import approve
from support.publishing import make_repository
from support.tables import rows_of, tables_of
from torture.command import lore

NUMBERED = [kind for kind in PassageType if kind.numbered]


@given(st.sampled_from(NUMBERED), st.integers(min_value=1, max_value=10**17 - 1))
def test_a_numbered_id_says_its_type_and_its_number(kind: PassageType, number: int) -> None:
    name = kind.id_of(number)
    assert PassageType.of(name) is kind
    assert {other: other.number_in(name) for other in PassageType if other.number_in(name)} == {kind: number}


@given(st.text(max_size=30))
def test_any_other_text_is_the_id_of_a_fact_and_holds_no_number(text: str) -> None:
    numbered = re.fullmatch(rf"({'|'.join(kind.mark for kind in NUMBERED)}):\d{{1,17}}", text)
    if not numbered and not (PassageType.DIGEST.marks(text) and len(text) == 18):
        assert PassageType.of(text) is PassageType.FACT
        assert not any(kind.number_in(text) for kind in PassageType)


@pytest.fixture
def one_of_each(store: Store) -> dict[PassageType, str]:
    with store.write("person") as transaction:
        fact = store.facts.add(transaction, Fact("", Clean("Use uv"), Kind.NOTE), [Evidence(Clean("uv"))])
        store.sessions.put(transaction, Session("s1", "codex"))
        (turn,) = store.sessions.add_turns(transaction, "s1", [Turn("s1", "m1", Role.USER, Clean("hello there"))])
        collection = store.documents.add(transaction, Collection("", Clean("notes"), Clean("/notes")))
        document = Document(collection.id, Clean("a.md"), "markdown", "0" * 16)
        document = store.documents.put(transaction, document, [Part(Clean("a.md"), Clean("a part"), 1, 1)])
        digest = store.digests.add(
            transaction, Digest(DigestSpan.WEEK, None, "2026-03-02", "2026-03-09", Clean("Goals:"), (), (), False)
        )
    (part,) = store.documents.chunks(document)
    return {
        PassageType.FACT: fact.id,
        PassageType.TURN: PassageType.TURN.id_of(turn.seq),
        PassageType.CHUNK: PassageType.CHUNK.id_of(part.seq),
        PassageType.DIGEST: digest.id,
    }


def test_every_type_is_read_counted_announced_and_embedded(store: Store, one_of_each: dict[PassageType, str]) -> None:
    assert {
        passage.type: passage.id for passage in store.passages.many(list(one_of_each.values())).values()
    } == one_of_each
    assert {passage.type: passage.id for page in store.passages.pages() for passage in page} == one_of_each
    assert store.passages.count() == dict.fromkeys(PassageType, 1)
    assert {announcement.passage for announcement in store.changes_since(0, 100)} == set(one_of_each.values())
    assert [name for page in store.vectors.missing("m") for name in page] == list(one_of_each.values())
    assert store.statistics.without_vectors("m") == dict.fromkeys(PassageType, 1)
    assert (store.vectors.pending("m"), store.statistics.vectors_in_use("m"), store.statistics.orphaned_vectors()) == (
        4,
        0,
        [],
    )


RULE = "Always run make fmt before a commit."
READS = (
    ("search", "make fmt"),
    ("facts",),
    ("context",),
    ("recall", "how do I make fmt?"),
    ("search", "--depth", "3", "make fmt"),
)
START = {"hook_event_name": "SessionStart", "source": "startup", "session_id": "s"}


@contextmanager
def small_disk(home: Path) -> Iterator[None]:
    home.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m,mode=700", "none", str(home)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(home)], check=True)


def may_mount(folder: Path) -> bool:
    if os.geteuid() or not shutil.which("mount"):
        return False
    try:
        with small_disk(folder / "tried"):
            return True
    except subprocess.CalledProcessError:
        return False


def fill(home: Path) -> None:
    with (home / "filler").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            return


def close_mount(home: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(home)], check=True)


def started(home: Path, repository: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-E", "-P", "-m", "lore.agents.hook", "--in", str(home), "claude-code", "SessionStart"],
        input=json.dumps({**START, "cwd": str(repository)}), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


@pytest.mark.long_form
@pytest.mark.parametrize(("closed", "indexed"), crossed([fill, close_mount], [False, True]))
def test_what_only_reads_goes_on(closed: Callable[[Path], None], indexed: bool, tmp_path: Path) -> None:
    """Search, at any depth, facts, context, recall and a session's start; what writes says why it did not."""
    if not may_mount(tmp_path):
        pytest.skip("mounting a small disk needs root")
    home, repository = tmp_path / "disk", tmp_path / "shop"
    (repository / ".git").mkdir(parents=True)
    here = {"PWD": str(repository)}
    with small_disk(home):
        assert lore(("add", "--kind", "convention", "--layer", "user", RULE), home, here).status == 0
        assert RULE in lore(READS[0], home, here).output
        if not indexed:
            shutil.rmtree(paths.index_folder(home))
        closed(home)
        answers = [lore(words, home, here) for words in READS]
        assert [answer.words for answer in answers if answer.status or RULE not in answer.output] == []
        assert "not counted as looked at" in answers[0].output + answers[0].complaint
        assert RULE in started(home, repository)
        assert lore(("add", "The port is 8080."), home, here).refused_plainly()


def test_a_log_that_nobody_could_copy_back_is_read_with_the_store(tmp_path: Path) -> None:
    """A killed writer leaves a log: without it the store would be as it was before."""
    store, copy = tmp_path / "lore.db", tmp_path / "left" / "lore.db"
    copy.parent.mkdir()
    with closing(sqlite3.connect(store, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("CREATE TABLE facts (text)")
        writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        writer.execute("INSERT INTO facts VALUES (?)", [RULE])
        for ending in ("", "-wal"):
            shutil.copy(f"{store}{ending}", f"{copy}{ending}")
    with closing(open_frozen(sqlite3, str(copy))) as reader:
        assert reader.execute("SELECT text FROM facts").fetchall() == [(RULE,)]
    assert sorted(path.name for path in copy.parent.iterdir()) == ["lore.db", "lore.db-wal"]


def test_what_can_be_written_is_not_frozen(tmp_path: Path) -> None:
    assert why_frozen(str(tmp_path / "lore.db")) == ""
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_may_not_be_written_and_no_home_are_said_plainly(tmp_path: Path) -> None:
    home, write, read = tmp_path / "home", ("add", "The port is 8080."), ("facts",)
    assert lore(write, home).status == 0
    folders = [home, *(path for path in home.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o500)
    refused = [lore(words, home, weak=True) for words in (write, ("backup",), ("undo",))]
    refused += [lore(words, home / "inside", weak=True) for words in (write, read)]
    there = lore(read, home, weak=True)
    for folder in folders:
        folder.chmod(0o700)
    no_home = {"LORE_HOME": "", "HOME": "/dev/null", "XDG_DATA_HOME": ""}
    refused += [lore(words, home, no_home) for words in (write, read)]
    assert [str(answer) for answer in refused if not answer.refused_plainly()] == []
    assert there.refused_plainly() or write[1] in there.output
    assert write[1] in lore(read, home).output


HOSTILE = f"Staging listens{ACTING} on port 5433"
PROJECT = f"acme/{ACTING}web"
KEYS = {
    "facts": {"id", "project"}, "evidence": {"id", "fact"}, "links": {"id", "source", "target"}, "projects": {"key"},
    "candidates": {"id", "fact", "replaces", "project"}, "settings": {"key", "value"},
    "collections": {"id", "name", "path"},
    "sessions": {"id"}, "turns": {"session"}, "events": {"session"}, "documents": {"collection"}, "accesses": {"fact"},
    "sources": {"path"},
}  # fmt: skip
"""What has to stay as it is so that a command reaches the row."""
WORDS = {"kind", "status", "tier", "layer", "role", "table", "row_hash", "snoozed_until"}
"""Columns that hold one of a few words: another one is an error, tried in a store of its own."""
FLAGS_LEFT_OUT = {"watching", "watch", "background", "secret", "code"}


def _poison(store: Store, *, words: bool) -> None:
    """Put what acts into every column of text of every row, with hashes that are right. `words`: also into enums."""
    for table in sorted({*RECORDED, *ADDED}):
        types = {row["name"]: row["type"] for row in rows_of(store.folder, f"PRAGMA table_info({table})")}
        kept = KEYS.get(table, set()) | {"row_hash"} | (set() if words else WORDS)
        for row in rows_of(store.folder, f"SELECT * FROM {table} ORDER BY seq"):
            after = {name: _hostile(name) for name, kind in types.items() if kind == "TEXT" and name not in kept}
            if "project" in types:
                after["project"] = PROJECT
            if not after:
                continue
            with tables_of(store.folder) as connection:
                door.update(connection, table, after, "seq", row["seq"], ready=True)
                (whole,) = connection.execute(f"SELECT * FROM {table} WHERE seq = ?", [row["seq"]])
                if "row_hash" in types:
                    held = content(whole)
                    sealed = entry_hash(held) if table in HASHED else row_hash(held)
                    door.update(connection, table, {"row_hash": sealed}, "seq", row["seq"], ready=True)


def _hostile(column: str) -> str:
    if column in door.AS_RECORDED:
        return json.dumps({"text": HOSTILE, HOSTILE: [HOSTILE], "id": "f:aaaaaa"})
    if column in ("summary", "measures"):
        return json.dumps({HOSTILE: 1})
    return json.dumps([HOSTILE]) if column in door.JSON_COLUMNS else HOSTILE


@pytest.fixture(scope="module", params=sized([False], [False, True]), ids=sized(["texts"], ["texts", "words too"]))
def poisoned(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("poisoned")
    repository = make_repository(folder / "web")
    (repository / "docs").mkdir()
    (repository / "docs" / "guide.md").write_text("# Guide\n\nWe deploy on Fridays.\n")
    (repository / "AGENTS.md").write_text(f"# Agents\n\nRead{ACTING} this\n")
    path = folder / "said.jsonl"
    path.write_text(json.dumps({"session": "talk", "id": "m1", "role": "user", "text": "We always use uv, never pip"}))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("LORE_HOME", folder / "home"), ("HOME", folder), ("LORE_NOW", "2026-03-12T09:00:00Z")):
            patch.setenv(name, str(value))
        patch.chdir(folder)
        assert run(["capture", str(path)]) == 0
        assert run(["docs", "add", str(repository / "docs"), "--name", "guide"]) == 0
        with open_store() as store:
            with store.write("person") as transaction:
                facts = [
                    store.facts.add(
                        transaction,
                        Fact("", clean(text), Kind.CONVENTION, layer=Layer.PROJECT, project="acme/web"),
                        [Evidence(clean(text), "talk", "m1", agent="codex")],
                    )
                    for text in ("Staging listens on port 5433", "We deploy on Fridays", "Tests use tmp_path")
                ]
                store.facts.link(transaction, facts[0].id, LinkKind.RELATED, facts[1].id)
                store.facts.add_uses(transaction, facts[0].id, [{"kind": "search", "at": "2026-03-01T00:00:00Z"}])
                waiting = [propose(store, transaction, fact, because="said twice") for fact in facts[1:]]
            assert waiting[0] is not None
            approve(store, store.candidates.ids()[0])
            candidate = store.candidates.ids()[0]
            _poison(store, words=request.param)
    return folder, {"fact": facts[0].id, "candidate": candidate, "root": str(repository), "said": str(path)}


def _forms(line: Line, names: dict[str, str]) -> list[list[str]]:
    words = line.spelt(needed(line, {**names, "documents": f"{names['root']}/docs"}))
    head, rest = words[: len(line.words)], words[len(line.words) :]
    if line.words == ("publish",):
        rest = ["--root", names["root"], "--project", PROJECT]
    if line.words == ("purge",):
        rest = ["--confirm", names["fact"], *rest]
    flags = [
        max(param.opts, key=len)
        for param in line.command.params
        if isinstance(param, click.Option) and param.is_flag and param.name not in FLAGS_LEFT_OUT | {"as_json"}
    ]
    as_json = [[*head, "--json", *rest]] if line.has_json else []
    return [[*head, *rest], *as_json, *([*head, flag, *rest] for flag in flags)]


LINES = list(every_line())


@pytest.mark.long_form
@pytest.mark.parametrize("line", LINES, ids=[" ".join(line.words) for line in LINES])
def test_no_command_prints_what_acts(
    line: Line,
    poisoned: tuple[Path, dict[str, str]],
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With each flag, as lines and as JSON: nothing that acts or hides on stdout, on stderr, or in a written file."""
    folder, names = poisoned
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.chdir(folder)
    for form in _forms(line, names):
        remove_folder(home)
        shutil.copytree(folder / "home", home)
        run(form)
        capture_result = capsys.readouterr()
        assert (acting(capture_result.out), acting(capture_result.err)) == ([], []), form
        assert "Traceback" not in capture_result.err, form
        published = folder / "web" / "CONVENTIONS.md"
        assert not published.exists() or acting(published.read_text(encoding="utf-8")) == []
