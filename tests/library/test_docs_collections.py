"""Collections of documents: which files are read, and how they follow what changes on disk."""

import os
from pathlib import Path

import pytest

from lore import library
from lore.errors import BadInput, Conflict, LoreError, NotFound, UsageError
from lore.history import redo_last, undo_last
from lore.library.files import listing
from lore.memory.purging import PurgeTarget, purge
from lore.model import Chunk, Collection, PassageType
from lore.progress import Reporter
from lore.store import Store
from support.handbook import PORTS, added, counts, files_in, git, handbook, places, write
from support.searching import find, save


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return handbook(tmp_path / "handbook")


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
    before: dict[str, int] = {chunk.text: chunk.seq for chunk in chunks(store, collection, "ports.md")}
    last = store.cursor(), store.audit.count()
    assert counts(library.sync(store, collection)) == {"unchanged": 3}
    (folder / "ports.md").touch()
    assert counts(library.sync(store, collection)) == {"unchanged": 3}
    assert (store.cursor(), store.audit.count()) == last
    write(folder, "ports.md", PORTS.replace("5433", "5434"))
    assert counts(library.sync(store, collection)) == {"changed": 1, "unchanged": 2}
    after: dict[str, int] = {chunk.text: chunk.seq for chunk in chunks(store, collection, "ports.md")}
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
    report = library.sync(store, collection)
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
    assert counts(library.sync(store, collection)) == {"changed": 2, "unchanged": 1}
    assert places(store, "printer Gutenberg")[0] == "ports.md:1"


def test_a_sync_that_was_killed_goes_on_where_it_was(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lore.library.syncing.TOGETHER", 1)
    collection = library.add(store, folder, library.Settings())

    def stop(done: int, whole: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        library.sync(store, collection, Reporter(progress=stop))
    assert len(store.documents.of(collection)) == 2
    assert counts(library.sync(store, collection)) == {"added": 1, "unchanged": 2}


def test_a_folder_that_is_gone_or_empty_loses_nothing(store: Store, folder: Path, tmp_path: Path) -> None:
    collection = added(store, folder)
    folder.rename(tmp_path / "elsewhere")
    with pytest.raises(NotFound, match="is gone"):
        library.sync(store, collection)
    folder.mkdir()
    with pytest.raises(NotFound, match="holds no documents"):
        library.sync(store, collection)
    assert places(store, "staging port")[0] == "ports.md:3"


def test_a_dry_run_says_the_same_and_writes_nothing(store: Store, folder: Path) -> None:
    planned = library.planned(store, folder, library.Settings())
    expected = library.preview(store, planned)
    assert (store.audit.count(), store.documents.collections()) == (0, [])
    report = library.sync(store, library.add(store, folder, library.Settings()))
    assert (report.files, report.parts) == (expected.files, expected.parts)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("bad.md", b"# Words\0\0", "binary file"),
        ("bad.txt", b"line one\ncaf\xe9\n", "line 2: this is no UTF-8"),
        ("big.md", b"word " * 2_100_000, "larger than 10 MB"),
        ("bell\x07.md", b"# Words", "hidden characters"),
        ("two\nlines.md", b"# Words", "hidden characters"),
    ],
)
def test_a_bad_file_is_named_and_the_others_are_read(
    store: Store, folder: Path, name: str, content: bytes, words: str
) -> None:
    write(folder, name, content)
    problems: list[LoreError] = []
    collection = library.add(store, folder, library.Settings())
    report = library.sync(store, collection, Reporter(problems.append))
    assert words in problems[0].message and report.warnings == len(problems) == 1
    assert {"ports.md", "notes.txt"} <= {document.path for document in store.documents.of(collection)}


def test_a_file_that_became_unreadable_stays_as_it_was(store: Store, folder: Path) -> None:
    collection = added(store, folder)
    write(folder, "ports.md", b"\0\0")
    assert counts(library.sync(store, collection)) == {"unchanged": 3}
    assert places(store, "staging port")[0] == "ports.md:3"


