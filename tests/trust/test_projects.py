"""Which project a folder belongs to: the same for every clone, worktree and protocol."""

import shutil
import subprocess
from itertools import product
from pathlib import Path

import pytest

from lore.errors import BadInput
from lore.model import Project
from lore.projects import (
    FOLDER,
    LONGEST_KEY,
    REMOTE,
    REPOSITORY,
    SET,
    TRANSCRIPT,
    asking_project,
    normalise_url,
    project_here,
    project_of,
    project_told,
)


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@example.com", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "web"
    root.mkdir()
    git(root, "init", "-q")
    (root / "src").mkdir()
    (root / "src" / "a.txt").write_text("a")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    return root


@pytest.mark.parametrize(
    "url",
    [
        "git@github.com:Acme/Web.git",
        "https://github.com/acme/web",
        "https://github.com/acme/web.git/",
        "https://user:token@github.com/acme/web.git",
        "ssh://git@github.com/acme/web.git",
        "ssh://git@github.com:22/acme/web.git",
        "git://github.com/acme/web",
        "github.com:acme/web",
        "https://www.github.com/acme/web",
    ],
)
def test_every_form_of_an_address_is_one_project(url: str) -> None:
    assert normalise_url(url) == "github.com/acme/web"


@pytest.mark.parametrize(
    ("expected", "url"),
    [
        ("git.example.com:8443/team/web", "https://git.example.com:8443/team/web.git"),
        ("gitlab.com/group/sub/web", "git@gitlab.com:group/sub/web.git"),
        ("/srv/git/web", "/srv/git/web.git"),
        ("/srv/git/web", "file:///srv/git/web.git"),
        ("../web", "../web"),
    ],
)
def test_other_hosts_and_local_remotes_stay_apart(expected: str, url: str) -> None:
    assert normalise_url(url) == expected


TOKEN = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY2z4A"
PASSWORDS = ("hunter2", "hun@ter2", "hun/ter2", "hun?ter2", "hun#ter2", "h@u/n?t#er2", "12/34", TOKEN)


@pytest.mark.parametrize("scheme", ["https://", "ssh://", "git+ssh://", "ext::https://", ""])
def test_no_password_is_kept_in_a_key(scheme: str) -> None:
    """Whatever a password holds that should have been escaped: the host is what follows the last `@`."""
    for password, user in product(PASSWORDS, ["", "me:", "me@corp.example:", ":"]):
        separator = "/" if scheme else ":"
        url = f"{scheme}{user}{password}@git.example.com{separator}Acme/Web.git"
        assert normalise_url(url) == "git.example.com/acme/web"


@pytest.mark.parametrize(
    "url",
    [
        f"https://git.example.com/acme/web.git?token={TOKEN}",
        f"https://git.example.com/acme/web#{TOKEN}",
        f"git@git.example.com:acme/web.git?x={TOKEN}",
        f"git@git.example.com:acme/web#{TOKEN}",
        f"https://git.example.com/{TOKEN}/web.git",
        f"file:///srv/{TOKEN}/web.git",
        f"file://me:{TOKEN}@host/srv/web",
        f"/srv/{TOKEN}/web",
        f"/srv/web.git#{TOKEN}",
        f"../{TOKEN}",
        f"helper::{TOKEN}@git.example.com",
    ],
)
def test_no_token_is_kept_in_a_key(url: str, home: Path) -> None:
    home.mkdir(mode=0o700)
    assert TOKEN[4:].lower() not in normalise_url(url).lower()


@pytest.mark.parametrize("name", ["a\x1b]52;c;x\x07b", "a\nb", "a\u202eb", "a\udcffb", "a" * 255, "\x9b31m", "a\tb"])
def test_a_folder_of_any_name_has_a_key_that_can_be_kept_and_shown(name: str, tmp_path: Path, home: Path) -> None:
    home.mkdir(mode=0o700)
    key = project_of(tmp_path / name).key
    assert key == project_of(tmp_path / name).key
    assert key.isprintable() and len(key) <= LONGEST_KEY and key.encode()
    assert len(project_of(tmp_path / "/".join(["d" * 40] * 60)).key) == LONGEST_KEY


