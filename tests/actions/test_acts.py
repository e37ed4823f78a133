"""Looking back: the log by acts, sessions with what was kept of them, days, and checks one by one."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from lore import actions
from lore.actions import Engine, background
from lore.cli.program import run
from lore.config import change_settings
from lore.consolidate import KIND, consolidate
from lore.doctor import CHECKS
from lore.errors import NeedsPerson, NotFound
from lore.model import CandidateStatus, Status, SubjectKind, Turn
from lore.presence import deciding
from lore.store import Store, open_store
from support.consolidating import say
from support.face_world import World
from support.keyboard import Person, at_app, at_keyboard
from support.person import me
from support.talks import talk


def told(engine: Engine) -> list[str]:
    return [actions.act_told(engine, act, width=40) for act in actions.list_acts(engine).acts]


def test_a_step_is_told_by_what_it_did_and_its_undo_by_what_it_undid(library: Store) -> None:
    engine = at_app(library)
    first, second, third = library.facts.ids()[:3]
    actions.archive(engine, [first])
    actions.archive(engine, [second, third])
    assert told(engine)[0] == "archived 2 facts"
    assert told(engine)[1].startswith("archived “")
    actions.undo(engine)
    assert told(engine)[0] == "undid the archiving of 2 facts"
    stands = [act.stands for act in actions.list_acts(engine).acts[:3]]
    assert stands == [True, False, True]


def test_a_run_is_one_act_with_everything_it_did(store: Store) -> None:
    """Its units together; a machine's by the name of its run, and a capture by what came of it."""
    from lore.model import Clean, Fact, Kind, Role, Session, Turn

    with store.write("import") as change:
        run = store.runs.start(change, "capture").id
    for name in ("one", "two"):
        with store.write("import", run) as change:
            store.sessions.put(change, Session(name, "claude-code"))
            store.sessions.add_turns(change, name, [Turn(name, "m1", Role.USER, Clean("Use uv"))])
            store.facts.add(change, Fact("", Clean(f"Use uv in {name}"), Kind.CONVENTION))
    engine = at_app(store)
    (act,) = actions.list_acts(engine).acts
    assert actions.act_told(engine, act, width=40) == "capture: 2 facts from 2 sessions"
    assert act.run == run
    assert "added 2 facts" in act.parts
    assert actions.act_events(engine, act.id) == tuple(store.audit.seqs())


def test_acts_are_narrowed_by_who_what_and_words(library: Store) -> None:
    engine = at_app(library)
    fact = library.facts.get(library.facts.ids()[0])
    actions.archive(engine, [fact.id])
    with library.write("hook") as change:
        library.facts.update(change, library.facts.ids()[0], action="fact.archive", status=Status.ARCHIVED)
    found = actions.list_acts(engine)
    assert found.actors[:2] == ("hook", "person")
    assert [act.actor for act in actions.list_acts(engine, actor="hook", limit=1).acts] == ["hook"]
    assert SubjectKind.FACT in found.kinds
    assert all(SubjectKind.LINK in act.kinds for act in actions.list_acts(engine, kind=SubjectKind.LINK).acts)
    word = fact.text.split()[1].upper()
    assert found.acts[1].id in {act.id for act in actions.list_acts(engine, words=f"{word} ARCHIVE").acts}
    assert actions.list_acts(engine, words="zzzz").acts == ()


@pytest.fixture
def engine(library: Store) -> Engine:
    talk(library)
    return at_app(library)


def test_a_transcript_names_the_facts_of_each_message(engine: Engine) -> None:
    found = actions.transcript(engine, "4f2a")
    said = {step.source_id: step.text for step in found.steps if isinstance(step, Turn)}
    assert found.kept
    for message, kept in found.kept.items():
        assert all(one.quote in said[message] for one in kept)
    with pytest.raises(NotFound):
        actions.transcript(engine, "nobody")


def test_days_are_counted(engine: Engine) -> None:
    facts = engine.store.facts.select()
    day = facts[0].created_at[:10]
    today = "2026-03-12"
    actions.archive(engine, [facts[0].id])
    counted = actions.count_days(engine, "2025-03-13", today).days
    assert counted[day].learnt == sum(fact.created_at.startswith(day) for fact in engine.store.facts.select()) + 1
    assert counted[today].forgotten == 1
    assert "2025-07-01" not in counted


