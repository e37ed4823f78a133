"""Rules in the files of agents: yours are written, those of others are proposed."""

import json
from pathlib import Path

import pytest

from lore import publish
from lore.actions import Engine, share, take_shared, unshare
from lore.cli.program import run
from lore.config import change_settings
from lore.errors import NeedsPerson, UsageError
from lore.files import Folder
from lore.history import redo_last, undo_last, undo_run
from lore.model import CandidateKind, CandidateStatus, Layer, Role, Status
from lore.publish.targets.agent_rules import CHOICES
from lore.store import Store, open_store
from support.person import approve, me
from support.publishing import KEY, approved, publish_into

FILES = {one.name: one.files[0] for one in CHOICES}


def choose(store: Store, names: str) -> None:
    change_settings(store, {"publish.targets": names}, by=me())


def texts(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): path.read_text() if path.is_file() else ""
        for path in root.rglob("*")
        if ".git" not in path.relative_to(root).parts
    }


def test_nothing_is_written_for_an_agent_that_nobody_chose(store: Store, repository: Path) -> None:
    approved(store, "Use pnpm, not npm")
    publish_into(store, repository)
    assert [*texts(repository)] == ["CONVENTIONS.md"]


def test_the_chosen_files_say_what_is_approved(store: Store, repository: Path) -> None:
    """Twice changes nothing, undo and redo bring every byte and folder back, and so does removal."""
    fact = approved(store, "Use pnpm, not npm")
    choose(store, "cursor, copilot, gemini, devin")
    publish_into(store, repository)
    written = texts(repository)
    for name in ("cursor", "copilot", "gemini", "devin"):
        assert f"- Use pnpm, not npm — `{fact.id}`" in written[FILES[name]]
    assert written[FILES["cursor"]].startswith("---\ndescription: Conventions")
    assert "alwaysApply: true\n---\n" in written[FILES["cursor"]]
    assert written[FILES["devin"]].startswith("---\ntrigger: always_on\n---\n")
    assert publish_into(store, repository).changes == ()
    undo_last(store)
    assert texts(repository) == {}
    redo_last(store)
    assert texts(repository) == written
    publish.remove(store, Folder(repository), KEY, by=me())
    assert texts(repository) == {}


def test_what_stood_there_survives_byte_for_byte(store: Store, repository: Path) -> None:
    """The text of a person, and settings of a file that were changed by hand: they stand outside of the block."""
    (repository / "GEMINI.md").write_text("# Ours\r\n\r\nBe brief.\r\n", newline="")
    approved(store, "Use pnpm, not npm")
    choose(store, "gemini cursor")
    publish_into(store, repository)
    rules = repository / FILES["cursor"]
    rules.write_text(rules.read_text().replace("globs:", "globs: web/**"))
    publish.check(store, Folder(repository), KEY)
    publish.remove(store, Folder(repository), KEY, by=me())
    assert (repository / "GEMINI.md").read_bytes() == b"# Ours\r\n\r\nBe brief.\r\n"
    assert "globs: web/**" in rules.read_text() and "lore:begin" not in rules.read_text()


def test_a_hand_edit_is_never_overwritten(store: Store, repository: Path) -> None:
    fact = approved(store, "Use pnpm, not npm")
    choose(store, "copilot")
    publish_into(store, repository)
    page = repository / FILES["copilot"]
    page.write_text(page.read_text().replace("not npm", "never npm"))
    with pytest.raises(NeedsPerson, match=r"copilot-instructions\.md`: its block was edited by hand"):
        publish_into(store, repository)
    folder = Folder(repository)
    edit = publish.hand_edit(store, folder, KEY)
    known: dict[str, list[str]] = {line.words: [risk.id for risk in line.risks] for line in edit.lines}
    publish.publish_accepted(store, folder, edit, KEY, new_root=True, by=me(), acknowledged=known)
    assert store.facts.get(fact.id).text == "Use pnpm, never npm"
    assert "never npm" in (repository / "CONVENTIONS.md").read_text()


def test_a_target_that_is_chosen_no_more_goes(store: Store, repository: Path) -> None:
    approved(store, "Use pnpm, not npm")
    choose(store, "cursor")
    publish_into(store, repository)
    choose(store, "")
    with pytest.raises(NeedsPerson, match="not up to date"):
        publish.check(store, Folder(repository), KEY)
    publish_into(store, repository)
    assert [*texts(repository)] == ["CONVENTIONS.md"]


def test_an_approved_skill_becomes_one(store: Store, repository: Path) -> None:
    """Only what was proposed as a skill and approved, with the name of its folder and a description."""
    approved(store, "Use pnpm, not npm")
    fact = approved(store, "Run make check, then commit, then push")
    choose(store, "skills")
    publish_into(store, repository)
    assert FILES["skills"] not in texts(repository)
    with store.write("consolidation") as transaction:
        candidate = store.candidates.of_fact(fact.id)[0]
        store.candidates.update(transaction, candidate.id, action="candidate.edit", kind=CandidateKind.SKILL)
    publish_into(store, repository)
    skill = texts(repository)[FILES["skills"]]
    assert skill.startswith("---\nname: project-procedures\ndescription: ")
    assert "Run make check, then commit" in skill and "pnpm" not in skill


def test_a_word_that_names_no_target_is_refused(store: Store, repository: Path) -> None:
    approved(store, "Use pnpm, not npm")
    choose(store, "cursor, emacs")
    with pytest.raises(UsageError, match="`emacs`"):
        publish_into(store, repository)


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
