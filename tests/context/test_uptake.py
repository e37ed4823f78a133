"""What counts as a use of a fact: what the agent did with it, never what it said, and never where it broke the rule."""

import pytest

from lore.context.uptake import note_uptake
from lore.memory.editing import NewFact, add_fact
from lore.memory.entering import remember
from lore.model import Clean, Event, EventKind, Evidence, Fact, Kind, Role, Session, Turn
from lore.store import Store

AT = "2026-03-12T10:00:00Z"


def given(store: Store, text: str, said: str, *done: tuple[EventKind, str], files: tuple[str, ...] = ()) -> Fact:
    """A session that was given a fact, said something, and did something after."""
    fact = add_fact(store, NewFact(text, Kind.CONVENTION, files=files)).fact
    store.accesses.give([fact.id], "s1", "2026-03-12T09:00:00Z")
    with store.write("hook") as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code"))
        store.sessions.add_turns(transaction, "s1", [Turn("s1", "m1", Role.ASSISTANT, Clean(said), AT)])
        events = [
            Event("s1", f"e{number}", kind, Clean(words.split(" ")[0]), Clean(words), AT)
            for number, (kind, words) in enumerate(done)
        ]
        store.sessions.add_events(transaction, "s1", events)
    return fact


RUNS, CHANGES = EventKind.COMMAND, EventKind.FILE_CHANGE


@pytest.mark.parametrize(
    ("fact", "said", "done", "used"),
    [
        ("Always use uv here, never pip.", "done", [(RUNS, "uv add httpx")], True),
        ("Always use uv here, never pip.", "I always use uv here, never pip.", [], False),
        ("Always use uv here, never pip.", "I ran `pip install httpx`", [(RUNS, "pip install httpx")], False),
        ("Always use uv here, never pip.", "", [(RUNS, "uv sync"), (RUNS, "pip install httpx")], False),
        ("Always use uv here, never pip.", "", [(RUNS, "ls src")], False),
        ("Run `make lint` before every commit.", "", [(RUNS, "make lint")], True),
        ("Tests must pass on Windows too.", "the tests pass on Windows too", [(RUNS, "pytest tests")], False),
        ("The price client lives in src/shop/client.py.", "", [(RUNS, "cat src/shop/client.py")], True),
        ("Never edit generated files by hand.", "I never edit generated files", [(RUNS, "git status")], False),
    ],
)
def test_a_use_is_what_the_agent_did(
    store: Store, fact: str, said: str, done: list[tuple[EventKind, str]], used: bool
) -> None:
    """In doubt nothing is counted."""
    known = given(store, fact, said, *done)
    assert note_uptake(store, "s1") == ([known.id] if used else [])


def test_a_change_of_the_file_that_a_fact_is_about_is_a_use(store: Store) -> None:
    fact = given(store, "Prices are integer cents", "", (CHANGES, "src/shop/prices.py"), files=("src/shop/prices.py",))
    assert note_uptake(store, "s1") == [fact.id]


def test_a_use_is_never_told_as_said(store: Store) -> None:
    """Said in one session and used in another is said in one; what an agent says again counts for nothing."""
    with store.write("hook") as transaction:
        said = [Evidence(Clean("Use uv."), "s0", name, Role.USER, at=AT) for name in ("m1", "m2")]
        fact = remember(store, transaction, Fact("", Clean("Use uv."), Kind.CONVENTION), said).fact
    store.accesses.take_up([fact.id], "s1")
    usage = store.facts.usage([fact.id])[fact.id]
    assert (usage.said_sessions, usage.sessions) == (1, 2)
