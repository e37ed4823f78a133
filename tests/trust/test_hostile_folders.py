"""Repositories and folders as somebody might make them to do harm: at most a message, and nothing outside changes.

Made from the product of names, kinds of oddity and commands; which ones meet is drawn anew for each seed.
"""

import os
import random
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.model import Status
from lore.projects import LONGEST_KEY
from lore.store import FactFilter, open_store
from support.handbook import write
from support.publishing import make_repository

ESCAPE = "\x1b]52;c;ZXZpbA==\x07\x9b31m\u202eX\x7f"
TOKEN = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY2z4A"
NAMES = (
    "plain", "with space", "-rf", "--help", "...", "~", "$(touch x)", "`touch x`", "a\nb", "a\tb", f"esc{ESCAPE}",
    "d" * 255, "\udcff\udcfe", "%s%n", "é", "e\u0301", "CON", "nul.md", "a;b", "a&b", "[x]", "{x}", "*", "?", "#", "'",
    '"', "\\", f"{TOKEN}", "password=hunter2", ".hidden", "\u200b", "\ufeff", "\u2028", "node_modules",
)  # fmt: skip
Oddity = Callable[[Path, Path], object]


def _config(text: str) -> Oddity:
    return lambda root, outside: write(root, ".git/config", text)


def _mark(text: str | bytes) -> Oddity:
    def make(root: Path, outside: Path) -> None:
        shutil.rmtree(root / ".git")
        write(root, ".git", text)

    return make


def _instead(name: str, make: Callable[[Path], object]) -> Oddity:
    """Something else in the place of a file or folder."""

    def put(root: Path, outside: Path) -> None:
        path = root / name
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)

    return put


def _linked(name: str, target: str) -> Oddity:
    return lambda root, outside: _instead(name, lambda path: path.symlink_to(target.format(outside=outside)))(
        root, outside
    )


ODDITIES: dict[str, Oddity] = {
    "nothing odd": lambda root, outside: None,
    "an escape as remote": _config(f'[remote "origin"]\n\turl = https://github.com/o/{ESCAPE}n.git\n'),
    "a password as remote": _config(f'[remote "origin"]\n\turl = https://me:p/{TOKEN}@github.com/o/n.git\n'),
    "a remote without end": _config(f'[remote "origin"]\n\turl = https://h/{"a/" * 200_000}\n'),
    "an empty remote": _config('[remote "origin"]\n\turl = @\n'),
    "a program as remote": _config('[remote "origin"]\n\turl = ext::sh -c evil% >&2\n'),
    "half a configuration": _config('[remote "origin\n\turl = [[[\n= = =\n\x00\xff'),
    "a million sections": _config("[a]\n" * 200_000),
    "a configuration of 5 GB": lambda root, outside: os.truncate(root / ".git" / "config", 5_000_000_000),
    "an index of 5 GB": lambda root, outside: os.truncate(write(root, ".git/index", b"DIRC"), 5_000_000_000),
    "an index of noise": lambda root, outside: write(root, ".git/index", random.Random(1).randbytes(5_000)),
    "patterns of noise": lambda root, outside: write(root, ".gitignore", random.Random(2).randbytes(5_000)),
    "patterns that take for ever": lambda root, outside: write(root, ".gitignore", ("*a" * 30 + "\n") * 50),
    "a pipe as configuration": _instead(".git/config", os.mkfifo),
    "a device as configuration": _linked(".git/config", "/dev/zero"),
    "a pipe as index": _instead(".git/index", os.mkfifo),
    "a pipe as patterns": _instead(".gitignore", os.mkfifo),
    "a pipe as exclude": _instead(".git/info/exclude", os.mkfifo),
    "a pipe as commondir": _instead(".git/commondir", os.mkfifo),
    "a commondir in a circle": lambda root, outside: write(root, ".git/commondir", "../.git"),
    "a commondir that is a circle": _linked(".git/commondir", "commondir"),
    "a commondir with a NUL": lambda root, outside: write(root, ".git/commondir", b"a\0b"),
    "a pipe as .git": _instead(".git", os.mkfifo),
    "a circle as .git": _linked(".git", ".git"),
    "a device as .git": _linked(".git", "/dev/zero"),
    ".git elsewhere": _linked(".git", "{outside}"),
    ".git names a circle": lambda root, outside: (
        _mark("gitdir: loop\n")(root, outside),
        _linked("loop", "loop")(root, outside),
    ),
    ".git names what is too long": _mark("gitdir: " + "a" * 900_000),
    ".git names a NUL": _mark(b"gitdir: a\0b\n"),
    ".git names the system": _mark("gitdir: /proc/self/fd\n"),
    ".git names nothing": _mark("gitdir: \n"),
    ".git is noise": _mark(random.Random(3).randbytes(2_000)),
    "HEAD is a folder": _instead(".git/HEAD", Path.mkdir),
    "documents out of it": _linked("README.md", "{outside}/private.md"),
    "folders out of it": _linked("docs", "{outside}"),
    "rules out of it": _linked("CLAUDE.md", "{outside}/private.md"),
    "transcripts out of it": _linked("t.jsonl", "{outside}/private.jsonl"),
    "a pipe as document": _instead("README.md", os.mkfifo),
    "a pipe as rules": _instead("CLAUDE.md", os.mkfifo),
    "a pipe as transcript": _instead("t.jsonl", os.mkfifo),
    "published out of it": _linked("CONVENTIONS.md", "{outside}/private.md"),
    "published into git": _linked("AGENTS.md", ".git/config"),
    "published into nothing": _linked("CONVENTIONS.md", "CONVENTIONS.md"),
    "a pipe to publish to": _instead("CONVENTIONS.md", os.mkfifo),
    "a folder to publish to": _instead("CONVENTIONS.md", Path.mkdir),
    "files with odd names": lambda root, outside: [
        write(root, f"odd/{name}.md", "# Words\n") for name in NAMES if len(name) < 245
    ],
    "transcripts with odd names": lambda root, outside: [
        write(root, f"odd/{name}.jsonl", '{"session": "s", "id": "1", "role": "user", "text": "Hello"}\n')
        for name in NAMES
        if len(name) < 245
    ],
}  # fmt: skip
COMMANDS = (
    ("project",), ("project", "--json"), ("add", "The office is in Basel"), ("docs", "add", "."), ("docs", "sync"),
    ("search", "office"), ("publish", "--yes"), ("publish", "--new-root", "--yes"), ("publish", "--diff"),
    ("publish", "--check"),
    ("publish", "--remove", "--yes"), ("migrate-from", "memory-files", "."), ("migrate-from", "basic-memory", "."),
    ("migrate-from", "openclaw", "."), ("capture", "."),
    ("capture", "t.jsonl"), ("import", "t.jsonl"), ("checkpoint", "the task"), ("recent",), ("project", "set", "web"),
    ("docs", "add", "README.md"), ("migrate-from", "memory-files", "CLAUDE.md"), ("docs", "list"),
)  # fmt: skip
EACH = 2
"""Commands that are tried in each folder of a seed."""


