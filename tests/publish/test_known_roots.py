"""Conventions go only where the project is known to live: a folder that merely says so gets nothing on its own."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from lore import publish
from lore.cli.program import run
from lore.errors import BadInput, LoreError, NeedsPerson, NotFound
from lore.files import Folder
from lore.history import undo_last
from lore.model import Clean, Project
from lore.projects import SET, homes, is_claim, project_of
from lore.store import Store
from support.person import me
from support.publishing import KEY, approved, make_repository, publish_into

Forger = Callable[[Path, Path], object]


def git(folder: Path, *words: str) -> None:
    person = ("-c", "user.name=a", "-c", "user.email=a@b.example")
    subprocess.run(["git", *person, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "web")


def _names_the_remote(folder: Path, own: Path) -> None:
    make_repository(folder)


def _points_to_it(folder: Path, own: Path) -> None:
    (folder / ".git").write_text(f"gitdir: {own}/.git\n")


def _points_to_it_from_around(folder: Path, own: Path) -> None:
    (folder / ".git").write_text("gitdir: ../web/.git\n")


def _links_to_it(folder: Path, own: Path) -> None:
    (folder / ".git").symlink_to(own / ".git")


def _says_it_is_a_worktree(folder: Path, own: Path) -> None:
    """Its git folder, with a way back, lies in the hostile folder itself; only the shared one is the victim's."""
    inner = folder / "git"
    inner.mkdir()
    (inner / "HEAD").write_text("ref: refs/heads/main\n")
    (inner / "commondir").write_text(f"{own}/.git\n")
    (inner / "gitdir").write_text(f"{folder}/.git\n")
    (folder / ".git").write_text("gitdir: git\n")


def _published(store: Store, root: Path, **options: object) -> publish.Plan:
    return publish_into(store, root, new_root=False, **options)


FORGERS = (_names_the_remote, _points_to_it, _points_to_it_from_around, _links_to_it, _says_it_is_a_worktree)


@pytest.mark.parametrize("forge", FORGERS)
@pytest.mark.parametrize("remote", [True, False])
def test_a_folder_that_only_claims_a_project_gets_nothing_of_it(
    store: Store, tmp_path: Path, own: Path, forge: Forger, remote: bool
) -> None:
    """Neither by its remote nor by a `.git` that leads elsewhere, and its block is not taken in either."""
    if not remote:
        (own / ".git" / "config").write_text("")
    key = project_of(own).key
    approved(store, "Rotate the key of vault seven", project=key)
    hostile = tmp_path / "clone"
    hostile.mkdir()
    forge(hostile, own)
    claim = project_of(hostile)
    if claim.key != key:
        return  # what it says leads nowhere: it is a project of its own
    assert not store.roots.is_known(claim)
    for on_drift in publish.OnDrift:
        with pytest.raises(NeedsPerson, match="says that it is"):
            _published(store, hostile, on_drift=on_drift)
    assert not (hostile / "CONVENTIONS.md").exists()
    _published(store, own)
    assert (own / "CONVENTIONS.md").exists()


def test_at_least_these_forgeries_carry_the_name(tmp_path: Path, own: Path) -> None:
    """Otherwise the test above would not test them."""
    for number, forge in enumerate(FORGERS):
        hostile = tmp_path / str(number)
        hostile.mkdir()
        forge(hostile, own)
        assert project_of(hostile).key == KEY, forge
        assert is_claim(project_of(hostile))


def test_a_person_agrees_once_for_each_folder_and_an_undo_takes_that_back(
    store: Store, tmp_path: Path, own: Path
) -> None:
    approved(store, "Use pnpm, not npm")
    second = make_repository(tmp_path / "second")
    publish_into(store, second)
    assert _published(store, second).changes == ()
    undo_last(store)
    assert not (second / "CONVENTIONS.md").exists()
    with pytest.raises(NeedsPerson):
        _published(store, second)


def test_worktrees_of_a_known_clone_are_known(store: Store, tmp_path: Path) -> None:
    own = tmp_path / "web"
    own.mkdir()
    git(own, "init", "--quiet")
    git(own, "commit", "--quiet", "--allow-empty", "--message", "first")
    git(own, "remote", "add", "origin", "git@github.com:Me/Web.git")
    git(own, "worktree", "add", "--quiet", str(tmp_path / "tree"))
    approved(store, "Use pnpm, not npm")
    tree = project_of(tmp_path / "tree")
    assert homes(tree) == (str(tmp_path / "tree"), str(own))
    assert _published(store, tmp_path / "tree").conventions == 1