@pytest.mark.parametrize(
    ("expected", "url"),
    [("/srv/c#/web", "/srv/c#/web.git"), ("git.example.com/@scope/web", "https://git.example.com/@scope/web")],
)
def test_marks_that_belong_to_a_name_stay(expected: str, url: str) -> None:
    """Two folders must not become one project."""
    assert normalise_url(url) == expected


def test_a_clone_is_known_by_its_remote_anywhere_inside(repository: Path) -> None:
    git(repository, "remote", "add", "upstream", "https://github.com/other/web")
    git(repository, "remote", "add", "origin", "git@github.com:Acme/Web.git")
    for folder in (repository, repository / "src"):
        project = project_of(folder)
        assert (project.key, project.reason, project.root) == ("github.com/acme/web", REMOTE, str(repository))


def test_worktrees_share_one_project_without_a_remote(repository: Path, tmp_path: Path) -> None:
    git(repository, "worktree", "add", "-q", str(tmp_path / "web-fix"), "-b", "fix")
    main, tree = project_of(repository), project_of(tmp_path / "web-fix" / "src")
    assert main.key == tree.key == str(repository)
    assert main.reason == tree.reason == REPOSITORY
    assert tree.root == str(tmp_path / "web-fix")


def test_a_worktree_that_is_gone_belongs_to_its_repository(repository: Path, tmp_path: Path) -> None:
    """Its path says so, or the repository, which lists it until it is pruned; anywhere else nothing does."""
    main = project_of(repository)
    for inside in (".claude/worktrees/agent-2", ".claude/worktrees/agent-2/src", ".worktrees/fix"):
        assert project_told(str(repository / inside), None).key == main.key
    beside = tmp_path / ".codex/worktrees/1a4b/web"
    git(repository, "worktree", "add", "-q", str(beside), "-b", "fix")
    shutil.rmtree(beside)
    assert project_told(str(beside / "src"), None, [main]).key == main.key
    git(repository, "worktree", "prune")
    for gone in (beside, tmp_path / "web-fix", tmp_path / ".claude/worktrees/x", repository / "src/.worktrees/y"):
        told = project_told(str(gone), None, [main])
        assert (told.key, told.reason) == (str(gone), TRANSCRIPT)
    assert project_told(str(beside), "git@github.com:acme/web.git", [main]).key == "github.com/acme/web"


def test_a_submodule_is_a_project_of_its_own(repository: Path, tmp_path: Path) -> None:
    inner = tmp_path / "theme"
    inner.mkdir()
    git(inner, "init", "-q")
    (inner / "b").write_text("b")
    git(inner, "add", ".")
    git(inner, "commit", "-qm", "first")
    git(repository, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "theme")
    assert project_of(repository / "theme").key == str(inner)
    assert project_of(repository).key == str(repository)


def test_a_folder_without_a_repository_is_its_own_project(tmp_path: Path) -> None:
    project = project_of(tmp_path / "nowhere")
    assert (project.key, project.reason) == (str(tmp_path / "nowhere"), FOLDER)


def test_what_a_person_set_wins_and_the_innermost_counts(repository: Path) -> None:
    known = [
        Project("mono", SET, str(repository)),
        Project("mono/src", SET, str(repository / "src")),
        Project("seen", REMOTE, str(repository)),
    ]
    assert project_of(repository, known).key == "mono"
    assert project_of(repository / "src" / "deep", known).key == "mono/src"


def test_an_alias_leads_to_the_project_it_was_merged_into(repository: Path) -> None:
    git(repository, "remote", "add", "origin", "git@github.com:Acme/Web.git")
    known = [Project("github.com/new/web", REMOTE, None, ("github.com/acme/web",))]
    project = project_of(repository, known)
    assert (project.key, project.aliases) == ("github.com/new/web", ("github.com/acme/web",))


@pytest.mark.parametrize("target", [300 * "x", "a\0b"])
def test_a_search_has_a_project_only_where_that_can_be_known(
    repository: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    """A folder that is gone and a `.git` that cannot be read are no reason not to search."""
    monkeypatch.chdir(repository)
    assert asking_project() == project_here().key == project_of(repository).key
    (repository / ".git").rename(repository / "aside")
    (repository / ".git").write_text(f"gitdir: {target}")
    with pytest.raises(BadInput):
        project_here()
    assert asking_project() is None
    gone = repository / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(BadInput, match="the current folder is gone"):
        project_here()
    assert asking_project() is None
