"""What somebody else put into a folder is opened only where it is a regular file: nothing hangs, nothing is lost."""

import os
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lore import databases
from lore.cli.program import run
from lore.errors import BadInput, StoreError
from lore.model import Status
from lore.opening import NotRegular, opened, read_whole
from lore.store import FactFilter, Store, open_store
from support.examples import crossed
from support.other_stores import ENGRAM

Maker = Callable[[Path], object]
RULE = "- Always remember the word HELDOUTSIDE77 of the vault\n"


def _socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the name of a socket may have 108 bytes
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def _link_to_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


ODD: dict[str, Maker] = {
    "a pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a terminal": lambda path: path.symlink_to("/dev/ptmx"),
    "a socket": _socket,
    "a folder": Path.mkdir,
    "a circle": lambda path: path.symlink_to(path.name),
    "a link to nothing": lambda path: path.symlink_to("nothing"),
    "a link to a pipe": _link_to_a_pipe,
}
COMMANDS = {
    "capture": ("capture", "x.jsonl"),
    "capture --format": ("capture --format codex", "x.jsonl"),
    "capture of a document": ("capture --format claude-ai", "x.json"),
    "import": ("import", "x.jsonl"),
    "memory files": ("migrate-from memory-files", "CLAUDE.md"),
    "engram": ("migrate-from engram", "x.db"),
    "claude-mem": ("migrate-from claude-mem", "x.db"),
    "nan-forget": ("migrate-from nan-forget", "x.db"),
    "mem0": ("migrate-from mem0", "x.db"),
    "docs": ("docs add", "x.md"),
}


@pytest.fixture
def unread() -> Iterator[None]:
    """Ends a test that waits for what never comes, instead of waiting with it."""

    def stop(number: int, frame: object) -> None:
        raise AssertionError("it waits for ever")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.long_form
