"""A small file may be made to hold anything, and a database anything alike: what is read of it is bounded, and told."""

import json
from collections import Counter
from pathlib import Path

import pytest

from lore.capture import Options, Watcher, capture
from lore.capture.readers import Problem, RawSession, RawTurn, Transcript, reader_named
from lore.capture.readers.lines import LITTLE, MOST_GLUED, RATIO, objects_on, unpacked
from lore.capture.readers.opencode_database import MOST_ALIKE
from lore.store import Store
from support.beginnings import CODEX, RULE
from support.histories import Said, compressed, opencode
from support.speakers import own_folder

ROW = json.dumps({"timestamp": "2026-10-05T10:00:00Z", "type": "event_msg", "payload": {"type": "token_count"}}) + "\n"
BOMBS = {
    "one line": lambda size: b'{"type":"' + b"a" * size,
    "newlines": lambda size: b"\n" * size,
    "rows": lambda size: ROW.encode() * (size // len(ROW)),
    "rows behind a session": lambda size: CODEX["plain"]() + ROW.encode() * (size // len(ROW)),
    "zeros": lambda size: b"\0" * size,
}


def texts(store: Store) -> list[str]:
    return [turn.text for one in store.sessions.select() for turn in store.sessions.turns(one.id)]


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_compressed_file_holds_so_many_times_its_size(bomb: str, store: Store) -> None:
    """The sessions behind it are read, what was left of it is told, and of what stands in front nothing is lost."""
    folder = own_folder("codex")
    folder.mkdir(parents=True)
    packed = compressed(BOMBS[bomb](40 * 1024 * 1024))
    (folder / "rollout-2026-10-05T10-00-00-0a000000-0000-4000-8000-00000000000a.jsonl.zst").write_bytes(packed)
    (folder / "rollout-2026-10-05T10-00-00-0a000000-0000-4000-8000-00000000000b.jsonl").write_bytes(
        CODEX["plain"]().replace(b"s1", b"s2")
    )
    told: list[str] = []
    done = capture(store, [folder], Options(), Watcher(warn=told.append))
    assert RULE in texts(store)
    assert done.bytes < RATIO * len(packed) + 10_000_000
    assert any("rollout-2026-10-05T10-00-00-0a000000-0000-4000-8000-00000000000a.jsonl.zst" in line for line in told)
    if bomb.startswith("rows"):
        assert "far more than a session of its size: the rest was left" in " ".join(told)


@pytest.mark.parametrize("size", [1, LITTLE, LITTLE * 3])
def test_what_is_compressed_as_a_session_is_comes_out_whole(size: int) -> None:
    data = b"".join(json.dumps({"n": n, "text": f"word {n * 7919}"}).encode() for n in range(size // 20 + 1))
    assert unpacked(compressed(data), 100_000_000) == data
    with pytest.raises(OSError, match="far more than a session"):
        unpacked(compressed(b"a" * LITTLE * 50), 100_000_000)


def test_real_sessions_are_far_from_the_bound() -> None:
    for file in (Path(__file__).parents[1] / "data" / "transcripts").rglob("*.jsonl"):
        data = file.read_bytes()
        assert len(data) <= max(LITTLE, RATIO / 2 * len(compressed(data)))


def test_forks_without_end_are_held_against_so_many(tmp_path: Path) -> None:
    """Sessions that begin alike are forks of one another as far as anything says: each is held against the first."""
    file, sessions = tmp_path / "opencode.db", 2 * MOST_ALIKE
    for number in range(sessions):
        talk = (Said("u", "Fix it."), Said("a", "Done.", 1), Said("u2", f"Next is {number}.", 2 + number))
        opencode(file, *talk, session=f"ses_{number:04}", begun=number)
    found = list(reader_named("opencode").read(Transcript(file)))
    origins = Counter(one.id for one in found if isinstance(one, RawSession) and one.continues)
    assert set(origins.values()) <= set(range(1, MOST_ALIKE + 1)) and max(origins.values()) == MOST_ALIKE
    said = {one.source_id for one in found if isinstance(one, RawTurn)}
    assert len(said) == 2 + sessions  # what a fork repeats is said once
    told = [one.reason for one in found if isinstance(one, Problem)]
    assert told == [f"of {sessions} sessions that begin alike {MOST_ALIKE} were held against the others"]


def test_objects_on_one_line_are_told_apart_in_one_pass() -> None:
    assert [place for place, _ in objects_on(b'{"a": "\xc3\xa4"} {"b": 1}')] == [0, 12]
    assert objects_on(b"{}" * (MOST_GLUED + 1)) == []
    assert len(objects_on(b"{}" * MOST_GLUED)) == MOST_GLUED
