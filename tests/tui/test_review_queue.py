"""What stands in the queue, what is folded, and what stands beside it."""

from pathlib import Path

import pytest

from lore import actions
from lore.memory.proposals import propose
from lore.model import Clean, Evidence, Fact, Kind, Origin, Role, Status
from lore.store import Store
from support.damage import add
from support.keyboard import Person, at_keyboard
from support.person import statements
from support.publishing import make_repository
from support.sample_store import API, WEB
from support.talks import talk


def listed(person: Person) -> list[str]:
    return [name for name in person.rows.ids if name.startswith("c:")]


def propose_elsewhere(library: Store) -> str:
    """A proposal of the other project."""
    with library.write("hook") as transaction:
        made = library.facts.add(transaction, Fact("", Clean("Run alembic check in CI"), Kind.CONVENTION, project=API))
        return propose(library, transaction, made, because="said in 2 sessions", sessions=2).id


async def test_the_project_in_force_stands_first_and_the_others_are_folded(library: Store) -> None:
    """Without one, all of them stand there; nothing decides on a fold; Enter shows what is behind it."""
    other = propose_elsewhere(library)
    async with at_keyboard(library) as person:
        assert other in listed(person)
        person.app.take_project(WEB)
        await person.settle()
        fold = f"project:{API}"
        assert other not in listed(person) and fold in person.rows.ids
        person.rows.go_to(fold)
        await person.settle()
        version = library.audit.count()
        await person.press(*"arzcmseRwo")
        assert library.audit.count() == version
        await person.press("enter")
        assert person.rows.current == other
        await person.press("r")
        assert library.candidates.get(other).status.value == "rejected"


async def test_a_heading_counts_what_still_stands_under_it(library: Store) -> None:
    async with at_keyboard(library, (120, 40)) as person:
        for keys, left in (((), 6), (("r",), 5), (("a",), 4), (("u",), 5), (("u",), 6)):
            await person.press(*keys)
            (heading,) = [line for line in person.screen.splitlines() if line.startswith("│ web ─")]
            assert f"─ {left} " in heading
        assert " u Undo " in person.screen.splitlines()[-1]
        await person.press(*"rrrrrrr")  # then the footer names only keys that act
        footer = person.screen.splitlines()[-1]
        acting = ("Approve", "Edit", "Reject", "Later", "Join", "Session", "All shown")
        assert not any(word in footer for word in acting)
        assert " u Undo " in footer


async def test_the_first_of_the_queue_are_shown_and_enter_shows_the_rest(library: Store) -> None:
    """Deciding on all decides on what is listed; with `review.shown` at 0 everything is folded."""
    with library.write("person") as transaction:
        library.settings.put(transaction, "review.shown", 2)
    async with at_keyboard(library, (120, 40)) as person:
        assert len(listed(person)) == 2
        assert "4 more" in person.screen
        await person.press("D")
        assert "Reject these 2?" in person.status
        await person.press("n")
        person.rows.go_to(next(name for name in person.rows.ids if name.startswith("more:")))
        await person.settle()
        await person.press("enter")
        assert len(listed(person)) == 6


async def test_what_agents_said_stands_behind_a_fold(library: Store) -> None:
    """Enter opens it in its place; `a` makes a statement yours, `r` puts it away, `u` takes either back."""
    with library.write("hook") as transaction:
        add(library, transaction, "The page says so", Evidence(Clean("The page says so"), role=Role.WEB))
    names = statements(library)
    async with at_keyboard(library) as person:
        fold = next(row for row in person.rows.ids if row.startswith("stated:"))
        assert not set(names) & set(person.rows.ids)
        person.rows.go_to(fold)
        await person.press("a", "s")
        assert statements(library) == names
        assert "shows what stands behind it" in person.status
        await person.press("enter")
        assert fold not in person.rows.ids
        harmless = next(name for name in statements(library, harmless=True) if name in person.rows.ids)
        person.rows.go_to(harmless)
        await person.settle()
        await person.press("a")
        assert not library.facts.get(harmless).tainted
        await person.press("u")
        assert library.facts.get(harmless).tainted and person.rows.current == harmless
        await person.press("r")
        assert library.facts.get(harmless).status is Status.ARCHIVED
        await person.press("u")
        assert statements(library) == names


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_words_and_a_kind_narrow_the_queue(library: Store, size: tuple[int, int]) -> None:
    """`/` as you type, `f` by kind; what is shown is then what is narrowed to, and says so; Esc brings all back."""
    async with at_keyboard(library, size) as person:
        everything = listed(person)
        await person.press("slash")
        await person.type("pnpm")
        (only,) = listed(person)
        assert "pnpm" in library.candidates.get(only).text
        assert " / pnpm" in person.screen and "only “pnpm”" in person.screen
        await person.press("enter", "D")
        assert "Reject this one?" in person.status and "only “pnpm”" in person.screen
        await person.press("n", "escape")
        assert listed(person) == everything and "pnpm”" not in person.screen
        await person.press("f")
        await person.type("preference")
        await person.press("enter")
        kinds = {library.facts.get(library.candidates.get(name).fact).kind for name in listed(person)}
        assert kinds == {Kind.PREFERENCE} and "only preference" in person.screen
        await person.press("slash")
        await person.type("xyzzy")
        assert "No proposal fits." in person.screen
        await person.press("escape", "escape")
        assert listed(person) == everything