@pytest.mark.usefixtures("unread")
@pytest.mark.parametrize(("name", "odd"), crossed(COMMANDS, ODD))
def test_what_is_no_file_is_named_and_never_waited_for(
    name: str, odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command, file = COMMANDS[name]
    path = tmp_path / "given"
    path.mkdir()
    ODD[odd](path / file)
    code = run([*command.split(), str(path / file)])
    told = capsys.readouterr().err
    assert code in (1, 3), told
    assert told.startswith(("error: ", "warning: ")) and "Traceback" not in told


@pytest.mark.long_form
@pytest.mark.usefixtures("unread")
@pytest.mark.parametrize(("name", "odd"), crossed(COMMANDS, ODD))
def test_what_is_no_file_keeps_nothing_beside_it_from_being_read(
    name: str, odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command, file = COMMANDS[name]
    if command.startswith("import") or file.endswith(".db"):
        return  # these take no folder
    path = tmp_path / "given"
    path.mkdir()
    ODD[odd](path / file)
    beside = {"capture": "a.jsonl", "docs add": "a.md"}.get(" ".join(command.split()[:2]), "AGENTS.md")
    beside = "a.jsonl" if command.startswith("capture") else beside
    said = '{"session": "s", "id": "1", "role": "user", "text": "Always use tabs here, please."}\n'
    (path / beside).write_text(said if beside == "a.jsonl" else "# Rules\n\n- Always use tabs in this project.\n")
    code = run([*("capture" if command.startswith("capture") else command).split(), str(path)])
    assert code == 0, capsys.readouterr().err


def test_a_name_swapped_after_the_look_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between looking and opening somebody may put a pipe in its place; the open itself does not wait for it."""
    file = tmp_path / "file"
    file.write_text("words")
    real = os.open

    def swapped(path: Path, *rest: object, **named: object) -> int:
        if path == file and file.is_file():
            file.unlink()
            os.mkfifo(file)
        return real(path, *rest, **named)  # type: ignore[arg-type]  # handed through

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(NotRegular, match="a pipe"), opened(file):
        pass


def test_no_more_is_read_than_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * 11)
    assert read_whole(file, 11) == b"x" * 11
    with pytest.raises(NotRegular, match="larger"):
        read_whole(file, 10)
    (tmp_path / "link").symlink_to(file)
    assert read_whole(tmp_path / "link", 11)
    with pytest.raises(NotRegular, match="a link"):
        read_whole(tmp_path / "link", 11, links=False)


@pytest.mark.parametrize("command", [command for command, _ in COMMANDS.values()])
def test_the_home_of_nobody_is_a_name_like_any_other(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command.split(), "~nobody-of-this-name/x"]) in (1, 3)
    assert "Traceback" not in capsys.readouterr().err


# Links


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    file = tmp_path / "private" / "CLAUDE.md"
    file.parent.mkdir()
    file.write_text(RULE)
    return file


def _texts(store: Store) -> str:
    return " ".join(fact.text for fact in store.facts.select(FactFilter(statuses=tuple(Status))))


@pytest.mark.parametrize("name", ["CLAUDE.md", "memory/a.md", ".cursor/rules/b.mdc", "MEMORY.md"])
@pytest.mark.parametrize("source", ["memory-files", "basic-memory", "openclaw"])
def test_a_link_out_of_a_folder_is_not_followed_and_that_is_said(
    source: str, name: str, tmp_path: Path, outside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "clone"
    for folder in (".cursor/rules", "memory"):
        (path / folder).mkdir(parents=True)
    (path / "memory" / "kept.md").write_text("- [decision] Always keep the tests green in here\n")
    (path / name).symlink_to(os.path.relpath(outside, (path / name).parent))
    assert run(["migrate-from", source, str(path)]) == 0
    with open_store() as store:
        assert "HELDOUTSIDE77" not in _texts(store)
        assert "tests green" in _texts(store)
    capture_result = capsys.readouterr()
    assert (
        "a link that leads out of the folder" in capture_result.out
        or not name.endswith(".md")
        or source != "memory-files"
    )


def test_a_link_inside_of_a_folder_and_one_that_a_person_names_are_read(tmp_path: Path, outside: Path) -> None:
    path = tmp_path / "clone"
    (path / "docs").mkdir(parents=True)
    (path / "docs" / "rules.txt").write_text("- Always use tabs in this project\n")
    (path / "CLAUDE.md").symlink_to("docs/rules.txt")
    (path / "AGENTS.md").symlink_to(outside)
    assert run(["migrate-from", "memory-files", str(path)]) == 0
    with open_store() as store:
        assert "tabs" in _texts(store) and "HELDOUTSIDE77" not in _texts(store)
    assert run(["migrate-from", "memory-files", str(path / "AGENTS.md")]) == 0
    with open_store() as store:
        assert "HELDOUTSIDE77" in _texts(store)


def test_links_out_of_a_folder_of_transcripts_are_not_followed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = '{"session": "s%d", "id": "1", "role": "user", "text": "Hello number %d"}\n'
    (tmp_path / "private.jsonl").write_text(said % (1, 1))
    path = tmp_path / "given"
    path.mkdir()
    (path / "own.jsonl").write_text(said % (2, 2))
    (path / "alias.jsonl").symlink_to("own.jsonl")
    (path / "out.jsonl").symlink_to(tmp_path / "private.jsonl")
    assert run(["capture", str(path)]) == 0
    assert "links that lead out of it were not followed (1)" in capsys.readouterr().err
    with open_store() as store:
        assert [session.id for session in store.sessions.select()] == ["s2"]
    assert run(["capture", str(path / "out.jsonl")]) == 0
    with open_store() as store:
        assert {session.id for session in store.sessions.select()} == {"s1", "s2"}


@pytest.mark.parametrize(
    ("command", "name", "content"),
    [
        ("migrate-from memory-files", b"memory/\xff.md", b"- Always use tabs in this project\n"),
        ("docs add", b"\xff.md", b"# Words\n"),
    ],
)
def test_a_name_that_is_no_utf8_is_told_and_the_others_are_read(
    command: str, name: bytes, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "given"
    (path / "memory").mkdir(parents=True)
    (path / os.fsdecode(name)).write_bytes(content)
    other = path / os.fsdecode(name.replace(b"\xff", b"b").replace(b"\xfe", b"b"))
    other.write_bytes(content)
    assert run([*command.split(), str(path)]) == 0
    capture_result = capsys.readouterr()
    assert "warning: " in capture_result.err and "Traceback" not in capture_result.err
    assert "1" in capture_result.out


# Databases of other tools

_NAMES = "id, session_id, type, title, content, project, scope, created_at, deleted_at"
_VIEW = f"CREATE VIEW observations ({_NAMES}) AS "
_NUMBERS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
_ROW = "'s', 'note', 't', 'content', 'p', 'project', '2026-01-01', null"
_HUGE = "hex(zeroblob(20000000))"
BAD_DATABASES = {
    "a view that never ends": f"{_VIEW}{_NUMBERS}SELECT i, {_ROW} FROM n",
    "a view that works for ever": f"{_VIEW}{_NUMBERS}SELECT count(*), {_ROW} FROM n",
    "a view of a huge value": f"{_VIEW}SELECT 1, {_ROW}".replace("'content'", _HUGE),
    "a computed huge value": f"CREATE TABLE observations ({_NAMES.replace('content', f'content AS ({_HUGE})')});"
    " INSERT INTO observations (id) VALUES (1)",
    "a virtual table": f"CREATE VIRTUAL TABLE observations USING fts4 ({_NAMES})",
}


@pytest.mark.parametrize("bad", BAD_DATABASES)
def test_a_database_that_its_tool_never_wrote_ends_with_a_message(
    bad: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(tmp_path / "x.db")) as connection:
        connection.executescript(BAD_DATABASES[bad])
    assert run(["migrate-from", "engram", str(tmp_path / "x.db")]) == 1
    assert capsys.readouterr().err.startswith("error: ")
    with open_store() as store:
        assert store.facts.count() == 0


def test_work_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real table whose rows cost more than any tool's ends in the same way."""
    monkeypatch.setattr(databases, "MOST_STEPS", 2_000_000)
    monkeypatch.setattr(databases, "_AT_ONCE", 1_000)
    with closing(sqlite3.connect(tmp_path / "x.db")) as connection:
        connection.executescript("CREATE TABLE t (x); INSERT INTO t VALUES (1);")
    endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    with databases.opened(tmp_path / "x.db") as database, pytest.raises(BadInput, match="too long"):
        list(database.rows(endless))


def test_a_damaged_database_is_named_before_anything_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(ENGRAM + "INSERT INTO observations SELECT * FROM observations WHERE 0;")
        connection.executescript("CREATE INDEX by_title ON observations (title); ANALYZE;")
    data = bytearray(path.read_bytes())
    data[-4096:] = os.urandom(4096)
    path.write_bytes(data)
    with pytest.raises(BadInput), databases.opened(path) as database:
        list(database.rows("SELECT * FROM observations"))


# The data folder


def test_a_data_folder_that_is_a_link_is_refused(home: Path, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir(mode=0o755)
    home.symlink_to(tmp_path / "theirs")
    with pytest.raises(StoreError, match="is a link to"):
        open_store()
    assert list((tmp_path / "theirs").iterdir()) == []
    assert (tmp_path / "theirs").stat().st_mode & 0o777 == 0o755


def test_a_store_that_is_a_link_is_refused(home: Path, tmp_path: Path) -> None:
    home.mkdir(mode=0o700)
    (tmp_path / "theirs.db").write_text("")
    (home / "lore.db").symlink_to(tmp_path / "theirs.db")
    with pytest.raises(StoreError, match="is a link to"):
        open_store()
    assert (tmp_path / "theirs.db").read_bytes() == b""


@pytest.mark.parametrize("mode", [0o755, 0o777, 0o1777, 0o750])
def test_a_folder_that_others_use_is_neither_closed_nor_taken(home: Path, mode: int) -> None:
    home.mkdir()
    (home / "theirs.txt").write_text("")
    home.chmod(mode)
    with pytest.raises(StoreError, match="no data folder of Lore"):
        open_store()
    assert home.stat().st_mode & 0o7777 == mode
    assert [path.name for path in home.iterdir()] == ["theirs.txt"]


def test_a_folder_made_for_it_and_one_that_was_opened_to_others_are_closed(home: Path) -> None:
    home.mkdir(mode=0o755)
    open_store().close()
    assert home.stat().st_mode & 0o777 == 0o700
    home.chmod(0o755)
    open_store().close()
    assert home.stat().st_mode & 0o777 == 0o700
