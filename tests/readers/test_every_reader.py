"""What holds for every reader, on real files and on the worst ones: told apart, named for good, told once."""

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lore.capture import Options, capture
from lore.capture.readers import READERS, Problem, RawEvent, RawSession, RawTurn, Record, Transcript, recognised
from lore.capture.readers.documents import elements, members
from lore.model import Role
from lore.store import Store
from support.examples import crossed
from support.histories import ALL, PLAIN, SOFT, SPELLINGS, SPELT, Said, openclaw, opencode
from support.reading import TRANSCRIPTS, lines_file, problems, records_of, said

FILES = sorted(
    file for file in TRANSCRIPTS.rglob("*") if file.suffix in (".jsonl", ".json", ".md") and "NOTICE" not in file.name
)
OWNERS = {
    "codex": "codex",
    "copilot": "copilot",
    "gemini": "gemini",
    "pi": "pi",
    "specstory": "specstory",
    "aider": "aider",
}
LINES = [file for file in FILES if file.suffix == ".jsonl"]
HOSTILE: list[Any] = [
    None,
    True,
    -1,
    1e308,
    "",
    "x",
    [],
    {},
    [[]],
    [None, 1, "x", {}],
    {"type": 1},
    "\ud800",
    "9" * 5000,
]


def told(records: list[Record]) -> dict[tuple[str, str], str]:
    return {
        (one.session, one.source_id): one.text if isinstance(one, RawTurn) else one.name
        for one in records
        if isinstance(one, RawTurn | RawEvent)
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_exactly_one_reader_recognises_a_file(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "unnamed"
    copy.write_bytes(file.read_bytes())
    found = [reader.name for reader in READERS if reader.recognises(Transcript(copy).head())]
    assert found == [OWNERS.get(file.parent.name, "claude-code")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_read_in_pieces_is_stored_like_a_whole_one(store: Store, file: Path, tmp_path: Path) -> None:
    data, growing = file.read_bytes(), tmp_path / file.name
    places = random.Random(3).sample(range(len(data) // 10, len(data)), 2)
    for end in (*sorted(places), len(data)):
        growing.write_bytes(data[:end])
        capture(store, [growing], Options())
    expected = told(records_of(file))
    stored = {
        (session.id, name)
        for session in store.sessions.select()
        for name in (
            *(turn.source_id for turn in store.sessions.turns(session.id)),
            *(event.source_id for event in store.sessions.events(session.id)),
        )
    }
    assert stored == expected.keys()
    again = capture(store, [growing], Options())
    assert (again.turns, again.events, again.unchanged, again.run) == (0, 0, 1, None)


def damaged(file: Path) -> Iterator[bytes]:
    chosen = random.Random(11)
    values = [json.loads(line) for line in file.read_bytes().splitlines()[:60] if line.startswith(b"{")]
    for value in (one for one in values if isinstance(one, dict)):
        for name in list(value):
            yield json.dumps({**value, name: chosen.choice(HOSTILE)}).encode()
            inner = value[name]
            for part in list(inner)[:8] if isinstance(inner, dict) else ():
                yield json.dumps({**value, name: {**inner, part: chosen.choice(HOSTILE)}}).encode()


@pytest.mark.parametrize("file", LINES, ids=lambda file: file.name)
def test_values_of_a_wrong_kind_are_survived(file: Path, tmp_path: Path) -> None:
    """Any value of a line may be anything: what can be told is told, under a session that was named before."""
    broken = tmp_path / "broken.jsonl"
    lines = list(damaged(file))
    for start in range(0, len(lines), 40):
        broken.write_bytes(b"\n".join(lines[start : start + 40]) + b"\n")
        assert all(isinstance(reader.recognises(Transcript(broken).head()), bool) for reader in READERS)
    broken.write_bytes(b"\n".join([file.read_bytes().split(b"\n")[0], *lines]) + b"\n")
    for reader in READERS:
        opened: set[str] = set()
        for one in reader.read(Transcript(broken)):
            if isinstance(one, RawSession):
                opened.add(one.id)
            elif isinstance(one, RawTurn | RawEvent):
                assert one.session in opened
                assert isinstance(one.source_id, str)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_any_bytes_are_survived(reader: Any, tmp_path: Path) -> None:
    """Noise, deep nesting, half a character, an endless text: a reader names what is wrong and ends."""
    file = tmp_path / "noise"
    for data in (
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"messages": [' + b"[" * 50_000,
        "é".encode()[:1],
        b'"' + b"x" * 1_000_000,
        random.Random(5).randbytes(50_000),
        b"{}\n[]\n1\nnull\n" * 100,
        b"_**User**_\n```\n<tool-use\n" * 100,
    ):
        file.write_bytes(data)
        assert all(isinstance(one, Record) for one in reader.read(Transcript(file)))


@pytest.mark.parametrize("cut", [1, 2, 11, 13, 21, 25, 31, 44, 45, 52])
def test_a_session_that_went_on_after_a_crash_loses_only_the_broken_line(tmp_path: Path, cut: int) -> None:
    """An agent that was killed left half a line; what it wrote when it went on stands right behind it."""
    first, second = ({"session": "s1", "id": n, "role": "user", "text": f"{n} é", "x": {"y": 1}} for n in (1, 2))
    file = tmp_path / "crashed.jsonl"
    file.write_text(f"{json.dumps(first)}\n{json.dumps(first)[:cut]}{json.dumps(second)}\n")
    records = records_of(file)
    assert said(records) == ["1 é", "2 é"]
    assert [line for line, _ in problems(records)] == [2]


def test_a_session_told_by_two_recorders_is_stored_once(store: Store, tmp_path: Path) -> None:
    session, at = "066e1e40-6740-41a9-98e0-70c0e7e01db9", "2026-01-12T15:08:{:02}.{:03}Z"
    common = {"sessionId": session, "isSidechain": False, "cwd": "/w/shop"}
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "make test"}}
    texts = ["Update our docs.", "I will look.", "Always run make check before you commit."]
    own = lines_file(
        tmp_path,
        {**common, "type": "user", "uuid": "u1", "timestamp": at.format(38, 999), "message": {"content": texts[0]}},
        {**common, "type": "assistant", "uuid": "u2", "timestamp": at.format(42, 1), "message": {"content": texts[1]}},
        {**common, "type": "assistant", "uuid": "u3", "timestamp": at.format(43, 1), "message": {"content": [call]}},
        {**common, "type": "user", "uuid": "u4", "timestamp": at.format(50, 1), "message": {"content": texts[2]}},
    )
    history = tmp_path / "history.md"
    history.write_text(
        f"<!-- Generated by SpecStory -->\n\n<!-- Claude Code Session {session} (2026-01-12 15:08:38Z) -->\n\n"
        f"_**User (2026-01-12 15:08:38Z)**_\n\n{texts[0]}\n\n---\n\n"
        f"_**Agent (opus 2026-01-12 15:08:42Z)**_\n\n{texts[1]}\n\n"
        '_**Agent (opus 2026-01-12 15:08:43Z)**_\n\n<tool-use data-tool-type="shell" data-tool-name="Bash"><details>\n'
        "<summary>Tool use: **Bash**</summary>\n\n`make test`\n</details></tool-use>\n\n---\n\n"
        f"_**User (2026-01-12 15:08:50Z)**_\n\n{texts[2]}\n"
    )
    for order in ((own, history), (history, own)):
        first, second = (capture(store, [file], Options()) for file in order)
        assert (first.turns, first.events) in ((3, 1), (0, 0))
        assert (second.turns, second.events) == (0, 0)
    evidence = store.facts.evidence(store.facts.ids())
    assert all(len(found) == 1 for found in evidence.values())


@pytest.mark.parametrize("mark", [{"forkedFrom": {"sessionId": "first", "messageUuid": "u1"}}, {}])
def test_a_session_that_begins_with_a_copy_adds_only_the_rest(
    store: Store, tmp_path: Path, mark: dict[str, Any]
) -> None:
    """Claude Code copies what was said under the ids it had, whether the copy says so (a fork) or not (resumed)."""
    said_once = {
        "type": "user",
        "uuid": "8c2b1c1e-0d9a-4a55-9d3c-6f1f6f0f0001",
        "timestamp": "2026-01-12T15:08:38Z",
        "message": {"content": "Fix it."},
    }
    own = {"type": "user", "uuid": "u2", "timestamp": "2026-01-12T16:00:00Z", "message": {"content": "And this."}}
    first = lines_file(tmp_path, {**said_once, "sessionId": "first"}, name="a.jsonl")
    fork = lines_file(
        tmp_path, {**said_once, "sessionId": "fork", **mark}, {**own, "sessionId": "fork"}, name="b.jsonl"
    )
    assert capture(store, [first], Options()).turns == 1
    assert capture(store, [fork], Options()).turns == 1
    assert [turn.text for turn in store.sessions.turns("fork")] == ["And this."]


def test_a_document_is_read_element_by_element(tmp_path: Path) -> None:
    """Over the borders of what is read at once, with every kind of value, in any order of its members."""
    long = 'ä\\"]}' * 90_000
    file = tmp_path / "document.json"
    file.write_text(
        json.dumps({"skip": [{"a": long}], "messages": [long, {"b": [long]}, 12.5, None], "end": 7}, indent=1)
    )
    found = [one.value for one in elements(file, "messages") if not isinstance(one, Problem)]
    assert found == [long, {"b": [long]}, 12.5, None]
    assert members(file, ("end", "absent")) == {"end": 7}


def test_an_element_that_is_too_long_is_stepped_over(tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    with file.open("w") as out:
        out.write('[{"a": 1},\n{"b": "')
        for _ in range(40):
            out.write("x" * 1024 * 1024)
        out.write('"}, {"c": 3}]')
    assert [getattr(one, "value", one) for one in elements(file)] == [
        {"a": 1},
        Problem(2, "element 2: longer than 16 MB"),
        {"c": 3},
    ]


def test_a_stray_backslash_is_taken_for_itself(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(rb'{"session": "s", "id": "1", "role": "user", "text": "a\dev \\d \u00e9 \u12"}' + b"\n")
    [turn] = [one for one in records_of(file) if isinstance(one, RawTurn)]
    assert (turn.text, turn.role) == (r"a\dev \d é \u12", Role.USER)


def test_every_shared_transcript_is_read_without_an_error(shared: Path) -> None:
    folder = shared / "data" / "transcripts"
    names = [line.split("\t")[0] for line in (folder / "manifest.tsv").read_text().splitlines()[1:]]
    records = {name: records_of(folder / name) for name in names}
    assert {name for name in names if problems(records[name])} == {"claude-code-log/edge_cases.jsonl"}
    rollouts = [name for name in names if name.startswith("agentv/019")]
    typed = sum((folder / name).read_text().replace('": "', '":"').count('"type":"user_message"') for name in rollouts)
    assert sum(len(said(records[name])) for name in rollouts) == typed == 56
    assert len(said(records["pi-mono/before-compaction.jsonl"])) == 55


WRITTEN = [name for plain, way in crossed(PLAIN, SPELLINGS) if (name := f"{way}/{plain}") in SPELT]
"""Every format and every spelling; by night each in each."""


@pytest.mark.long_form
@pytest.mark.parametrize("name", WRITTEN)
def test_a_talk_is_the_same_however_its_file_is_written(name: str, store: Store, tmp_path: Path) -> None:
    """Every format, with several objects a line, in UTF-16, with a line break of other programs within a sentence."""
    file = tmp_path / Path(name).name
    file.write_bytes(SPELT[name]())
    reader = recognised(Transcript(file))
    assert reader is not None
    records = list(reader.read(Transcript(file)))
    assert [(one.role, one.text) for one in records if isinstance(one, RawTurn) and one.role is not Role.USER] == [
        (Role.ASSISTANT, "ok")
    ]
    assert said(records) == ["Let us begin.", SOFT]
    capture(store, [tmp_path], Options(mine=True))
    sessions = store.sessions.select()
    typed = [turn.text for one in sessions for turn in store.sessions.turns(one.id) if turn.role is Role.USER]
    assert sorted(typed) == ["Keep every test small and name it as a sentence.", "Let us begin."]


@pytest.mark.long_form
@pytest.mark.parametrize("way", [*(way for way in ALL if way not in SPELT), *WRITTEN])
def test_a_history_of_any_form_may_be_cut_and_grow(way: str, store: Store, tmp_path: Path) -> None:
    """Cut anywhere, it tells a part of what the whole one tells; read in pieces, it is stored like a whole one."""
    file = ALL[way](tmp_path)
    reader, data = recognised(Transcript(file)), file.read_bytes()
    assert reader is not None
    everything = told(list(reader.read(Transcript(file))))
    assert everything
    places = sorted(random.Random(way).sample(range(len(data)), 9))
    for end in (*places, len(data)):
        file.write_bytes(data[:end])
        part = told(list(reader.read(Transcript(file))))
        assert part.keys() <= everything.keys()
        if end > len(data) // 3:
            capture(store, [file], Options(mine=True, reader=reader, growing=True))
    stored = {
        (session.id, name)
        for session in store.sessions.select()
        for one in (store.sessions.turns(session.id), store.sessions.events(session.id))
        for name in (each.source_id for each in one)
    }
    assert stored == everything.keys()


MAKERS = {"opencode.db": opencode, "openclaw-agent.sqlite": openclaw}
PLACES = [
    *(("opencode.db", "session", column) for column in ("revert", "directory")),
    ("opencode.db", "message", "data"),
    *(("opencode.db", "part", column) for column in ("data", "message_id")),
    ("openclaw-agent.sqlite", "session_windows", "channel"),
    ("openclaw-agent.sqlite", "session_nodes", "created_via"),
    *(("openclaw-agent.sqlite", "transcript_events", name) for name in ("event_json", "event_zstd", "created_at")),
]


@pytest.mark.parametrize(("name", "table", "column"), PLACES)
def test_rows_of_a_wrong_kind_are_survived(name: str, table: str, column: str, store: Store, tmp_path: Path) -> None:
    make = MAKERS[name]
    for number, value in enumerate([*HOSTILE, b"\x28\xb5\x2f\xfd\0"]):
        file = tmp_path / f"{number}" / name
        file.parent.mkdir()
        make(file, Said("m1", "Let us begin."), Said("m2", "And on.", 1))
        with closing(sqlite3.connect(file)) as database, database:
            shown = json.dumps(value) if isinstance(value, dict | list) or value is None else value
            odd = "\\ud800" if value == "\ud800" else shown
            database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = 1", (odd,))
        reader = recognised(Transcript(file))
        assert reader is not None
        assert all(isinstance(one, Record) for one in reader.read(Transcript(file)))
        capture(store, [file], Options(mine=True))
    damaged_file = tmp_path / name
    make(damaged_file, Said("m1", "Let us begin."))
    data, chosen = bytearray(damaged_file.read_bytes()), random.Random(f"{table}.{column}")
    for _ in range(10):
        for _ in range(40):
            data[chosen.randrange(100, len(data))] = chosen.randrange(256)
        damaged_file.write_bytes(data)
        capture(store, [damaged_file], Options(mine=True))
