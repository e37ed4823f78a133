"""A session is read once, by the reader that a person agreed to."""

import io
import json
import shutil
from pathlib import Path

import pytest

from distill.conftest import captured, note, recorded
from lore.actions import Engine, keep_reading, plan_reader, settle_reader
from lore.capture import Options, capture
from lore.cli.program import run
from lore.distill import distill, is_agreed, reader_state, settled, unread, waiting, way_named
from lore.distill.calls import note_call, place_of
from lore.distill.ways import Way
from lore.errors import NeedsPerson, UsageError
from lore.memory import remember
from lore.model import Clean, Evidence, Fact, Kind, Layer, Origin, Role
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
