"""One odd file, line, date or name never stops the rest, and what could not be read is named."""

import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lore.capture import CaptureSummary, Options, Watcher, capture
from lore.capture.readers import READERS
from lore.store import Store
from support.reading import TRANSCRIPTS, document, lines_file
from support.speakers import WRITERS, Script, Step, write

DATES: list[Any] = [
    "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", "0001-01-01", "yesterday", "", -1, 0, 1e300, 1739181600,
    1739181600000, 2**70, True, [], {}, "2026-02-30T00:00:00Z", "\ud800",
]  # fmt: skip
VALUES: list[Any] = [None, True, -1, 1e308, "", "\ud800", "\x00", [], {}, [[]], [None, {"type": 1}], "9" * 5000]
GOOD = {"session": "s1", "id": "m1", "role": "user", "text": "Always run make check before you commit."}


def take(store: Store, *paths: Path, **options: Any) -> tuple[CaptureSummary, list[str]]:
    warned: list[str] = []
    return capture(store, paths, Options(**options), Watcher(warn=warned.append)), warned


def mutated(value: Any, chosen: random.Random) -> Any:
    """A copy with one of its values, however deep, exchanged for one that does not belong there."""
    if isinstance(value, dict) and value and chosen.random() < 0.85:
        name = chosen.choice(list(value))
        odd = DATES if name in ("timestamp", "at", "created_at", "create_time", "time") else VALUES
        new = chosen.choice(odd) if chosen.random() < 0.4 else mutated(value[name], chosen)
        return {**value, name: new}
    if isinstance(value, list) and value and chosen.random() < 0.85:
        place = chosen.randrange(len(value))
        return [*value[:place], mutated(value[place], chosen), *value[place + 1 :]]
    return chosen.choice(VALUES + DATES)


def broken(data: bytes, chosen: random.Random) -> bytes:
    place = chosen.randrange(len(data))
    odd = chosen.choice([b"\0" * 600, b"\n" + b"\0" * 600 + b"\n", b"\xff\xfe", "é".encode("latin-1"), b"\n", b'"}'])
    return data[:place] + odd + data[place + chosen.choice([0, 1, 300]) :]


def odd_copies(file: Path, count: int) -> Iterator[bytes]:
    chosen = random.Random(file.name)
    data = file.read_bytes()
    lines = data.splitlines()[:40]
    for _ in range(count):
        if file.suffix == ".jsonl":
            place = chosen.randrange(len(lines))
            odd = json.dumps(mutated(json.loads(lines[place]), chosen)).encode()
            yield b"\n".join([*lines[:place], odd, *lines[place + 1 :]]) + b"\n"
        elif file.suffix == ".json":
            yield json.dumps(mutated(json.loads(data), chosen)).encode()
        yield broken(data[:20_000], chosen)


@pytest.mark.parametrize("reader", WRITERS)
def test_no_odd_file_of_any_format_stops_a_capture(store: Store, tmp_path: Path, reader: str) -> None:
    """Values of a wrong kind, impossible dates, other encodings: the good file behind them is read every time."""
    steps = [Step("user", "Go."), Step("tool", "x"), Step("assistant", "Done."), Step("user", "Thanks.")]
    real = [path for path in (TRANSCRIPTS / reader).glob("*") if path.suffix in (".json", ".jsonl", ".md")][:1]
    for file in (write(tmp_path / "sources", reader, Script("s", steps)), *real):
        for number, data in enumerate(odd_copies(file, 12)):
            (tmp_path / f"{number:03}-{file.name}").write_bytes(data)
    (tmp_path / "sources").rename(tmp_path / "zzz")
    lines_file(tmp_path, {**GOOD, "session": "last"}, name="zzzz.jsonl")
    done, warned = take(store, tmp_path)
    assert store.sessions.turns("last")
    assert not [one for one in warned if "could not be read to its end" in one]
    assert done.files > 12


@pytest.mark.parametrize("at", DATES, ids=lambda at: ascii(at)[:24])
def test_an_odd_date_costs_no_line(store: Store, tmp_path: Path, at: Any) -> None:
    lines = [{**GOOD, "at": at, "id": "8c2b1c1e-0d9a-4a55-9d3c-6f1f6f0f0001"}, {**GOOD, "id": "m2", "text": "Thanks."}]
    done, warned = take(store, lines_file(tmp_path, *lines))
    assert done.turns == 2
    known = store.sessions.turns("s1")[0].at is not None or at in ("", None)
    assert known == (warned == [])
    assert all(f"{tmp_path}/session.jsonl:1: `at` is not a time" in one for one in warned)