def test_what_lies_in_a_folder_that_cannot_be_looked_into_stays_as_it_was(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not to be seen is not to be gone. Told by hand, for the owner of the machine may look everywhere."""
    collection = added(store, folder)
    look = os.scandir

    def closed(path: str | Path) -> object:
        if Path(path).name == "deploy":
            raise PermissionError(13, "Permission denied")
        return look(path)

    monkeypatch.setattr(os, "scandir", closed)
    problems: list[LoreError] = []
    report = library.sync(store, collection, Reporter(problems.append))
    assert (counts(report), report.warnings) == ({"unchanged": 3}, 1)
    assert "no permission" in problems[0].message
    assert places(store, "Tuesdays")[0] == "deploy/weekdays.md:3"


def test_one_git_folder_that_cannot_be_read_does_not_keep_the_others_from_being_read(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = added(store, folder)
    write(folder, "inner/a.md", "# Words\n")
    git(folder / "inner", "init", "-q")

    def refused(path: Path) -> None:
        raise BadInput(f"`{path}/.git` cannot be read: Permission denied")

    monkeypatch.setattr(
        "lore.library.files.repository_of", lambda path: refused(path) if path.name == "inner" else None
    )
    problems: list[LoreError] = []
    report = library.sync(store, collection, Reporter(problems.append))
    assert (counts(report), len(problems)) == ({"added": 1, "unchanged": 3}, 1)


def test_of_twins_that_move_each_keeps_its_own_parts(store: Store, folder: Path) -> None:
    write(folder, "twin.md", PORTS)
    collection = added(store, folder)
    before: dict[str, int] = {document.path: document.seq for document in store.documents.of(collection)}
    for name in ("ports.md", "twin.md"):
        write(folder, f"zone/{name}", PORTS)
        (folder / name).unlink()
    assert counts(library.sync(store, collection)) == {"renamed": 2, "unchanged": 2}
    after: dict[str, int] = {document.path: document.seq for document in store.documents.of(collection)}
    assert [after["zone/ports.md"], after["zone/twin.md"]] == [before["ports.md"], before["twin.md"]]


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
    assert [document.path for document in store.documents.of(collection)] == ["ports.md"]


def test_secrets_in_documents_are_masked(store: Store, folder: Path) -> None:
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    write(folder, "keys.md", f"# Token\n\nUse {token} for now.\n")
    added(store, folder)
    assert all(token not in hit.passage.text for hit in find(store, "token for now", "docs"))


def test_a_secret_is_masked_also_where_an_outline_cuts_it(store: Store, folder: Path) -> None:
    """A comment is cut after 200 characters, and loses the marks around it."""
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    key = ["-----BEGIN RSA PRIVATE KEY-----", *["MIIE" + "q7Zr" * 15] * 26, "-----END RSA PRIVATE KEY-----"]
    lines = ["# Signs.", *(f"# {line}" for line in key), "", f"# {'a ' * 87}{token}", "def sign(): pass", ""]
    write(folder, "signing.py", "\n".join(lines))
    collection = added(store, folder)
    (document,) = [one for one in store.documents.of(collection) if one.path == "signing.py"]
    text = "".join(chunk.text for chunk in store.documents.chunks(document))
    assert "def sign" in text and "Signs." in text and "ghp_" not in text and "q7Zr" not in text


# What a person decides


def test_names_follow_the_folder_and_never_clash(store: Store, tmp_path: Path) -> None:
    names = []
    for parent in ("shop", "bank"):
        write(tmp_path / parent / "docs", "a.md", "# Words\n")
        names.append(library.add(store, tmp_path / parent / "docs", library.Settings()).name)
    assert names == ["docs", "bank-docs"]
    with pytest.raises(Conflict, match="already collection `docs`"):
        library.add(store, tmp_path / "shop" / "docs", library.Settings())
    for name in ("", "a b", "../up", "x" * 61, "a\x1bb"):
        with pytest.raises(UsageError, match="cannot be the name"):
            library.add(store, tmp_path / "shop", library.Settings(name=name))


def test_what_holds_no_documents_is_no_collection(store: Store, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotFound, match="holds no documents"):
        library.add(store, tmp_path / "empty", library.Settings())
    with pytest.raises(NotFound, match="holds no documents"):
        library.add(store, write(tmp_path, "picture.png", "# Words\n"), library.Settings())
    with pytest.raises(NotFound, match="there is no"):
        library.add(store, tmp_path / "missing", library.Settings())
    with pytest.raises(BadInput, match="secret"):
        write(tmp_path, "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8/a.md", "# Words\n")
        library.add(store, tmp_path / "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8", library.Settings())
    assert store.documents.collections() == []


def test_removing_is_undone_as_a_whole_without_reading_a_file(store: Store, folder: Path, tmp_path: Path) -> None:
    added(store, folder)
    before = places(store, "staging port")
    parts, last = store.passages.count()[PassageType.CHUNK], store.cursor()
    library.remove(store, "handbook")
    folder.rename(tmp_path / "gone")
    assert places(store, "staging port") == []
    assert len(store.changes_since(last, 100)) == parts, "the indexes are told of each part"
    undo_last(store)
    assert places(store, "staging port") == before
    undo_last(store)
    assert (places(store, "staging port"), store.documents.collections()) == ([], [])
    redo_last(store)
    assert places(store, "staging port") == before


def test_an_undo_passes_over_a_sync(store: Store, folder: Path) -> None:
    collection = added(store, folder)
    save(store, "The office is in Basel")
    write(folder, "ports.md", PORTS.replace("5433", "5434"))
    library.sync(store, collection)
    assert store.audit.select(limit=1)[0].action == "docs.sync"
    assert undo_last(store).events[0].action == "fact.add"


def test_a_purge_reaches_documents(store: Store, home: Path, folder: Path) -> None:
    """A text is masked in every part; a collection goes with everything that was read, also after its removal."""
    collection = added(store, folder)
    find(store, "printer", "docs")
    purge(store, PurgeTarget(secret="Gutenberg"))
    assert all("Gutenberg" not in hit.passage.text for hit in find(store, "printer", "docs"))
    library.remove(store, "handbook")
    purge(store, PurgeTarget(session=collection.id))
    store.close()
    left = [path.name for path in home.rglob("*") if path.is_file() and b"Postgres" in path.read_bytes()]
    assert left == []
    assert store.documents.of(collection) == []
