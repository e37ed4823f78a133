"""What only HTTP has: a transcript that is handed over, files, instructions, pages of the log."""

import json
from pathlib import Path

from lore import paths
from lore.actions import Engine, capture
from lore.model import Role
from lore.store import Store, open_store
from support.hostile import SECRET, bytes_of
from support.http_api import Asked

RULE = "Use tmp_path in tests, never /tmp."
TALK = [
    {"role": "user", "text": f"No, {RULE.lower()}", "at": "2026-03-01T09:00:00Z"},
    {"role": "assistant", "text": "I will use tmp_path from now on."},
    {"role": "user", "text": RULE},
]


def post(values: object) -> bytes:
    return json.dumps(values).encode()


async def test_a_posted_transcript_is_read_as_a_file_from_elsewhere(
    asked: Asked, library: Store, home: Path, tmp_path: Path
) -> None:
    """The same messages and facts as `lore capture` draws from a file; a user's words are somebody's, and no facts."""
    reply = await asked("POST", "/extract", post({"session": "told", "turns": TALK, "project": "shop"}))
    assert (reply.status, reply.told["turns"], reply.told["sessions"]) == (200, 3, 1)
    turns = library.sessions.turns("told")
    assert [turn.role for turn in turns] == [Role.SOMEBODY, Role.ASSISTANT, Role.SOMEBODY]
    assert not any("tmp_path in tests, never" in one.text.lower() and not one.tainted for one in library.facts.select())
    lines = [{"session": "told", "id": f"turn:{at}", "project": "shop", **turn} for at, turn in enumerate(TALK, 1)]
    file = tmp_path / "told.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with open_store(tmp_path / "other") as other:
        outcome = capture(Engine(other), [file], format_name="lore")
        assert dict(outcome.summary.facts) == reply.told["facts"]
        assert [turn.text for turn in other.sessions.turns("told")] == [turn.text for turn in turns]


async def test_what_was_posted_lies_nowhere_but_in_the_store(asked: Asked, home: Path) -> None:
    """Not its file, and no secret of it; nobody is asked whose words lie in our own folder."""
    talk = [{"role": "user", "text": f"the token is {SECRET}, do not print it"}]
    reply = await asked("POST", "/extract", post({"session": "told", "turns": talk}))
    assert (reply.status, reply.told["turns"], reply.told["foreign"]) == (200, 1, [])
    assert list(paths.posted_folder(home).iterdir()) == []
    assert SECRET.encode() not in bytes_of(home)


async def test_a_transcript_may_come_again_and_grow(asked: Asked, library: Store) -> None:
    first = await asked("POST", "/extract", post({"session": "told", "turns": TALK[:2], "dry_run": True}))
    assert (first.told["turns"], [one.id for one in library.sessions.select() if one.id == "told"]) == (2, [])
    for turns, new in ((TALK[:2], 2), (TALK, 1), (TALK, 0)):
        reply = await asked("POST", "/extract", post({"session": "told", "turns": turns}))
        assert (reply.status, reply.told["turns"]) == (200, new)
    for empty in ({"session": "told", "turns": []}, {"session": " ", "turns": TALK}):
        assert (await asked("POST", "/extract", post(empty))).status == 400
    odd = {"session": "told", "turns": [{"role": "boss", "text": "x"}]}
    assert (await asked("POST", "/extract", post(odd))).status == 400


async def test_the_log_comes_in_pages(asked: Asked, library: Store) -> None:
    numbers: list[int] = []
    query: list[tuple[str, str]] = [("limit", "40")]
    while page := (await asked("GET", "/audit", query=query)).told["events"]:
        numbers += [event["seq"] for event in page]
        query = [("limit", "40"), ("below", str(numbers[-1]))]
    assert numbers == library.audit.seqs()


async def test_files_and_instructions(asked: Asked, library: Store) -> None:
    """Files by name, never what stands in them; what a model is told names routes that are there."""
    from lore.agents.http.routes import BY_PATH

    files = (await asked("GET", "/files")).told["files"]
    assert all(file.keys() == {"root", "path", "project", "kind", "state", "told"} for file in files)
    text = (await asked("GET", "/prompt")).told["text"]
    named = {word.strip("`").partition("?")[0] for word in text.split() if word.startswith("/")}
    assert named and named <= BY_PATH.keys()
