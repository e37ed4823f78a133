"""An undo that touches files or reaches behind this visit names the act, its age and the files, and asks."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lore import publish
from lore.cli.program import run
from lore.files import Folder
from lore.memory import decisions, editing
from lore.memory.editing import NewFact
from lore.memory.proposals import propose
from lore.model import Status
from lore.store import Store, open_store
from support.keyboard import at_keyboard
from support.person import me

SAVED = "Use pnpm, never npm, in this repository"


@pytest.fixture
def fact(store: Store) -> str:
    return editing.add_fact(store, NewFact(SAVED, project="shop")).fact.id


def archived(store: Store, fact: str) -> None:
    editing.archive(store, [fact])


def published(store: Store, fact: str) -> None:
    with store.write("consolidation") as transaction:
        candidate = propose(store, transaction, store.facts.get(fact), because="said twice", sessions=2)
    decisions.approve(store, candidate.id, by=me())
    folder = Path.home() / "shop"
    folder.mkdir()
    publish.publish(store, Folder(folder), "shop", by=me())


def test_on_the_command_line_a_file_is_named_before_it_is_touched(
    store: Store, fact: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a terminal nothing is done and exit code 4 says why; `--yes` does it."""
    published(store, fact)
    written = Path.home() / "shop" / "CONVENTIONS.md"
    before = written.read_bytes()
    assert run(["undo"]) == 4
    assert "undo the publishing of ~/shop/CONVENTIONS.md (person, just now)?" in capsys.readouterr().err
    assert written.read_bytes() == before
    assert run(["undo", "--yes"]) == 0
    assert not written.exists()
    assert run(["redo"]) == 4
    assert run(["redo", "--yes"]) == 0
    assert written.read_bytes() == before


def test_on_the_command_line_what_is_older_than_an_hour_asks(
    store: Store, fact: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Right after an act `lore undo` reverses it; two hours later it says what it would do."""
    archived(store, fact)
    assert run(["undo"]) == 0
    archived(store, fact)
    monkeypatch.setenv("LORE_NOW", "2026-03-12T11:30:00Z")
    assert run(["undo"]) == 4
    assert f"undo the archiving of “{SAVED}” (person, 2 hours ago)?" in capsys.readouterr().err
    assert store.facts.get(fact).status is Status.ARCHIVED
    assert run(["undo", "--yes"]) == 0
    assert store.facts.get(fact).status is Status.ACTIVE


def test_going_back_from_a_restored_backup_asks(store: Store, fact: str) -> None:
    assert run(["backup"]) == 0
    name = next((Path(store.folder) / "backups").glob("*.db")).name
    assert run(["restore-backup", name, "--yes"]) == 0
    assert run(["undo"]) == 4
    assert run(["undo", "--yes"]) == 0


@pytest.mark.parametrize("act", [archived, published])
async def test_in_the_app_an_undo_behind_this_visit_asks(
    store: Store, home: Path, fact: str, act: Callable[[Store, str], None]
) -> None:
    """`u` on what was done on the command line: `n` leaves it, `y` does it, and only then."""
    act(store, fact)
    newest = store.audit.seqs(1)
    with open_store(home) as own:
        async with at_keyboard(own, size=(120, 30)) as person:
            await person.press("u")
            assert ("Undo the archiving of" if act is archived else "~/shop/CONVENTIONS.md") in person.screen
            assert "(you, just now)?" in person.screen
            await person.press("n")
            assert store.audit.seqs(1) == newest
            await person.press("u", "y")
            assert store.audit.seqs(1) != newest
            assert (Path.home() / "shop" / "CONVENTIONS.md").exists() is False
            assert store.facts.get(fact).status is Status.ACTIVE


async def test_in_the_app_what_this_visit_did_is_undone_at_once(store: Store, fact: str) -> None:
    async with at_keyboard(store) as person:
        await person.press("d")
        assert store.facts.get(fact).status is Status.ARCHIVED
        await person.press("u")
        assert store.facts.get(fact).status is Status.ACTIVE
        await person.press("U")
        assert store.facts.get(fact).status is Status.ARCHIVED


async def test_a_question_in_the_log_names_the_step(store: Store, home: Path, fact: str) -> None:
    """`x` on a step of an earlier visit."""
    published(store, fact)
    with open_store(home) as own:
        async with at_keyboard(own, size=(120, 30)) as person:
            await person.press("4", "x")
            assert "Undo the publishing of ~/shop/CONVENTIONS.md (you, just now)?" in person.screen
            await person.press("n")
            assert (Path.home() / "shop" / "CONVENTIONS.md").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["pin", "FACT", "--yes"], "already pinned"),
        (["pin", "FACT", "--off", "--yes"], "already not pinned"),
        (["archive", "FACT"], "already archived"),
        (["restore", "FACT"], "already active"),
        (["add", SAVED, "--project", "shop"], "known"),
        (["consolidate"], ""),
        (["publish", "--project", "shop", "--root", "ROOT", "--yes"], "up to date"),
    ],
)
def test_an_undo_is_promised_only_where_something_changed(
    store: Store, fact: str, words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Done a second time nothing changes: no event is written, and no command offers to undo what came before."""
    published(store, fact)
    filled = [{"FACT": fact, "ROOT": str(Path.home() / "shop")}.get(word, word) for word in words]
    run(filled)
    run(filled)
    capsys.readouterr()
    before = store.audit.seqs(1)
    assert run(filled) == 0
    shown = capsys.readouterr()
    assert ("undo: `lore undo" in shown.err) == (store.audit.seqs(1) != before)
    assert says in shown.out
    assert store.audit.seqs(1) == before