def test_every_result_is_heard_in_order_and_is_the_report(library: Store) -> None:
    engine = at_app(library)
    heard: list[actions.Result] = []
    done = actions.examine_each(engine, heard.append)
    assert tuple(heard) == done.report.results
    assert [one.check.id for one in heard] == [check.id for check in actions.list_checks(engine).checks]
    assert [check.id for check in CHECKS] == [one.check.id for one in heard]


BULK: dict[str, Callable[[Person], Any]] = {
    "approve the marked": lambda person: person.press("space", "A", "y"),
    "approve under the cursor": lambda person: person.press("A", "y"),
    "approve all": lambda person: person.press("a"),
}


@pytest.mark.parametrize("keys", BULK)
async def test_no_single_use_of_a_key_of_the_app_approves_what_has_a_warning(keys: str, library: Store) -> None:
    waiting = library.candidates.many(library.candidates.ids())
    (risky,) = (candidate for candidate in waiting if candidate.project is None)
    async with at_keyboard(library) as person:
        await person.press("2", *["down"] * [candidate.id for candidate in waiting].index(risky.id))
        await BULK[keys](person)
    assert library.candidates.get(risky.id).status is CandidateStatus.WAITING


@pytest.mark.parametrize("words", [["review", "approve"], ["review", "edit"]])
def test_no_single_command_approves_what_has_a_warning(words: list[str], world: World, library: Store) -> None:
    """`--yes` stands for no warning."""
    more = ["Ask me before adding a dependency"] if words[-1] == "edit" else [world.waiting]
    assert run([*words, world.risky, *more, "--yes"]) == 4
    assert library.candidates.get(world.risky).status is CandidateStatus.WAITING


def test_no_single_action_approves_what_has_a_warning(world: World, library: Store) -> None:
    engine = Engine(library, person=deciding("decide in a test", yes=True))
    actions.approve_all(engine, [world.risky, world.waiting])
    ways: tuple[Callable[[], object], ...] = (
        lambda: actions.approve(engine, world.risky),
        lambda: actions.edit_and_approve(engine, world.risky, "Ask me before adding a dependency"),
    )
    for one in ways:
        with pytest.raises(NeedsPerson):
            one()
    assert library.candidates.get(world.risky).status is CandidateStatus.WAITING


def test_it_is_due_after_ten_saves_or_a_day(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not background.is_due(store)
    for day in range(1, 10):
        say(store, f"The port of service number {day} is {4_000 + day}", day)
    assert not background.is_due(store)
    say(store, "Dates are stored in UTC", 10)
    assert background.is_due(store)
    consolidate(store)
    monkeypatch.setenv("LORE_NOW", "2026-03-13T08:59:00Z")
    assert not background.is_due(store)
    say(store, "Names are stored in lower case", 11)
    assert not background.is_due(store)
    monkeypatch.setenv("LORE_NOW", "2026-03-13T09:01:00Z")
    assert background.is_due(store)
    change_settings(store, {"consolidation.after_saves": 0}, by=me())
    assert not background.is_due(store)


def test_nothing_is_noted_where_it_may_not_start(store: Store) -> None:
    for day in range(1, 12):
        say(store, f"The port of service number {day} is {4_000 + day}", day)
    background.note_if_due(store)
    assert background.start_noted() == []


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells whether a process is left")
def test_a_command_starts_it_and_nothing_is_left(home: Path) -> None:
    """The command does not wait for it; the log tells of it, and no process of this store is there afterwards."""
    with open_store(home) as store:
        change_settings(store, {"consolidation.after_saves": 2}, by=me())
    environment = {name: value for name, value in os.environ.items() if name != "LORE_BACKGROUND"}
    for text in ("The office is in Basel", "Dates are stored in UTC", "Deploys go out on Tuesdays"):
        subprocess.run([sys.executable, "-m", "lore", "add", text], env=environment, capture_output=True, check=True)
    end = time.monotonic() + 60
    with open_store(home) as store:
        while (run := store.runs.latest(KIND)) is None or run.finished_at is None:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert run.actor == "consolidation"
    while _of(home):
        assert time.monotonic() < end
        time.sleep(0.05)


def _of(home: Path) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it ended meanwhile
            words = (process / "cmdline").read_bytes()
            if b"--quietly" in words and str(home).encode() in (process / "environ").read_bytes():
                found.append(process.name)
    return found
