"""A session as the lines of its digest, each with what it rests on and whether somebody else than the person said it.

Where a model read the session, its narrative leads, marked as nobody's word. Then come the facts, for these are what is
looked for later; without a reader what was asked, done and left open fills the room that its length deserves.
What was withdrawn, refuted or superseded since is not told.
"""

from collections.abc import Iterable, Iterator, Sequence

from lore.brief import brief
from lore.capture.narratives import changed, closing_of, committed, intent_of, left_open, read_narrative, requests_of
from lore.model import Clean, DigestLine, Event, Fact, Heading, Kind, Role, Session, Status, Turn
from lore.store import FactFilter, Store
from lore.text import shorten
from lore.wording import as_reason

MOST_WORDS = 500
"""Words of a digest, as long as a page."""
RATIO = 50
"""Words of a session for which its digest has one, but for its facts."""
LEAST_WORDS = 60
"""Words that the shortest session may take."""
WIDTH, NARROW = 200, 100
"""Characters of a line, and of one where there are more facts than room."""
_PLACE = {
    **dict.fromkeys((Kind.CORRECTION, Kind.CONVENTION, Kind.PREFERENCE), Heading.RULES),
    Kind.DECISION: Heading.DECISIONS,
    **dict.fromkeys((Kind.LESSON, Kind.SOLUTION), Heading.LESSONS),
    **dict.fromkeys((Kind.TASK, Kind.BLOCKER), Heading.OPEN),
}

_TOLD = {
    "intent": Heading.GOALS,
    "decisions": Heading.DECISIONS,
    "outcomes": Heading.OUTCOMES,
    "lessons": Heading.LESSONS,
    "open": Heading.OPEN,
}
"""Where what a model said stands."""


def session_lines(store: Store, session_id: str) -> list[DigestLine]:
    """The lines of the digest of a session. Raises NotFound. Reads the reflog of its repository, where it is here."""
    session = store.sessions.get(session_id)
    turns, events = store.sessions.turns(session_id), store.sessions.events(session_id)
    facts = [*reversed(store.facts.select(FactFilter(session=session_id)))]
    said = sum(len(turn.text.split()) for turn in turns)
    told = [_of_fact(fact, WIDTH) for fact in facts]
    known = _stated(store, session_id)
    read = _read(store, session_id)
    first = read or [line for line in _first_goal(session, turns) if line.text not in known]
    if _words([*first, *told]) > MOST_WORDS:
        told = [_of_fact(fact, NARROW) for fact in facts]
    whole = fitting([*first, *told], MOST_WORDS)
    room = min(MOST_WORDS, max(LEAST_WORDS, said // RATIO))
    rest = () if read else (line for line in _beside(session, turns, events) if line.text not in known)
    return [*whole, *fitting(rest, room - _words(whole))]


def fitting(lines: Iterable[DigestLine], words: int) -> list[DigestLine]:
    """The lines, in their order, that fit so many words; one that does not fit is passed over."""
    kept: list[DigestLine] = []
    for line in lines:
        if (length := len(line.text.split())) <= words:
            kept.append(line)
            words -= length
    return kept


def _stated(store: Store, session_id: str) -> set[str]:
    """What became a fact of the session: it is told as one, or stands no longer."""
    facts = store.facts.select(FactFilter(statuses=tuple(Status), session=session_id))
    quotations = store.facts.evidence([fact.id for fact in facts])
    return {fact.text for fact in facts} | {one.quote for several in quotations.values() for one in several}


def _words(lines: Sequence[DigestLine]) -> int:
    return sum(len(line.text.split()) for line in lines)


def _of_fact(fact: Fact, width: int) -> DigestLine:
    heading = _PLACE.get(fact.kind, Heading.KNOWN)
    if width == NARROW:
        return DigestLine(heading, Clean(brief(fact.text, width)), fact.id, fact.tainted)
    text = f"{fact.text} ({as_reason(fact.because)})" if fact.because else fact.text
    return DigestLine(heading, Clean(shorten(text, width)), fact.id, fact.tainted)


def _read(store: Store, session_id: str) -> list[DigestLine]:
    """What a model said of the session: its words, and nobody confirmed them."""
    read = read_narrative(store, session_id)
    told = read.lines.items() if read else ()
    return [DigestLine(_TOLD[heading], Clean(line), session_id, tainted=True) for heading, line in told]


def _first_goal(session: Session, turns: Sequence[Turn]) -> list[DigestLine]:
    intent = intent_of(turns)
    typed = any(turn.role is Role.USER for turn in turns)
    return [DigestLine(Heading.GOALS, Clean(intent), session.id, not typed)] if intent else []


def _beside(session: Session, turns: Sequence[Turn], events: Sequence[Event]) -> Iterator[DigestLine]:
    """What is told beside the facts, one of each sort after the other. Commits and files are no words of the person."""
    done = [(text, True) for text in (*closing_of(turns), *committed(session, events), *changed(events))]
    sorts: Sequence[tuple[Heading, list[tuple[str, bool]]]] = (
        (Heading.OUTCOMES, done),
        (Heading.OPEN, [(text, not mine) for text, mine in left_open(turns, events)]),
        (Heading.GOALS, [(text, False) for text in requests_of(turns)]),
    )
    for place in range(max(len(entries) for _, entries in sorts)):
        for heading, entries in sorts:
            for text, tainted in entries[place : place + 1]:
                yield DigestLine(heading, Clean(text), session.id, tainted)
