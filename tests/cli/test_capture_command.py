"""`lore capture`, `lore sessions` and `lore timeline` as a person uses them."""

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lore import actions, paths
from lore.actions import Engine
from lore.cli import demo, tui
from lore.cli.program import run
from lore.store import Store
from support.publishing import KEY, approved
from support.reading import lines_file
from support.speakers import Script, Step, write
from support.terminal import LORE, Terminal

DATA = Path(__file__).parents[1] / "data" / "transcripts"
SPOKEN = (("user", "Fix the importer."), ("assistant", "Done."), ("user", "Always run `make check` first."))
LINES = [
    {
        "session": "talk-1",
        "project": "shop",
        "id": f"m{n}",
        "at": f"2026-02-11T09:0{n - 1}:00Z",
        "role": who,
        "text": text,
    }
    for n, (who, text) in enumerate(SPOKEN, 1)
]


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    return file


def test_a_capture_ends_with_a_summary(transcript: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["capture", "--mine", str(transcript)]) == 0
    shown = capsys.readouterr()
    assert "messages 3 new" in shown.out
    assert "facts    1 new (1 convention)" in shown.out
    assert re.fullmatch(r"undo: `lore undo --run r:\w+`\n", shown.err)


def test_nothing_read_is_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One warning a file on stderr, exit code 1, also with a good file beside it, which is read."""
    assert run(["capture", str(tmp_path / "none.jsonl")]) == 1
    assert capsys.readouterr().err == f"warning: {tmp_path / 'none.jsonl'}: there is no such file\n"
    good = lines_file(tmp_path, *LINES)
    assert run(["capture", "--json", str(tmp_path / "none.jsonl"), str(good)]) == 1
    assert json.loads(capsys.readouterr().out)["turns"] == 3


def test_a_dry_run_shows_and_keeps_nothing(transcript: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The facts it would store, each with its words."""
    assert run(["capture", "--mine", "--dry-run", str(transcript)]) == 0
    assert "convention   Always run `make check` first." in capsys.readouterr().out
    assert run(["sessions", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sessions"] == []


def test_since_wants_a_time(transcript: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for since, messages in (
        ("2026-02-11T09:02:00Z", 1),
        ("2026-02-11 09:01", 2),
        ("7d", 0),
        ("2m", 3),
        ("last week", 0),
    ):
        assert run(["capture", "--dry-run", "--json", "--since", since, str(transcript)]) == 0
        assert json.loads(capsys.readouterr().out)["turns"] == messages
    assert run(["capture", "--since", "soonish", str(transcript)]) == 2
    assert "`soonish` is not a valid time" in capsys.readouterr().err


def test_a_session_can_be_shown_and_replayed(transcript: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["capture", str(transcript), str(DATA)])
    capsys.readouterr()
    assert run(["sessions", "show", "talk", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [turn["text"] for turn in shown["turns"]] == [line["text"] for line in LINES]
    assert run(["timeline", "fed8ce56"]) == 0
    assert "$ " in capsys.readouterr().out
    assert run(["sessions", "show", "nobody"]) == 3


def test_explain_says_why_a_sentence_was_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each sentence with a lasting mark that was not kept, with its reason, in words and in JSON."""
    asked = "Always squash before you merge, right?"
    transcript = lines_file(tmp_path, {**LINES[0], "text": f"Fix the importer. {asked}"}, *LINES[1:])
    assert run(["capture", "--mine", "--dry-run", "--explain", str(transcript)]) == 0
    shown = capsys.readouterr().out
    assert "refused" in shown
    assert asked in shown
    assert "refused  1 (1 " in shown
    assert run(["capture", "--mine", "--dry-run", "--explain", "--json", str(transcript)]) == 0
    refused = json.loads(capsys.readouterr().out)["refused"]
    assert [(one["source_id"], one["sentence"]) for one in refused] == [("m1", asked)]
    assert all(one["reason"] for one in refused)


def test_embedding_ends_in_time_and_what_is_left_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the summary, in JSON and as a note; a capture without news does a little of it, a search the rest."""
    monkeypatch.setenv("LORE_EMBEDDING_BUDGET", "0")
    monkeypatch.setattr("lore.actions.searching.WITHOUT_NEWS", 1)
    monkeypatch.setattr("lore.index.pending.TOGETHER", 2)
    file = tmp_path / "talk.jsonl"
    file.write_text(
        "".join(json.dumps({**LINES[1], "id": f"m{number}", "text": "Done."}) + "\n" for number in range(6))
    )
    assert run(["capture", str(file)]) == 0
    shown = capsys.readouterr()
    assert "to embed up to 4 passages; searches embed them" in shown.out
    assert "up to 4 passages still to embed" in shown.err
    assert run(["capture", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["unembedded"] == 3
    assert run(["search", "done"]) == 0
    capsys.readouterr()
    assert run(["capture", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["unembedded"] == 0


WORDINGS = {
    "Tests never mock the clock: they are given the time.": "Tests must never mock the clock here",
    "Install packages with pnpm here, not with npm.": "We use pnpm, not npm.",
    "Write no comments that only repeat the code.": "I don't want comments that only repeat the code.",
}


@pytest.mark.parametrize("columns", [80, 120])
def test_without_a_terminal_it_is_told_at_once(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each wording with the words that it rests on, then the session that begins with it beside the one without."""
    monkeypatch.setenv("COLUMNS", str(columns))
    assert run(["demo"]) == 0
    told = capsys.readouterr().out
    said, noted, today = re.split(r"── \d", told)[1:]
    for wording, sentence in WORDINGS.items():
        assert sentence in said and sentence in noted and wording in noted
        assert wording.split()[0] in today
    assert "PDF" not in told, "what was taken back is remembered"
    assert "approved 3" in noted and "you approved it" in today
    assert "Six tests, with the mail server" in today and ("│" in today) == (columns == 120)
    assert max(map(len, told.split("\nYour turn")[0].splitlines())) <= columns
    assert "Your turn" in today and "`lore setup`" in today


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    with tempfile.TemporaryDirectory(prefix="lore-tmux-") as folder:
        window = Terminal(Path(folder) / "tmux")
        window.tmux("new-session", "-d", "-x", "80", "-y", "24", "sh")
        yield window
        window.close()


@pytest.mark.slow("three demos are played in a real terminal")
@pytest.mark.parametrize("decision", ["a", "x", "q"], ids=["taken", "left waiting", "ended"])
def test_in_a_terminal_keys_go_on_and_decide(terminal: Terminal, decision: str) -> None:
    """`a` takes what is shown; another key leaves it beside the words; `q` ends the demo. Your store is not touched."""
    terminal.tmux("send-keys", f"clear; {LORE} demo; echo code=$?", "Enter")
    terminal.wait_for("You said, in four sessions", "a key goes on")
    if decision == "q":
        terminal.tmux("send-keys", "q")
    else:
        terminal.tmux("send-keys", "Space")
        terminal.wait_for("a takes these 3", "“We use pnpm, not npm.”")
        terminal.tmux("send-keys", decision)
        today = " ".join(terminal.wait_for("without", "Six tests", "a key goes on").split())
        assert ("— from “Tests must never" in today) == (decision == "x")
        assert ("you approved it" in today) == (decision == "a")
        terminal.tmux("send-keys", "Space")
    terminal.wait_for("Your turn", "code=0")
    assert not paths.database(paths.home()).exists()


@pytest.fixture
def visited(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Engine]:
    """A visit in which one proposal is approved and published, another one rejected and that undone."""
    approved(store, "Squash before merging")
    facts = [actions.save(Engine(store), text).fact for text in ("Use pnpm", "Name tests by what they promise")]
    actions.propose(Engine(store), [fact.id for fact in facts])
    seen: list[Engine] = []

    def at_app(engine: Engine) -> int:
        seen.append(engine)
        first, second = actions.queue(engine)
        card = actions.card(engine, first)
        known = [risk.id for risk in card.risks]
        actions.approve(engine, first, rev=card.candidate.rev, acknowledged=known)
        actions.reject(engine, [second])
        actions.undo(engine)
        (found,) = [one for one in actions.plan_publish_everywhere(engine) if one.plan.project == KEY]
        actions.publish(engine, root=found.root, mark=found.mark)
        return 0

    monkeypatch.setattr(tui, "open_app", at_app)
    return seen


def test_on_quit_the_demo_tells_what_you_did(
    store: Store, visited: list[Engine], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Counted by act, without what you undid; every project of the demo has a folder to publish to."""
    assert demo._visit(Engine(store), tmp_path) == 0
    assert visited
    out = capsys.readouterr().out
    assert "approved 1" in out
    assert "published 1" in out
    assert "rejected" not in out
    assert "1 still waits" in out
    assert "Your own memory was not touched." in out
    assert (tmp_path / "repositories" / "github.com-me-web" / "CONVENTIONS.md").exists()


def test_it_names_the_sessions_that_agents_keep_here(
    store: Store, visited: list[Engine], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / ".claude" / "projects" / "-w-shop"
    write(
        folder,
        "claude-code",
        Script("0a000000-0000-4000-8000-000000000001", [Step("user", "Use pnpm."), Step("assistant", "Yes.")]),
    )
    demo._visit(Engine(store), tmp_path)
    assert "on this machine agents keep sessions (1 of Claude Code)" in capsys.readouterr().out
    assert visited
