"""What a hook looks up is what the engine recalls by words, at this moment, with any SQLite that is met."""

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from lore import actions
from lore.actions import Engine
from lore.config import change_settings
from lore.context import note_prompts
from lore.doctor import repair, run_checks
from lore.lookup import Prompts, Unreadable, answer, recalled, words_of
from lore.lookup.recalling import nearest
from lore.model import Clean, Evidence, Fact, Kind, Layer, Project, Role, Session, Status, Turn
from lore.store import Store, make_backup, open_store, restore_backup
from lore.store.sqlite.connection import connect
from lore.store.sqlite.fact_words import NAME
from support.examples import examples
from support.person import me
from support.tables import tables_of
from torture.schemas import stored_schemas

SAID = (
    "Invoices are numbered per country, because the tax office of Portugal demands gapless series.",
    "The warehouse importer reads the Kafka topic stock-levels, because polling the ERP cost four hours a night.",
    "Use pnpm for the shop, never npm or yarn, as the lockfile of the monorepo is kept by pnpm alone.",
    "The search index is rebuilt on Sundays with zero downtime through an alias.",
    "Überweisungen laufen nachts über die Schnittstelle der Sparkasse, naïve Wiederholungen sind verboten.",
    "getUserProfile in src/profile/cache.ts returns stale avatars unless the CDN cache was purged.",
)
ASKED = (
    "Why are invoices numbered per country, and what does the tax office of Portugal demand of their series?",
    "What does the warehouse importer read from Kafka, and why was polling the ERP at night given up?",
    "Which package manager installs the shop, pnpm or npm or yarn, and who keeps the lockfile of the monorepo?",
    "How is the search index rebuilt without downtime on Sundays, by which alias?",
    "Warum laufen Überweisungen nachts über die Schnittstelle der Sparkasse, und sind Wiederholungen verboten?",
    "Why does getUserProfile in the profile cache return stale avatars from the CDN until it was purged?",
    "Please write a haiku about autumn leaves falling onto a quiet pond",
)
CHANGES: Sequence[dict[str, Any]] = ({}, {}, {"status": Status.ARCHIVED}, {"tainted": True}, {"project": "z"})
SESSIONS = ("s1", "s2", "s3")


@dataclass(frozen=True)
class Said:
    """One thing in a store."""

    text: str
    is_fact: bool
    here: bool | None
    """In this project, in another one, or None for no project."""
    session: str
    status: Status
    tainted: bool
    role: Role
    kind: Kind


things = st.builds(
    Said,
    text=st.builds(
        lambda words, end: words + end, st.sampled_from(SAID), st.sampled_from(["", " It is so.", " Really!"])
    ),
    is_fact=st.booleans(),
    here=st.sampled_from([True, True, True, False, None]),
    session=st.sampled_from(SESSIONS),
    status=st.sampled_from([Status.ACTIVE] * 4 + [Status.ARCHIVED, Status.SUPERSEDED]),
    tainted=st.sampled_from([False, False, False, True]),
    role=st.sampled_from([Role.USER, Role.USER, Role.ASSISTANT]),
    kind=st.sampled_from([Kind.DECISION, Kind.PREFERENCE, Kind.SYSTEM]),
)


def given_ids(home: str, folder: Path, prompt: str, session: str, known: Sequence[str] = ()) -> list[str]:
    return [one.id for one in answer(home, str(folder), prompt, session, [*known])[0]]