async def test_sessions_that_nobody_reads_stand_first(library: Store) -> None:
    """The row is no proposal; Enter on it opens who could read them, and nothing is agreed to by looking."""
    talk(library)
    async with at_keyboard(library, (120, 40)) as person:
        await person.settle()
        assert person.rows.ids[0] == "reader"
        assert "2 sessions wait for a reader" in person.screen
        await person.press("g")
        assert "Nobody reads your sessions" in person.screen
        await person.press("enter")
        assert "Who reads your sessions" in person.screen
        await person.press("escape")
        assert person.frame.place == "Review"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_its_session_opens_at_the_message_and_back(library: Store, size: tuple[int, int]) -> None:
    """`o` stands on the message that is quoted, inside its session; Esc returns to the card."""
    talk(library)
    async with at_keyboard(library, size) as person:
        await person.press("j")
        card = person.rows.current
        assert card is not None
        said = actions.card(person.frame.engine, card).evidence[0].evidence
        await person.press("o")
        assert person.frame.place == "History"
        await person.settle()
        marked = [line for line in person.screen.splitlines() if "▌" in line and said.quote[:20] in line]
        assert marked
        await person.press("escape")
        assert person.frame.place == "Review"
        assert person.rows.current == card


async def test_what_is_written_by_hand_has_no_session(store: Store) -> None:
    with store.write("person") as transaction:
        made = store.facts.add(transaction, Fact("", Clean("Use tabs"), Kind.CONVENTION, project="shop"))
        propose(store, transaction, made, because="asked for")
    async with at_keyboard(store) as person:
        await person.press("o")
        assert "it has no session" in person.status


async def test_what_is_approved_and_not_published_is_staged(
    library: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the queue, counted for its file."""
    root = make_repository(tmp_path / "web")
    (root / ".git" / "config").write_text('[remote "origin"]\n\turl = git@github.com:acme/web.git\n')
    monkeypatch.chdir(root)
    async with at_keyboard(library, (120, 40)) as person:
        before = staged(await person.still())
        await person.press("j", "a")
        await person.settle()
        assert staged(await person.still()) == before + 1


def staged(screen: str) -> int:
    (title,) = [line for line in screen.splitlines() if "─ Staged" in line]
    return int(title.split("Staged")[1].split()[0])


async def test_the_first_approval_of_all_says_what_comes_of_it(store: Store) -> None:
    """Once: which session starts with it, and what to try; the second opens nothing."""
    with store.write("hook") as transaction:
        for text in ("Use tabs here", "Use pnpm here"):
            quote = Evidence(Clean(text), "s1", "m1", Role.USER, at="2026-03-01T10:00:00Z")
            fact = Fact("", Clean(text), Kind.CONVENTION, project="shop", origin=Origin.READ)
            propose(store, transaction, store.facts.add(transaction, fact, [quote]), because="you said it")
    async with at_keyboard(store) as person:
        first = store.candidates.get(person.rows.current or "").text
        await person.press("a")
        await person.settle()
        assert "After your first approval" in person.screen
        assert first in person.screen
        assert "once an agent is connected." in person.screen and "claude" not in person.screen
        assert "After esc, which closes this:" in person.screen
        await person.press("escape", "a")
        await person.settle()
        assert "After your first approval" not in person.screen
        assert len([fact for fact in store.facts.select() if fact.approved_at]) == 2


async def test_an_empty_queue_offers_to_take_back_only_what_you_decided(store: Store) -> None:
    async with at_keyboard(store) as person:
        await person.press("escape", "1")
        assert "Nothing was read yet." in person.screen
        assert "take the last step back" not in person.screen
