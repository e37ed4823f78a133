"""The facts do not depend on how a transcript was cut: read at once, by steps, or one message at a time."""

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from lore.capture import capture
from lore.capture.readers import RawEvent, RawTurn, Transcript, reader_for
from lore.store import Store
from support.agents import FORMATS, SESSION, Said, written
from support.cutting import OPTIONS, captured
from support.examples import examples, sized

TRANSCRIPTS = Path(__file__).parents[1] / "data" / "transcripts"
LINES = sorted(TRANSCRIPTS.rglob("*.jsonl"))
MARKDOWN = sorted(file for file in TRANSCRIPTS.rglob("*.md") if file.parent != TRANSCRIPTS)
SPOKEN = {
    "user": (
        "From now on always use pnpm, never npm.",
        "No, use npm in this repo, never pnpm.",
        "Our staging database runs on port 5433.",
        "Our staging database runs on port 5434.",
        "I prefer small commits with imperative subjects.",
        "Never mind, scratch that.",
        "Actually, no. Leave it as it was.",
        "That's wrong, look again.",
        "Exactly, go ahead.",
        "It must always be rebuilt before a release.",
        "Fix the login test.",
        "Our CI is stuck because the runner has no access to the registry.",
        "Still broken, same error.",
        "It works now, thanks!",
    ),
    "assistant": (
        "The root cause was a stale cache: we never invalidate it, so the old schema is served.",
        "The root cause was the missing index on orders.user_id, so every checkout scanned the whole table.",
        "As you said, from now on always use pnpm, never npm.",
        "Is the search index rebuilt by the release script?",
        "Fixed: the CI was stuck because runner.yml named the wrong registry.",
        "I will look.",
    ),
    "tool": ("make test", "ls", "git checkout -- runner.yml"),
    "refusal": ("No, never commit without being asked in this repo.", "That's wrong, look again."),
}
TALK = st.lists(
    st.sampled_from([Said(who, text) for who, texts in SPOKEN.items() for text in texts]), min_size=2, max_size=14
)
CUTS = st.lists(st.floats(0, 1), min_size=1, max_size=6)


@examples(12)
@given(form=st.sampled_from(sorted(FORMATS)), talk=TALK, cuts=CUTS, at_lines=st.booleans())
def test_any_conversation_cut_anywhere_leaves_the_same(
    form: str, talk: list[Said], cuts: list[float], at_lines: bool
) -> None:
    """Facts with their status, links, questions, messages and events: nothing tells the two stores apart."""
    data = written(form, talk)
    places = [int(cut * len(data)) for cut in cuts]
    if at_lines:
        places = [data.find(b"\n", place) + 1 for place in places]
    assert differences(data, places) == []


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_one_line_at_a_time_is_like_all_at_once(form: str) -> None:
    talk = [
        Said("user", "Is the cache rebuilt?"),
        Said("assistant", SPOKEN["assistant"][0]),  # narration: a tool follows
        Said("tool", "ls"),
        Said("assistant", SPOKEN["assistant"][1]),  # its last word, which is confirmed
        Said("user", "Exactly, go ahead."),
        Said("user", SPOKEN["user"][0]),
        Said("assistant", SPOKEN["assistant"][2]),  # only repeats the person
        Said("user", SPOKEN["user"][1]),  # replaces the rule
        Said("user", "Never mind, scratch that."),  # and is taken back
        Said("assistant", SPOKEN["assistant"][3]),
        Said("user", SPOKEN["user"][9]),  # needs the question before it
        Said("assistant", SPOKEN["assistant"][0]),
    ]
    data = written(form, talk)
    assert differences(data, [place + 1 for place, byte in enumerate(data) if byte == ord("\n")]) == []


def test_what_a_file_says_last_of_its_session_is_kept(store: Store, tmp_path: Path) -> None:
    """A title is no message: it is stored although nothing else came with it."""
    data = written("claude-code", [Said("user", SPOKEN["user"][0]), Said("tool", "ls")])
    title = b'{"type":"custom-title","customTitle":"The package manager","sessionId":"%s"}\n' % SESSION.encode()
    assert differences(data + title, [len(data)]) == []
    file = tmp_path / "session.jsonl"
    for read in (data, data + title):
        file.write_bytes(read)
        capture(store, [file], OPTIONS)
    assert [session.title for session in store.sessions.select()] == ["The package manager"]


@pytest.mark.long_form
@pytest.mark.parametrize("before", sized((198, 199, 200), range(196, 202)))
def test_a_long_transcript_is_written_in_parts_and_ends_the_same(before: int) -> None:
    """More records than go into one transaction, and at the border an agent's message that a tool call follows."""
    messages = [
        Said("user", SPOKEN["user"][0]),
        *[Said("tool", "ls")] * before,
        Said("assistant", SPOKEN["assistant"][0]),
        Said("tool", "make test"),
        Said("user", "Never mind, scratch that."),
        Said("assistant", SPOKEN["assistant"][1]),
    ]
    data = written("claude-code", messages)
    assert differences(data, [data.find(b"stale cache") + 200, data.find(b"Never mind")]) == []


@pytest.mark.parametrize("file", LINES, ids=lambda file: file.name)
def test_a_real_transcript_cut_anywhere_leaves_the_same(file: Path) -> None:
    data, chosen = file.read_bytes(), random.Random(5)
    assert differences(data, [chosen.randrange(len(data)) for _ in range(5)], file.name) == []


@pytest.mark.parametrize("file", MARKDOWN, ids=lambda file: file.name)
def test_a_markdown_transcript_cut_between_messages_leaves_the_same(file: Path, tmp_path: Path) -> None:
    """Inside a message nothing tells that it goes on: agents write these files message by message."""
    data, part = file.read_bytes(), tmp_path / file.name
    everything = told(file)
    ends = [place + 1 for place, byte in enumerate(data) if byte == ord("\n")]
    between = []
    for end in random.Random(5).sample(ends, min(40, len(ends))):
        part.write_bytes(data[:end])
        if told(part) <= everything:
            between.append(end)
    assert between
    assert differences(data, between[:6], file.name) == []


def told(file: Path) -> set[str]:
    reader = reader_for(Transcript(file).head())
    records = reader.read(Transcript(file)) if reader else ()
    return {repr(one) for one in records if isinstance(one, RawTurn | RawEvent)}


def differences(data: bytes, cuts: Sequence[int], name: str = "session.jsonl") -> list[str]:
    """What a file leaves in only one of two stores: captured at once, or each time that it reached one of the cuts."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "transcripts", name)
        file.parent.mkdir()
        contents = captured(Path(folder, "whole"), file, data, [])
        return contents.differences(captured(Path(folder, "parts"), file, data, cuts))
