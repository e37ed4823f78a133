"""Collections of documents: which files are read, how they follow what changes on disk, and what they may not do."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from lore import docs
from lore.cli.main import run
from lore.docs.files import listing
from lore.errors import BadInput, Conflict, LoreError, NotFound, UsageError
from lore.index.twin import WordEmbedder
from lore.memory.purge import PurgeTarget, purge
from lore.model import Chunk, Collection, Kind, PassageType
from lore.search import Searcher, SearchRequest, search
from lore.store import FactFilter, Store, redo_last, undo_last
from lore_tui.gateway import Gateway
from searching import find, save, say

PORTS = "# Ports\n\nStaging listens on 5433.\n\n## Why\n\nAn older Postgres holds 5432.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three documents, one of them in a folder below."""
    root = tmp_path / "handbook"
    write(root, "ports.md", PORTS)
    write(root, "deploy/weekdays.md", "# Deploying\n\nOn Tuesdays, never on Fridays.\n")
    write(root, "notes.txt", "The printer is called Gutenberg.\n")
    return root


def write(root: Path, path: str, text: str | bytes) -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def git(root: Path, *words: str) -> None:
    author = {
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True, env={**os.environ, **author})


def added(store: Store, folder: Path, **settings: object) -> Collection:
    """A collection with its files read."""
    collection = docs.add(store, folder, docs.Settings(**settings))  # type: ignore[arg-type]
    docs.sync(store, collection)
    return collection


def files_in(folder: Path, *, code: bool = True) -> list[str]:
    return listing(folder.resolve(), code=code, warn=lambda problem: pytest.fail(problem.message)).found


def counts(report: docs.SyncReport) -> dict[str, int]:
    return {name: len(found) for name, found in report.files.items() if found} | {"unchanged": report.unchanged}


def places(store: Store, query: str, **options: object) -> list[str | None]:
    return [hit.passage.source_id for hit in find(store, query, "docs", **options)]


# Which files


def test_what_git_ignores_is_left_out_and_what_it_tracks_is_read(tmp_path: Path) -> None:
    """Tracked files count even where a pattern names them, new ones unless one does; nested repositories as well."""
    root = tmp_path / "shop"
    for name in (
        "a.md",
        "new.md",
        "build/made.md",
        "forced.md",
        "dir/.gitignore",
        "dir/x.md",
        "dir/y.md",
        ".github/c.md",
    ):
        write(root, name, "# Words\n")
    write(root, ".gitignore", "build/\nforced.md\n")
    write(root, "dir/.gitignore", "y.md\n")
    git(root, "init", "--quiet")
    git(root, "add", "--force", "a.md", "forced.md")
    git(root, "commit", "--quiet", "--message", "first")
    write(root, "inner/deep.md", "# Words\n")
    git(root / "inner", "init", "--quiet")
    assert files_in(root) == [".github/c.md", "a.md", "dir/x.md", "forced.md", "inner/deep.md", "new.md"]
    assert files_in(root / "dir") == ["x.md"]


def test_a_repository_cannot_make_git_run_a_program(tmp_path: Path) -> None:
    root = tmp_path / "trap"
    write(root, "a.md", "# Words\n")
    git(root, "init", "--quiet")
    git(root, "config", "core.fsmonitor", f"touch {tmp_path}/sprung; false")
    assert files_in(root) == ["a.md"]
    assert not (tmp_path / "sprung").exists()


def test_outside_of_git_hidden_folders_and_gitignore_are_obeyed(folder: Path) -> None:
    for name in (".obsidian/x.md", "node_modules/y/readme.md", "drafts/one.md", "drafts/kept.md", "deploy/old.md"):
        write(folder, name, "# Words\n")
    write(folder, ".gitignore", "drafts/*\n!drafts/kept.md\n/\n")
    write(folder, "deploy/.gitignore", "old.md\n")
    assert files_in(folder) == ["deploy/weekdays.md", "drafts/kept.md", "notes.txt", "ports.md"]


