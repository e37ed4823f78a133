"""R25: whatever a file holds, it is named with its place and reason, and everything good around it is kept."""

import contextlib
import gzip
import io
import json
import os
import random
import signal
import traceback
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lore.cli.program import run as run_lore
from lore.handover import files, places
from lore.store import open_store

from .figures import Figure, Scale, none_of

PATIENCE_S = 60
BUG = "Lore did not expect this"
"""How the command line begins to speak of a mistake of its own."""
EXITS = frozenset({0, 1, 2, 3, 4})
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1e308, 10**400, "", "x", [], {}, [[]], [None, 1, "x", {}], {"type": 1}, "\ud800", "9" * 5000,
    "\x1b]52;c;eA==\x07", "\u202eabc", "2026-13-45T99:99:99Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z",
    -62135596801, "../../../etc/passwd", "a\nb", "[secret:x:00000000]", float("nan"),
)  # fmt: skip


class Hung(BaseException):
    """The command did not end in time."""


@dataclass(frozen=True)
class Case:
    """One bad thing: where it is put, and what must be found afterwards."""

    name: str
    words: tuple[str, ...]
    """The command line; `{}` stands for the folder or file."""
    good: tuple[str, ...]


def run(scale: Scale) -> Iterator[Figure]:
    """Size: bad inputs, dealt over the kinds in turn."""
    chosen = random.Random(scale.seed)
    wrong: dict[str, list[str]] = {"tracebacks": [], "hangs": [], "good lines lost": [], "unknown exit codes": []}
    kinds = (_lines, _lines, _wholes, _facts, _memories, _documents, _questions, _events, _settings)
    for number in range(scale.size):
        kind = kinds[number % len(kinds)]
        folder = scale.folder / str(number)
        (folder / "home").mkdir(parents=True)
        _attempt(folder, kind(folder, chosen, number), wrong)
    for what, cases in wrong.items():
        yield none_of("R25", len(cases), what, f"{scale.size} bad inputs")
        yield from (Figure("R25", case, kept=False) for case in cases[:5])


def _attempt(folder: Path, case: Case, wrong: dict[str, list[str]]) -> None:
    os.environ["LORE_HOME"] = str(folder / "store")
    os.environ["HOME"] = str(folder / "home")
    string_io = io.StringIO()
    try:
        with _deadline(), contextlib.redirect_stdout(string_io), contextlib.redirect_stderr(string_io):
            status = run_lore(list(case.words))
    except Hung:
        wrong["hangs"].append(case.name)
        return
    except BaseException:  # noqa: BLE001 -- whatever leaves the command line is what a person would see as a traceback
        wrong["tracebacks"].append(f"{case.name}: {traceback.format_exc(limit=-1).splitlines()[-1]}")
        return
    if BUG in string_io.getvalue():
        wrong["tracebacks"].append(f"{case.name}: {string_io.getvalue().strip().splitlines()[-1]}")
    if status not in EXITS:
        wrong["unknown exit codes"].append(f"{case.name}: {status}")
    known = _stored(folder / "store") + string_io.getvalue()
    lost = [word for word in case.good if word not in known]
    if lost:
        wrong["good lines lost"].append(f"{case.name}: {', '.join(lost)}: {string_io.getvalue()[-300:]}")


def _stored(home: Path) -> str:
    with open_store(home) as store:
        texts = [fact.text for fact in store.facts.select()]
        for session in store.sessions.select():
            texts += [turn.text for turn in store.sessions.turns(session.id)]
        chunks = store.passages.many([f"k:{number}" for number in range(1, 2_000)])
        return "\n".join([*texts, *(chunk.text for chunk in chunks.values())])


@contextlib.contextmanager
def _deadline() -> Iterator[None]:
    def stop(_number: int, _frame: object) -> None:
        raise Hung

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE_S)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# Bad lines


def _neutral(word: str, number: int) -> dict[str, Any]:
    at = f"2026-03-01T09:{number:02}:00Z"
    return {"session": "s1", "id": f"m{number}", "at": at, "role": "user", "text": f"We always use {word} here"}


def _claude(word: str, number: int) -> dict[str, Any]:
    return {
        "type": "user", "uuid": f"u{number}", "sessionId": "s2", "timestamp": f"2026-03-01T09:{number:02}:00Z",
        "cwd": "/repo", "message": {"role": "user", "content": f"We always use {word} here"},
    }  # fmt: skip


