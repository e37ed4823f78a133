"""The order of the review queue: what would save most comes first, a person's words before anybody else's."""

import pytest
from hypothesis import given, strategies as st

from lore.memory.contradiction import Ground
from lore.memory.decisions import queue
from lore.memory.proposals import propose
from lore.memory.questions import dispute
from lore.memory.worth import saves
from lore.model import Clean, Evidence, Fact, Kind, Role
from lore.store import Store

WEB = "github.com/me/web"


@pytest.mark.parametrize(
    ("sessions", "quotations", "corrections", "days", "saved"),
    [
        (1, 1, 0, 0, 1.0),
        (0, 0, 0, 0, 1.0),
        (1, 3, 0, 0, 2.0),
        (3, 3, 0, 0, 3.0),
        (3, 5, 0, 0, 4.0),
        (2, 2, 2, 0, 4.0),
        (3, 3, 0, 180, 1.5),
        (3, 3, 0, 540, 0.75),
        (1, 1, 0, 20, 0.9),
        (1, 1, 0, -5, 1.0),
    ],
)
def test_what_a_convention_would_have_saved(
    sessions: int, quotations: int, corrections: int, days: float, saved: float
) -> None:
    """One session is one; a repetition within it half; a correction one more; half of it after half a year."""
    assert saves(sessions=sessions, quotations=quotations, corrections=corrections, days=days) == pytest.approx(saved)


@given(
    said=st.tuples(st.integers(1, 50), st.integers(0, 50), st.integers(0, 50), st.floats(0, 5_000)),
    more=st.integers(1, 20),
)
def test_more_is_worth_more_and_older_is_worth_less(said: tuple[int, int, int, float], more: int) -> None:
    """In sessions, in repetitions, in corrections and in time."""
    sessions, repeats, corrections, days = said

    def worth(sessions: int, repeats: int, corrections: int, days: float) -> float:
        return saves(sessions=sessions, quotations=sessions + repeats, corrections=corrections, days=days)

    now = worth(sessions, repeats, corrections, days)
    assert worth(sessions + more, repeats, corrections, days) > now
    assert worth(sessions, repeats + more, corrections, days) > now
    assert worth(sessions, repeats, corrections + more, days) > now
    assert worth(sessions, repeats, corrections, days + more) < now


def said(store: Store, text: str, sessions: int, *, month: int, role: Role = Role.USER) -> Fact:
    """A fact with a quotation in so many sessions of one month."""
    quotes = [
        Evidence(Clean(text), f"{text[:5]}{number}", f"m{number}", role, at=f"2026-{month:02d}-1{number}T10:00:00Z")
        for number in range(sessions)
    ]
    with store.write("hook") as transaction:
        fact = Fact("", Clean(text), Kind.CONVENTION, project=WEB, tainted=role is not Role.USER)
        return store.facts.add(transaction, fact, quotes)


def test_the_queue_has_peoples_words_first_then_questions_then_what_agents_said(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among people's words, what was said in more sessions, and lately."""
    monkeypatch.setenv("LORE_NOW", "2026-06-20T00:00:00Z")
    agents = said(store, "The cache lies in a folder of its own", 5, month=6, role=Role.ASSISTANT)
    once = said(store, "Write dates as year, month, day", 1, month=6)
    long_ago = said(store, "Name a branch after its ticket", 3, month=1)
    often = said(store, "Ask before you push to main", 3, month=6)
    older, newer = (
        said(store, "Tag a release by hand", 1, month=5),
        said(store, "Never tag a release by hand", 1, month=6),
    )
    with store.write("consolidation") as transaction:
        for fact in (agents, once, long_ago, often):
            propose(store, transaction, fact, because="said", sessions=1)
        dispute(store, transaction, newer, older, Ground.POLARITY)
    waiting = [store.candidates.get(name).fact for name in queue(store)]
    assert waiting == [often.id, long_ago.id, once.id, newer.id, agents.id]
