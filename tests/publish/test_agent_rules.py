"""Files of single agents: written where a person chose them, with the settings that their agent wants."""

from pathlib import Path

import pytest

from lore import publish
from lore.config import change_settings
from lore.errors import NeedsPerson, UsageError
from lore.files import Folder
from lore.history import redo_last, undo_last
from lore.model import CandidateKind
from lore.publish.targets.agent_rules import CHOICES
from lore.store import Store
from support.person import me
from support.publishing import KEY, approved, make_repository, publish_into

FILES = {one.name: one.files[0] for one in CHOICES}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "web")


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
