"""Whether a model reads each session: asked once, answered by a person alone, kept, and undone."""

import io
import shutil
from pathlib import Path

import pytest

from lore.actions import Engine, keep_reading, plan_reader, settle_reader
from lore.cli.program import run
from lore.distill import is_agreed, settled, way_named
from lore.errors import NeedsPerson, UsageError
from lore.store import Store, open_store
from support.agents_shell import agents_shell
from support.person import me
from support.sessions_to_read import agree, asked, sessions

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
