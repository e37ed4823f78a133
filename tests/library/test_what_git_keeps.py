"""What a repository tracks and ignores is read from its files, and agrees with git; git itself is never run."""

import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from lore import library
from lore.errors import BadInput, LoreError
from lore.library.files import listing
from lore.library.tracked import tracked
from lore.projects import repository_of
from lore.store import Store
from support.handbook import files_in, git, write

NAMES = ("a", "b", "notes", "build", "deep", "x y", "é", ".hidden", "Notes", "[z]", "!c", "#d")
PATTERNS = (
    "build/", "*.md", "!notes.md", "/a", "a/b", "deep/**/notes.md", "**/b", "b/*", "!b/a.md", "*", "!*/", "!*.md",
    "no*s.md", "[a-b].md", "x\\ y", "\\!c", "\\#d", "# comment", "", "  ", "a?", ".hidden", "!.hidden/", "/*", "!/deep",
    "é", "*.txt ", "trailing\\ ", "**", "a/**", "[z", "\\",
)  # fmt: skip


def kept_by_git(root: Path, folder: Path) -> list[str]:
    done = subprocess.run(
        ["git", "-C", str(folder), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True, check=True, env={**os.environ, "HOME": str(root.parent)},
    )  # fmt: skip
    names = {os.fsdecode(name) for name in done.stdout.split(b"\0") if name.endswith((b".md", b".txt"))}
    return sorted(name for name in names if (folder / name).is_file())


def grown(root: Path, seed: int) -> Path:
    """A repository with files, patterns in several folders, some tracked files, in an index of some version."""
    chance = random.Random(seed)
    root.mkdir()
    git(root, "init", "--quiet")
    folders = [""]
    for _ in range(chance.randint(1, 6)):
        folders.append(f"{chance.choice(folders)}{chance.choice(NAMES)}/")
    for folder in dict.fromkeys(folders):
        for _ in range(3):
            write(root, f"{folder}{chance.choice(NAMES)}{chance.choice(('.md', '.txt'))}", "# Words\n")
        if chance.random() < 0.5:
            lines = chance.choices(PATTERNS, k=chance.randint(1, 4))
            write(root, f"{folder}.gitignore", "".join(f"{line}\n" for line in lines))
    write(root, ".git/info/exclude", f"{chance.choice(PATTERNS)}\n")
    write(root.parent, ".config/git/ignore", f"{chance.choice(PATTERNS)}\n")
    files = sorted(path for path in root.rglob("*") if path.is_file() and ".git" not in path.relative_to(root).parts)
    git(root, "config", "index.version", str(chance.choice((2, 3, 4))))
    git(root, "add", "--force", "--", *map(str, chance.sample(files, chance.randint(1, len(files)))))
    if chance.random() < 0.3:
        git(root, "update-index", "--split-index")
        git(root, "add", "--force", "--", str(chance.choice(files)))
    if chance.random() < 0.3:
        for name in chance.sample(files, 1):
            write(root, name.relative_to(root).as_posix(), "# Others\n")
            git(root, "add", "--force", "--intent-to-add", "--", str(name))  # has an extended flag
    return root


@pytest.mark.parametrize("seed", range(24))
def test_what_is_listed_is_what_git_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Of random repositories: tracked files, patterns that take back others, nested ones, those of the person."""
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("GIT_LITERAL_PATHSPECS", "1")
    root = grown(tmp_path / "web", seed)
    assert files_in(root) == kept_by_git(root, root)


def test_a_folder_a_worktree_and_a_submodule_are_listed_as_git_does(tmp_path: Path) -> None:
    root = tmp_path / "web"
    for name in ("a.md", "sub/b.md", "sub/no.md", "sub/forced.md"):
        write(root, name, "# Words\n")
    write(root, ".gitignore", "no.md\n/sub/forced.md\n")
    git(root, "init", "--quiet")
    git(root, "add", "--force", "a.md", "sub/b.md", "sub/forced.md")
    git(root, "commit", "--quiet", "--message", "first")
    assert files_in(root / "sub") == kept_by_git(root, root / "sub") == ["b.md", "forced.md"]
    git(root, "worktree", "add", "--quiet", str(tmp_path / "tree"))
    assert files_in(tmp_path / "tree") == ["a.md", "sub/b.md", "sub/forced.md"]
    git(
        tmp_path / "tree",
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        "--force",
        str(root),
        "no.md",
    )
    assert [name for name in files_in(tmp_path / "tree") if name.startswith("no.md/")] == [
        "no.md/a.md", "no.md/sub/b.md", "no.md/sub/forced.md",
    ]  # fmt: skip


def test_a_folder_that_a_person_names_is_read_although_it_is_ignored(tmp_path: Path) -> None:
    root = tmp_path / "web"
    write(root, "build/made/a.md", "# Words\n")
    write(root, ".gitignore", "build/\n*.md\n")
    git(root, "init", "--quiet")
    assert files_in(root / "build") == ["made/a.md"]


def test_a_repository_of_the_longer_hash_is_read(tmp_path: Path) -> None:
    root = tmp_path / "web"
    write(root, "a.md", "# Words\n")
    write(root, ".gitignore", "*.md\n")
    git(root, "init", "--quiet", "--object-format=sha256")
    git(root, "add", "--force", "a.md")
    assert files_in(root) == ["a.md"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:70],
        lambda data: b"DIRC" + bytes([0, 0, 0, 9]) + data[8:],
        lambda data: data[:8] + b"\xff\xff\xff\xff" + data[12:],
        lambda data: b"PACK" + data[4:],
    ],
)
def test_a_damaged_index_is_named_and_the_rest_is_read(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    """What is not ignored is listed; what only the index tells of is left out, and that is said."""
    root = tmp_path / "web"
    write(root, "a.md", "# Words\n")
    git(root, "init", "--quiet")
    git(root, "add", "a.md")
    index = root / ".git" / "index"
    index.write_bytes(damage(index.read_bytes()))
    problems: list[LoreError] = []
    assert listing(root.resolve(), code=True, warn=problems.append).found == ["a.md"]
    assert [problem.message for problem in problems if "index` is damaged" in problem.message]


def test_an_index_leads_to_nothing_outside_of_its_working_tree(tmp_path: Path) -> None:
    """Anybody may write `../secret.md`, an absolute path or `.git/x.md` into one."""
    write(tmp_path, "secret.md", "# Secret\n")
    root = tmp_path / "web"
    names = ("../secret.md", f"{tmp_path}/secret.md", "sub/../../secret.md", ".git/x.md", "a//../x.md", "real.md")
    for name in ("real.md", ".git/HEAD", ".git/x.md", "sub/y.md"):
        write(root, name, "# Words\n")
    entries = b"".join(_entry(name.encode()) for name in names)
    (root / ".git" / "index").write_bytes(
        b"DIRC" + (2).to_bytes(4, "big") + len(names).to_bytes(4, "big") + entries + bytes(20)
    )
    repository = repository_of(root)
    assert repository is not None
    assert tracked(repository).files == {"real.md"}
    assert files_in(root) == ["real.md", "sub/y.md"]


def _entry(name: bytes) -> bytes:
    entry = bytes(24) + (0o100644).to_bytes(4, "big") + bytes(12 + 20) + len(name).to_bytes(2, "big") + name
    return entry + bytes(8 - len(entry) % 8)


def test_a_pattern_that_would_take_for_ever_counts_for_nothing(tmp_path: Path) -> None:
    root = tmp_path / "web"
    for name in ("a" * 200 + ".md", "/".join(["a"] * 60) + "/b.md"):
        write(root, name, "# Words\n")
    write(root, ".gitignore", "*a" * 40 + "b\n" + "**/a/" * 40 + "c\n" + "!!\n")
    git(root, "init", "--quiet")
    assert len(files_in(root)) == 2


def test_patterns_that_cannot_be_read_are_named_and_the_files_are_read(tmp_path: Path) -> None:
    """A folder must not look empty for that: what was read of it before would be taken for gone."""
    write(tmp_path, "a/.gitignore", "x" * 200_000)
    write(tmp_path, "a/b.md", "# Words\n")
    problems: list[LoreError] = []
    assert listing(tmp_path, code=True, warn=problems.append).found == ["a/b.md"]
    assert ".gitignore: it is larger" in problems[0].message


def test_other_disks_are_left_out_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the system shows as folders (`/proc`) is on a disk of its own, like a mounted one. Told by hand here."""
    write(tmp_path, "a.md", "# Words\n")
    write(tmp_path, "mounted/b.md", "# Words\n")
    monkeypatch.setattr("lore.library.files._disk", lambda folder: 2 if folder.name == "mounted" else 1)
    made = listing(tmp_path, code=True, warn=lambda problem: pytest.fail(problem.message))
    assert (made.found, made.left_out) == (["a.md"], {"folders on other disks": 1})


@pytest.mark.parametrize("folder", ["/", "HOME/.."])
def test_the_whole_machine_is_no_collection(store: Store, tmp_path: Path, folder: str) -> None:
    with pytest.raises(BadInput, match="whole home folders"):
        library.add(store, Path(folder.replace("HOME", str(tmp_path))), library.Settings())