def test_a_repository_without_a_remote_and_a_folder_that_was_set_need_no_question(store: Store, tmp_path: Path) -> None:
    own = make_repository(tmp_path / "local")
    (own / ".git" / "config").write_text("")
    approved(store, "Use pnpm, not npm", project=str(own))
    assert _published(store, own).conventions == 1
    elsewhere = make_repository(tmp_path / "elsewhere")
    with store.write("person") as transaction:
        store.projects.put(transaction, Project(KEY, SET, str(elsewhere)))
    approved(store, "Squash before merging")
    assert _published(store, elsewhere).conventions == 1


def test_what_nobody_agreed_to_is_not_recorded(store: Store, own: Path, tmp_path: Path) -> None:
    hostile = make_repository(tmp_path / "clone")
    with store.write("person") as transaction:
        store.roots.see(transaction, project_of(own))
        store.roots.see(transaction, project_of(hostile))
    assert store.roots.of(KEY) == {str(own)}
    assert store.roots.is_known(project_of(own))
    assert not store.roots.is_known(project_of(hostile))
    assert store.roots.is_elsewhere(project_of(hostile))
    assert not store.roots.is_elsewhere(project_of(own))


def test_a_project_that_nobody_ever_saw_somewhere_is_known_nowhere(store: Store, own: Path) -> None:
    assert not store.roots.is_known(project_of(own))
    assert not store.roots.is_elsewhere(project_of(own))


def test_moving_a_clone_asks_once(store: Store, own: Path, tmp_path: Path) -> None:
    approved(store, "Use pnpm, not npm")
    moved = Path(shutil.move(own, tmp_path / "moved"))
    with pytest.raises(NeedsPerson):
        _published(store, moved)
    publish_into(store, moved)
    assert _published(store, moved).changes == ()


# The command


def _approve_here(capsys: pytest.CaptureFixture[str]) -> None:
    run(["add", "--kind", "convention", "Rotate the key of vault seven on Fridays", "--json"])
    fact = json.loads(capsys.readouterr().out)["id"]
    run(["propose", fact])
    run(["review", "--json"])
    candidate = json.loads(capsys.readouterr().out.splitlines()[-1])["candidates"][0]["id"]
    assert run(["review", "approve", candidate, "--yes"]) == 0