def _plain(word: str, number: int) -> dict[str, Any]:
    return {"fact": f"We always use {word} in case {number}", "category": "preference"}


Line = Callable[[str, int], dict[str, Any]]


def _damaged(line: Line, chosen: random.Random) -> bytes:
    value = line("bad", 30)
    whole = json.dumps(value).encode()
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: whole[: chosen.randrange(1, len(whole))],
        lambda: b"\x00" * chosen.choice((1, 4096)),
        lambda: whole.replace(b"always", b"alw\xffays"),
        lambda: b"[" * 100_000 + b"]" * 100_000,
        lambda: b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
        lambda: json.dumps(chosen.choice(VALUES)).encode(),
        lambda: _with_value(value, chosen),
        lambda: _with_value(value, chosen),
        lambda: _with_value(value, chosen),
        lambda: whole + whole,
        lambda: whole.replace(b"here", b"x" * 200_000),
        lambda: whole.decode().encode("utf-16"),
        lambda: b"\xef\xbb\xbf" + whole,
    )
    return chosen.choice(ways)()


def _with_value(value: dict[str, Any], chosen: random.Random) -> bytes:
    name = chosen.choice(list(value))
    if isinstance(value[name], dict) and chosen.random() < 0.5:
        inner = json.loads(_with_value(value[name], chosen))
        return json.dumps({**value, name: inner}).encode()
    if chosen.random() < 0.2:
        return json.dumps({key: one for key, one in value.items() if key != name}).encode()
    return json.dumps({**value, name: chosen.choice(VALUES)}).encode()


def _between(line: Line, chosen: random.Random) -> bytes:
    bad = [_damaged(line, chosen) for _ in range(chosen.randrange(1, 4))]
    ending = chosen.choice((b"\n", b"\r\n"))
    return ending.join([json.dumps(line("zebra", 1)).encode(), *bad, json.dumps(line("quokka", 50)).encode(), b""])


def _lines(folder: Path, chosen: random.Random, number: int) -> Case:
    line = (_neutral, _claude)[number % 2]
    file = folder / "session.jsonl"
    file.write_bytes(_between(line, chosen))
    return Case(f"{number}: bad lines for capture", ("capture", str(file)), ("zebra", "quokka"))


def _facts(folder: Path, chosen: random.Random, number: int) -> Case:
    file = folder / "facts.jsonl"
    file.write_bytes(_between(_exported if chosen.random() < 0.5 else _plain, chosen))
    return Case(f"{number}: bad lines for import", ("import", str(file)), ("zebra", "quokka"))


def _exported(word: str, number: int) -> dict[str, Any]:
    return {
        "schema": 1, "id": f"f:aaaa{number:02}".replace("0", "b").replace("1", "c").replace("5", "d").replace("3", "e"),
        "text": f"We always use {word} in case {number}", "kind": "preference", "status": "active", "tier": "episodic",
        "layer": "project", "project": "shop", "confidence": 0.5, "tainted": True, "tags": ["a"], "concepts": [],
        "files": [], "created_at": "2026-03-01T09:00:00Z",
        "evidence": [{"session": "s", "source_id": "m", "role": "user", "at": None, "quote": f"use {word}"}],
        "links": [],
    }  # fmt: skip


# Bad files between good ones


def _wholes(folder: Path, chosen: random.Random, number: int) -> Case:
    path = folder / "sessions"
    path.mkdir()
    (path / "a.jsonl").write_text(json.dumps(_neutral("zebra", 1)) + "\n")
    (path / "z.jsonl").write_text(json.dumps({**_neutral("quokka", 2), "session": "s9"}) + "\n")
    good = json.dumps({**_neutral("bad", 3), "session": "s5"}).encode() + b"\n"
    name = chosen.choice(("m.jsonl", "m.json", "m.md", ".aider.chat.history.md"))
    _odd_file(path / name, good, chosen)
    return Case(f"{number}: an odd file for capture", ("capture", str(path)), ("zebra", "quokka"))


