"""The log of every question to a model, and how many may be asked in a day."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from lore import clock
from lore.audit import MODEL_ASKED
from lore.distill.ways import Way
from lore.model import Subject, SubjectKind, Turn
from lore.store import Store, Transaction

ACTION = MODEL_ASKED
ACTOR = "model"
NOBODY = "nobody"
"""What stands for the model where nothing was sent."""


def note_call(transaction: Transaction, session: str, way: Way, told: Mapping[str, object]) -> None:
    """Tell in the log that a session was sent, to whom, how much, and what came of it."""
    transaction.note(
        ACTION, Subject(SubjectKind.MODEL_CALL, session), None, {"name": session, "with": way.label, **told}
    )


def place_of(turn: Turn) -> int:
    """What the log says of how far a session was read: the place of its last message, from 1.

    No id of an agent's: what it looks like may be masked as a secret, and the session would never count as read.
    """
    return turn.position + 1


def is_read_to(turn: Turn, up_to: str) -> bool:
    """Whether this is the message up to which a session was read; an earlier release told its id."""
    return up_to in (str(place_of(turn)), turn.source_id)


def pass_over(store: Store, session: str) -> None:
    """Tell in the log that a session holds nothing that a model could be sent."""
    last = store.sessions.newest_turn(session)
    with store.write(ACTOR) as transaction:
        told = {"name": session, "with": NOBODY, "up_to": place_of(last) if last else 0}
        transaction.note(ACTION, Subject(SubjectKind.MODEL_CALL, session), None, told)


def calls_today(store: Store) -> int:
    """Questions that left this machine's store in the last 24 hours."""
    since = clock.shifted(timedelta(days=-1))
    calls = store.audit.select(action=ACTION, after=since)
    return sum(not str(event.state.get("with", "")).startswith(("replay", NOBODY)) for event in calls)


@dataclass(frozen=True, slots=True)
class Reader:
    """What came of one model's reading, in all."""

    label: str
    read: int = 0
    """Sessions that it read."""
    failed: int = 0
    """Questions that it did not answer."""
    tokens: int = 0
    """That it was sent, about."""
    notes: int = 0
    kept: int = 0
    """Notes that counted; the others were refused."""

    @property
    def refused(self) -> float:
        """The share of its notes that did not count."""
        return 1 - self.kept / self.notes if self.notes else 0.0


@dataclass(frozen=True, slots=True)
class Reading:
    """One question about a session, and what came of it."""

    session: str
    at: str
    label: str
    failed: str
    """Why there is no answer to use; empty where there is."""
    reached: bool
    """Whether the model answered, whatever it was."""
    up_to: str
    """How far it was read (`is_read_to`); empty where nothing was."""
    run: str | None
    """What an undo takes back."""
    tokens: int
    notes: int
    kept: int
    has_wordings: bool = True
    """Whether its notes have a model's wording beside your sentence; those of an earlier release are the sentence."""


def readings(store: Store, after: str | None = None) -> list[Reading]:
    """Every question about a session, the newest first."""
    events = store.audit.select(action=ACTION, after=after)
    asked = [(event, event.state) for event in events if "purpose" not in event.state]
    return [
        Reading(
            session=event.subject.id,
            at=event.at,
            label=str(told.get("with", "")),
            failed=str(told.get("failed", "")),
            reached=told.get("reached") is not False,
            up_to=str(told.get("up_to") or ""),
            run=event.run,
            tokens=int(told.get("tokens", 0)),
            notes=int(told.get("notes", 0)),
            kept=int(told.get("kept", 0)),
            has_wordings="cards_only" in told,
        )
        for event, told in asked
    ]


def readers(found: list[Reading]) -> list[Reader]:
    """What came of the readings of each model."""
    known: dict[str, Reader] = {}
    for one in found:
        if one.label == NOBODY:
            continue
        reader = known.get(one.label, Reader(one.label))
        known[one.label] = replace(
            reader,
            read=reader.read + bool(one.up_to),
            failed=reader.failed + bool(one.failed),
            tokens=reader.tokens + one.tokens,
            notes=reader.notes + one.notes,
            kept=reader.kept + one.kept,
        )
    return list(known.values())


def read_up_to(store: Store, session: str) -> str:
    """How far a model has read a session (`is_read_to`); empty where it read nothing of it."""
    calls = store.audit.select(action=ACTION, subject=session)
    return next((str(event.state["up_to"]) for event in calls if event.state.get("up_to")), "")
