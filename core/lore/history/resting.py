"""What rests on nothing but messages that an undo withdrew goes with them, in one unit: a redo brings both back."""

from collections.abc import Sequence

from lore.model import AuditEvent, Evidence, Status, SubjectKind
from lore.presence import PERSON
from lore.store import FactFilter, Store, Transaction


def withdraw_unsaid(store: Store, transaction: Transaction, undone: Sequence[AuditEvent]) -> None:
    """Put away the facts that others made of the messages of these undone events: a quotation of them is nowhere.

    What a person ever touched stays, and so does what anything else bears out.
    """
    sessions = {event.subject.id for event in undone if event.subject.kind is SubjectKind.TURNS}
    for session in sorted(sessions):
        resting = store.facts.select(FactFilter(session=session, statuses=(Status.ACTIVE, Status.PENDING)))
        evidence = store.facts.evidence([fact.id for fact in resting])
        for fact in resting:
            is_said = any(_is_there(store, item) for item in evidence[fact.id])
            if not is_said and not store.audit.select(actor=PERSON, subject=fact.id, limit=1):
                store.facts.update(transaction, fact.id, action="fact.withdraw", status=Status.ARCHIVED)


def _is_there(store: Store, item: Evidence) -> bool:
    """Whether a quotation is of no message, or of one that is stored and not withdrawn."""
    if item.session is None or item.source_id is None:
        return True
    return store.sessions.turn(item.session, item.source_id) is not None