class World:
    """A store in use by hooks, and a folder in which sessions run."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.store, self.folder = store, folder
        self.engine = Engine(store, person=me(), folder=folder, by_words=True)
        self.project = self.engine.project
        self.home = str(store.folder)
        self._number = 0

    def add(self, said: Sequence[Said]) -> None:
        with self.store.write("capture") as transaction:
            for one in said:
                self._number += 1
                source = f"m{self._number}"
                project = {True: self.project, False: "elsewhere", None: None}[one.here]
                if one.is_fact:
                    fact = Fact("", Clean(one.text), one.kind, layer=Layer.USER_PROJECT, project=project)
                    fact = replace(fact, status=one.status, tainted=one.tainted, confidence=0.9)
                    self.store.facts.add(transaction, fact, [Evidence(Clean(one.text), one.session, source)])
                else:
                    session = f"{one.session}-{one.here}"
                    self.store.sessions.put(transaction, Session(session, "claude-code", project))
                    self.store.sessions.add_turns(
                        transaction, session, [Turn(session, source, one.role, Clean(one.text))]
                    )

    def looked_up(self, prompt: str, session: str = "asking") -> list[str]:
        return given_ids(self.home, self.folder, prompt, session)

    def recalled(self, prompt: str, session: str = "asking") -> list[str]:
        return [item.id for item in actions.hook_brief(self.engine, prompt, session=session).brief.items]

    def giveable(self) -> set[str]:
        return {fact.id for fact in self.store.facts.select() if fact.status is Status.ACTIVE and not fact.tainted}


@pytest.fixture
def world(store: Store, tmp_path: Path) -> World:
    made = World(store, tmp_path)
    (store.folder / "hooks").mkdir()
    made.add([Said(text, True, True, "s1", Status.ACTIVE, False, Role.USER, Kind.SYSTEM) for text in SAID])
    return made


def written(store: Store) -> dict[int, str]:
    with tables_of(store.folder) as connection:
        return {row[0]: row[1] for row in connection.execute(f"SELECT rowid, words FROM {NAME}")}


@given(first=st.lists(things, min_size=3, max_size=10), later=st.lists(things, max_size=4), picks=st.data())
@examples(4)
def test_the_answer_is_that_of_the_engine_and_never_what_is_no_longer_in_force(
    first: list[Said], later: list[Said], picks: st.DataObject, empty_folder: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "lore-home"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(empty_folder, folder)
    with open_store(folder) as store:
        world = World(store, tmp_path)
        world.add(first)
        for number, prompt in enumerate(ASKED):
            for session in (f"asking {number}", SESSIONS[number % 3]):
                assert world.looked_up(prompt, session) == world.recalled(prompt, session), prompt
        facts = store.facts.select()
        with store.write(me()) as transaction:
            for fact in facts:
                if change := picks.draw(st.sampled_from(CHANGES)):
                    store.facts.update(transaction, fact.id, **change)
        world.add(later)
        for prompt in ASKED:
            given_now = world.looked_up(prompt)
            assert given_now == world.recalled(prompt, "another")
            assert set(given_now) <= world.giveable()
            assert all(fact.project in (None, world.project) for fact in store.facts.many(given_now))
        level = written(store)
        assert store.health.wrong_words() == 0
        assert len(level) == store.health.make_words()
        assert written(store) == level


def test_something_is_given_and_mostly_nothing(world: World) -> None:
    """Else the property above would hold of a table that is empty."""
    found = [world.looked_up(prompt) for prompt in ASKED]
    assert [len(ids) for ids in found] == [len(world.recalled(prompt, f"n{n}")) for n, prompt in enumerate(ASKED)]
    assert sum(map(bool, found)) >= 3 and found[-1] == []


def test_what_changes_is_followed_in_the_same_transaction_and_undone_with_it(world: World) -> None:
    (fact,) = world.looked_up(ASKED[0])
    with world.store.write(me()) as transaction:
        world.store.facts.update(transaction, fact, status=Status.ARCHIVED)
    assert world.looked_up(ASKED[0]) == [] and world.looked_up(ASKED[5])
    actions.undo(world.engine, agreed=True)
    assert world.looked_up(ASKED[0]) == [fact]
    with pytest.raises(RuntimeError), world.store.write(me()) as transaction:
        world.store.facts.update(transaction, fact, status=Status.ARCHIVED)
        raise RuntimeError
    assert world.looked_up(ASKED[0]) == [fact]


CHANGED = ("a setting", "a project", "a restored copy", "an edit", "a move", "a damaged store")


@pytest.mark.parametrize("change", CHANGED)
def test_what_the_store_says_by_now_is_what_counts(change: str, world: World, tmp_path: Path) -> None:
    (fact,) = world.looked_up(ASKED[0])
    expected = [fact]
    if change == "a setting":
        change_settings(world.store, {"recall.budget": 5}, by=me())
        expected = []
    elif change == "a project":
        with world.store.write(me()) as transaction:
            world.store.projects.put(transaction, Project("elsewhere", "set", str(world.folder)))
        expected = []
    elif change == "a restored copy":
        copy = tmp_path / "copy.db"
        copy.touch(0o600)
        world.store.copy_into(copy)
        world.store.overwrite_from(copy)
    elif change in ("an edit", "a move"):
        with world.store.write(me()) as transaction:
            changed = {"text": Clean("Series have gaps.")} if change == "an edit" else {"project": "elsewhere"}
            world.store.facts.update(transaction, fact, **changed)
        expected = []
    else:
        world.store.close()
        (tmp_path / "lore-home" / "lore.db").write_bytes(b"no store" * 1_000)
        with pytest.raises(Unreadable):
            answer(world.home, str(world.folder), ASKED[0], "s", [])
        return
    assert given_ids(world.home, world.folder, ASKED[0], "s") == expected


def test_a_session_is_given_nothing_it_has_or_alone_said(world: World) -> None:
    (fact,) = world.looked_up(ASKED[0])
    assert given_ids(world.home, world.folder, ASKED[0], "asking", [fact]) == []
    assert world.looked_up(ASKED[0], "s1") == []


@pytest.mark.parametrize("purged", ["a fact", "a secret"])
def test_a_purge_leaves_no_word_in_any_file(purged: str, world: World) -> None:
    """Neither the store, its log, its backups nor what hooks keep: FTS5 itself leaves words of what is removed."""
    note_prompts(world.store, world.project)
    (fact,) = world.looked_up(ASKED[0])
    make_backup(world.store, "asked")
    assert stands_anywhere(world, b"portug")
    if purged == "a fact":
        actions.purge(world.engine, facts=[fact], confirm=fact)
    else:
        actions.purge(world.engine, secret="Portugal", confirm="purge")
    assert not stands_anywhere(world, b"portug") and not stands_anywhere(world, b"ortugal")
    assert world.store.health.wrong_words() == 0
    assert world.looked_up(ASKED[5])


def stands_anywhere(world: World, word: bytes) -> bool:
    files = [path for path in Path(world.home).rglob("*") if path.is_file() and path.suffix != ".key"]
    return any(word in path.read_bytes() for path in files)


def test_a_hook_reads_what_any_sqlite_wrote_and_the_engine_what_another_one_did(world: World) -> None:
    """The table has no option that only newer ones know, and its terms are split already: no tokenizer matters."""
    (fact,) = world.looked_up(ASKED[0])
    path = Path(world.home) / "lore.db"
    world.store.close()
    ways: Sequence[Callable[[Path], Any]] = (
        lambda path: sqlite3.connect(path, isolation_level=None),
        lambda path: connect(path, budget_s=1),
    )
    for number, opened in enumerate(ways):
        connection = opened(path)
        rows = connection.execute(f"SELECT rowid, words FROM {NAME}").fetchall()
        connection.execute(f"DELETE FROM {NAME}")
        connection.executemany(f"INSERT INTO {NAME} (rowid, words) VALUES (?, ?)", [tuple(row) for row in rows])
        found = [one.id for one in recalled(connection, ASKED[0], world.project, Prompts(0, {}))]
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        connection.close()
        assert found == world.looked_up(ASKED[0]) == world.recalled(ASKED[0], f"way {number}") == [fact]


def test_words_that_are_wrong_are_told_by_the_doctor_and_made_anew(world: World) -> None:
    with tables_of(world.store.folder) as connection:
        connection.execute(f"DELETE FROM {NAME} WHERE rowid = 1")
    assert world.store.health.wrong_words() == 1
    assert [one.check.id for one in run_checks(world.store.folder).wrong if one.check.id == "index"]
    world.store.close()
    repair(world.store.folder, only=["index"])
    assert world.store.health.wrong_words() == 0


def test_a_restored_backup_has_the_words_of_its_facts(world: World) -> None:
    backup = make_backup(world.store, "asked")
    (fact,) = world.looked_up(ASKED[0])
    with world.store.write(me()) as transaction:
        world.store.facts.update(transaction, fact, text=Clean("Series have gaps."))
    restore_backup(world.store, backup.name)
    assert world.looked_up(ASKED[0]) == [fact] and world.store.health.wrong_words() == 0


def test_a_store_of_before_gets_its_words_and_loses_the_file_that_hooks_had(tmp_path: Path) -> None:
    home = tmp_path / "lore-home"
    next(one for one in stored_schemas() if one.version == 9).build(home)
    (home / "hooks").mkdir()
    (home / "hooks" / "book.db").write_bytes(b"former")
    with open_store(home) as store:
        assert len(written(store)) > 0 and store.health.wrong_words() == 0
    assert list((home / "hooks").iterdir()) == []


def test_what_most_prompts_say_tells_nothing(world: World) -> None:
    (fact,) = world.looked_up(ASKED[0])
    world.add([Said(f"{ASKED[0]} {n}", False, True, "s2", Status.ACTIVE, False, Role.USER, Kind.SYSTEM)
               for n in range(30)])  # fmt: skip
    assert world.looked_up(ASKED[0]) == [fact]
    note_prompts(world.store, world.project)
    assert world.looked_up(ASKED[0]) == world.recalled(ASKED[0]) == []


def test_a_word_of_very_many_facts_tells_nothing_and_no_more_of_it_is_read(world: World) -> None:
    with tables_of(world.store.folder) as connection:
        words = [words_of(f"queue {'reader' if n % 2 else 'worker'} n{n % 7}", world.project) for n in range(5_001)]
        connection.executemany(f"INSERT INTO {NAME} (words) VALUES (?)", [(each,) for each in words])
        prompt = "Portugal " + " ".join(f"queue worker n{n} reader" for n in range(50))
        asked, holding = nearest(connection, prompt, world.project, Prompts(0, {}))
    assert "queue" not in asked.rarity and {"portug", "worker", "reader"} <= set(asked.rarity)
    assert any("portug" in terms for terms in holding.values())
    assert world.looked_up(prompt) is not None
    assert world.looked_up(" ".join(f"Portugal {n:05}" for n in range(5_000))) == []
