"""The check of whether what you say for good can be recognised without a model: by the marks of your language."""

from itertools import islice

from lore.capture import typed_text
from lore.doctor.check import Finding, ok, warn
from lore.doctor.inspection import Inspection
from lore.language import is_known_language, known_languages
from lore.model import Role
from lore.store import SessionFilter

LOOKED_AT, LEAST = 100, 20
"""The newest messages of yours that are looked at, and how few say nothing about your language."""
SESSIONS = 60
"""The newest sessions in which they are looked for."""
READ = "distill"
"""The kind of run that a model leaves when it has read sessions."""


def languages(inspection: Inspection) -> Finding:
    """Most of what you type is in a language in which lasting sentences are recognised, or a model reads it."""
    store = inspection.store
    typed = (
        typed_text(turn.text)
        for session in store.sessions.select(SessionFilter(), limit=SESSIONS)
        for turn in reversed(store.sessions.turns(session.id))
        if turn.role is Role.USER
    )
    told = [known for text in islice(typed, LOOKED_AT) if (known := is_known_language(text)) is not None]
    names, foreign = " and ".join(known_languages()), told.count(False)
    if len(told) < LEAST or 2 * foreign <= len(told):
        return ok(f"lasting sentences are recognised in {names}")
    if store.runs.latest(READ) is not None:
        return ok(f"a model reads your sessions; without one only {names} are understood")
    says = f"{foreign:,} of your newest {len(told):,} messages are in a language in which Lore keeps nothing by itself"
    return warn(
        f"{says}, as it does in {names}: only a model that reads your sessions keeps it",
        "`lore setup --reader MODEL`",
    )
