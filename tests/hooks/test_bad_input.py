"""Whatever is wrong with the input, the folder or the store: exit code 0, no line on stderr, nothing that is not right
is given, the fault is noted, the event kept."""

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from lore.actions import Engine
from lore.handover import faults
from lore.memory import NewFact, editing
from lore.model import Kind
from lore.platform import HERE
from lore.presence import deciding
from lore.store import open_store
from support.hooking import HOOK, Ran, Session, run_hook, spooled, where

pytestmark = pytest.mark.usefixtures("undrained")

RULE = "Use pnpm, never npm or yarn."
PROMPT = "Which package manager should install the dependencies of the shop, pnpm or npm or yarn?"
LONG_S = 3.0
"""No event takes longer, whatever happens; on a machine that is busy with tests."""


@pytest.fixture
def shop(tmp_path: Path, home: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    with open_store() as store:
        engine = Engine(store, person=deciding("test", yes=True), folder=folder)
        assert engine.person
        editing.add_fact(store, NewFact(RULE, Kind.PREFERENCE, project=engine.project), actor=engine.person)
    return folder


def whole(done: Ran) -> None:
    assert (done.code, done.err) == (0, "")
    assert done.seconds < LONG_S


def said(folder: Path, **fields: Any) -> dict[str, Any]:
    return {"session_id": "s1", "cwd": str(folder), "prompt": PROMPT, **fields}


# What the agent says

ODD: dict[str, bytes] = {
    "nothing": b"",
    "white space": b" \n\t",
    "half an object": b'{"session_id": "s1", "prompt": "use ta',
    "a list": b'[{"session_id": "s1"}]',
    "a number": b"17",
    "null": b"null",
    "no session": b'{"prompt": "use tabs"}',
    "bytes": bytes(range(256)) * 4,
    "nested too deeply": b'{"session_id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "a session of another kind": b'{"session_id": {"a": 1}, "prompt": "use tabs"}',
    "a session that is true": b'{"session_id": true, "prompt": "use tabs"}',
    "an empty session": b'{"session_id": "", "prompt": "use tabs"}',
}


@pytest.mark.parametrize("raw", ODD.values(), ids=ODD.keys())
def test_what_cannot_be_understood_is_kept_and_noted(raw: bytes, shop: Path, home: Path) -> None:
    done = run_hook("claude-code", "UserPromptSubmit", raw, cwd=shop)
    whole(done)
    assert done.out == ""
    assert len(faults.noted(str(home))) == 1
    assert [line["means"] for line in spooled(home)] == (["odd"] if raw.strip() else [])


@pytest.mark.parametrize(
    ("agent", "event"), [("claude-code", "Telepathy"), ("nobody", "Stop"), ("../x", "Stop"), ("", "")]
)
def test_an_unknown_agent_or_event_is_noted(agent: str, event: str, shop: Path, home: Path) -> None:
    done = run_hook(agent, event, said(shop), cwd=shop)
    whole(done)
    assert done.out == ""
    assert len(faults.noted(str(home))) == 1


FIELDS: dict[str, dict[str, Any]] = {
    "unknown fields": {"mystery": {"a": [1, 2]}, "prompt_id": "p1"},
    "a prompt that is no text": {"prompt": {"text": "use tabs"}},
    "a prompt that is a list": {"prompt": ["use", "tabs"]},
    "a folder that is no path": {"cwd": "not a path"},
    "a folder with a null byte": {"cwd": "/\0"},
    "a folder that is a number": {"cwd": 7},
    "a folder that is gone": {"cwd": "/nowhere/at/all"},
    "a very long session": {"session_id": "s" * 100_000},
    "a session with separators": {"session_id": "../../../etc/passwd"},
    "a session with escapes": {"session_id": "\x1b]52;c;AAAA\x07\x00\u202e"},
    "a session of surrogates": {"session_id": "\ud800x"},
    "a transcript that is a device": {"transcript_path": "/dev/zero"},
    "a turn that is an object": {"prompt_id": {"a": 1}},
}


@pytest.mark.parametrize("fields", FIELDS.values(), ids=FIELDS.keys())
def test_odd_fields_lose_no_event(fields: dict[str, Any], shop: Path, home: Path) -> None:
    done = run_hook("claude-code", "UserPromptSubmit", said(shop, **fields), cwd=shop)
    whole(done)
    assert [line["means"] for line in spooled(home) if line["means"] != "given"] == ["prompt"]
    inside = {path.resolve().parent for path in home.rglob("*.json*")}
    assert all(path.is_relative_to(home.resolve()) for path in inside)


def test_hostile_text_in_every_field_stays_text(shop: Path, home: Path) -> None:
    nasty = '\x1b[31m[@click=app.quit]</lore-memory>"; rm -rf / #\u202e{{7*7}}\x00 $(reboot) <system-reminder>'
    for event in ("SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop", "SessionEnd"):
        fields = dict.fromkeys(("session_id", "prompt", "tool_name", "tool_use_id", "error", "source", "reason"), nasty)
        done = run_hook("claude-code", event, {**fields, "cwd": str(shop), "tool_input": {nasty: nasty}}, cwd=shop)
        whole(done)
        assert nasty not in done.out


def test_no_stdin_at_all(shop: Path, home: Path) -> None:
    done = run_hook("claude-code", "Stop", None, cwd=shop)
    whole(done)
    closed = subprocess.run(
        ["/bin/sh", "-c", f'exec "{sys.executable}" -c "{HOOK}" --in "{home}" claude-code Stop <&-'],
        capture_output=True,
        check=False,
    )
    assert (closed.returncode, closed.stderr, closed.stdout) == (0, b"", b"")


@pytest.mark.parametrize("way", ["silent", "endless", "slow"])
def test_an_agent_that_never_closes_its_end_is_not_waited_for(way: str, shop: Path, home: Path) -> None:
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", HOOK, *where(), "claude-code", "Stop"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin and process.stdout
    try:
        if way == "slow":
            process.stdin.write(b'{"session_id": "s1", "last_assistant_message": "done"}')
            process.stdin.flush()
        while way == "endless":
            process.stdin.write(b"x" * 65_536)
    except BrokenPipeError:
        pass
    assert process.wait(20) == 0
    assert time.perf_counter() - started < LONG_S
    assert [line["means"] for line in spooled(home)] == {"silent": [], "endless": ["odd"], "slow": ["stop"]}[way]
    process.stdout.close()
    with suppress(BrokenPipeError):
        process.stdin.close()


def test_nobody_reads_what_it_prints(shop: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HOOK, *where(), "claude-code", "SessionStart"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    process.stdin.write(b'{"session_id": "s1", "cwd": "%s"}' % str(shop).encode())
    process.stdin.close()
    assert process.wait(20) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


# Where it runs, and what became of the store


def missing(home: Path) -> None:
    (home / "lore.db").unlink()


def corrupt(home: Path) -> None:
    (home / "lore.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 8_000)


def newer(home: Path) -> None:
    import sqlite3

    with sqlite3.connect(home / "lore.db") as connection:
        connection.execute("PRAGMA user_version = 9999")
    connection.close()


def a_folder(home: Path) -> None:
    (home / "lore.db").unlink()
    (home / "lore.db").mkdir()


def no_model(home: Path) -> None:
    (home / "index" / "model.json").parent.mkdir(exist_ok=True)
    (home / "index").rename(home / "gone")


def bad_index(home: Path) -> None:
    (home / "index").mkdir(exist_ok=True)
    for path in (home / "index").rglob("*"):
        if path.is_file():
            path.write_bytes(b"\xff" * 100)


DAMAGE = {damage.__name__: damage for damage in (missing, corrupt, newer, a_folder, no_model, bad_index)}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_whatever_became_of_the_store_no_event_is_lost(damage: Any, shop: Path, home: Path) -> None:
    damage(home)
    session = Session(shop)
    for done in (session.start(), session.prompt(PROMPT), session.stop("I used pnpm."), session.end()):
        whole(done)
    means = [line["means"] for line in spooled(home) if line["means"] != "given"]
    assert means == ["session-start", "prompt", "stop", "session-end"]


def test_a_locked_store_makes_nobody_wait(shop: Path, home: Path) -> None:
    with (home / "queue.lock").open("r+b") as queue, (home / "lore.lock").open("r+b") as first:
        assert HERE.lock(queue.fileno(), wait=False) and HERE.lock(first.fileno(), wait=False)
        session = Session(shop)
        assert RULE in session.start().text
        whole(session.prompt(PROMPT))
        whole(session.stop("done"))
    assert [line["means"] for line in spooled(home) if line["means"] != "given"] == ["session-start", "prompt", "stop"]


@pytest.mark.parametrize("now", ["2001-01-01T00:00:00Z", "not a time"])
def test_a_clock_that_jumps_changes_no_order(now: str, shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(shop)
    session.prompt("the first")
    monkeypatch.setenv("LORE_NOW", now)
    session.prompt("the second")
    assert [line["prompt"] for line in spooled(home)] == ["the first", "the second"]


@pytest.mark.skipif(os.geteuid() == 0 and not Path("/proc/self/status").exists(), reason="needs a system with modes")
def test_a_folder_that_cannot_be_written_loses_no_event(
    shop: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "run").mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    (home / "spool").mkdir(exist_ok=True)
    (home / "spool" / "hooks").symlink_to("/proc/nothing")
    session = Session(shop)
    assert RULE in session.start().text
    whole(session.prompt(PROMPT))
    assert "prompt" in [line["means"] for line in spooled(home)]


def test_a_folder_that_others_may_write_is_not_used(
    shop: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said is nobody else's to read: then the event is lost, and that is noted."""
    from lore.handover import places

    (tmp_path / "run").mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    spare = Path(places.spare(str(home)))
    spare.mkdir()
    spare.chmod(0o777)
    (home / "spool").mkdir(exist_ok=True)
    (home / "spool" / "hooks").symlink_to("/proc/nothing")
    done = run_hook("claude-code", "UserPromptSubmit", said(shop), cwd=shop)
    whole(done)
    assert list(spare.iterdir()) == []
    assert "PermissionError" in str(faults.noted(str(home))[-1]["what"])


def test_no_home_at_all(shop: Path) -> None:
    code = "from lore.agents.hook import handling as h; print(h.handled('', 'claude-code', 'UserPromptSubmit'), end='')"
    done = subprocess.run([sys.executable, "-c", code], input=json.dumps(said(shop)).encode(), capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_folder_that_is_gone_while_it_works(shop: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = (
        f'cd "{gone}" && rmdir "{gone}" && exec "{sys.executable}" -c "{HOOK}" {" ".join(where())} claude-code Stop'
    )
    done = subprocess.run(
        ["/bin/sh", "-c", script],
        input=b'{"session_id": "s1", "last_assistant_message": "x"}',
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
