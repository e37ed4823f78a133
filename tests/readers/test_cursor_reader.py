"""The transcripts of Cursor's agent."""

from pathlib import Path

from lore.capture import Options, capture
from lore.model import Role
from lore.store import Store
from support.reading import done, lines_file, recogniser, records_of, said, session

FRAME = "<timestamp>2026-03-01 10:00</timestamp>\n<open_files>\nAlways use tabs.\n</open_files>\n"
LINES = [
    {
        "role": "user",
        "message": {"content": [{"type": "text", "text": f"{FRAME}<user_query>\nFix it.\n</user_query>"}]},
    },
    {
        "role": "assistant",
        "message": {
            "content": [
                {"type": "text", "text": "I will."},
                {"type": "tool_use", "name": "Shell", "input": {"command": "make"}},
                {"type": "tool_use", "name": "StrReplace", "input": {"path": "a.py"}},
            ]
        },
    },
    {"role": "user", "message": {"content": [{"type": "text", "text": "<user_query>\nThanks.\n</user_query>"}]}},
    {"type": "turn_ended"},
]


def test_a_transcript_is_read_whole(tmp_path: Path) -> None:
    """What was typed stands in a frame of its own; the session is named by the file."""
    file = lines_file(tmp_path, *LINES, name="5e12d300.jsonl")
    assert recogniser(file).name == "cursor"
    records = records_of(file)
    assert (said(records), said(records, Role.ASSISTANT)) == (["Fix it.", "Thanks."], ["I will."])
    assert done(records) == [("command", "make"), ("file_change", "a.py")]
    assert (session(records).id, session(records).started_at) == ("5e12d300", "2026-03-01T10:00:00Z")


def test_a_longer_transcript_adds_only_its_end(store: Store, tmp_path: Path) -> None:
    """A message is named by its place, which does not change."""
    file = lines_file(tmp_path, *LINES[:2])
    assert capture(store, [file], Options()).turns == 2
    lines_file(tmp_path, *LINES)
    assert capture(store, [file], Options()).turns == 1
    assert capture(store, [file], Options()).unchanged == 1
