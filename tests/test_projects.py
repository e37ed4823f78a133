"""Which project a folder belongs to: the same for every clone, worktree and protocol."""

import subprocess
from pathlib import Path

import pytest

from lore.errors import BadInput
from lore.model import Project
from lore.projects import FOLDER, REMOTE, REPOSITORY, SET, asking_project, normalise_url, project_of


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@example.com", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A real repository with one commit and no remote."""
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
    """Protocol, user, password, port, case and suffix do not count."""
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


def test_no_password_is_kept_in_a_key() -> None:
    assert "hunter2" not in normalise_url("https://me:hunter2@git.example.com/a/b.git")


def test_a_clone_is_known_by_its_remote_anywhere_inside(repository: Path) -> None:
    """The key is the same from every folder and in every clone."""
    git(repository, "remote", "add", "upstream", "https://github.com/other/web")
    git(repository, "remote", "add", "origin", "git@github.com:Acme/Web.git")
    for folder in (repository, repository / "src"):
        found = project_of(folder)
        assert (found.key, found.reason, found.root) == ("github.com/acme/web", REMOTE, str(repository))


def test_worktrees_share_one_project_without_a_remote(repository: Path, tmp_path: Path) -> None:
    """The repository is the project; each working tree keeps its own root."""
    git(repository, "worktree", "add", "-q", str(tmp_path / "web-fix"), "-b", "fix")
    main, tree = project_of(repository), project_of(tmp_path / "web-fix" / "src")
    assert main.key == tree.key == str(repository)
    assert main.reason == tree.reason == REPOSITORY
    assert tree.root == str(tmp_path / "web-fix")


def test_a_submodule_is_a_project_of_its_own(repository: Path, tmp_path: Path) -> None:
    """Its remote is another one, although its git folder lies inside of the outer one."""
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
    """It need not even exist: transcripts name folders of other machines."""
    found = project_of(tmp_path / "nowhere")
    assert (found.key, found.reason) == (str(tmp_path / "nowhere"), FOLDER)


def test_what_a_person_set_wins_and_the_innermost_counts(repository: Path) -> None:
    """Explicit beats remote; a part of a monorepo may be a project."""
    known = [
        Project("mono", SET, str(repository)),
        Project("mono/src", SET, str(repository / "src")),
        Project("seen", REMOTE, str(repository)),
    ]
    assert project_of(repository, known).key == "mono"
    assert project_of(repository / "src" / "deep", known).key == "mono/src"


def test_an_alias_leads_to_the_project_it_was_merged_into(repository: Path) -> None:
    """A moved repository keeps its memories."""
    git(repository, "remote", "add", "origin", "git@github.com:Acme/Web.git")
    known = [Project("github.com/new/web", REMOTE, None, ("github.com/acme/web",))]
    found = project_of(repository, known)
    assert (found.key, found.aliases) == ("github.com/new/web", ("github.com/acme/web",))


@pytest.mark.parametrize("target", [300 * "x", "a\0b"])
def test_a_search_has_a_project_only_where_that_can_be_known(
    repository: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    """A folder that is gone and a `.git` that cannot be read are no reason not to search."""
    monkeypatch.chdir(repository)
    assert asking_project() == project_of(repository).key
    (repository / ".git").rename(repository / "aside")
    (repository / ".git").write_text(f"gitdir: {target}")
    with pytest.raises(BadInput):
        project_of(repository)
    assert asking_project() is None
    gone = repository / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert asking_project() is None
