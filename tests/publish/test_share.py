"""`lore share`: two people carry what they approved by one folder; each line of the other is a proposal."""

import json
from pathlib import Path

import pytest

from lore.actions import Engine, share, take_shared, unshare
from lore.cli.program import run
from lore.errors import NeedsPerson
from lore.history import undo_last, undo_run
from lore.model import CandidateStatus, Layer, Role, Status
from lore.store import Store, open_store
from support.person import approve, me
from support.publishing import approved


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "shared").mkdir()
    return tmp_path / "shared"


@pytest.fixture
def other(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    with monkeypatch.context() as patch:
        patch.setenv("LORE_INSTALLATION", "somebody else")
        with open_store(tmp_path / "other") as theirs:
            approved(theirs, "Answer in short sentences", layer=Layer.USER, project=None)
            approved(theirs, "Secrets live in the vault, never in the repository", layer=Layer.ORG, project=None)
            share(Engine(theirs, person=me()), folder)
    return folder


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_what_is_approved_is_written_and_nothing_else(store: Store, folder: Path) -> None:
    """No rule of a project, nothing that nobody approved; twice changes nothing, undo and removal take it out."""
    fact = approved(store, "Answer in French", layer=Layer.USER, project=None)
    approved(store, "Use pnpm, not npm")
    engine = Engine(store, person=me())
    share(engine, folder)
    ((name, text),) = files(folder).items()
    assert name.startswith("user.") and f"- Answer in French — `{fact.id}`" in text and "pnpm" not in text
    assert share(engine, folder).plan.changes == ()
    undo_last(store)
    assert files(folder) == {}
    share(engine, folder)
    unshare(engine, folder)
    assert files(folder) == {}


def test_what_others_say_is_proposed_once(store: Store, other: Path) -> None:
    """Tainted, with the file as its source, in the layer of its file; taking it again proposes nothing."""
    done = take_shared(Engine(store), other)
    assert (done.summary.added, done.summary.proposed) == (2, 2)
    facts = {fact.text: fact for fact in store.facts.select()}
    assert {text: fact.layer for text, fact in facts.items()} == {
        "Answer in short sentences": Layer.USER,
        "Secrets live in the vault, never in the repository": Layer.ORG,
    }
    for fact in facts.values():
        assert fact.tainted and fact.approved_at is None and fact.project is None
        assert {quote.role for quote in store.facts.evidence([fact.id])[fact.id]} == {Role.FILE}
    assert take_shared(Engine(store), other).summary.run is None
    assert done.summary.run
    undo_run(store, done.summary.run)
    assert store.facts.select() == [] and store.candidates.select((CandidateStatus.WAITING,)) == []


def test_other_words_of_theirs_are_a_new_proposal(store: Store, other: Path) -> None:
    take_shared(Engine(store), other)
    for path in other.iterdir():
        path.write_text(path.read_text().replace("short sentences", "long paragraphs of German"))
    assert take_shared(Engine(store), other).summary.added == 1


def test_a_line_of_theirs_never_replaces_yours(store: Store, other: Path) -> None:
    mine = approved(store, "Answer in long sentences", layer=Layer.USER, project=None)
    take_shared(Engine(store), other)
    kept = store.facts.get(mine.id)
    assert kept.status is Status.ACTIVE and kept.text == "Answer in long sentences"
    waiting = [one.text for one in store.candidates.select((CandidateStatus.WAITING,))]
    assert "Answer in short sentences" in waiting


def test_what_you_approve_of_theirs_goes_into_your_own_file(store: Store, other: Path) -> None:
    before = files(other)
    take_shared(Engine(store), other)
    for candidate in store.candidates.select((CandidateStatus.WAITING,)):
        approve(store, candidate.id)
    share(Engine(store, person=me()), other)
    after = files(other)
    assert len(after) == 4 and {name: after[name] for name in before} == before
    unshare(Engine(store, person=me()), other)
    assert files(other) == before


def test_a_hand_edit_of_your_file_is_not_overwritten(store: Store, folder: Path) -> None:
    approved(store, "Answer in French", layer=Layer.USER, project=None)
    engine = Engine(store, person=me())
    share(engine, folder)
    (path,) = folder.iterdir()
    path.write_text(path.read_text().replace("French", "Dutch"))
    with pytest.raises(NeedsPerson, match="edited by hand"):
        share(engine, folder)


def test_a_damaged_file_of_theirs_is_told_and_the_rest_goes_on(store: Store, other: Path) -> None:
    torn = next(path for path in other.iterdir() if path.name.startswith("org."))
    torn.write_text(torn.read_text().replace("<!-- lore:end sharedorg -->", ""))
    done = take_shared(Engine(store), other)
    assert (done.summary.added, done.summary.unreadable) == (1, 1)


def test_the_command_says_what_it_did(store: Store, other: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is written without a decision; `--dry-run` shows it, `--take` proposes and says how to undo it."""
    approved(store, "Answer in French", layer=Layer.USER, project=None)
    assert run(["share", str(other), "--dry-run"]) == 0
    assert "+- Answer in French" in capsys.readouterr().out
    assert run(["share", str(other)]) == 4
    assert len(files(other)) == 2
    assert run(["share", str(other), "--yes"]) == 0
    assert capsys.readouterr().out.startswith("created user.")
    assert run(["share", str(other), "--take", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["added"] == 2
    assert run(["share", str(other), "--take", "--remove"]) == 2
