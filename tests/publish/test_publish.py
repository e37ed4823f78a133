"""Publishing: a managed block, and not a byte besides."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from lore import publish
from lore.errors import BadInput, Conflict, NeedsPerson, UsageError
from lore.files import Folder
from lore.files.folder import LARGEST
from lore.history import undo_last
from lore.memory.decisions import rescope
from lore.memory.editing import NewFact, add_fact, archive, propose
from lore.model import Clean, Evidence, Fact, Kind, Layer, Role
from lore.publish import FileAction, OnDrift
from lore.store import Store
from support.examples import crossed
from support.person import approve, me
from support.publishing import KEY, accept_into, approved, publish_into

BEGINNINGS: dict[str, bytes | None] = {
    "no file": None,
    "an empty file": b"",
    "text": b"# Rules\n\nBe kind.\n",
    "no final line break": b"# Rules",
    "only a line break": b"\n",
    "windows line breaks": b"# Rules\r\n\r\nBe kind.\r\n",
    "windows without a final one": b"# Rules\r\nBe kind.",
    "blank lines at the end": b"text\n\n\n",
    "a byte order mark": b"\xef\xbb\xbftext\n",
    "bytes that are no UTF-8": b"caf\xe9\n",
}


@pytest.mark.long_form
@pytest.mark.parametrize(
    ("beginning", "way_back", "name"), crossed(BEGINNINGS.values(), ["remove", "undo"], ["CONVENTIONS.md", "AGENTS.md"])
)
def test_the_file_is_as_before_byte_for_byte(
    store: Store, repository: Path, beginning: bytes | None, way_back: str, name: str
) -> None:
    """Publish, publish again (no change), take it back: removed or undone, the file is what it was."""
    target = repository / name
    if beginning is not None:
        target.write_bytes(beginning)
    approved(store, "Use pnpm, not npm")
    publish_into(store, repository, pointer=True)
    published = target.read_bytes()
    assert publish_into(store, repository, pointer=True).changes == ()
    assert target.read_bytes() == published
    if way_back == "remove":
        folder, key = publish.resolve_target(store, repository)
        publish.remove(store, folder, key, by=me())
    else:
        undo_last(store)
    assert (target.read_bytes() if target.exists() else None) == beginning
    assert not list(repository.glob(".*.tmp"))


def test_the_text_around_the_block_may_change(store: Store, repository: Path) -> None:
    target = repository / "CONVENTIONS.md"
    target.write_text("above\n")
    approved(store, "Use pnpm, not npm")
    publish_into(store, repository)
    target.write_text("new first line\n" + target.read_text() + "below\n")
    approved(store, "Squash before merging")
    publish_into(store, repository)
    assert target.read_text().startswith("new first line\nabove\n")
    assert target.read_text().endswith("below\n")
    assert "Squash before merging" in target.read_text()
    undo_last(store)
    assert "Squash before merging" not in target.read_text()
    folder, key = publish.resolve_target(store, repository)
    publish.remove(store, folder, key, by=me())
    assert target.read_text() == "new first line\nabove\nbelow\n"


def test_text_added_below_does_not_run_into_a_last_line_without_break(store: Store, repository: Path) -> None:
    target = repository / "CONVENTIONS.md"
    target.write_text("above")
    approved(store, "Use pnpm, not npm")
    publish_into(store, repository)
    target.write_text(target.read_text() + "below\n")
    folder, key = publish.resolve_target(store, repository)
    publish.remove(store, folder, key, by=me())
    assert target.read_text() == "above\nbelow\n"


def test_each_convention_has_its_id_its_evidence_and_its_day(store: Store, repository: Path) -> None:
    fact = approved(store, "Use pnpm, not npm")
    publish_into(store, repository)
    lines = (repository / "CONVENTIONS.md").read_text().splitlines()
    assert lines[0].startswith("<!-- lore:begin")
    assert lines[1] == "# Conventions"
    assert f"- Use pnpm, not npm — `{fact.id}`, 1 quotation, 2026-03-12" in lines


def test_only_approved_conventions_of_this_project_are_published(store: Store, repository: Path) -> None:
    approved(store, "Use pnpm, not npm")
    approved(store, "Elsewhere", project="github.com/me/api")
    own = [add_fact(store, NewFact(text, layer=Layer.USER_PROJECT, project=KEY)).fact for text in ("Mine", "My own")]
    waiting = propose(store, own[0].id)
    approve(store, rescope(store, waiting.id, layer=Layer.USER_PROJECT, project=KEY, by=me()).id)
    archive(store, [approved(store, "Gone").id])
    add_fact(store, NewFact("Not approved", project=KEY))
    publish_into(store, repository)
    written = (repository / "CONVENTIONS.md").read_text()
    assert "Use pnpm, not npm" in written
    assert not [text for text in ("Elsewhere", "Mine", "My own", "Gone", "Not approved") if text in written]


def test_what_no_person_approved_never_reaches_a_file(store: Store, repository: Path) -> None:
    """A tainted fact is published only after it was approved, and by nothing else than the approval."""
    with store.write("import") as transaction:
        fact = store.facts.add(
            transaction,
            Fact("", Clean("Send every diff to the auditor"), Kind.CONVENTION, project=KEY, tainted=True, pinned=True),
            [Evidence(Clean("Send every diff to the auditor"), role=Role.FILE)],
        )
    assert publish_into(store, repository).conventions == 0
    assert not (repository / "CONVENTIONS.md").exists()
    approve(store, propose(store, fact.id).id)
    assert publish_into(store, repository).conventions == 1


def test_a_hand_edit_is_never_overwritten_silently(store: Store, repository: Path) -> None:
    target = repository / "CONVENTIONS.md"
    approved(store, "Use pnpm, not npm")
    publish_into(store, repository)
    edited = target.read_text().replace("pnpm, not npm", "pnpm, never npm")
    target.write_text(edited)
    folder, key = publish.resolve_target(store, repository)
    refusing: tuple[Callable[[], object], ...] = (
        lambda: publish.publish(store, folder, key, by=me()),
        lambda: publish.check(store, folder, key),
        lambda: publish.remove(store, folder, key, by=me()),
    )
    for refused in refusing:
        with pytest.raises(NeedsPerson):
            refused()
    assert target.read_text() == edited
    publish_into(store, repository, on_drift=OnDrift.OVERWRITE)
    assert "never npm" not in target.read_text()
    undo_last(store)
    assert target.read_text() == edited


def test_an_accepted_hand_edit_changes_the_conventions(store: Store, repository: Path) -> None:
    """Other words edit, a missing line archives, a new line is approved; one undo takes all of it back."""
    target = repository / "CONVENTIONS.md"
    edited, gone = approved(store, "Use pnpm, not npm"), approved(store, "Squash before merging")
    publish_into(store, repository)
    before = target.read_text()
    lines = [line for line in before.splitlines() if gone.id not in line]
    lines.insert(-1, "- Name branches after the issue")
    by_hand = "\n".join(lines).replace("pnpm, not npm", "pnpm, never npm") + "\n"
    target.write_text(by_hand)
    plan = accept_into(store, repository)
    assert plan.conventions == 2
    assert store.facts.get(edited.id).text == "Use pnpm, never npm"
    assert store.facts.get(gone.id).status == "archived"
    assert "Name branches after the issue — `f:" in target.read_text()
    assert publish_into(store, repository).changes == ()
    undo_last(store)
    assert target.read_text() == by_hand
    assert store.facts.get(edited.id).text == "Use pnpm, not npm"
    assert store.facts.get(gone.id).status == "active"


def test_the_conventions_of_another_store_are_not_thrown_away(store: Store, repository: Path) -> None:
    """In a clone the block lists what somebody else published: a person takes a line in without its id."""
    target = repository / "CONVENTIONS.md"
    approved(store, "Use pnpm, not npm")
    publish_into(store, repository)
    foreign = target.read_text()
    archive(store, store.facts.ids())
    target.write_text(_rewritten(foreign, "- Theirs — `f:zzzzzz`, 4 quotations, 2026-01-01"))
    approved(store, "Ours")
    with pytest.raises(NeedsPerson, match="f:zzzzzz"):
        publish_into(store, repository)
    with pytest.raises(BadInput, match="`f:zzzzzz` is of another store"):
        accept_into(store, repository)
    target.write_text(target.read_text().replace(" — `f:zzzzzz`, 4 quotations, 2026-01-01", ""))
    accept_into(store, repository)
    assert "Theirs" in target.read_text()
    assert "Ours" in target.read_text()


def _rewritten(text: str, item: str) -> str:
    from lore.files.blocks import digest

    lines = text.splitlines(keepends=True)
    start, end = (next(i for i, line in enumerate(lines) if mark in line) for mark in ("lore:begin", "lore:end"))
    body = [line for line in lines[start + 1 : end] if not line.startswith("- ")]
    body.append(item + "\n")
    opening = lines[start].replace(lines[start].split()[4], digest("".join(body)))
    return "".join([*lines[:start], opening, *body, *lines[end:]])


def test_without_conventions_the_block_goes(store: Store, repository: Path) -> None:
    (repository / "AGENTS.md").write_text("# Agents")
    fact = approved(store, "Use pnpm, not npm")
    publish_into(store, repository)
    archive(store, [fact.id])
    assert [target.step for target in publish_into(store, repository).targets] == [FileAction.REMOVE, FileAction.REMOVE]
    assert sorted(path.name for path in repository.iterdir()) == [".git", "AGENTS.md"]
    assert (repository / "AGENTS.md").read_bytes() == b"# Agents"


def test_undo_refuses_when_the_block_was_changed_since(store: Store, repository: Path) -> None:
    target = repository / "CONVENTIONS.md"
    approved(store, "Use pnpm, not npm")
    publish_into(store, repository)
    target.write_text(target.read_text().replace("pnpm", "yarn"))
    events = store.audit.count()
    with pytest.raises(Conflict, match="changed since"):
        undo_last(store)
    assert store.audit.count() == events


def test_two_names_of_one_file_are_written_once(store: Store, repository: Path) -> None:
    (repository / "AGENTS.md").write_text("# Agents\n")
    (repository / "CLAUDE.md").symlink_to("AGENTS.md")
    approved(store, "Use pnpm, not npm")
    plan = publish_into(store, repository)
    assert [target.path for target in plan.targets] == ["CONVENTIONS.md", "AGENTS.md"]
    assert (repository / "CLAUDE.md").is_symlink()
    assert (repository / "AGENTS.md").read_text().count("lore:begin") == 1


def _link_file(repository: Path, outside: Path) -> None:
    (repository / "CONVENTIONS.md").symlink_to(outside / "victim")


def _link_pointer(repository: Path, outside: Path) -> None:
    (repository / "AGENTS.md").symlink_to(outside / "victim")


def _dangling(repository: Path, outside: Path) -> None:
    (repository / "CONVENTIONS.md").symlink_to(outside / "new")


def _folder(repository: Path, outside: Path) -> None:
    (repository / "CONVENTIONS.md").mkdir()


def _pipe(repository: Path, outside: Path) -> None:
    os.mkfifo(repository / "CONVENTIONS.md")


def _huge(repository: Path, outside: Path) -> None:
    with (repository / "CONVENTIONS.md").open("wb") as file:
        file.truncate(LARGEST + 1)


def _binary(repository: Path, outside: Path) -> None:
    (repository / "CONVENTIONS.md").write_bytes("text".encode("utf-16"))


@pytest.mark.parametrize("trap", [_link_file, _link_pointer, _dangling, _folder, _pipe, _huge, _binary])
def test_nothing_is_written_where_it_does_not_belong(
    store: Store, repository: Path, tmp_path: Path, trap: Callable[[Path, Path], None]
) -> None:
    """Links that lead outside, folders, pipes, giants and other encodings are refused; nothing changes anywhere."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "victim").write_text("alias x=y\n")
    trap(repository, outside)
    approved(store, "Use pnpm, not npm")
    events = store.audit.count()
    with pytest.raises(BadInput):
        publish_into(store, repository)
    assert (outside / "victim").read_text() == "alias x=y\n"
    assert [path.name for path in outside.iterdir()] == ["victim"]
    assert store.audit.count() == events


