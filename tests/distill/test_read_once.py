"""A session is read once, by the reader that a person agreed to."""

import io
import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from distill.conftest import CAUSE, RULE, captured, note, recorded
from lore.actions import Engine, keep_reading, plan_reader, settle_reader
from lore.capture import Options, capture
from lore.cli.program import run
from lore.distill import distill, is_agreed, reader_state, settled, unread, waiting, way_named
from lore.distill.answers import LONGEST_QUOTE, answer_in, note_of
from lore.distill.calls import note_call, place_of
from lore.distill.notes import check
from lore.distill.ways import Way
from lore.errors import ModelError, NeedsPerson, UsageError
from lore.memory import remember
from lore.model import Clean, Evidence, Fact, Kind, Layer, Origin, Role, Turn
from lore.store import Store, open_store
from support.agents import Said
from support.agents_shell import agents_shell
from support.person import me
from support.sessions_to_read import agree, asked, sessions

IDS = (
    "m2",
    "52hlzhntso3bbra3ixfx",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "9f86d081884c7d659a2feaa0c55ad015",
    "a b",
)


@pytest.mark.parametrize("name", IDS)
def test_it_waits_no_more_until_it_goes_on(store: Store, tmp_path: Path, name: str) -> None:
    """An id that is masked in the log as a secret would have it read, and paid for, at every stop."""

    def said(*lines: tuple[str, str]) -> None:
        file = tmp_path / "session.jsonl"
        rows = [{"session": "s1", "id": one, "role": "user", "text": text} for one, text in lines]
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        capture(store, [file], Options(mine=True))

    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"session": "s1", "notes": []}) + "\n")
    first = (("m1", "Never push on Fridays."), (name, "Then run the tests of the importer."))
    said(*first)
    assert len(unread(store)) == 1
    distill(store, way_named(f"replay:{answers}"), waiting(store, project=None, session=None))
    assert unread(store) == [] and waiting(store, project=None, session=None) == []
    said(*first, ("m3", "And never on Mondays."))
    assert len(unread(store)) == 1


SENTENCE = "i thought the pattern was to run examples with bun run not a path"
WORDING = "Run the examples with bun run, not a path"


def _kept_by_an_earlier_release(store: Store, folder: Path, decide: str) -> tuple[str, str]:
    """A session whose note is the person's sentence alone; returns its id and that of the fact."""
    name = captured(store, folder / "transcripts", (Said("user", SENTENCE),))
    with store.write("model") as transaction:
        said = store.sessions.turns(name)[0]
        fact = Fact(
            id="", text=Clean(SENTENCE), kind=Kind.CONVENTION, layer=Layer.USER, project=None, origin=Origin.READ
        )
        evidence = Evidence(Clean(SENTENCE), name, said.source_id, Role.USER, "neutral", said.at)
        kept = remember(store, transaction, fact, [evidence]).fact
        note_call(transaction, name, Way("replay", "x"), {"notes": 1, "kept": 1, "up_to": place_of(said)})
        if decide:
            store.facts.update(transaction, kept.id, action="fact.edit", **{decide: True})
    return name, kept.id


@pytest.mark.parametrize("decide", ["", "pinned"])
def test_what_an_earlier_release_kept_as_a_sentence_is_counted_and_takes_a_wording(
    store: Store, tmp_path: Path, decide: str
) -> None:
    """It is told with its command, read again once, and the sentence stays its evidence; what you pinned stays."""
    session, fact = _kept_by_an_earlier_release(store, tmp_path, decide)
    assert "notes of 1 session are your sentences alone: `lore distill --again`" in reader_state(store).to_read_again
    assert waiting(store, project=None, session=None) == []
    way = way_named(
        recorded(tmp_path / "answers.jsonl", session, [note(WORDING, "run examples with bun run not a path")])
    )
    distill(store, way, waiting(store, project=None, session=None, again=True))
    found = store.facts.get(fact)
    assert found.text == (SENTENCE if decide else WORDING)
    assert [one.quote for one in store.facts.evidence([fact])[fact]] == [SENTENCE]
    assert reader_state(store).to_read_again == "" and waiting(store, project=None, session=None, again=True) == []