def test_numbers_are_times(store: Store, tmp_path: Path) -> None:
    """Seconds and milliseconds since 1970."""
    take(store, lines_file(tmp_path, {**GOOD, "at": 1739181600}, {**GOOD, "id": "m2", "at": 1739181600000}))
    assert {turn.at for turn in store.sessions.turns("s1")} == {"2025-02-10T10:00:00Z"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not allow such a name")
def test_a_name_that_is_not_utf8_is_read_and_named(store: Store, tmp_path: Path) -> None:
    name = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe-name.jsonl"))
    name.write_bytes(json.dumps(GOOD).encode() + b"\nnot JSON\n")
    done, warned = take(store, tmp_path)
    assert (done.turns, done.foreign) == (1, (str(tmp_path),))
    assert warned == [f"{tmp_path}/\\xff\\xfe-name.jsonl:2: not JSON: expecting value"]
    assert take(store, tmp_path)[0].unchanged == 1


@pytest.mark.parametrize("reader", ["claude-code", "codex", "lore", "gemini", "specstory", "chatgpt"])
def test_a_wrong_format_swallows_nothing(store: Store, tmp_path: Path, reader: str) -> None:
    file = write(tmp_path, reader, Script("00000001-aaaa", [Step("user", "Go."), Step("assistant", "Done.")]))
    for other in READERS:
        if other.name != reader:
            done, warned = take(store, file, reader=other)
            assert (done.files, done.unread, done.failed, done.run) == (0, 1, 1, None)
            assert warned == [f"{file}: no line of it is {other.name}; it looks like {reader}"]
    assert take(store, file)[0].turns == 2
    noise = lines_file(tmp_path, {"a": 1}, name="noise.jsonl")
    done, warned = take(store, noise, reader=READERS[0])
    assert (done.run, warned) == (None, [f"{noise}: no line of it is {READERS[0].name}"])


def test_a_hole_of_zero_bytes_costs_one_line(store: Store, tmp_path: Path) -> None:
    """A crash of the machine leaves them; they stand between lines, before one, or behind the last."""
    first, second = (json.dumps({**GOOD, "id": name}).encode() for name in ("m1", "m2"))
    file = tmp_path / "a.jsonl"
    file.write_bytes(b"\0" * 4096 + first + b"\n" + b"\0" * 70_000 + b"\n" + second + b"\n" + b"\0" * 512)
    done, warned = take(store, file)
    assert done.turns == 2
    assert [one.rpartition(":")[0] for one in warned] == [f"{file}:{line}" for line in (1, 2, 4)]


def test_what_is_not_utf8_is_said(store: Store, tmp_path: Path) -> None:
    lines = tmp_path / "a.jsonl"
    lines.write_bytes(json.dumps({**GOOD, "text": "Gruess"}).replace("uess", "u\xdf").encode("latin-1") + b"\n")
    chats = document(tmp_path, [{"uuid": "c", "name": "x", "chat_messages": []}], "b.json")
    chats.write_bytes(chats.read_bytes().replace(b'"x"', b'"\xdf"'))
    chat = tmp_path / "c.md"
    chat.write_bytes(b"\n# aider chat started at 2025-10-23 17:04:56\n\n#### Gr\xdf  \n\n> x  \n")
    for file in (lines, chats, chat):
        _, warned = take(store, file)
        assert [one for one in warned if one.startswith(f"{file}:") and "not valid UTF-8" in one], file


def test_another_project_than_before_is_said(store: Store, tmp_path: Path) -> None:
    file = lines_file(tmp_path, GOOD)
    take(store, file, project="one")
    for longer in (False, True):
        if longer:
            lines_file(tmp_path, GOOD, {**GOOD, "id": "m2"})
        _, warned = take(store, file, project="two")
        assert warned == ["1 session belongs to the project `one` already: `--project two` moves nothing"]
    assert take(store, file, project="one")[1] == []


def test_two_messages_under_one_id_are_said(store: Store, tmp_path: Path) -> None:
    file = lines_file(tmp_path, GOOD, {**GOOD, "text": "Something else."}, {**GOOD, "text": GOOD["text"] + " Now."})
    done, warned = take(store, file)
    assert (done.turns, warned) == (1, [f"{file}: `m1` names two messages; the first one is kept"])
