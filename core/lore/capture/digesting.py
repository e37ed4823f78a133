"""A session as the lines of its digest, each with what it rests on and whether somebody else than the person said it.

First what it was for, then the facts, for these are what is looked for later; then how it went. Where a model read the
session, all of its narrative leads, marked as nobody's word. What was withdrawn or superseded since is not told.
"""

from collections.abc import Iterable, Sequence

from lore.capture.narratives import Narrative, entry_of, narrative
from lore.memory import beside_sentences
from lore.model import Clean, DigestLine, Fact, Heading, Kind, Role, Status
from lore.store import FactFilter, Store

MOST_WORDS = 500
"""Words of a digest, as long as a page."""
RATIO = 50
"""Words of a session for which its digest has one, but for its facts."""
LEAST_WORDS = 60
"""Words that the shortest session may take."""
_PLACE = {
    **dict.fromkeys((Kind.CORRECTION, Kind.CONVENTION, Kind.PREFERENCE), Heading.RULES),
    Kind.DECISION: Heading.DECISIONS,
    **dict.fromkeys((Kind.LESSON, Kind.SOLUTION), Heading.LESSONS),
    **dict.fromkeys((Kind.TASK, Kind.BLOCKER), Heading.OPEN),
}


def session_lines(store: Store, session_id: str) -> list[DigestLine]:
    """The lines of the digest of a session. Raises NotFound. Reads the reflog of its repository, where it is here."""
    told = narrative(store, session_id)
    turns = store.sessions.turns(session_id)
    is_typed = any(turn.role is Role.USER for turn in turns)
    facts = beside_sentences(store, store.facts.select(FactFilter(session=session_id)))[::-1]
    known = _stated(store, session_id)
    goals = [] if told.intent is None or told.intent in known else [told.intent]
    first = _lines(told, Heading.GOALS, goals, tainted=bool(told.by) or not is_typed)
    how = [
        *(_lines(told, Heading.DECISIONS, told.decisions) if told.by else ()),
        *_lines(told, Heading.OUTCOMES, told.outcomes),
        *(_lines(told, Heading.LESSONS, told.lessons) if told.by else ()),
        *_lines(told, Heading.OPEN, [one for one in told.open if not any(said in one for said in known)]),
    ]
    said = [_of_fact(fact) for fact in facts]
    if told.by:
        return fitting([*first, *how, *said], MOST_WORDS)
    whole = fitting([*first, *said], MOST_WORDS)
    room = min(MOST_WORDS, max(LEAST_WORDS, sum(len(turn.text.split()) for turn in turns) // RATIO))
    return [*whole, *fitting(how, room - sum(len(line.text.split()) for line in whole))]


def fitting(lines: Iterable[DigestLine], words: int) -> list[DigestLine]:
    """The lines, in their order, that fit so many words; one that does not fit is passed over."""
    kept: list[DigestLine] = []
    for line in lines:
        if (length := len(line.text.split())) <= words:
            kept.append(line)
            words -= length
    return kept


def _lines(told: Narrative, heading: Heading, texts: Sequence[str], *, tainted: bool = True) -> list[DigestLine]:
    return [DigestLine(heading, Clean(text), told.session.id, tainted) for text in texts]


def _stated(store: Store, session_id: str) -> set[str]:
    """What became a fact of the session: it is told as one, or stands no longer."""
    facts = beside_sentences(store, store.facts.select(FactFilter(statuses=tuple(Status), session=session_id)))
    quotations = store.facts.evidence([fact.id for fact in facts])
    return {entry_of(fact) for fact in facts} | {one.quote for several in quotations.values() for one in several}


def _of_fact(fact: Fact) -> DigestLine:
    return DigestLine(_PLACE.get(fact.kind, Heading.KNOWN), Clean(entry_of(fact)), fact.id, fact.tainted)
