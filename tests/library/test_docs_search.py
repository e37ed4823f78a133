"""What documents may and may not do in a search, and the command that keeps them."""

import json
import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lore import library
from lore.cli.program import run
from lore.embedding.hashing_embedder import HashingEmbedder
from lore.errors import BadInput, LoreError
from lore.library.files import listing
from lore.library.tracked import tracked
from lore.model import Kind, PassageType
from lore.projects import repository_of
from lore.search import Searcher, SearchRequest
from lore.store import FactFilter, Store
from lore_tui.finding import Finding
from support.examples import sized
from support.handbook import added, files_in, git, handbook, places, write
from support.keyboard import at_app
from support.searching import find, save, say, search


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return handbook(tmp_path / "handbook")


# What documents may and may not do


def test_documents_are_no_facts_and_reach_no_agent(store: Store, folder: Path) -> None:
    added(store, folder)
    (hit, *_) = find(store, "staging port", "docs")
    assert (hit.passage.type, hit.passage.role, hit.passage.tainted) == (PassageType.CHUNK, "file", True)
    assert store.facts.select(FactFilter(statuses=())) == []
    assert find(store, "staging port") == ()


def test_a_thousand_documents_do_not_drown_three_facts(store: Store, folder: Path) -> None:
    """In a search everywhere documents take a third at most, while there is anything else to show."""
    for number in range(400):
        write(folder, f"more/{number}.md", f"# Staging port {number}\n\nThe staging port is {number}.\n")
    added(store, folder)
    for number in range(9):
        save(store, f"Staging was moved to host {number} last year", Kind.SYSTEM)
    searcher = Searcher(store, HashingEmbedder())
    searcher.prepare()
    hits = searcher.search(SearchRequest("staging port", places="all", limit=9)).hits
    assert [hit.passage.type for hit in hits].count(PassageType.CHUNK) == 3
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(abs(sum(hit.explain.values()) - hit.score) < 1e-4 for hit in hits)
    for limit in (60, 300):
        assert len(searcher.search(SearchRequest("staging port", places="all", limit=limit)).hits) == limit


def test_nobody_says_a_document(store: Store, folder: Path) -> None:
    added(store, folder)
    assert {hit.explain["speaker"] for hit in find(store, "file of ports", "docs")} == {0.0}


def test_the_query_language_narrows_documents(store: Store, folder: Path) -> None:
    added(store, folder)
    added(store, folder / "deploy", name="releases")
    save(store, "Staging has a port", Kind.SYSTEM)
    say(store, "s1", ["Which port is staging?"])
    kinds = {hit.passage.type for hit in search(store, SearchRequest("port in:docs", places="all")).hits}
    assert kinds == {PassageType.CHUNK}
    assert {hit.passage.type for hit in find(store, "port in:facts", "all")} == {PassageType.FACT}
    assert places(store, "file:handbook/ports.md") == ["ports.md:3", "ports.md:7"]
    assert places(store, "tag:releases Fridays") == ["weekdays.md:3"]
    assert places(store, "kind:system port") == []


def test_the_app_lists_facts_alone_whatever_is_asked(store: Store, folder: Path) -> None:
    added(store, folder)
    found = Finding(at_app(store)).search("port in:docs", lambda: True)
    assert found is not None and found.ids == ()
    assert "in sessions and documents" in found.notes[0]


@pytest.mark.long_form
@pytest.mark.slow("ten pages of the documentation are embedded")
def test_a_question_about_lores_own_docs_finds_the_right_page_first(store: Store, tmp_path: Path) -> None:
    """Quality: three of four questions, and every one among the first three pages."""
    docs = Path(__file__).parents[2] / "docs"
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    pages = sized(PAGES, [page.name for page in docs.glob("*.md")])
    asked = {question: wanted for question, wanted in QUESTIONS.items() if set(wanted.split()) & set(pages)}
    for name in pages:
        write(chosen, name, (docs / name).read_text(encoding="utf-8"))
    added(store, chosen)
    searcher = Searcher(store)
    searcher.prepare()
    ranks = {}
    for question, wanted in asked.items():
        hits = searcher.search(SearchRequest(question, places="docs")).hits
        pages = list(dict.fromkeys((hit.passage.source_id or "").split(":")[0] for hit in hits))
        ranks[question] = min((pages.index(page) for page in wanted.split() if page in pages), default=99)
    assert [question for question, rank in ranks.items() if rank > 2] == []
    assert sum(rank == 0 for rank in ranks.values()) >= 0.75 * len(asked), ranks