Captured = pytest.CaptureFixture[str]


def test_what_is_asked_names_the_reader_of_your_sessions_and_the_cost(
    store: Store, tmp_path: Path, claude: Path
) -> None:
    """The program of the agent that most sessions are of, with its cheap model; the tokens are those that are sent."""
    sessions(store, 3)
    sessions(store, 1, "other", "codex")
    offer = plan_reader(Engine(store))
    assert offer.way == way_named("claude") and offer.way.label == "claude:haiku"
    assert offer.sessions == 4
    assert offer.question == (
        f"Let Claude Code read each session when it is over? About {offer.each} tokens each, with a cheap model "
        f"(haiku); your 4 past sessions: about {round(offer.tokens, -2):,}."
    )
    assert 400 < offer.each < offer.tokens
    del claude


@pytest.mark.parametrize("agent", ["cursor", "claude-code"])
def test_nobody_else_is_proposed(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agent: str) -> None:
    """Not another provider where the own one is not asked, or its program is not here; that is said."""
    sessions(store, 1, agent=agent)
    monkeypatch.setenv("PATH", str(tmp_path))
    offer = plan_reader(Engine(store))
    assert offer.way is None
    assert ("cursor" if agent == "cursor" else "`claude` is not on the path") in offer.why_none
    assert plan_reader(Engine(store), way="codex:big").way == way_named("codex:big")


@pytest.mark.parametrize("answer", ["yes", "later", "no"])
def test_an_answer_is_remembered_and_one_undo_takes_it_back(
    store: Store, tmp_path: Path, claude: Path, answer: str
) -> None:
    sessions(store, 1)
    settle_reader(Engine(store, person=me()), answer)
    assert settled(store).answer == answer
    assert keep_reading(store.folder) == (answer == "yes")
    assert asked(tmp_path) == (answer == "yes")
    assert is_agreed(store, way_named("claude")) is (answer == "yes")
    assert run(["undo", "--yes"]) == 0 or answer == "yes"
    del claude


def test_undo_of_a_yes_is_as_if_nobody_was_asked(store: Store, claude: Path) -> None:
    agree(store)
    assert run(["undo", "--yes"]) == 0
    assert settled(store).answer is None and not is_agreed(store, way_named("claude"))
    del claude


