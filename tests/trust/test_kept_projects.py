"""A folder that was seen keeps its project whatever becomes of its name; what proves less is asked, never silent."""

import shutil
import subprocess
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from lore.actions import Engine
from lore.capture import Options, capture
from lore.cli.program import run
from lore.errors import NeedsPerson
from lore.lookup import PUBLISHED, SEEN
from lore.memory.editing import NewFact, add_fact
from lore.model import Kind
from lore.projects import kept_in, project_of
from lore.publish.targets.registry import LISTS
from lore.repositories import meant
from lore.store import FactFilter, Store
from support.changed_folders import (
    ASKED,
    CHANGES,
    JOINED,
    KEPT,
    KEY,
    NEW,
    RULE,
    TOLD,
    URL,
    WAYS,
    called,
    commands,
    git,
    made,
    outcome,
    save,
    session_in,
    start,
)  # fmt: skip
from support.examples import crossed
from support.person import me
from support.publishing import publish_into

_OTHER_NAME = (KEPT, ASKED, ASKED, ASKED, ASKED)
_SAME_NAME = (JOINED, TOLD, ASKED, ASKED, TOLD)
_NAMES_IT = (JOINED, TOLD, TOLD, TOLD, TOLD)
MATRIX = {
    "a remote is added": _OTHER_NAME,
    "the remote is renamed": _OTHER_NAME,
    "it is transferred": _OTHER_NAME,
    "the remote is removed": _OTHER_NAME,
    "a second remote": _OTHER_NAME,
    "another protocol": _NAMES_IT,
    "the folder is renamed": _SAME_NAME,
    "the folder is moved": _SAME_NAME,
    "another spelling": _SAME_NAME,
    "an address by insteadOf": _NAMES_IT,
    "another .git": (ASKED,) * 5,
    "a worktree": _SAME_NAME,
}
"""What a session start says, by what became of the folder, in the order of `WAYS`; the block is in the folder."""


