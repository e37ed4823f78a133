"""Targets of publishing: a new one is one entry, and everything that publishing does works for it."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import lore
from lore import publish
from lore.cli.program import run
from lore.errors import BadInput, NeedsPerson
from lore.files import Folder
from lore.history import redo_last, undo_last
from lore.model import Fact, Status
from lore.publish import FileAction, LineStep, OnDrift
from lore.publish.targets.conventions import Conventions
from lore.publish.targets.registry import LISTS, TARGETS, with_pointers
from lore.publish.targets.target import Item, PublishTarget
from lore.store import Store
from support.person import me
from support.publishing import KEY, approved, make_repository

PUBLISH = Path(lore.__file__).parent / "publish"


@dataclass(frozen=True)
class Rules:
    """A file of another shape: one statement a line, its id in front; agents find it by themselves."""

    name: str = "rules"
    files: tuple[str, ...] = (".tool/rules.txt",)
    lists: bool = True
    preamble: str = ""
    pointer: str | None = None

    def paths(self, folder: Folder, *, create: bool) -> list[str]:
        return [folder.resolve(self.files[0])]

    def applies(self, store: Store, project: str) -> list[Fact]:
        return [fact for fact in Conventions().applies(store, project) if "pnpm" in fact.text]

    def render(self, store: Store, project: str, facts: Sequence[Fact], *, alone: bool) -> str:
        return "".join(f"{fact.id} {fact.text}\n" for fact in facts)

    def parse(self, body: str) -> list[Item]:
        lines = (line.partition(" ") for line in body.splitlines() if line)
        return [
            Item(name, words) if name.startswith("f:") else Item(None, f"{name} {words}") for name, _, words in lines
        ]


BOTH = with_pointers((Conventions(), Rules()))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "web")
    (root / ".tool").mkdir()
    return root


def publish_both(store: Store, repository: Path, **options: object) -> publish.Plan:
    wanted = {"new_root": True, "pointer": True, "by": me(), "targets": BOTH, **options}
    return publish.publish(store, Folder(repository), KEY, **wanted)  # type: ignore[arg-type]  # options of `publish`


def texts(repository: Path) -> dict[str, str]:
    return {
        path.relative_to(repository).as_posix(): path.read_text()
        for path in repository.rglob("*")
        if path.is_file() and ".git" not in path.parts
    }


def accept(store: Store, repository: Path) -> publish.HandEdit:
    folder = Folder(repository)
    edit = publish.hand_edit(store, folder, KEY, BOTH)
    known: dict[str, list[str]] = {line.words: [risk.id for risk in line.risks] for line in edit.lines}
    publish.publish_accepted(store, folder, edit, KEY, by=me(), acknowledged=known, targets=BOTH)
    return edit


def test_a_new_target_is_planned_written_undone_and_removed(store: Store, repository: Path) -> None:
    """Beside the others, with its own choice of facts; the pointers lead only to those that want it."""
    fact = approved(store, "Use pnpm, not npm")
    approved(store, "Squash before merging")
    plan = publish.preview(store, Folder(repository), KEY, pointer=True, targets=BOTH)
    assert {file.path: file.step for file in plan.targets} == dict.fromkeys(
        ["CONVENTIONS.md", ".tool/rules.txt", "AGENTS.md"], FileAction.CREATE
    )
    assert plan.conventions == 2
    before = texts(repository)
    publish_both(store, repository)
    written = texts(repository)
    assert f"{fact.id} Use pnpm, not npm\n<!-- lore:end rules -->" in written[".tool/rules.txt"]
    assert "Squash" not in written[".tool/rules.txt"]
    assert ".tool" not in written["AGENTS.md"]
    assert publish_both(store, repository).changes == ()
    assert publish.check(store, Folder(repository), KEY, BOTH).changes == ()
    undo_last(store)
    assert texts(repository) == before
    redo_last(store)
    assert texts(repository) == written
    publish.remove(store, Folder(repository), KEY, by=me(), targets=BOTH)
    assert texts(repository) == before


def test_a_hand_edit_of_a_new_target_is_accepted(store: Store, repository: Path) -> None:
    changed, gone = approved(store, "Use pnpm, not npm"), approved(store, "Pin pnpm in CI")
    publish_both(store, repository)
    target = repository / ".tool" / "rules.txt"
    lines = [line for line in target.read_text().splitlines(keepends=True) if gone.id not in line]
    text = "".join(lines).replace("not npm", "never npm")
    target.write_text(text.replace("<!-- lore:end", "Lock pnpm files\n<!-- lore:end"))
    with pytest.raises(NeedsPerson, match="edited by hand"):
        publish.check(store, Folder(repository), KEY, BOTH)
    edit = accept(store, repository)
    assert {(line.step, line.words, line.path) for line in edit.lines} == {
        (LineStep.CHANGE, "Use pnpm, never npm", ".tool/rules.txt"),
        (LineStep.ADD, "Lock pnpm files", ".tool/rules.txt"),
        (LineStep.RETIRE, "Pin pnpm in CI", ".tool/rules.txt"),
    }
    assert store.facts.get(changed.id).text == "Use pnpm, never npm"
    assert store.facts.get(gone.id).status is Status.ARCHIVED
    texts = {fact.text for fact in publish.published(store, Folder(repository), KEY, BOTH)}
    assert texts == {"Use pnpm, never npm", "Lock pnpm files"}
    assert "never npm" in (repository / "CONVENTIONS.md").read_text()
    assert "Pin pnpm" not in (repository / "CONVENTIONS.md").read_text()


def test_one_edit_in_two_files_counts_once(store: Store, repository: Path) -> None:
    fact = approved(store, "Use pnpm, not npm")
    publish_both(store, repository)
    for name, words in ((".tool/rules.txt", "never npm"), ("CONVENTIONS.md", "never npm")):
        (repository / name).write_text((repository / name).read_text().replace("not npm", words))
    assert len(publish.hand_edit(store, Folder(repository), KEY, BOTH).lines) == 1
    (repository / "CONVENTIONS.md").write_text((repository / "CONVENTIONS.md").read_text().replace("never", "hardly"))
    with pytest.raises(
        BadInput, match=rf"`{fact.id}` is changed in `CONVENTIONS.md` and otherwise in `.tool/rules.txt`"
    ):
        accept(store, repository)
    publish_both(store, repository, on_drift=OnDrift.OVERWRITE)
    assert publish.hand_edit(store, Folder(repository), KEY, BOTH).lines == ()


def test_a_file_never_gets_two_blocks(store: Store, repository: Path) -> None:
    """Where the file that would point is a link to the one it points to."""
    (repository / "CONVENTIONS.md").write_text("# Ours\n")
    (repository / "AGENTS.md").symlink_to("CONVENTIONS.md")
    approved(store, "Use pnpm, not npm")
    publish_both(store, repository)
    text = (repository / "CONVENTIONS.md").read_text()
    assert text.count("lore:begin") == 1
    assert "Use pnpm, not npm" in text
    publish.remove(store, Folder(repository), KEY, by=me(), targets=BOTH)
    assert (repository / "CONVENTIONS.md").read_text() == "# Ours\n"


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_a_target_reads_what_it_renders(store: Store, target: PublishTarget) -> None:
    """The same facts, in the same words, whoever else is in the file; a name that a block may have."""
    approved(store, "Use `Option<T>`, never <raw> @pointers")
    approved(store, "- 1. *Number* things")
    facts = target.applies(store, KEY)
    for alone in (True, False):
        body = target.render(store, KEY, facts, alone=alone)
        assert body.endswith("\n")
        listed = [(item.fact, item.words) for item in target.parse(body)]
        assert listed == ([(fact.id, fact.text) for fact in facts] if target.lists else [])
    assert target.name.isalpha()
    assert target.name.islower()


def test_names_of_targets_and_files_are_theirs_alone() -> None:
    names = [target.name for target in TARGETS]
    files = [file for target in TARGETS for file in target.files]
    assert len(set(names)) == len(names)
    assert len(set(files)) == len(files)


def test_only_a_target_knows_the_name_of_a_published_file() -> None:
    known = {file for target in LISTS for file in target.files}
    for path in PUBLISH.rglob("*.py"):
        if "targets" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.Constant) and node.value in known), path


@pytest.mark.parametrize("holds", ["", "AGENTS.md", "CLAUDE.md"])
def test_the_command_says_where_no_agent_is_pointed_to_the_conventions(
    store: Store, repository: Path, holds: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only where neither file is there; `--pointer` is the next step, and ends it."""
    approved(store, "Squash before merging")
    if holds:
        (repository / holds).write_text("# Notes\n")
    monkeypatch.chdir(repository)
    assert run(["publish", "--yes"]) == 0
    assert ("`lore publish --pointer`" in capsys.readouterr().err) == (not holds)
    assert run(["publish", "--pointer", "--yes"]) == 0
    assert "--pointer`" not in capsys.readouterr().err