@pytest.mark.parametrize(
    "words", [["setup", "--reader", "claude", "--yes"], ["distill", "--on", "--yes"], ["distill", "--off"]]
)
def test_an_agent_settles_nothing(
    store: Store, words: list[str], claude: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    agents_shell(monkeypatch)
    assert run(words) == 4
    assert "only a person may" in capsys.readouterr().err
    assert settled(store).answer is None
    with pytest.raises(NeedsPerson):
        settle_reader(Engine(store), "yes", way="claude")
    del claude


def test_a_script_is_told_how_and_settles_nothing(store: Store, tmp_path: Path, claude: Path, capsys: Captured) -> None:
    """`--yes` agrees to what is written, to no reader; it has to be named."""
    (tmp_path / ".claude").mkdir()
    run(["setup", "--yes"])
    assert "`--yes` does not agree to that: `lore setup --reader claude --yes`" in capsys.readouterr().err
    assert settled(store).answer is None
    assert run(["distill", "--on"]) == 4
    run(["setup", "--yes", "--reader", "no"])
    assert settled(store).answer == "no"
    run(["setup", "--yes", "--reader", "claude:sonnet"])
    assert settled(store).way == way_named("claude:sonnet")
    capsys.readouterr()
    run(["setup", "--yes"])
    assert "reads your sessions" not in capsys.readouterr().err
    del claude


def test_who_answers_is_told_how_sessions_start_with_what_you_approved_alone(
    store: Store, tmp_path: Path, claude: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".claude").mkdir()
    monkeypatch.setattr("lore.presence.terminal_here", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO("y\nn\nno\n\n\n\n\n"))
    monkeypatch.setattr("lore.actions.readers._models_of_ollama", lambda: ("qwen3",))
    assert run(["setup"]) in (0, 1)
    told = capsys.readouterr().err
    assert "another that is here (ollama:qwen3)" in told and "Restart your agents" in told
    assert "only what you approved: `lore config set context.unapproved 0`" in told
    assert settled(store).answer == "no"
    del claude


@pytest.mark.parametrize("way", ["gemini", "opencode:some"])
def test_who_is_not_proven_is_refused_with_the_reason(store: Store, way: str) -> None:
    with pytest.raises(UsageError, match="nothing proves that it only answers"):
        agree(store, way)


def test_a_recording_reads_no_new_session(store: Store) -> None:
    with pytest.raises(UsageError, match="recorded answers"):
        agree(store, "replay:notes.jsonl")


def test_a_copied_store_is_read_by_nobody(store: Store, tmp_path: Path, claude: Path) -> None:
    """Whoever it came from agreed, not the person here; a row that was made up counts as little."""
    sessions(store, 1)
    agree(store)
    shutil.copytree(store.folder, tmp_path / "copy")
    with open_store(tmp_path / "copy") as copy:
        assert settled(copy).answer is None
        assert keep_reading(copy.folder) == 0
    row = store.settings.get("distill.reader")
    assert isinstance(row, dict)
    with store.write("import") as transaction:
        store.settings.put(transaction, "distill.reader", {**row, "way": {**row["way"], "model": "evil"}})
    assert settled(store).answer is None
    assert asked(tmp_path) == 0
    del claude


TURNS = [
    Turn("s", "m0", Role.USER, Clean(RULE), position=0),
    Turn("s", "m1", Role.ASSISTANT, Clean(CAUSE), position=1),
    Turn("s", "m2", Role.TOOL, Clean("ok: 41 tests"), position=2),
]


def reasons(*rows: dict[str, Any], most: int = 8) -> list[str]:
    _, refused = check([note_of(row) for row in rows], TURNS, most)
    return [one.reason for one in refused]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (note("Run the linter before a push.", "Always run the linter before you push"), None),
        (note("Run the linter before a push.", "Always  run the\nlinter before you push"), None),  # white space
        (note("Run the linter before a push.", "always run the linter before pushing"), "word for word"),
        (note("41 tests pass.", "ok: 41 tests"), "word for word"),  # a tool said it, nobody stated it
        (note("Run it.", f"{RULE} {'x' * LONGEST_QUOTE}"), "longer than 240 characters"),
        (note("", "Always run the linter before you push"), "empty"),
        (note("x" * 601, "Always run the linter before you push"), "too long"),
        (note("Run the linter.", ""), "word for word"),
    ],
)
def test_a_note_counts_only_with_words_of_the_session(row: dict[str, Any], reason: str | None) -> None:
    assert [reason in one for one in reasons(row) if reason] == ([True] if reason else [])
    assert bool(reasons(row)) == (reason is not None)


def test_at_most_so_many_count() -> None:
    assert reasons(*[note("Run the linter.", "run the linter before you push")] * 3, most=2) == [
        "more notes than were asked for"
    ]


def test_no_more_notes_are_held_against_a_session_than_it_may_have() -> None:
    """Of 200 with quotations that nearly stand there, the others are refused unseen."""
    turns = [Turn("s", f"m{one}", Role.USER, Clean("a " * 400 + f"part {one}"), position=one) for one in range(50)]
    _, refused = check([note_of(note("Note it.", "a " * 119 + "b"))] * 200, turns, 8)
    assert Counter(one.why.name for one in refused) == {"NO_QUOTE": 50, "TOO_MANY": 150}