@pytest.fixture
def root(store: Store, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    folder = made(tmp_path / "src" / "caf\u00e9", getattr(request, "param", URL))
    save(store, folder, RULE)
    return folder


@pytest.mark.long_form
@pytest.mark.parametrize(
    ("change", "has_block", "root"),
    [(name, block, None if name == "a remote is added" else URL) for name, block in crossed(CHANGES, (True, False))],
    indirect=["root"],
)
def test_a_folder_keeps_its_project_or_asks(
    store: Store,
    root: Path,
    tmp_path: Path,
    change: str,
    has_block: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Twelve changes in five folders each, by the real hook. Without a block a folder that has nothing of the project
    but its files, or none of its git folder, is a new one. What is asked is answered by the command that is printed."""
    if has_block:
        publish_into(store, root)
        git(root, "add", ".")
        git(root, "commit", "-qm", "rules")
    for name, expected in reversed([*zip(WAYS, MATRIX[change], strict=True)]):
        where = CHANGES[change](WAYS[name](root))
        is_new = not has_block and expected == ASKED and (name in ("fork", "template") or change == "another .git")
        wanted = NEW if is_new and name != "same folder" else expected
        text = start(where)
        assert (name, outcome(text)) == (name, wanted)
        said = Engine(store, person=me(), folder=where).said_here
        assert said in text and bool(said) == (wanted not in (JOINED, NEW))
        if wanted == ASKED:
            assert RULE not in text
            monkeypatch.chdir(where)
            merge, _ = commands(said)
            assert run([*merge, "--yes"]) == 0
            assert outcome(start(where)) == JOINED
            assert run(["undo", "--yes"]) == 0


def test_the_files_that_are_looked_into_are_those_that_are_published() -> None:
    assert tuple(name for target in LISTS for name in target.files) == PUBLISHED


# What is kept


def change_remote(root: Path, store: Store) -> str:
    CHANGES["the remote is renamed"](root)
    save(store, root, "Squash before merging.")
    found = store.runs.latest("rename")
    assert found is not None
    return found.id


def test_the_new_name_is_one_more_and_a_clone_of_it_is_known(store: Store, root: Path, tmp_path: Path) -> None:
    change_remote(root, store)
    project = project_of(root, store.projects.all_known())
    assert (project.key, project.aliases) == (KEY, ("example.com/acme-labs/storefront",))
    assert store.projects.keys_in_use() == {KEY: 2}
    other = made(tmp_path / "other", "git@example.com:acme-labs/storefront.git")
    assert outcome(start(other)) == TOLD


def test_it_is_told_until_a_session_there_has_heard_it(store: Store, root: Path) -> None:
    change_remote(root, store)
    capture(store, [session_in(root, 1, "2026-01-01T10:00:00Z")], Options())
    assert outcome(start(root)) == KEPT
    capture(store, [session_in(root, 2, "2027-01-01T10:00:00Z")], Options())
    assert outcome(start(root)) == JOINED
    assert Engine(store, folder=root).said_here == ""


def test_an_undo_is_not_done_again_but_asked(store: Store, root: Path) -> None:
    name = change_remote(root, store)
    assert run(["undo", "--run", name, "--yes"]) == 0
    assert outcome(start(root)) == ASKED
    save(store, root, "Rebase daily.")
    assert store.projects.keys_in_use() == {KEY: 2, "example.com/acme-labs/storefront": 1}
    assert outcome(start(root)) == ASKED


def test_what_was_saved_before_a_new_name_is_taken_back_as_ever(store: Store, tmp_path: Path) -> None:
    folder = made(tmp_path / "web", None)
    place = project_of(folder)
    first = add_fact(store, NewFact("The office is in Basel", project=place.key, place=place), actor=me()).fact
    change_remote(folder, store)
    (seq,) = [event.seq for event in store.audit.select(subject=first.id)]
    assert run(["undo", "--id", str(seq), "--yes"]) == 0
    assert first.id not in [fact.id for fact in store.facts.select()]
    assert outcome(start(folder)) == KEPT


@pytest.mark.parametrize("is_stored", [True, False])
@pytest.mark.parametrize("answer", ["merge", "set"])
def test_what_is_told_of_a_new_name_is_answered_by_its_commands(
    store: Store, root: Path, is_stored: bool, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the store has the name and after: the project gets it, or the folder is another project."""
    change_remote(root, store) if is_stored else CHANGES["the remote is renamed"](root)
    monkeypatch.chdir(root)
    said = Engine(store, folder=root).said_here
    command = next(words for words in commands(said) if words[1] == answer)
    assert run([*command, *(["--yes"] if answer == "merge" else [])]) == 0
    found = project_of(root, store.projects.all_known())
    assert found.key == "example.com/acme-labs/storefront"
    assert (RULE in start(root)) == (answer == "merge")
    assert Engine(store, folder=root).said_here == ""


def test_a_remote_of_another_known_project_is_asked_and_swallows_none(store: Store, root: Path, tmp_path: Path) -> None:
    other = made(tmp_path / "other", "https://example.com/acme/other")
    save(store, other, "Deploy on Tuesdays.")
    called("https://example.com/acme/other")(root)
    assert outcome(start(root)) == ASKED
    capture(store, [session_in(root, 1, "2026-01-01T10:00:00Z")], Options())
    save(store, root, "Squash before merging.")
    assert store.projects.keys_in_use()[KEY] == 1
    assert not any(one.aliases for one in store.projects.all_known())
    assert outcome(start(root)) == ASKED


def test_sessions_of_a_renamed_folder_go_to_the_project_that_it_keeps(store: Store, root: Path) -> None:
    called("https://example.com/acme-labs/storefront")(root)
    capture(store, [session_in(root, 1, "2026-01-01T10:00:00Z")], Options())
    assert {session.project for session in store.sessions.select()} == {KEY}
    facts = store.facts.select(FactFilter(projects=(KEY,)))
    assert [fact.tainted for fact in facts if "check1" in fact.text] == [False]


def test_a_session_that_names_a_folder_from_before_a_move_belongs_to_the_project(store: Store, root: Path) -> None:
    """As it was known there, where git still is somewhere else or nowhere."""
    file = session_in(root, 1, "2026-01-01T10:00:00Z")
    moved = CHANGES["the folder is moved"](root)
    capture(store, [file], Options())
    assert {session.project for session in store.sessions.select()} == {KEY}
    shutil.rmtree(moved)


def test_a_moved_repository_is_known_where_it_is_and_no_more_where_it_was(store: Store, root: Path) -> None:
    moved = CHANGES["the folder is moved"](root)
    for claim in (_link, _file, _common):
        other = root.with_name(f"{claim.__name__}-claims")
        other.mkdir()
        claim(other, moved)
        assert not store.roots.is_known(project_of(other, store.projects.all_known()))
    assert publish_into(store, moved, new_root=False).conventions == 1
    save(store, moved, "Squash before merging.")
    assert store.roots.of(KEY) == {str(moved)}
    made(root, None)
    assert outcome(start(root)) == NEW


def test_a_move_to_another_disk_asks(store: Store, root: Path, tmp_path: Path) -> None:
    """Without a remote nothing else tells it: it was copied, and the first one is gone."""
    target = made(tmp_path / "plain", None)
    save(store, target, "Deploy on Tuesdays.")
    subprocess.run(["cp", "-a", str(target), str(tmp_path / "disk")], check=True)
    shutil.rmtree(target)
    assert outcome(start(tmp_path / "disk")) == ASKED


def test_the_number_of_a_folder_that_is_gone_proves_nothing(store: Store, root: Path) -> None:
    row = store.settings.get(f"{SEEN}{root}")
    assert isinstance(row, dict)
    CHANGES["another .git"](root)
    now = kept_in(root).git or list(kept_in(root, store.projects.all_known()).git)
    with store.write("import") as transaction:
        store.settings.put(transaction, f"{SEEN}{root}", {**row, "git": now})
    assert outcome(start(root)) == ASKED


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_facts_under_a_key_in_the_other_spelling_hold(store: Store, tmp_path: Path, form: str) -> None:
    folder = made(tmp_path / unicodedata.normalize("NFD" if form == "NFC" else "NFC", "cafe\u0301"), None)
    old = str(tmp_path / (unicodedata.normalize("NFC", "cafe\u0301") if form == "NFC" else "cafe\u0301"))
    add_fact(store, NewFact(RULE, Kind.CONVENTION, project=old), actor=me())
    assert RULE in start(folder)
    assert project_of(folder, store.projects.all_known()).key == old


def test_what_a_store_of_before_knows_is_asked(store: Store, tmp_path: Path) -> None:
    """It has the key and no git folder: a key that is the path of the folder, or the root of a project."""
    plain = made(tmp_path / "plain", None)
    add_fact(store, NewFact(RULE, Kind.CONVENTION, project=str(plain)), actor=me())
    git(plain, "remote", "add", "origin", URL)
    assert outcome(start(plain)) == ASKED


@pytest.mark.parametrize("place", [".gitconfig", ".config/git/config", "xdg/git/config"])
def test_an_address_is_the_one_that_git_goes_to(
    tmp_path: Path, home: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the longest beginning that any configuration of the person or of the repository names."""
    if place.startswith("xdg"):
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / place).write_text('[url "https://example.com/"]\n\tinsteadOf = ex:\n\tinsteadof = "gh:"\n')
    folder = made(tmp_path / "web", "ex:acme/shop.git")
    assert project_of(folder).key == KEY
    git(folder, "config", "url.https://other.example/.insteadOf", "ex:acme/")
    asked = subprocess.run(
        ["git", "remote", "get-url", "origin"], cwd=folder, check=True, capture_output=True, text=True
    )
    assert meant("ex:acme/shop.git", str(folder / ".git/config")) == asked.stdout.strip()


def test_the_key_before_insteadof_was_read_keeps_its_facts(store: Store, tmp_path: Path) -> None:
    folder = made(tmp_path / "web", "ex:acme/shop.git")
    save(store, folder, RULE)
    git(folder, "config", "url.https://example.com/.insteadOf", "ex:")
    assert RULE in start(folder)
    assert project_of(folder, store.projects.all_known()).key == "ex/acme/shop"


# A folder that names a project


def _link(folder: Path, own: Path) -> None:
    (folder / ".git").symlink_to(own / ".git")


def _file(folder: Path, own: Path) -> None:
    (folder / ".git").write_text(f"gitdir: {own}/.git\n")


def _common(folder: Path, own: Path) -> None:
    (folder / ".git").mkdir()
    (folder / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (folder / ".git/commondir").write_text(f"{own}/.git\n")


def _config(folder: Path, own: Path) -> None:
    (folder / ".git").mkdir()
    (folder / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (folder / ".git/config").write_text(f'[remote "origin"]\n\turl = {URL}\n')


@pytest.mark.parametrize("claim", [_link, _file, _common, _config])
def test_a_folder_that_names_a_known_project_is_told_once_and_publishes_nothing(
    store: Store, root: Path, tmp_path: Path, claim: Callable[[Path, Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "unpacked"
    other.mkdir()
    claim(other, root)
    text = start(other)
    assert RULE in text and f"`{other}` is given the memory of `{KEY}` (1 fact)" in text
    (command,) = commands(text)
    with pytest.raises(NeedsPerson, match="says that it is"):
        publish_into(store, other, new_root=False)
    capture(store, [session_in(other, 1, "2027-01-01T10:00:00Z")], Options())
    assert outcome(start(other)) == JOINED
    with pytest.raises(NeedsPerson, match="says that it is"):
        publish_into(store, other, new_root=False)
    monkeypatch.chdir(other)
    assert run(command) == 0
    assert outcome(start(other)) == NEW


def test_a_name_that_may_hold_a_secret_is_told_to_no_agent(store: Store, root: Path) -> None:
    token = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY2z4A"
    called(f"https://example.com/{token}/x")(root)
    text = start(root)
    assert "lore project show" in text and token.lower() not in text.lower()
