"""The log of every question to a model, and how many may be asked in a day."""

from collections.abc import Mapping
from datetime import timedelta

from lore import clock
from lore.distill.ways import Way
from lore.model import Subject, SubjectKind
from lore.store import Store, Transaction

ACTION = "model.ask"


def note_call(transaction: Transaction, session: str, way: Way, told: Mapping[str, object]) -> None:
    """Tell in the log that a session was sent, to whom, how much, and what came of it."""
    transaction.note(
        ACTION, Subject(SubjectKind.MODEL_CALL, session), None, {"name": session, "with": way.label, **told}
    )


def calls_today(store: Store) -> int:
    """Questions that left this machine's store in the last 24 hours."""
    since = clock.shifted(timedelta(days=-1))
    calls = store.audit.select(action=ACTION, after=since)
    return sum(not str(event.state.get("with", "")).startswith("replay") for event in calls)


def read_up_to(store: Store, session: str) -> str | None:
    """The last message of a session that a model has read; None where it read none of it."""
    calls = store.audit.select(action=ACTION, subject=session)
    return next((str(event.state["up_to"]) for event in calls if event.state.get("up_to")), None)