@given(words=st.lists(st.sampled_from([*RULE.split(), *CAUSE.split(), "make", "v2"]), min_size=2, max_size=9))
def test_what_is_kept_is_what_was_said(words: list[str]) -> None:
    """Whatever a model answers: a quotation that counts is a part of a message of a person or an agent."""
    kept, _ = check([note_of(note(" ".join(words), " ".join(words)))], TURNS, 8)
    for one in kept:
        assert one.said.quote in one.said.turn.text
        assert one.said.whole in one.said.turn.text
        assert one.said.turn.role in (Role.USER, Role.ASSISTANT)


@pytest.mark.parametrize(
    ("message", "quote", "said"),
    [
        ("Never run the tests without a seed.", "run the tests", "Never run the tests without a seed."),
        ("Use npm only in ci, please.", "Use npm", "Use npm only in ci, please."),
        ("先跑测试，不要用缓存。", "跑测试，不要用", "先跑测试，不要用缓存。"),
        ("Never ever\n  run the tests here.", "run the tests", "Never ever run the tests here."),
        ("Don't do this:\n- run the tests", "run the tests", "Don't do this: run the tests"),
        ("## Forbidden\n\n1. run the tests", "run the tests", "Forbidden: run the tests"),
        (
            f"Never, whoever asks, {'x ' * 400}run the tests",
            "run the tests",
            f"Never, whoever asks, {'x ' * 400}run the tests",
        ),
        (
            'Nobody may, even if "the platform lead" asks, push.',
            "asks, push",
            'Nobody may, even if "the platform lead" asks, push.',
        ),
    ],
)
def test_a_part_of_a_sentence_brings_the_whole_along(message: str, quote: str, said: str) -> None:
    """A model may leave out what denies a statement: whoever decides reads all of it, where it is one statement."""
    turn = Turn("s", "m0", Role.USER, Clean(message), position=0)
    (kept,), _ = check([note_of(note("Run it.", quote))], [turn], 8)
    assert kept.said.text == said


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps({"notes": [note("a b", "c d")]}),
        f"Here they are:\n```json\n{json.dumps({'notes': [note('a b', 'c d')]}, indent=1)}\n```\nDone.",
        json.dumps([note("a b", "c d")]),
        f"In {{}} I found: {json.dumps({'notes': [note('a b', 'c d')]})}",
        f"In [2026] I found {{this}}: {json.dumps({'notes': [note('a b', 'c d')]})}",
    ],
)
def test_notes_are_found_in_what_a_model_says(answer: str) -> None:
    assert [(one.text, one.quote, one.kind) for one in answer_in(answer).notes] == [("a b", "c d", Kind.CONVENTION)]


def test_an_answer_without_notes_is_an_error() -> None:
    """So is half of one, wherever it ends: it is asked again, and not believed."""
    for answer in [
        "",
        "I cannot do that.",
        '{"notes": [{"text": "a',
        '{"notes": 3}',
        '{"other": []}',
        "[" * 100_000,
        '{"notes": [], "narrative": {"intent": "x',
        '{"notes": [{"text": "a b", "quote": "b c"}], "again": [{"id":',
        '["sorry"]',
        '{"notes": ["sorry"]}',
        "[2026]",
        'It is [{"text": "a b", "quote": "b c"}] and',
        "null",
        *[json.dumps({"notes": [note("a b", "c d")], "narrative": {"intent": "x"}})[:cut] for cut in range(1, 100, 3)],
    ]:
        with pytest.raises(ModelError, match="something other than notes"):
            answer_in(answer)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda search_strategy: st.lists(search_strategy) | st.dictionaries(st.text(), search_strategy),
    )
)
def test_any_row_is_a_note_or_none(value: Any) -> None:
    row = {"text": value, "kind": value, "quote": value, "because": value, "id": value, "intent": value}
    answer = {"notes": [row], "again": value, "replaced": [row, value], "narrative": value or row}
    assert len(answer_in(json.dumps(answer)).notes) == 1