def _odd_file(path: Path, good: bytes, chosen: random.Random) -> None:
    ways: tuple[Callable[[], object], ...] = (
        lambda: path.write_bytes(b""),
        lambda: path.write_bytes(chosen.randbytes(5_000)),
        lambda: path.write_bytes(good.decode().encode("utf-16")),
        lambda: path.write_bytes(gzip.compress(good)),
        lambda: path.write_bytes(_zipped(good)),
        lambda: path.symlink_to(path),
        lambda: path.symlink_to(path.parent / "nowhere"),
        lambda: path.symlink_to("/dev/zero"),
        lambda: path.mkdir(),
        lambda: os.mkfifo(path),
        lambda: _closed(path, good),
        lambda: path.write_bytes(b"{" + b" " * 1_000_000),
        lambda: path.write_bytes(b"[" * 1_000_000),
        lambda: path.write_bytes(b'{"messages": [' + good * 3),
        lambda: Path(os.fsdecode(os.fsencode(path.parent) + b"/\xff\xfe.jsonl")).write_bytes(good),
        lambda: path.with_name("n" * 200 + "\x1b[31m.jsonl").write_bytes(good),
    )
    chosen.choice(ways)()


def _closed(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0)


def _zipped(content: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("session.jsonl", content)
    return packed.getvalue()


def _memories(folder: Path, chosen: random.Random, number: int) -> Case:
    path = folder / "repository"
    (path / "memory").mkdir(parents=True)
    (path / "CLAUDE.md").write_text("# Rules\n\n- Always run zebra before you push a branch\n")
    (path / "memory" / "z.md").write_text("# Rules\n\n- Never commit without a look at quokka\n")
    _odd_file(path / "memory" / "m.md", b"---\nname: [\n---\n- bad\n", chosen)
    words = ("migrate-from", "memory-files", str(path))
    return Case(f"{number}: an odd memory file", words, ("zebra", "quokka"))


def _documents(folder: Path, chosen: random.Random, number: int) -> Case:
    path = folder / "documents"
    path.mkdir()
    (path / "a.md").write_text("# A\n\nWe always use zebra in this project\n")
    (path / "z.md").write_text("# Z\n\nWe always use quokka in this project\n")
    _odd_file(path / "m.md", b'{"cells": [1, null]}', chosen)
    return Case(f"{number}: an odd document", ("docs", "add", str(path)), ("zebra", "quokka"))


def _questions(folder: Path, chosen: random.Random, number: int) -> Case:
    file = folder / "questions.jsonl"
    file.write_bytes(_between(_question, chosen))
    return Case(f"{number}: bad questions", ("search", "--batch", str(file)), ('"qid": "q1"', '"qid": "q50"'))


def _question(word: str, number: int) -> dict[str, Any]:
    return {"qid": f"q{number}", "query": word, "limit": 5}


def _events(folder: Path, chosen: random.Random, number: int) -> Case:
    spool = Path(places.spool(str(folder / "store")))
    files.make_folder(str(spool))
    (spool / "s1.jsonl").write_bytes(_between(_event, chosen))
    return Case(f"{number}: bad events of hooks", ("hooks", "drain"), ("zebra", "quokka"))


def _event(word: str, number: int) -> dict[str, Any]:
    return {
        "n": f"{number}-1", "agent": "opencode", "session": "s1", "at": f"2026-03-01T09:{number:02}:00Z",
        "cwd": "/repo", "means": "prompt", "key": f"k{number}", "typed": True,
        "prompt": f"We always use {word} here",
    }  # fmt: skip


def _settings(folder: Path, chosen: random.Random, number: int) -> Case:
    home, name = folder / "home", chosen.choice((".codex/config.toml", ".codex/hooks.json", ".cursor/mcp.json"))
    for path in (name, ".gemini/settings.json"):
        (home / path).parent.mkdir(parents=True, exist_ok=True)
    (home / ".gemini" / "settings.json").write_text('{"ui": {"theme": "zebra"}}')
    good = b'[mcp_servers.other]\ncommand = "y"\n' if name.endswith("toml") else b'{"mcpServers": {"other": {}}}'
    if chosen.random() < 0.5:
        _odd_file(home / name, good, chosen)
    else:
        (home / name).write_bytes(_damaged(lambda word, _: {"hooks": word, "mcpServers": {"a": {"b": [word]}}}, chosen))
    words = ("setup", "--dry-run", *(f"--agent={agent}" for agent in ("codex", "cursor", "gemini")))
    return Case(f"{number}: odd settings of an agent", words, (".gemini/settings.json", "lore.agents.hook"))