def test_no_link_is_followed(folder: Path, tmp_path: Path) -> None:
    """Neither out of the folder nor in a circle, be it of a file or of a folder, with git or without."""
    write(tmp_path, "outside/secret.md", "# Secret\n")
    (folder / "out.md").symlink_to(tmp_path / "outside" / "secret.md")
    (folder / "away").symlink_to(tmp_path / "outside")
    (folder / "circle").symlink_to(folder)
    plain = files_in(folder)
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    assert files_in(folder) == plain == ["deploy/weekdays.md", "notes.txt", "ports.md"]
    (folder / "deploy" / "weekdays.md").unlink()
    (folder / "deploy").rmdir()
    write(tmp_path, "outside/weekdays.md", "# Not ours\n")
    (folder / "deploy").symlink_to(tmp_path / "outside")
    assert files_in(folder) == ["notes.txt", "ports.md"]


def test_code_is_read_as_outline_unless_it_is_not_wanted(store: Store, folder: Path) -> None:
    write(folder, "mail.py", 'def send():\n    """Sends one."""\n    return "body"\n')
    assert "mail.py" not in files_in(folder, code=False)
    added(store, folder)
    (hit,) = [hit for hit in find(store, "send mail", "docs") if (hit.passage.source_id or "").startswith("mail.py")]
    assert "def send() — Sends one." in hit.passage.text and "body" not in hit.passage.text


def test_the_store_itself_is_no_document(store: Store, home: Path, tmp_path: Path) -> None:
    write(home, "exported.md", "# Facts\n")
    write(tmp_path, "a.md", "# Words\n")
    assert files_in(tmp_path) == ["a.md"]


# Following the files


def test_a_sync_reads_only_what_changed(store: Store, folder: Path) -> None:
    """Unchanged files write nothing; a changed one keeps the parts it still has, and so their vectors."""
    collection = added(store, folder)
    before = {chunk.text: chunk.seq for chunk in chunks(store, collection, "ports.md")}
    last = store.passages.last_seq(), store.audit.count()
    assert counts(docs.sync(store, collection)) == {"unchanged": 3}
    (folder / "ports.md").touch()
    assert counts(docs.sync(store, collection)) == {"unchanged": 3}
    assert (store.passages.last_seq(), store.audit.count()) == last
    write(folder, "ports.md", PORTS.replace("5433", "5434"))
    assert counts(docs.sync(store, collection)) == {"changed": 1, "unchanged": 2}
    after = {chunk.text: chunk.seq for chunk in chunks(store, collection, "ports.md")}
    assert before.keys() & after.keys() == {"An older Postgres holds 5432."}
    assert before["An older Postgres holds 5432."] == after["An older Postgres holds 5432."]
    assert len(after) == 2


def chunks(store: Store, collection: Collection, path: str) -> list[Chunk]:
    (document,) = [one for one in store.documents.of(collection) if one.path == path]
    return store.documents.chunks(document)


def test_new_renamed_and_deleted_files_are_followed(store: Store, folder: Path) -> None:
    collection = added(store, folder)
    kept = chunks(store, collection, "notes.txt")[0]
    write(folder, "new.md", "# Fresh\n\nA word about kumquats.\n")
    (folder / "deploy").rename(folder / "release")
    (folder / "ports.md").unlink()
    report = docs.sync(store, collection)
    assert report.files == {
        "added": ("new.md",), "changed": (), "renamed": ("release/weekdays.md",), "removed": ("ports.md",),
    }  # fmt: skip
    assert places(store, "kumquats")[0] == "new.md:3"
    assert places(store, "never on Fridays")[0] == "release/weekdays.md:3"
    assert all(not (place or "").startswith("ports.md") for place in places(store, "staging listens on 5433"))
    assert chunks(store, collection, "notes.txt")[0] == kept