def test_the_command_publishes_where_the_fact_was_saved_and_asks_elsewhere(
    tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No question in one's own clone; without a terminal exit code 4 and the flag that says yes."""
    monkeypatch.chdir(own)
    _approve_here(capsys)
    assert run(["publish", "--yes"]) == 0
    hostile = make_repository(tmp_path / "clone")
    monkeypatch.chdir(hostile)
    assert run(["publish", "--yes"]) == 4
    assert "--new-root" in capsys.readouterr().err
    assert not (hostile / "CONVENTIONS.md").exists()
    assert run(["publish", "--new-root", "--yes"]) == 0
    assert run(["publish", "--yes"]) == 0
    assert (hostile / "CONVENTIONS.md").exists()


def test_naming_the_project_is_agreeing(
    tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(own)
    _approve_here(capsys)
    second = make_repository(tmp_path / "second")
    assert run(["publish", "--project", KEY, "--root", str(second), "--yes"]) == 0


@pytest.mark.parametrize(
    "command", [["publish", "--yes"], ["publish", "--check"], ["publish", "--diff"], ["publish", "--remove", "--yes"]]
)
def test_a_project_that_nobody_knows_is_named(own: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    """A mistyped key in a check of a build would otherwise pass for ever."""
    monkeypatch.chdir(own)
    assert run([*command, "--project", "typo"]) == NotFound.exit_code


# Where a link leads


TARGETS = (
    ".git/config", ".git/hooks/pre-commit", ".GIT/config.md", ".git/notes.md", ".envrc", "Makefile", "run.sh",
    ".bashrc", "package.json", "setup.py", ".vscode/settings.json", "bin/tool",
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "target", "there"),
    [
        (("CONVENTIONS.md", "AGENTS.md", "CLAUDE.md")[number % 3], target, number % 2 == 0)
        for number, target in enumerate(TARGETS)
    ],
)
def test_a_link_to_what_something_runs_is_not_written(
    store: Store, own: Path, name: str, target: str, there: bool
) -> None:
    file = own / target
    file.parent.mkdir(parents=True, exist_ok=True)
    if there and not file.exists():
        file.write_text("as it was\n")
    before = file.read_bytes() if file.exists() else None
    (own / name).symlink_to(target)
    approved(store, "Use pnpm, not npm")
    with pytest.raises(BadInput, match="no text for people"):
        _published(store, own, pointer=True)
    assert (file.read_bytes() if file.exists() else None) == before


@pytest.mark.parametrize("target", ["AGENTS.md", "docs/rules.md", ".github/copilot-instructions.md", ".cursorrules"])
def test_a_link_to_another_text_of_the_repository_is_followed(store: Store, own: Path, target: str) -> None:
    (own / target).parent.mkdir(exist_ok=True)
    (own / target).write_text("# Rules\n")
    (own / "CLAUDE.md").symlink_to(target)
    approved(store, "Use pnpm, not npm")
    _published(store, own)
    assert (own / "CLAUDE.md").is_symlink()
    assert "CONVENTIONS.md" in (own / target).read_text()


def test_links_in_a_circle_are_named(store: Store, own: Path) -> None:
    (own / "CONVENTIONS.md").symlink_to("AGENTS.md")
    (own / "AGENTS.md").symlink_to("CONVENTIONS.md")
    approved(store, "Use pnpm, not npm")
    with pytest.raises(BadInput, match="circle"):
        _published(store, own)
    (own / "loop").symlink_to("loop")
    with pytest.raises(BadInput, match="circle"):
        Folder(own / "loop" / "x")


def test_a_read_only_file_is_not_replaced(store: Store, own: Path) -> None:
    file = own / "CONVENTIONS.md"
    file.write_text("# Mine\n")
    file.chmod(0o444)
    approved(store, "Use pnpm, not npm")
    with pytest.raises(LoreError, match="read-only"):
        _published(store, own)
    assert file.read_text() == "# Mine\n"


# Blocks


@pytest.mark.parametrize(
    "forge",
    [
        lambda line: f"{line}- Name branches after the issue\n",
        lambda line: f"- Name branches after the issue\n{line}",
        lambda line: line.replace("pnpm, not npm", "npm, not pnpm"),
        lambda line: "- Name branches after the issue\n",
    ],
)
def test_a_block_with_the_right_hash_is_not_overwritten_for_that(
    store: Store, own: Path, forge: Callable[[str], str]
) -> None:
    fact = approved(store, "Use pnpm, not npm")
    _published(store, own)
    file = own / "CONVENTIONS.md"
    text = file.read_text()
    line = next(one for one in text.splitlines(keepends=True) if fact.id in one)
    forged = _sealed(text.replace(line, forge(line)))
    file.write_text(forged)
    with pytest.raises(NeedsPerson, match="never wrote"):
        _published(store, own)
    assert file.read_text() == forged


def test_words_that_a_fact_once_had_are_no_drift(store: Store, own: Path) -> None:
    """An older state of the file, as a second clone has it, is brought up to date without a question."""
    from dataclasses import replace

    from lore.memory.editing import edit_fact

    fact = approved(store, "Use pnpm, not npm")
    _published(store, own)
    older = (own / "CONVENTIONS.md").read_text()
    edit_fact(store, replace(store.facts.get(fact.id), text=Clean("Use pnpm, never npm")))
    _published(store, own)
    (own / "CONVENTIONS.md").write_text(older)
    assert _published(store, own).changes


def _sealed(text: str) -> str:
    from lore.files.blocks import digest

    opening, rest = text.split("\n", 1)
    body = rest[: rest.index("<!-- lore:end")]
    return text.replace(opening.split()[4], digest(body), 1)


def test_a_damaged_block_is_told_with_its_lines(store: Store, own: Path) -> None:
    approved(store, "Use pnpm, not npm")
    _published(store, own)
    file = own / "CONVENTIONS.md"
    file.write_text(file.read_text() * 2)
    folder, key = publish.resolve_target(store, own)
    with pytest.raises(BadInput, match="on line 1, 7, 8, 14"):
        publish.remove(store, folder, key, by=me())
