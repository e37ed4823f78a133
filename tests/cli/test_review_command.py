"""`lore review`, `lore consolidate` and `lore publish` as a person uses them, and the whole story at once."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lore.cli.program import run
from lore.memory.editing import NewFact, add_fact, propose
from lore.model import CandidateStatus, Kind, Layer
from lore.store import open_store
from support import terminal
from support.held import nearest
from support.ids import short

Captured = pytest.CaptureFixture[str]
TEXTS = ("Use pnpm, not npm", "Squash before merging", "Name branches after issues")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "web"
    root.mkdir()
    git(root, "init", "-q")
    git(root, "remote", "add", "origin", "git@github.com:me/web.git")
    monkeypatch.chdir(root)
    return root


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.com", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def waiting(repository: Path) -> list[str]:
    with open_store() as store:
        facts = [add_fact(store, NewFact(text, Kind.CONVENTION, project="github.com/me/web")).fact for text in TEXTS]
        return [propose(store, fact.id).id for fact in facts]


def statuses(*ids: str) -> list[CandidateStatus]:
    with open_store() as store:
        return [candidate.status for candidate in store.candidates.many(ids)]


def answer(capsys: Captured) -> Any:
    return json.loads(capsys.readouterr().out)


def test_without_a_terminal_the_queue_is_a_list(waiting: list[str], capsys: Captured) -> None:
    assert run(["review"]) == 0
    shown = capsys.readouterr().out
    assert [name for name in waiting if short(name) in shown] == waiting
    assert run(["review", "--json"]) == 0
    first = answer(capsys)["candidates"][0]
    assert (first["id"], first["kind"], first["text"], first["layer"]) == (
        waiting[0],
        "convention",
        TEXTS[0],
        "project",
    )
    assert {"corrections", "sessions", "evidence", "warnings", "replaces"} <= set(first)
    assert run(["review", "--check"]) == 4
    capsys.readouterr()
    assert run(["review", "list", "--limit", "1"]) == 0
    assert "2 more" in capsys.readouterr().err


def test_the_verbs_decide(waiting: list[str], capsys: Captured) -> None:
    first, second, third = waiting
    assert run(["review", "approve", first, "--yes"]) == 0
    assert run(["review", "reject", second.removeprefix("c:"), "--reason", "we merge", "--yes"]) == 0
    assert run(["review", "snooze", third, "--until", "2026-04-01", "--yes"]) == 0
    assert statuses(*waiting) == [CandidateStatus.APPROVED, CandidateStatus.REJECTED, CandidateStatus.SNOOZED]
    assert run(["review", "--check"]) == 0
    assert run(["review", "approve", first, "--yes"]) == 1
    assert "approved already" in capsys.readouterr().err
    assert run(["review", "edit", third, "Name", "branches", "after", "tickets", "--yes"]) == 0
    assert statuses(third) == [CandidateStatus.APPROVED]


def test_what_needs_a_second_look_is_not_approved_by_habit(repository: Path, capsys: Captured) -> None:
    """Exit code 4 with the reason; `--yes` is a terminal, not the second look: that has the name of the warning."""
    with open_store() as store:
        fact = add_fact(store, NewFact("Use pnpm", Kind.CONVENTION, Layer.ORG)).fact
        name = propose(store, fact.id).id
    assert run(["review", "approve", name, "--yes"]) == 4
    assert "every project" in capsys.readouterr().err
    assert statuses(name) == [CandidateStatus.WAITING]
    assert run(["review", "approve", name, "--even-if", "everywhere"]) == 4
    assert statuses(name) == [CandidateStatus.WAITING]
    assert run(["review", "approve", name, "--yes", "--even-if", "everywhere"]) == 0


def in_terminal(keys: str, *arguments: str, editor: str = "true") -> str:
    environment = {**os.environ, "EDITOR": editor, "VISUAL": editor, "TERM": "xterm"}
    return terminal.in_terminal([sys.executable, "-m", "lore", *arguments], keys, env=environment)


def test_in_a_terminal_one_card_follows_the_other(waiting: list[str]) -> None:
    """Approve, reject with a reason, take that back, skip it, quit: the keys do what they say."""
    shown = in_terminal("a\nr\nno branches\nu\ns\n?\nq\n", "review")
    assert TEXTS[0] in shown
    assert "becomes a convention of `github.com/me/web`" in shown
    assert "reject: it is not proposed again; what you said stays a fact" in shown
    assert "1 approved, 0 rejected, 2 left" in shown
    assert statuses(*waiting) == [CandidateStatus.APPROVED, CandidateStatus.WAITING, CandidateStatus.WAITING]


def test_a_card_offers_the_keys_that_it_takes(waiting: list[str]) -> None:
    """Spelt out; what answers which of two facts holds stands on no other card, and says what to do there."""
    shown = in_terminal("?\ni\nq\n", "review")
    assert "a approve · e reword · r reject · s later · ? all keys" in shown
    assert "of two facts: the newer holds" not in shown
    assert "is not a question" in shown and "lore supersede ID --by f:" in shown
    assert set(statuses(*waiting)) == {CandidateStatus.WAITING}
    with open_store() as store:
        add_fact(store, NewFact("Name branches after tickets", project="github.com/me/web"), near=nearest(store))
        question = next(one for one in store.candidates.many(store.candidates.ids()) if one.asks)
    shown = in_terminal("s\n" * len(waiting) + "?\ni\nq\n", "review")
    assert "a both stay · m the same · i the newer instead" in shown
    assert statuses(question.id) == [CandidateStatus.MERGED]


def test_a_key_changes_where_a_candidate_holds_and_the_card_stays(waiting: list[str]) -> None:
    """As `c` on the card says: yours alone, then for the project again by undoing it. Nothing else is decided."""
    shown = in_terminal("c\nq\n", "review")
    assert "change where it holds" in in_terminal("?\nq\n", "review")
    with open_store() as store:
        assert store.candidates.get(waiting[0]).layer is Layer.USER_PROJECT
    assert "for you alone" in shown
    in_terminal("c\nu\nq\n", "review")
    with open_store() as store:
        assert store.candidates.get(waiting[0]).layer is Layer.USER_PROJECT
    assert set(statuses(*waiting)) == {CandidateStatus.WAITING}


def test_enter_and_unknown_keys_decide_nothing(waiting: list[str]) -> None:
    in_terminal("\n\nx\nyes\nq\n", "review")
    assert set(statuses(*waiting)) == {CandidateStatus.WAITING}


def test_a_risky_card_asks_twice(repository: Path) -> None:
    """One `a` is a reflex; a second one on the same card is a decision."""
    with open_store() as store:
        fact = add_fact(store, NewFact("Use pnpm", Kind.CONVENTION, Layer.ORG)).fact
        name = propose(store, fact.id).id
    in_terminal("a\n\nq\n", "review")
    assert statuses(name) == [CandidateStatus.WAITING]
    in_terminal("a\na\n", "review")
    assert statuses(name) == [CandidateStatus.APPROVED]


def test_a_dry_run_shows_what_consolidation_would_do(repository: Path, capsys: Captured) -> None:
    with open_store() as store:
        add_fact(store, NewFact("Old", project="p", expires_at="2026-01-01T00:00:00Z"))
    assert run(["consolidate", "--dry-run"]) == 0
    assert "expired 2026-01-01" in capsys.readouterr().out
    assert run(["consolidate", "--json"]) == 0
    assert answer(capsys)["counts"]["expire"] == 1
    assert run(["consolidate", "--json"]) == 0
    assert not any(answer(capsys)["counts"].values())


STORY = [
    ("s1", "2026-03-01", "Use pnpm for installing packages, never npm."),
    ("s2", "2026-03-04", "use pnpm for installing packages, never npm"),
    ("s3", "2026-03-08", "Use pnpm for installing packages, never npm."),
]


def test_a_transcript_goes_in_and_an_approved_convention_comes_out(
    repository: Path, tmp_path: Path, capsys: Captured
) -> None:
    (repository / "AGENTS.md").write_text("# Agents")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "first")
    transcript = tmp_path / "session.jsonl"
    transcript.write_text("".join(_turn(*turn) for turn in STORY))
    assert run(["capture", "--mine", "--format", "lore", str(transcript)]) == 0
    assert run(["consolidate"]) == 0
    capsys.readouterr()
    assert run(["review", "--json"]) == 0
    (candidate,) = answer(capsys)["candidates"]
    assert "pnpm" in candidate["text"]
    assert candidate["sessions"] >= 2
    assert run(["review", "approve", candidate["id"], "--yes"]) == 0
    assert run(["publish", "--check"]) == 4
    assert run(["publish", "--new-root", "--yes"]) == 0
    assert run(["publish", "--check"]) == 0
    published = git(repository, "status", "--porcelain")
    assert "?? CONVENTIONS.md" in published
    assert candidate["fact"] in (repository / "CONVENTIONS.md").read_text()
    assert run(["publish", "--new-root", "--yes"]) == 0
    assert git(repository, "status", "--porcelain") == published
    assert run(["undo", "--yes"]) == 0
    assert git(repository, "status", "--porcelain") == ""
    assert run(["redo", "--yes"]) == 0
    assert run(["publish", "--remove", "--yes"]) == 0
    assert git(repository, "status", "--porcelain") == ""


def _turn(session: str, day: str, text: str) -> str:
    line = {"session": session, "id": "1", "at": f"{day}T10:00:00Z", "role": "user", "text": text}
    return json.dumps({**line, "project": "github.com/me/web"}) + "\n"


def test_a_drift_is_shown_and_left_to_the_person(waiting: list[str], repository: Path, capsys: Captured) -> None:
    """Exit code 4, the hint names the ways out, `--diff` shows the edit, `--accept --diff` what taking it would do."""
    run(["review", "approve", *waiting, "--yes"])
    run(["publish", "--new-root", "--yes"])
    target = repository / "CONVENTIONS.md"
    target.write_text(target.read_text().replace("Squash", "Rebase"))
    capsys.readouterr()
    assert run(["publish", "--new-root", "--yes"]) == 4
    assert "--accept" in capsys.readouterr().err
    assert run(["publish", "--diff"]) == 0
    assert "-- Rebase before merging" in capsys.readouterr().out
    assert run(["publish", "--accept", "--overwrite"]) == 2
    assert run(["publish", "--accept", "--diff"]) == 0
    shown = capsys.readouterr()
    assert "Squash before merging" in shown.err
    assert "Rebase before merging" in shown.err
    assert run(["publish", "--accept", "--yes"]) == 4
    assert run(["publish", "--accept", "--yes", "--even-if", "tainted"]) == 0
    assert "Rebase before merging" in target.read_text()
