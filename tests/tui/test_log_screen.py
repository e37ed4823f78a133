"""The log: what was done, an act a line; unfolded to its events, narrowed, searched, and any act taken back."""

from lore.actions import act_events, list_acts
from lore.history import phrase
from lore.memory import decisions
from lore.model import CandidateStatus, Status, SubjectKind
from lore.store import Store
from lore.text import shorten
from support.keyboard import at_app, at_keyboard


async def test_lists_every_act_newest_first(library: Store) -> None:
    """One row an act, in words; the card of a single change shows what was before and after."""
    async with at_keyboard(library) as person:
        await person.press("p", "4")
        assert list(person.rows.ids) == [act.id for act in list_acts(at_app(library)).acts]
        assert "you" in person.screen.splitlines()[2]
        assert "▸ pinned “Use pnpm" in person.screen.splitlines()[2]
        assert "- no" in person.screen
        assert "+ yes" in person.screen


async def test_what_was_decided_at_once_is_one_line(library: Store) -> None:
    """Four proposals turned down together: `rejected 4 proposals`; Enter shows each, Enter again folds them."""
    async with at_keyboard(library) as person:
        await person.press("2", "space", "space", "space", "space", "D", "y", "4")
        before = list(person.rows.ids)
        assert "▸ rejected 4 proposals" in person.screen.splitlines()[2]
        await person.press("enter")
        assert "▾ rejected 4 proposals" in person.screen.splitlines()[2]
        events = act_events(at_app(library), before[0])
        assert person.rows.ids[1 : len(events) + 1] == [f"event:{number}" for number in events]
        await person.press("j", "enter")
        assert person.frame.has_class("-open")
        assert "+ rejected" in person.screen
        await person.press("escape", "k", "enter")
        assert list(person.rows.ids) == before


async def test_any_act_is_reversed(library: Store) -> None:
    """`x` takes the act under the cursor back, older ones too; the log then holds both."""
    first, second, *_ = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2", "a", "r", "4", "j")
        assert "approved" in person.screen.splitlines()[3]
        await person.press("x")
        assert library.candidates.get(first).status is CandidateStatus.WAITING
        assert library.candidates.get(second).status is CandidateStatus.REJECTED
        assert "undid the approval" in person.screen.splitlines()[2]
        assert person.rows.cursor == 0


async def test_a_run_is_reversed_whole_after_a_question(library: Store, elsewhere: Store) -> None:
    """What an earlier visit did is named first; no leaves it, yes takes all of it back."""
    chosen = {one: library.candidates.get(one).rev for one in decisions.queue(library)[:3]}
    with elsewhere.write("person") as change:
        change.run = elsewhere.runs.start(change, "rejection").id
        for name in chosen:
            elsewhere.candidates.update(change, name, action="candidate.reject", status=CandidateStatus.REJECTED)
    async with at_keyboard(library) as person:
        await person.press("4", "x")
        assert "Undo the rejection of 3 proposals (you, just now)?" in person.status
        await person.press("n")
        assert {one.status for one in library.candidates.many(list(chosen))} == {CandidateStatus.REJECTED}
        await person.press("x", "y")
        assert {one.status for one in library.candidates.many(list(chosen))} == {CandidateStatus.WAITING}


async def test_refuses_with_the_reason_what_something_newer_rests_on(library: Store) -> None:
    """Nothing is changed, and the line says what stands in the way."""
    first = library.facts.ids()[0]
    async with at_keyboard(library) as person:
        pinned = library.facts.get(first).pinned
        await person.press("p", "e")
        await person.write(", please")
        await person.press("ctrl+s", "4", "j")
        assert "pinned" in person.screen.splitlines()[3]
        await person.press("x")
        assert "was changed since" in person.status
        assert library.facts.get(first).pinned is not pinned


async def test_narrows_to_who_and_to_what(library: Store) -> None:
    """`f` and a word of the list; both hold together, and Esc shows everything again."""
    engine = at_app(library)
    async with at_keyboard(library) as person:
        await person.press("p", "2", "r", "4")
        everything = list(person.rows.ids)
        await person.press("f")
        await person.write("you")
        await person.press("enter")
        assert list(person.rows.ids) == [act.id for act in list_acts(engine, actor="person").acts]
        await person.press("f")
        await person.write("proposals")
        await person.press("enter")
        assert len(person.rows.ids) == 1
        assert "you · proposals · 1 act" in person.screen.splitlines()[1]
        assert [act.id for act in list_acts(engine, actor="person", kind=SubjectKind.CANDIDATE).acts] == person.rows.ids
        await person.press("escape")
        assert list(person.rows.ids) == everything


async def test_searches_what_was_done_and_what_it_was_done_to(library: Store) -> None:
    """Every word has to be there; nothing found says what to press."""
    async with at_keyboard(library) as person:
        await person.press("d", "4")
        await person.search("archive PNPM")
        assert len(person.rows.ids) == 1
        assert "archived “Use pnpm" in person.screen
        await person.search("zzzz")
        assert "No matching changes." in person.screen
        await person.press("escape")
        assert len(person.rows.ids) > 1


async def test_what_is_new_is_announced(library: Store, elsewhere: Store) -> None:
    """Nothing moves under the cursor; ctrl+r takes it in."""
    async with at_keyboard(library) as person:
        await person.press("p", "4")
        current = person.rows.current
        with elsewhere.write("hook") as transaction:
            fact = elsewhere.facts.ids()[3]
            elsewhere.facts.update(transaction, fact, action="fact.archive", status=Status.ARCHIVED)
        person.app.look_around()
        await person.settle()
        assert "1 new" in person.screen
        assert person.rows.current == current
        await person.press("ctrl+r", "g")
        assert "archived" in person.screen.splitlines()[2]


async def test_copies_an_act_and_an_event(library: Store) -> None:
    """`y` one line, `Y` with everything: of an act its parts, of an event before and after."""
    async with at_keyboard(library) as person:
        await person.press("p", "4", "y")
        fact = library.facts.get(library.facts.ids()[0])
        assert person.app.clipboard.endswith(f"person pinned “{fact.text}”")
        await person.press("Y")
        assert person.app.clipboard.endswith("\n  pinned 1 fact")
        await person.press("enter", "j", "y")
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


async def test_n_goes_from_hit_to_hit(library: Store) -> None:
    """Among what is unfolded only the rows that say the words; round the end; without a search it says how."""
    async with at_keyboard(library) as person:
        await person.press("p", "4", "n")
        assert "search with / first; then this jumps between hits" in person.status
        await person.search("pnpm")
        await person.press("enter")
        found = list(person.rows.ids)
        assert len(found) > 1
        await person.press("n")
        assert person.rows.current == found[1]
        await person.press("N", "N")
        assert person.rows.current == found[-1]
        await person.press("enter")
        rows = list(person.rows.ids)
        hits = [name for name in rows if "pnpm" in str(person.frame._load([name])) or name in found]
        assert len(hits) < len(rows), "the run that filled the store has events of other facts"
        await person.press("g")
        seen = [person.rows.current]
        for _ in hits[1:]:
            await person.press("n")
            seen.append(person.rows.current)
        assert set(seen) <= set(hits)