@pytest.fixture(autouse=True)
def no_waiting() -> Iterator[None]:
    """Ends a test that waits for what never comes, instead of waiting with it."""

    def stop(number: int, frame: object) -> None:
        raise AssertionError("it waits for ever")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(120)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    write(folder, "private.md", "- Always remember the word HELDOUTSIDE77 of the vault\n")
    write(folder, "private.jsonl", '{"session": "p", "id": "1", "role": "user", "text": "Use HELDOUTSIDE77 always."}\n')
    return folder


def _seen(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {str(path): (path.read_bytes(), path.stat().st_mode) for path in sorted(folder.rglob("*")) if path.is_file()}


def _hostile(root: Path, oddity: str, outside: Path) -> Path:
    make_repository(root)
    write(root, "README.md", "# Hello\n\nWords.\n")
    write(root, "CLAUDE.md", "# Rules\n\n- Always use tabs in this project.\n")
    write(root, "t.jsonl", '{"session": "s", "id": "1", "role": "user", "text": "Always use tabs, never spaces."}\n')
    ODDITIES[oddity](root, outside)
    return root


@pytest.mark.parametrize("oddity", ODDITIES)
def test_every_command_survives_every_oddity(
    oddity: str, tmp_path: Path, outside: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a folder of some name, a few of the commands: no traceback, no wait, nothing read or changed outside."""
    chance = random.Random(oddity)
    before = _seen(outside)
    for number, name in enumerate(chance.sample(NAMES, 3)):
        path = tmp_path / str(number)
        path.mkdir()
        monkeypatch.chdir(_hostile(path / name, oddity, outside))
        for command in chance.sample(COMMANDS, EACH):
            code = run(command)
            capture_result = capsys.readouterr()
            assert code in (0, 1, 2, 3, 4), (name, command)
            assert "Traceback" not in capture_result.err, (name, command)
            assert TOKEN.lower() not in (capture_result.out + capture_result.err).lower() or TOKEN in name, (
                name,
                command,
            )
    assert _seen(outside) == before
    with open_store() as store:
        texts = [fact.text for fact in store.facts.select(FactFilter(statuses=tuple(Status)))]
        turns = [turn.text for session in store.sessions.select() for turn in store.sessions.turns(session.id)]
        keys = [project.key for project in store.projects.all_known()]
    assert not [text for text in texts + turns if "HELDOUTSIDE77" in text]
    assert all(key.isprintable() and 0 < len(key) <= LONGEST_KEY and TOKEN.lower() not in key.lower() for key in keys)


def test_every_name_and_every_command_is_tried() -> None:
    """Otherwise the product above would have a hole."""
    names, commands = set(), set()
    for oddity in ODDITIES:
        chance = random.Random(oddity)
        for name in chance.sample(NAMES, 3):
            names.add(name)
            commands.update(chance.sample(COMMANDS, EACH))
    assert (names, commands) == (set(NAMES), set(COMMANDS))
