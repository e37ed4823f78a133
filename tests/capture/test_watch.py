"""`lore capture --watch`: what agents write is stored while they write it, by a real process, until a real signal."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

import lore.capture.watching as watching
from lore.capture import Options, SessionProgress
from lore.capture.ownership import OwnFolders
from lore.capture.watching import Listener, watch
from lore.store import Store, open_store

DEADLINE_S = 60.0
"""Only a watch that is broken needs so long; it fails the test."""
CODEX = Path(__file__).parents[1] / "data" / "transcripts" / "codex" / "019f05f8.jsonl"


def message(number: int, text: str, session: str = "s1") -> str:
    line = {"session": session, "id": number, "at": "2026-03-01T09:00:00Z", "role": "user", "text": text}
    return json.dumps(line) + "\n"


class Running:
    """A watch in a process of its own, heard line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.told: list[str] = []
        self._lines: queue.Queue[str] = queue.Queue()
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            threading.Thread(target=self._listen, args=(stream,), daemon=True).start()

    def _listen(self, stream: IO[str]) -> None:
        for line in stream:
            self._lines.put(line.rstrip("\n"))

    def wait_for(self, words: str) -> str:
        while True:
            line = self._lines.get(timeout=DEADLINE_S)
            self.told.append(line)
            if words in line:
                return line

    def end(self, by: signal.Signals = signal.SIGINT) -> str:
        self.process.send_signal(by)
        summary = self.wait_for("")
        while not summary.startswith(("stored", "nothing new", "{")):
            summary = self.wait_for("")
        assert self.process.wait(DEADLINE_S) == 0
        return summary


