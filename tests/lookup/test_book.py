"""What a hook looks up in the book is what the engine recalls by words, and never what is no longer in force."""

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
from lore.context import keep_book
from lore.handover import places
from lore.index import rebuild
from lore.lookup import NoBook, Unreadable, answer
from lore.model import Clean, Evidence, Fact, Kind, Layer, Project, Role, Session, Status, Turn
from lore.store import Store, open_store
from support.examples import examples
from support.person import me

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
"""What becomes of a fact, mostly nothing."""
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

    def level(self) -> None:
        assert keep_book(self.store)

    def looked_up(self, prompt: str, session: str = "asking") -> list[str]:
        return answer(self.home, str(self.folder), prompt, session, []).ids

    def recalled(self, prompt: str, session: str = "asking") -> list[str]:
        """By the word index: the book is aside."""
        book = Path(places.book(self.home))
        aside = book.rename(book.with_name("aside"))
        found = [item.id for item in actions.hook_brief(self.engine, prompt, session=session).brief.items]
        aside.rename(book)
        return found

    def giveable(self) -> set[str]:
        return {fact.id for fact in self.store.facts.select() if fact.status is Status.ACTIVE and not fact.tainted}


@pytest.fixture
def world(store: Store, tmp_path: Path) -> World:
    made = World(store, tmp_path)
    made.add([Said(text, True, True, "s1", Status.ACTIVE, False, Role.USER, Kind.SYSTEM) for text in SAID])
    made.level()
    return made


def dumped(home: Path) -> dict[str, object]:
    """What a book says, whatever numbers its rows have."""
    connection = sqlite3.connect(home / "hooks" / "book.db")
    passages = connection.execute(
        "SELECT name, key, text, sessions, line, tokens, terms FROM passages"
        " JOIN projects ON projects.number = project ORDER BY name"
    ).fetchall()
    postings = connection.execute(
        "SELECT terms.term, name FROM postings JOIN terms ON terms.number = postings.term"
        " JOIN passages ON passages.number = passage ORDER BY 1, 2"
    ).fetchall()
    held = connection.execute("SELECT term, held FROM terms WHERE held ORDER BY term").fetchall()
    connection.close()
    return {"passages": passages, "postings": postings, "held": held}


@given(first=st.lists(things, min_size=3, max_size=10), later=st.lists(things, max_size=4), picks=st.data())
@examples(4)
def test_the_answer_is_that_of_the_engine_and_never_what_is_no_longer_in_force(
    first: list[Said], later: list[Said], picks: st.DataObject, empty_folder: Path, tmp_path: Path
) -> None:
    """Level: the same as the engine by words. Behind: only what still may be given. Level again: as if made anew."""
    folder = tmp_path / "lore-home"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(empty_folder, folder)
    with open_store(folder) as store:
        world = World(store, tmp_path)
        world.add(first)
        world.level()
        rebuild(store, None)
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
            assert set(given_now) <= world.giveable()
            assert all(fact.project in (None, world.project) for fact in store.facts.many(given_now))
        world.level()
        level = dumped(folder)
        Path(places.book(str(folder))).unlink()
        world.level()
        assert dumped(folder) == level


def test_something_is_given_and_mostly_nothing(world: World) -> None:
    """Else the property above would hold of a book that is empty."""
    rebuild(world.store, None)
    found = [world.looked_up(prompt) for prompt in ASKED]
    assert [len(ids) for ids in found] == [len(world.recalled(prompt, f"n{n}")) for n, prompt in enumerate(ASKED)]
    assert sum(map(bool, found)) >= 3 and found[-1] == []


def test_what_changed_since_is_left_out_and_the_rest_is_given(world: World) -> None:
    """A fact that is retired, and one that is new: the book knows neither, and says so of the first."""
    (fact,) = world.looked_up(ASKED[0])
    with world.store.write(me()) as transaction:
        world.store.facts.update(transaction, fact, status=Status.ARCHIVED)
    assert world.looked_up(ASKED[0]) == []
    assert world.looked_up(ASKED[5])


def lose_the_book(home: str) -> None:
    Path(places.book(home)).unlink()


def spoil_the_book(home: str) -> None:
    Path(places.book(home)).write_bytes(b"\xff" * 5_000)


def cut_the_book(home: str) -> None:
    data = Path(places.book(home)).read_bytes()
    Path(places.book(home)).write_bytes(data[: len(data) // 2])


LOSSES = (lose_the_book, spoil_the_book, cut_the_book)


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)
def test_a_book_that_is_lost_or_damaged_is_not_used(loss: Callable[[str], None], world: World) -> None:
    """It is made good by whoever brings it level."""
    (fact,) = world.looked_up(ASKED[0])
    with world.store.write(me()) as transaction:
        world.store.facts.update(transaction, fact, status=Status.ARCHIVED)
    loss(world.home)
    with pytest.raises(NoBook):
        world.looked_up(ASKED[0])
    world.level()
    assert world.looked_up(ASKED[0]) == [] and world.looked_up(ASKED[5])


CHANGED = ("a setting", "a project", "a restored copy", "an edit", "a move", "a damaged store")


@pytest.mark.parametrize("change", CHANGED)
def test_what_the_store_says_by_now_is_what_counts(change: str, world: World, tmp_path: Path) -> None:
    """Nobody has to bring the book level first: the hook asks the store itself."""
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
    assert answer(world.home, str(world.folder), ASKED[0], "s", []).ids == expected


def test_a_session_is_given_nothing_it_has_or_alone_said(world: World) -> None:
    (fact,) = world.looked_up(ASKED[0])
    assert answer(world.home, str(world.folder), ASKED[0], "asking", [fact]).ids == []
    assert world.looked_up(ASKED[0], "s1") == []


def test_a_purge_leaves_nothing_of_it_in_what_hooks_look_up(world: World) -> None:
    """Neither the line nor its words, and the book that follows knows nothing of them."""
    (fact,) = world.looked_up(ASKED[0])
    actions.purge(world.engine, facts=[fact], confirm=fact)
    hooks = Path(places.shared(world.home))
    assert not any(b"ortugal" in path.read_bytes() for path in hooks.rglob("*") if path.is_file())
    world.level()
    assert not any(b"ortugal" in path.read_bytes() for path in hooks.rglob("*") if path.is_file())
    assert world.looked_up(ASKED[0]) == [] and world.looked_up(ASKED[5])


def test_what_is_edited_leaves_no_old_words_in_the_book(world: World) -> None:
    (fact,) = world.looked_up(ASKED[0])
    with world.store.write(me()) as transaction:
        world.store.facts.update(transaction, fact, text=Clean("Invoices have no gaps."))
    world.level()
    assert b"Portugal demands" not in Path(places.book(world.home)).read_bytes()


def test_the_book_is_its_owner_s_alone(world: World) -> None:
    assert Path(places.book(world.home)).stat().st_mode & 0o077 == 0


def test_the_longest_prompt_and_the_commonest_words_are_answered_in_no_time(world: World) -> None:
    """Whatever is pasted, only so much is read."""
    world.add([Said(f"Queue {n} is read by worker {n}.", True, True, "s1", Status.ACTIVE, False, Role.USER,
                    Kind.SYSTEM) for n in range(200)])  # fmt: skip
    world.level()
    assert world.looked_up(" ".join(f"queue worker read {n}" for n in range(5_000))) is not None
