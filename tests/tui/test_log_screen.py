"""The log: what was done, by whom, and any step of it taken back."""

from lore.history import phrase
from lore.memory import decisions
from lore.model import CandidateStatus, Status
from lore.store import Store
from lore.text import shorten
from support.keyboard import at_keyboard


async def test_lists_every_change_newest_first(library: Store) -> None:
    """One row an event; the card shows what was before and after."""
    async with at_keyboard(library) as person:
        await person.press("p", "3")
        assert [int(number) for number in person.rows.ids] == library.audit.seqs()
        assert "pin fact" in person.screen.splitlines()[2]
        assert "- no" in person.screen
        assert "+ yes" in person.screen


async def test_a_long_name_of_a_step_keeps_its_distance(library: Store) -> None:
    """`undo archive fact` is as wide as its column; the text of the fact does not stick to it."""
    async with at_keyboard(library) as person:
        await person.press("d", "u", "3")
        assert "undo archive fa… " in person.screen.splitlines()[2]


async def test_any_step_is_reversed(library: Store) -> None:
    """`x` reverses the step under the cursor, older ones too; the log then holds both."""
    first, second, *_ = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2", "a", "r", "3")
        rows = [library.audit.get(int(number)) for number in person.rows.ids]
        approval = next(event for event in rows if event.action == "candidate.approve")
        person.rows.go_to(str(approval.seq))
        await person.press("x")
        assert library.candidates.get(first).status is CandidateStatus.WAITING
        assert library.candidates.get(second).status is CandidateStatus.REJECTED
        actions = [event.action for event in library.audit.select(limit=40)]
        assert "undo candidate.approve" in actions
        assert "candidate.approve" in actions


async def test_refuses_with_the_reason_what_something_newer_rests_on(library: Store) -> None:
    """Nothing is changed, and the line says what stands in the way."""
    first = library.facts.ids()[0]
    async with at_keyboard(library) as person:
        await person.press("p", "e")
        await person.write(", please")
        await person.press("ctrl+s", "3", "j")
        assert "pin fact" in person.screen.splitlines()[3]
        await person.press("x")
        assert "was changed since" in person.status
        assert library.facts.get(first).pinned


async def test_what_is_new_is_announced(library: Store, elsewhere: Store) -> None:
    """Nothing moves under the cursor; ctrl+r takes it in."""
    async with at_keyboard(library) as person:
        await person.press("3", "j")
        current = person.rows.current
        with elsewhere.write("hook") as transaction:
            fact = elsewhere.facts.ids()[0]
            elsewhere.facts.update(transaction, fact, action="fact.archive", status=Status.ARCHIVED)
        person.app.look_around()
        await person.settle()
        assert "1 new" in person.screen
        assert person.rows.current == current
        await person.press("ctrl+r", "g")
        assert "archive fact" in person.screen


async def test_copies_an_event(library: Store) -> None:
    """`y` one line, `Y` with before and after."""
    async with at_keyboard(library) as person:
        await person.press("p", "3", "y")
        fact = library.facts.get(library.facts.ids()[0])
        assert person.app.clipboard.endswith(f"person pinned “{shorten(fact.text, 40)}” ({fact.id})")
        await person.press("Y")
        assert "before: {" in person.app.clipboard


def test_actions_read_as_phrases() -> None:
    actions = (
        "fact.archive",
        "candidate.approve",
        "candidate.add",
        "undo fact.edit",
        "redo candidate.reject",
        "publish",
    )
    assert [phrase(action) for action in actions] == [
        "archive fact", "approve", "propose", "undo edit fact", "redo reject", "publish",
    ]  # fmt: skip