PAGES = [
    "authority.md", "checks.md", "context.md", "extraction.md", "formats.md", "hooks.md", "privacy.md",
    "reliability.md", "scale.md", "words.md",
]  # fmt: skip
"""Short ones that are wanted, and others about the same; all pages in `make torture`."""
QUESTIONS = {
    "which key approves a proposal in the app": "keys.md",
    "key that undoes the last decision": "keys.md",
    "which room masks secrets": "architecture.md",
    "why is strength not stored": "architecture.md",
    "format of a line of the neutral transcript": "formats.md",
    "rules files of Cursor and Windsurf": "formats.md",
    "fields of a search hit in JSON": "formats.md",
    "what does doctor check about the permissions of the data folder": "checks.md",
    "what is lost when a process is killed while it writes": "reliability.md",
    "how many writers at the same time without locked errors": "reliability.md",
    "how do I go back to an older copy of the store": "commands.md reliability.md actions.md",
}


# The command


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    capsys.readouterr()
    assert run(["docs", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_the_command_adds_lists_searches_shows_and_removes(
    store: Store, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["docs"]) == 0
    assert "lore docs add" in capsys.readouterr().err
    assert run(["docs", "propose"]) == 3
    assert run(["search", "--in", "docs", "x"]) == 3
    assert "`lore docs add FOLDER` takes documents into the search" in capsys.readouterr().err
    assert run(["docs", "add", str(folder), "--dry-run"]) == 0
    assert "dry run: nothing written" in capsys.readouterr().out
    assert run(["docs", "add", str(folder)]) == 0
    assert answer(capsys, "list")["collections"][0]["documents"] == 3
    assert run(["search", "--in", "docs", "staging port", "--json"]) == 0
    hits = json.loads(capsys.readouterr().out)["hits"]
    assert (hits[0]["type"], hits[0]["source_id"]) == ("chunk", "ports.md:3")
    (document,) = answer(capsys, "show", "ports.md")["documents"]
    assert [part["heading"] for part in document["parts"]] == ["ports.md › Ports", "ports.md › Ports › Why"]
    assert run(["docs", "show", document["parts"][1]["id"]]) == 0
    assert "An older Postgres holds 5432." in capsys.readouterr().out
    assert answer(capsys, "sync")["collections"][0]["unchanged"] == 3
    assert run(["search", "--in", "docs", "staging port"]) == 0
    assert "ports.md:3" in capsys.readouterr().out
    assert run(["docs", "remove", "handbook"]) == 0
    assert answer(capsys, "list")["collections"] == []


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (["sync", "nope"], 3, "lore docs list"),
        (["remove", "nope"], 3, "lore docs list"),
        (["show", "nope.md"], 3, "lore search --in docs"),
        (["show", "k:99"], 3, "lore search --in docs"),
        (["show", f"k:{10**20}"], 3, "lore search --in docs"),
        (["add", "nope"], 3, "name a folder"),
        (["add", ".", "--name", "a b"], 2, "use letters"),
    ],
)
def test_an_error_names_the_next_step(
    words: list[str],
    code: int,
    hint: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    assert run(["docs", *words]) == code
    assert hint in capsys.readouterr().err.partition("hint:")[2]


def test_a_collection_inside_another_one_is_said(
    store: Store, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["docs", "add", str(folder)]) == 0
    assert "found twice" not in capsys.readouterr().err
    assert run(["docs", "add", str(folder / "deploy")]) == 0
    assert f"`handbook` is `{folder}`: what is in both collections is found twice" in capsys.readouterr().err


def test_one_folder_that_is_gone_does_not_keep_the_others_from_being_read(
    store: Store, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = write(tmp_path / "other", "a.md", "# Words\n").parent
    added(store, folder)
    added(store, other)
    folder.rename(tmp_path / "gone")
    write(other, "b.md", "# More\n")
    assert run(["docs", "sync"]) == 3
    capture_result = capsys.readouterr()
    assert "added     1" in capture_result.out and "is gone" in capture_result.err


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