def test_files_that_change_places_are_each_read_anew(store: Store, folder: Path) -> None:
    collection = added(store, folder)
    (folder / "notes.txt").rename(folder / "aside")
    (folder / "ports.md").rename(folder / "notes.txt")
    (folder / "aside").rename(folder / "ports.md")
    assert counts(docs.sync(store, collection)) == {"changed": 2, "unchanged": 1}
    assert places(store, "printer Gutenberg")[0] == "ports.md:1"


def test_a_sync_that_was_killed_goes_on_where_it_was(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written by then stays, and the next one reads the rest."""
    monkeypatch.setattr("lore.docs.syncing.TOGETHER", 1)
    collection = docs.add(store, folder, docs.Settings())

    def stop(done: int, whole: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        docs.sync(store, collection, docs.Watcher(progress=stop))
    assert len(store.documents.of(collection)) == 2
    assert counts(docs.sync(store, collection)) == {"added": 1, "unchanged": 2}


def test_a_folder_that_is_gone_or_empty_loses_nothing(store: Store, folder: Path, tmp_path: Path) -> None:
    """It may be a disk that is not there now."""
    collection = added(store, folder)
    folder.rename(tmp_path / "elsewhere")
    with pytest.raises(NotFound, match="is gone"):
        docs.sync(store, collection)
    folder.mkdir()
    with pytest.raises(NotFound, match="holds no documents"):
        docs.sync(store, collection)
    assert places(store, "staging port")[0] == "ports.md:3"


def test_a_dry_run_says_the_same_and_writes_nothing(store: Store, folder: Path) -> None:
    planned = docs.planned(store, folder, docs.Settings())
    expected = docs.preview(store, planned)
    assert (store.audit.count(), store.documents.collections()) == (0, [])
    report = docs.sync(store, docs.add(store, folder, docs.Settings()))
    assert (report.files, report.parts) == (expected.files, expected.parts)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("bad.ipynb", b'{"cells": [\n{]}', "bad.ipynb: line 2: the notebook is no JSON"),
        ("bad.md", b"# Words\0\0", "it is binary"),
        ("bad.txt", b"line one\ncaf\xe9\n", "line 2: this is no UTF-8"),
        ("big.md", b"word " * 2_100_000, "larger than 10 MB"),
        ("bell\x07.md", b"# Words", "hidden characters"),
    ],
)
def test_a_bad_file_is_named_and_the_others_are_read(
    store: Store, folder: Path, name: str, content: bytes, words: str
) -> None:
    write(folder, name, content)
    problems: list[LoreError] = []
    collection = docs.add(store, folder, docs.Settings())
    report = docs.sync(store, collection, docs.Watcher(problems.append))
    assert words in problems[0].message and report.warnings == len(problems) == 1
    assert {"ports.md", "notes.txt"} <= {document.path for document in store.documents.of(collection)}


def test_a_file_that_became_unreadable_stays_as_it_was(store: Store, folder: Path) -> None:
    collection = added(store, folder)
    write(folder, "ports.md", b"\0\0")
    assert counts(docs.sync(store, collection)) == {"unchanged": 3}
    assert places(store, "staging port")[0] == "ports.md:3"


def test_a_pipe_or_a_folder_with_the_name_of_a_document_holds_nobody_up(folder: Path) -> None:
    os.mkfifo(folder / "pipe.md")
    (folder / "folder.md").mkdir()
    assert files_in(folder) == ["deploy/weekdays.md", "notes.txt", "ports.md"]


def test_folders_in_folders_without_end_are_named(tmp_path: Path) -> None:
    write(tmp_path, "/".join(["a"] * 400) + "/deep.md", "# Words\n")
    write(tmp_path, "top.md", "# Words\n")
    problems: list[LoreError] = []
    assert listing(tmp_path, code=True, warn=problems.append).found == ["top.md"]
    assert "folders deep" in problems[0].message


def test_one_file_is_a_collection_as_well(store: Store, folder: Path) -> None:
    collection = added(store, folder / "ports.md")
    assert (collection.name, collection.project) == ("ports", str(folder))
    assert [one.path for one in store.documents.of(collection)] == ["ports.md"]


def test_secrets_in_documents_are_masked(store: Store, folder: Path) -> None:
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    write(folder, "keys.md", f"# Token\n\nUse {token} for now.\n")
    added(store, folder)
    assert all(token not in hit.passage.text for hit in find(store, "token for now", "docs"))


# What a person decides


def test_names_follow_the_folder_and_never_clash(store: Store, tmp_path: Path) -> None:
    names = []
    for parent in ("shop", "bank"):
        write(tmp_path / parent / "docs", "a.md", "# Words\n")
        names.append(docs.add(store, tmp_path / parent / "docs", docs.Settings()).name)
    assert names == ["docs", "bank-docs"]
    with pytest.raises(Conflict, match="`docs` is this folder already"):
        docs.add(store, tmp_path / "shop" / "docs", docs.Settings())
    for name in ("", "a b", "../up", "x" * 61, "a\x1bb"):
        with pytest.raises(UsageError, match="cannot be the name"):
            docs.add(store, tmp_path / "shop", docs.Settings(name=name))


def test_what_holds_no_documents_is_no_collection(store: Store, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotFound, match="holds no documents"):
        docs.add(store, tmp_path / "empty", docs.Settings())
    with pytest.raises(NotFound, match="there is no"):
        docs.add(store, tmp_path / "missing", docs.Settings())
    with pytest.raises(BadInput, match="secret"):
        write(tmp_path, "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8/a.md", "# Words\n")
        docs.add(store, tmp_path / "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8", docs.Settings())
    assert store.documents.collections() == []


def test_removing_is_undone_as_a_whole_without_reading_a_file(store: Store, folder: Path, tmp_path: Path) -> None:
    """Parts come back with their ids; undoing the addition hides them in the same way."""
    added(store, folder)
    before = places(store, "staging port")
    parts, last = store.passages.count()[PassageType.CHUNK], store.passages.last_seq()
    docs.remove(store, "handbook")
    folder.rename(tmp_path / "gone")
    assert places(store, "staging port") == []
    assert len(store.passages.changes(last, 100)) == parts, "the indexes are told of each part"
    undo_last(store)
    assert places(store, "staging port") == before
    undo_last(store)
    assert (places(store, "staging port"), store.documents.collections()) == ([], [])
    redo_last(store)
    assert places(store, "staging port") == before


def test_an_undo_passes_over_a_sync(store: Store, folder: Path) -> None:
    """The files are what they are: the change before is undone."""
    collection = added(store, folder)
    save(store, "The office is in Basel")
    write(folder, "ports.md", PORTS.replace("5433", "5434"))
    docs.sync(store, collection)
    assert store.audit.select(limit=1)[0].action == "docs.sync"
    assert undo_last(store).events[0].action == "fact.add"


def test_a_purge_reaches_documents(store: Store, home: Path, folder: Path) -> None:
    """A text is masked in every part; a collection goes with everything that was read, also after its removal."""
    collection = added(store, folder)
    find(store, "printer", "docs")
    purge(store, PurgeTarget(secret="Gutenberg"))
    assert all("Gutenberg" not in hit.passage.text for hit in find(store, "printer", "docs"))
    docs.remove(store, "handbook")
    purge(store, PurgeTarget(session=collection.id))
    store.close()
    left = [path.name for path in home.rglob("*") if path.is_file() and b"Postgres" in path.read_bytes()]
    assert left == []
    assert store.documents.of(collection) == []


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
    searcher = Searcher(store, WordEmbedder())
    searcher.prepare()
    hits = searcher.search(SearchRequest("staging port", places="all", limit=9)).hits
    assert [hit.passage.type for hit in hits].count(PassageType.CHUNK) == 3
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(abs(sum(hit.explain.values()) - hit.score) < 1e-4 for hit in hits)
    assert len(searcher.search(SearchRequest("staging port", places="all", limit=60)).hits) == 60


def test_nobody_says_a_document(store: Store, folder: Path) -> None:
    """A person who asks for a file means no speaker of that name."""
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
    """It has no card for a part of a document; it says where to look."""
    added(store, folder)
    found = Gateway(store).search("port in:docs", lambda: True)
    assert found is not None and found.ids == ()
    assert "no facts" in found.notes[0]


def test_a_question_about_lores_own_docs_finds_the_right_page_first(store: Store) -> None:
    """Quality: of twelve questions at least eleven, and every one among the first three."""
    added(store, Path(__file__).parent.parent / "docs")
    searcher = Searcher(store)
    searcher.prepare()
    ranks = {}
    for question, wanted in QUESTIONS.items():
        hits = searcher.search(SearchRequest(question, places="docs")).hits
        pages = list(dict.fromkeys((hit.passage.source_id or "").split(":")[0] for hit in hits))
        ranks[question] = min((pages.index(page) for page in wanted.split() if page in pages), default=99)
    assert [question for question, rank in ranks.items() if rank > 2] == []
    assert sum(rank == 0 for rank in ranks.values()) >= 11, ranks


QUESTIONS = {
    "which key approves a proposal in the app": "keys.md",
    "key that undoes the last decision": "keys.md",
    "why are sqlite-utils used for migrations only": "architecture.md",
    "which room masks secrets": "architecture.md",
    "why is strength not stored": "architecture.md",
    "format of a line of the neutral transcript": "formats.md",
    "rules files of Cursor and Windsurf": "formats.md",
    "fields of a search hit in JSON": "formats.md",
    "what does doctor check about the permissions of the data folder": "checks.md",
    "what is lost when a process is killed while it writes": "reliability.md",
    "how many writers at the same time without locked errors": "reliability.md",
    "how do I go back to an older copy of the store": "commands.md reliability.md",
}


# The command


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
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
    assert run(["docs", "search", "x"]) == 3
    assert run(["search", "--in", "docs", "x"]) == 3
    assert "`lore docs add FOLDER` takes documents into the search" in capsys.readouterr().err
    assert run(["docs", "add", str(folder), "--dry-run"]) == 0
    assert "nothing was written" in capsys.readouterr().out
    assert run(["docs", "add", str(folder)]) == 0
    assert answer(capsys, "list")["collections"][0]["documents"] == 3  # type: ignore[index]
    hits = answer(capsys, "search", "staging port")["hits"]
    assert (hits[0]["type"], hits[0]["source_id"]) == ("chunk", "ports.md:3")  # type: ignore[index]
    (document,) = answer(capsys, "show", "ports.md")["documents"]  # type: ignore[misc]
    assert [part["heading"] for part in document["parts"]] == ["ports.md › Ports", "ports.md › Ports › Why"]
    assert run(["docs", "show", document["parts"][1]["id"]]) == 0
    assert "An older Postgres holds 5432." in capsys.readouterr().out
    assert answer(capsys, "sync")["collections"][0]["unchanged"] == 3  # type: ignore[index]
    assert run(["search", "--in", "docs", "staging port"]) == 0
    assert "ports.md:3" in capsys.readouterr().out
    assert run(["docs", "remove", "handbook"]) == 0
    assert answer(capsys, "list")["collections"] == []


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (["sync", "nope"], 3, "lore docs list"),
        (["remove", "nope"], 3, "lore docs list"),
        (["show", "nope.md"], 3, "lore docs search"),
        (["show", "k:99"], 3, "lore docs search"),
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


def test_one_folder_that_is_gone_does_not_keep_the_others_from_being_read(
    store: Store, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = write(tmp_path / "other", "a.md", "# Words\n").parent
    added(store, folder)
    added(store, other)
    folder.rename(tmp_path / "gone")
    write(other, "b.md", "# More\n")
    assert run(["docs", "sync"]) == 3
    said = capsys.readouterr()
    assert "added     1" in said.out and "is gone" in said.err
