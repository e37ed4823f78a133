"""A year of sessions around the sample store: what the pictures of the app are taken of."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from lore.model import Clean, Role, Session, Turn
from lore.store import Store, Transaction
from support.data import data
from support.sample_store import API, PROPOSALS, WEB

NOW = datetime(2026, 3, 12, 8, 40)
_DATA = data("year")
TALKS: Sequence[Sequence[str]] = tuple(_DATA["talks"])
"""One for each proposal of the sample store, in their order: the third message holds its quotation."""
ASKED = (
    "The login test fails one time in five",
    "The date picker jumps a month back in Safari",
    "Write the release notes of this sprint",
    "Move the colours of the theme into one file",
    "The queue was down again this night, look into the log",
    "Type the answers of the payment client",
    "Give the list of invoices a page of its own",
    "Speed up the first paint of the dashboard",
)


def worked_through(store: Store) -> None:
    """A year in which one worked: sessions on most days, the talks that the proposals quote, and what was given."""
    with store.write("hook") as change:
        for number, talk in enumerate(TALKS):
            _said(store, change, "4f2a91", f"q{number}", _at(number, 0), talk)
        sessions = [name for days in range(364) for name in _day(store, change, days)]
    known = store.facts.ids()
    for number, (session, at) in enumerate(sessions[:60]):
        given = known[number % 3 : 9 + number % 4]
        store.accesses.give(given, session, at)
        store.accesses.take_up(given[: 1 + number % 4], session)


def _at(days: int, minutes: int) -> str:
    return (NOW - timedelta(days=days) + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:00Z")


def _said(store: Store, change: Transaction, session: str, quoted: str, at: str, talk: Sequence[str]) -> None:
    roles = (Role.USER, Role.ASSISTANT) * 2
    names = (f"{quoted}-a", f"{quoted}-b", quoted, f"{quoted}-d")
    turns = [Turn(session, name, role, Clean(text), at) for name, role, text in zip(names, roles, talk, strict=True)]
    store.sessions.add_turns(change, session, turns)


def _day(store: Store, change: Transaction, days: int) -> Iterator[tuple[str, str]]:
    """The sessions of one day and when they began: few at first, more the nearer it is, hardly any at a weekend."""
    busy = (days * 7919 + 13) % 11 - (5 if (NOW - timedelta(days=days)).weekday() > 4 else 1) - days // 60
    for number in range(max(0, min(5, busy)) if days else 3):
        name, asked = f"s{days:03}-{number}", ASKED[(days + number * 3) % len(ASKED)]
        agent, project = (("claude-code", WEB), ("codex", API), ("claude-code", API))[(days + number) % 3]
        at = _at(days, -50 * number)
        store.sessions.put(change, Session(name, agent, project=project, title=Clean(asked), started_at=at))
        turns = [
            Turn(name, f"{name}-u", Role.USER, Clean(asked), at),
            Turn(name, f"{name}-a", Role.ASSISTANT, Clean("Done, the tests are green."), at),
        ]
        store.sessions.add_turns(change, name, turns)
        yield name, at


assert all(quote in talk[2] for talk, (*_, quote) in zip(TALKS, PROPOSALS, strict=True))
