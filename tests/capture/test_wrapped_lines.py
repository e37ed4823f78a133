"""What is read in a message: sentences over several lines, files, the kind of what is said; and with what."""

import json
import random
import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import pytest
from hypothesis import given, strategies as st

from lore import actions, clock
from lore.actions import Engine
from lore.capture import Options, capture
from lore.capture.drafts import files_named
from lore.capture.readers import RawEvent, RawTurn, Transcript, reader_for
from lore.doctor.check import Inspection
from lore.doctor.freshness import captures
from lore.language import kind_of_saying, sentences
from lore.memory import strengths_of
from lore.model import Kind
from lore.store import Store
from support.agents import FORMATS, SESSION, Said, written
from support.cutting import OPTIONS, captured
from support.data import data
from support.everyday import RULES
from support.examples import examples, sized
from support.publishing import make_repository

SAID = (
    "We never push to the main branch of the shop without a review by somebody of the platform team, even on Fridays.",
    "the nightly job reads the index of the docs before it starts the workers, and never waits for over a minute.",
)
APART = (
    "fix the search page of the shop so that it finds products by their number\nalso update the docs of the search",
    "The build of the release job runs at night on the machine of the team.\nand the docs are built by day",
    "The release job of the shop needs these secrets in its environment:\nthe token of the registry",
    "run the tests\nwrite the docs",
    "We never push to the main branch of the shop without a review by one\n\nof the platform team",
    "We never push to the main branch of the shop without a review by one\n- of the platform team",
    "- use tabs in all of the files that the compiler of the shop ever reads\nthe docs use spaces",
)


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("mark", ["", "- ", "3. ", "> "])
def test_a_wrapped_sentence_is_whole(said: str, mark: str) -> None:
    """At any width; an entry of a list goes on where it is indented. A quotation is not typed, and may be parted."""
    for width in range(60, 104, 4):
        wrapped = textwrap.fill(mark + said, width, subsequent_indent=" " * len(mark) if mark != "> " else mark)
        found = list(sentences(wrapped))
        if mark != "> ":
            assert [" ".join(one.text.split()) for one in found] == [said]
        assert all(wrapped[one.start : one.end] == one.text for one in found)


@pytest.mark.parametrize("text", APART)
def test_lines_that_stand_apart_stay_apart(text: str) -> None:
    """An order after another, what ended, what announces, short lines, a blank line, another entry."""
    assert not any("\n" in one.text for one in sentences(text))


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("The bug is in `core/lore/text.py`, not in text.pyi.", ("core/lore/text.py", "text.pyi")),
        ("read @packages/coding-agent/docs/theme.md in full", ("packages/coding-agent/docs/theme.md",)),
        ("Keep .entire/settings.local.json out of git, see ./docs/a.md.", (".entire/settings.local.json", "docs/a.md")),
        ("src/api.ts:42 and src/api.ts:50 differ", ("src/api.ts",)),
        ("update CHANGELOG.md and .env.local.json", ("CHANGELOG.md", ".env.local.json")),
        ("/etc/hosts.conf wins (not ~/x/hosts.conf)", ("/etc/hosts.conf", "~/x/hosts.conf")),
        ("see https://example.com/docs/page.html and github.com/me/web/a.md", ()),
        ("We use Node.js 22, e.g. for v1.2.3, and and/or nothing else.", ()),
        ("mail me@example.com about foo.bar()", ()),
    ],
)
def test_paths_and_names_are_found(text: str, files: tuple[str, ...]) -> None:
    """In code or not, with a line number or not; addresses, versions and names of products are no files."""
    assert files_named(text) == files


def test_a_captured_fact_knows_its_files(store: Store, tmp_path: Path) -> None:
    """So that a search for a file finds it."""
    file = tmp_path / "session.jsonl"
    file.write_bytes(written("neutral", [Said("user", "From now on never edit `docs/commands.md` by hand.")]))
    capture(store, [file], Options(mine=True))
    assert [fact.files for fact in store.facts.select()] == [("docs/commands.md",)]


