"""What a session was about, in a few lines: intent, decisions, outcomes, lessons, and what is open.

Where a model of the user's read the session, these are its words, said to be so: they are no facts. Else its first and
last words as they stand, and the commits, files and failed commands, counted: nothing is chosen.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lore.capture.authorship import typed_text
from lore.capture.commits import commit_subjects
from lore.capture.drafts import USERS
from lore.memory import beside_sentences, is_worded
from lore.model import (
    Clean,
    DigestLine,
    Event,
    EventKind,
    Fact,
    Heading,
    Kind,
    Role,
    Session,
    Status,
    Subject,
    SubjectKind,
    Turn,
)
from lore.store import FactFilter, Store, Transaction
from lore.text import counted, shorten
from lore.wording import as_reason

MOST = 8
"""Entries of one heading: a narrative is read at a glance."""
WIDTH = 200
"""Characters of one entry."""
_COMMIT = re.compile(
    r"\bgit\b[^\n|;&]*\bcommit\b.*?(?:-a?m|--message)[ =]+(?:\"\$\(cat <<'?EOF'?\n)?['\"]?(?P<subject>[^'\"\n]{3,200})"
)
_NARRATE = "session.narrate"


@dataclass(frozen=True, slots=True)
class Narrative:
    """A session in a few lines. Every list is in the order of the session and short."""

    session: Session
    intent: str | None
    """What the person wanted; without a reader what was typed first."""
    decisions: tuple[str, ...]
    outcomes: tuple[str, ...]
    """The agent's last words, where nothing was said after them; what was committed; which files changed."""
    lessons: tuple[str, ...]
    open: tuple[str, ...]
    """What failed, and what nobody answered."""
    by: str = ""
    """The model whose words these are; empty where they are those of the session."""


def keep_narrative(transaction: Transaction, session_id: str, by: str, lines: Mapping[str, Clean]) -> None:
    """Keep in the log what a model said of a session, until it is said anew or its reading is undone."""
    subject = Subject(SubjectKind.MODEL_CALL, session_id)
    transaction.note(_NARRATE, subject, None, {"name": session_id, "with": by, "lines": dict(lines)})


def narrative(store: Store, session_id: str) -> Narrative:
    """The narrative of a stored session. Raises NotFound. Reads the reflog of its repository, where it is here."""
    return _read(store, store.sessions.get(session_id)) or plain_narrative(store, session_id)


def plain_narrative(store: Store, session_id: str) -> Narrative:
    """The narrative of a stored session in its own words, whatever a model said of it. Raises NotFound."""
    session = store.sessions.get(session_id)
    turns, events = store.sessions.turns(session_id), store.sessions.events(session_id)
    return Narrative(
        session=session,
        intent=_first_words(turns),
        decisions=(),
        outcomes=(*_last_words(turns), *_committed(session, events), *_changed(events)),
        lessons=(),
        open=tuple(_left_open(turns, events)),
    )


def entry_of(fact: Fact) -> str:
    """A fact with its reason, as a line; a model's wording is not parted from the sentence beside it."""
    told = f"{fact.text} ({as_reason(fact.because)})" if fact.because else fact.text
    return told if is_worded(fact) else shorten(told, WIDTH)


def _read(store: Store, session: Session) -> Narrative | None:
    """The newest that a model said of a session and nobody took back."""
    told = store.audit.select(action=_NARRATE, subject=session.id)
    if not told:
        return None
    undone: set[int] = set()
    for unit, reversed_unit in sorted(store.audit.reversals(), reverse=True):
        if unit not in undone:
            undone.add(reversed_unit)
    stands = next((event for event in told if event.unit not in undone), None)
    if stands is None:
        return None
    lines = stands.state["lines"]
    decisions, outcomes, lessons, left = (
        tuple(lines[name] for name in (heading,) if lines.get(name))
        for heading in ("decisions", "outcomes", "lessons", "open")
    )
    return Narrative(session, lines.get("intent"), decisions, outcomes, lessons, left, str(stands.state["with"]))


def _first_words(turns: Sequence[Turn]) -> str | None:
    """What the person typed first; where nobody knows who typed, what was said first in a user's name."""
    said = [typed_text(turn.text) for turn in turns if turn.role is Role.USER]
    said = said or [turn.text for turn in turns if turn.role in USERS]
    first = next(filter(str.strip, said), None)
    return shorten(first, WIDTH) if first else None


def _last_words(turns: Sequence[Turn]) -> list[str]:
    """What the agent said last; none where somebody said something after it."""
    return [shorten(turns[-1].text, WIDTH)] if turns and turns[-1].role is Role.ASSISTANT else []


def _committed(session: Session, events: Sequence[Event]) -> list[str]:
    """What the repository noted while the session ran; where it is not here, the commands that did not fail."""
    noted: list[Clean] = []
    if session.cwd and session.started_at and session.ended_at:
        noted = commit_subjects(Path(session.cwd), session.started_at, session.ended_at)
    failed = {event.source_id.removesuffix(":error") for event in events if event.kind is EventKind.ERROR}
    ran = [
        match["subject"]
        for event in events
        if event.kind is EventKind.COMMAND and event.source_id not in failed and (match := _COMMIT.search(event.detail))
    ]
    return [f"committed: {shorten(subject, WIDTH)}" for subject in (noted or ran)[-MOST:]]


def _changed(events: Sequence[Event]) -> list[str]:
    """How many files the session changed, and which."""
    files = list(dict.fromkeys(event.name for event in events if event.kind is EventKind.FILE_CHANGE))
    return [f"changed {counted(len(files), 'file')}: {shorten(', '.join(files), WIDTH)}"] if files else []


def _left_open(turns: Sequence[Turn], events: Sequence[Event]) -> Iterator[str]:
    """How many commands failed, with the last one, and the last word where it got no answer."""
    failed = [event for event in events if event.kind is EventKind.ERROR]
    if failed:
        last = failed[-1]
        yield f"{counted(len(failed), 'command')} failed, the last of {last.name}: {shorten(last.detail, WIDTH)}"
    if turns and turns[-1].role in USERS:
        yield f"said last, without an answer: {shorten(turns[-1].text, WIDTH)}"


# A session as the lines of its digest, each with what it rests on and whether somebody else than the person said it


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