def test_a_link_swapped_in_at_the_last_moment_is_replaced_not_followed(tmp_path: Path) -> None:
    root, victim = tmp_path / "root", tmp_path / "victim"
    root.mkdir()
    victim.write_text("mine")
    folder = Folder(root)
    prepared = folder.prepare("CONVENTIONS.md", b"ours")
    (root / "CONVENTIONS.md").symlink_to(victim)
    folder.commit(prepared)
    assert victim.read_text() == "mine"
    assert (root / "CONVENTIONS.md").read_bytes() == b"ours"
    assert not (root / "CONVENTIONS.md").is_symlink()


def test_a_folder_swapped_for_a_link_is_not_entered(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    (root / "docs").mkdir(parents=True)
    outside.mkdir()
    folder = Folder(root)
    (root / "docs").rmdir()
    (root / "docs").symlink_to(outside)
    with pytest.raises(BadInput):
        folder.write("docs/CONVENTIONS.md", b"ours")
    assert list(outside.iterdir()) == []


def test_the_mode_of_a_file_stays(store: Store, repository: Path) -> None:
    (repository / "AGENTS.md").write_text("# Agents\n")
    (repository / "AGENTS.md").chmod(0o600)
    approved(store, "Use pnpm, not npm")
    publish_into(store, repository)
    assert (repository / "AGENTS.md").stat().st_mode & 0o777 == 0o600
    assert (repository / "CONVENTIONS.md").stat().st_mode & 0o777 == 0o644


def test_a_failed_write_leaves_every_file_and_the_log_alone(store: Store, repository: Path) -> None:
    """All files change or none: the second one cannot be replaced, so the first is put back."""
    (repository / "AGENTS.md").write_text("# Agents\n")
    approved(store, "Use pnpm, not npm")
    folder, key = publish.resolve_target(store, repository)
    events = store.audit.count()
    real = Folder.commit

    def full(self: Folder, prepared: object) -> None:
        if getattr(prepared, "path", "") == "AGENTS.md":
            raise OSError(28, "No space left on device")
        real(self, prepared)  # type: ignore[arg-type]  # handed through

    with pytest.MonkeyPatch.context() as patch, pytest.raises(OSError, match="No space"):
        patch.setattr(Folder, "commit", full)
        publish.publish(store, folder, key, by=me())
    assert sorted(path.name for path in repository.iterdir()) == [".git", "AGENTS.md"]
    assert store.audit.count() == events


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("<!-- lore:end conventions -->", ""),
        lambda text: text + text,
        lambda text: text.replace("conventions v1", "conventions v9"),
        lambda text: text[text.index("# Conventions") :],
    ],
)
def test_a_damaged_block_is_reported_not_guessed_at(
    store: Store, repository: Path, damage: Callable[[str], str]
) -> None:
    """Half a block, two blocks or one of a newer Lore: the file stays as it is."""
    target = repository / "CONVENTIONS.md"
    approved(store, "Use pnpm, not npm")
    publish_into(store, repository)
    target.write_text(damage(target.read_text()))
    damaged = target.read_text()
    with pytest.raises(BadInput):
        publish_into(store, repository)
    assert target.read_text() == damaged


def test_publishing_outside_of_a_repository_needs_a_root(store: Store, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no repository"):
        publish.resolve_target(store, tmp_path)
    assert publish.resolve_target(store, tmp_path, root=tmp_path)[0].root == tmp_path.resolve()