@contextmanager
def watch_of(*arguments: str) -> Iterator[Running]:
    command = [sys.executable, "-m", "lore", "capture", "--watch", "--mine", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield Running(process)
        finally:
            process.kill()


def texts(session: str = "s1") -> list[str]:
    with open_store() as store:
        return [turn.text for turn in store.sessions.turns(session)]


def test_a_session_is_stored_while_it_is_written(tmp_path: Path) -> None:
    """A line that is half written waits for its other half, and nobody is warned of it."""
    talk = tmp_path / "talks" / "a.jsonl"
    talk.parent.mkdir()
    second = message(2, "Never use npm in this repository, use pnpm.")
    with watch_of(str(talk.parent)) as running:
        running.wait_for("watching")
        talk.write_text(message(1, "Always run make check before a commit.") + second[:40])
        assert "lore         s1             1 message, 1 fact" in running.wait_for("s1")
        with talk.open("a") as file:
            file.write(second[40:])
        assert "1 message, 1 fact" in running.wait_for("s1")
        assert running.end() == "stored 2 messages, 2 facts of 1 session"
    assert not [line for line in running.told if "warning" in line]
    assert texts() == ["Always run make check before a commit.", "Never use npm in this repository, use pnpm."]


def test_what_is_there_comes_first_and_what_comes_last_is_not_lost(tmp_path: Path) -> None:
    """A line that was written right before the signal is stored as well; SIGTERM ends a watch like Ctrl-C."""
    talk = tmp_path / "a.jsonl"
    talk.write_text(message(1, "one"))
    with watch_of(str(talk)) as running:
        running.wait_for("1 message")
        running.wait_for("watching")
        with talk.open("a") as file:
            file.write(message(2, "two"))
        assert running.end(signal.SIGTERM) == "stored 2 messages of 1 session"
    assert texts() == ["one", "two"]


def test_folders_and_files_may_come_go_and_be_replaced(tmp_path: Path) -> None:
    """A folder that is made later, again, or deep inside; a file that is moved in, replaced, and begun anew."""
    talks = tmp_path / "talks"
    with watch_of(str(talks)) as running:
        running.wait_for(f"waiting for {talks}")
        deep = talks / "2026" / "03"
        deep.mkdir(parents=True)
        (deep / "a.jsonl").write_text(message(1, "deep"))
        running.wait_for("1 message")
        running.wait_for("watching")
        (tmp_path / "b").write_text(message(1, "moved in", "s2"))
        (tmp_path / "b").rename(talks / "b.jsonl")
        running.wait_for("s2")
        (tmp_path / "c").write_text(message(1, "replaced it", "s3"))
        (tmp_path / "c").replace(talks / "b.jsonl")
        running.wait_for("s3")
        (talks / "b.jsonl").write_text(message(1, "new", "s4"))
        running.wait_for("s4")
        for file in (deep / "a.jsonl", talks / "b.jsonl"):
            file.unlink()
        for folder in (deep, deep.parent, talks):
            folder.rmdir()
        running.wait_for(f"waiting for {talks}")
        talks.mkdir()
        running.wait_for("watching")
        (talks / "d.jsonl").write_text(message(1, "there again", "s5"))
        running.wait_for("s5")
        running.end()
    assert [texts(f"s{number}") for number in range(1, 6)] == [
        ["deep"], ["moved in"], ["replaced it"], ["new"], ["there again"],
    ]  # fmt: skip


def test_without_paths_the_agents_of_this_machine_are_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each of them keeps its transcripts, also when it is installed later; the lines can be JSON."""
    for name in ("CODEX_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / ".claude" / "projects").mkdir(parents=True)
    with watch_of("--json") as running:
        assert ".claude/projects" in running.wait_for("watching")
        day = tmp_path / ".codex" / "sessions" / "2026" / "03" / "01"
        day.mkdir(parents=True)
        (day / "rollout-2026-10-05T10-00-00-0a000000-0000-4000-8000-000000000000.jsonl").write_bytes(CODEX.read_bytes())
        grown = json.loads(running.wait_for('"schema"'))
        assert (grown["schema"], grown["agent"], grown["run"][:2]) == (1, "codex", "r:")
        summary = json.loads(running.end())
        assert (summary["sessions"], summary["turns"], summary["left"]) == (1, grown["turns"], 0)
    assert not [line for line in running.told if "waiting" in line]


def test_another_process_that_holds_the_store_loses_nothing(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "BUDGET_S", 0.1)
    monkeypatch.setattr(watching, "LOOK_S", 0.1)
    told: queue.Queue[object] = queue.Queue()
    grown: Callable[[SessionProgress, str | None], None] = lambda growth, run: told.put(growth.turns)  # noqa: E731
    listener = Listener(watching=told.put, grown=grown, warn=told.put)
    stop, talk, own = threading.Event(), tmp_path / "a.jsonl", OwnFolders(store)
    watcher = threading.Thread(target=lambda: told.put(watch([talk], Options(), listener, stop, own)), daemon=True)
    talk.write_text(message(1, "one"))
    with store.write("person"):
        watcher.start()
        assert "waits" in str(told.get(timeout=DEADLINE_S))
        assert told.get(timeout=DEADLINE_S) == talk
    assert told.get(timeout=DEADLINE_S) == 1
    stop.set()
    done = told.get(timeout=DEADLINE_S)
    assert isinstance(done, watching.Watched)
    assert (done.sessions, done.turns, done.left) == (1, 1, 0)


def test_two_watches_store_everything_once(store: Store, tmp_path: Path) -> None:
    talk = tmp_path / "a.jsonl"
    said = [f"Always run step {name} of the release by hand." for name in ("one", "two", "three", "four", "five")]
    with watch_of(str(tmp_path)) as first, watch_of(str(tmp_path)) as second:
        for running in (first, second):
            running.wait_for("watching")
        for number, text in enumerate(said):
            with talk.open("a") as file:
                file.write(message(number, text))
        first.end()
        second.end()
    assert texts() == said
    facts = store.facts.ids()
    assert sum(len(evidence) for evidence in store.facts.evidence(facts).values()) == len(facts) == len(said)


def test_what_cannot_be_read_is_told_once(tmp_path: Path) -> None:
    talks, page = tmp_path / "talks", tmp_path / "page.md"
    talks.mkdir()
    (talks / "a.jsonl").write_text(message(1, "one"))
    (talks / "bad.jsonl").write_text(message(1, "x", "s2") + "{broken\n" + message(3, "y", "s2"))
    page.write_text("# A page\n\nNo transcript.\n")
    with watch_of(str(talks), str(page)) as running:
        running.wait_for("watching")
        running.wait_for(f"watching {page}")
        assert running.end() == "stored 3 messages of 2 sessions"
    assert sorted(line for line in running.told if "warning" in line) == [
        f"warning: {page}: not a transcript of a known format so far",
        f"warning: {talks / 'bad.jsonl'}:2: not JSON: expecting property name enclosed in double quotes",
    ]


def test_a_watch_stores_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    from lore.cli.program import run

    assert run(["capture", "--watch", "--dry-run"]) == 2
    assert "`--watch` only stores" in capsys.readouterr().err
    assert run(["capture"]) == 2  # no agent was used on this machine
    assert "lore capture --watch" in capsys.readouterr().err
    assert os.environ["LORE_HOME"]