def test_an_everyday_rule_is_no_note() -> None:
    """Tools, style, process, language, values: what is to be done, what was decided, what you like, who you are."""
    for rule in RULES:
        rules = {Kind.CONVENTION, Kind.PREFERENCE, Kind.DECISION, Kind.CORRECTION, Kind.IDENTITY, Kind.SYSTEM}
        assert kind_of_saying(rule) in rules


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Always use pnpm here, never npm.", Kind.CONVENTION),
        ("Use npm, not pnpm.", Kind.CONVENTION),
        ("Tests run with pytest -q.", Kind.CONVENTION),
        ("no inline styles", Kind.CONVENTION),
        ("nein, bitte immer deutsche Commit-Nachrichten", Kind.CORRECTION),
        ("提交前必须运行 lint", Kind.CONVENTION),
        ("We decided to keep floats, because the parser needs them.", Kind.DECISION),
        ("We switched from Jenkins to GitHub Actions.", Kind.DECISION),
        ("No, that's wrong: use pytest, not unittest.", Kind.CORRECTION),
        ("I prefer smaller pull requests.", Kind.PREFERENCE),
        ("Call me Jo.", Kind.IDENTITY),
        ("I am a backend developer and new to React.", Kind.IDENTITY),
        ("The API listens on port 9090 in production.", Kind.SYSTEM),
        ("The root cause of the flaky test was a shared temp folder.", Kind.LESSON),
        ("The staging host is host-34.", Kind.NOTE),
        ("Anna leads the payments team.", Kind.CONVENTION),
        ("The build failed yesterday because the cache was stale.", Kind.NOTE),
        ("Meeting with Ben on Thursday.", Kind.NOTE),
        ("Is Redis used for caching?", Kind.NOTE),
        ("hello world", Kind.NOTE),
        ("", Kind.NOTE),
    ],
)
def test_the_form_of_a_statement_says_its_kind(text: str, kind: Kind) -> None:
    assert kind_of_saying(text) is kind


def test_a_kind_that_is_named_wins(store: Store) -> None:
    """`--kind` and the other fields say more than the words."""
    engine = Engine(store)
    assert actions.save(engine, "Never log passwords.").fact.kind is Kind.CONVENTION
    assert actions.save(engine, "Never log tokens.", kind=Kind.NOTE).fact.kind is Kind.NOTE
    assert actions.save(engine, "Use tabs.", wrong="spaces").fact.kind is Kind.CORRECTION
    assert actions.save(engine, "Never restart twice.", problem="it hangs").fact.kind is Kind.SOLUTION


TODAY = "2026-03-12T09:00:00Z"


def said(tmp_path: Path, at: str, name: str) -> Path:
    file = tmp_path / ".claude/projects/-shop" / f"{uuid5(NAMESPACE_URL, name)}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    row = {"type": "user", "uuid": f"{name}-0", "timestamp": at, "sessionId": name, "cwd": str(tmp_path / "shop"),
           "message": {"role": "user", "content": f"Always run make {name} before a commit."}}  # fmt: skip
    file.write_text(json.dumps(row) + "\n")
    return file


@pytest.mark.parametrize("at", ["2082-01-01T10:00:00Z", "2031-01-01T10:00:00Z"])
def test_it_is_told_and_fades_from_when_it_came_in(
    store: Store, tmp_path: Path, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_repository(tmp_path / "shop")
    capture(store, [said(tmp_path, TODAY, "fmt"), said(tmp_path, at, "lint")], Options())
    finding = captures(Inspection(store.folder))
    assert finding.outcome.value == "warn"
    assert "lint (claude-code, 20" in finding.says
    assert finding.fix
    monkeypatch.setenv("LORE_NOW", "2027-09-01T10:00:00Z")
    facts = store.facts.select()
    values = strengths_of(store, [fact.id for fact in facts])
    assert len(facts) == 2
    assert max(values.values()) == pytest.approx(min(values.values()), rel=0.01)
    assert all(fact.created_at <= clock.now() for fact in facts)


TRANSCRIPTS = Path(__file__).parents[1] / "data" / "transcripts"
LINES = sorted(TRANSCRIPTS.rglob("*.jsonl"))
MARKDOWN = sorted(file for file in TRANSCRIPTS.rglob("*.md") if file.parent != TRANSCRIPTS)
SPOKEN: dict[str, list[str]] = data("spoken")
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
