"""What a session was about, in a few lines: intent, decisions, outcomes, lessons, and what is open.

Where a model of the user's read the session, these are its words, said to be so: they are no facts. Else the first
thing that was asked for, the facts, what was committed and changed, and how it ended, word for word.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lore.capture.authorship import typed_text
from lore.capture.commits import commit_subjects
from lore.capture.drafts import USERS
from lore.language import sentences
from lore.memory import beside_sentences, is_order, is_question, is_worded
from lore.model import Clean, Event, EventKind, Fact, Kind, Role, Session, Subject, SubjectKind, Turn
from lore.store import FactFilter, Store, Transaction
from lore.text import shorten
from lore.wording import as_reason

MOST = 8
"""Entries of one heading: a narrative is read at a glance."""
WIDTH = 200
"""Characters of one entry."""
LOOKED_AT = 5
"""Messages at the start in which it is looked for what the session is about."""
LEAST_WORDS = 3
"""Words of what says anything: "hi there" does not."""
_DECIDED = frozenset({Kind.DECISION, Kind.CORRECTION, Kind.CONVENTION, Kind.PREFERENCE})
_LEARNT = frozenset({Kind.LESSON, Kind.SOLUTION})
_LEFT = frozenset({Kind.TASK, Kind.BLOCKER})
_COMMIT = re.compile(
    r"\bgit\b[^\n|;&]*\bcommit\b.*?(?:-a?m|--message)[ =]+(?:\"\$\(cat <<'?EOF'?\n)?['\"]?(?P<subject>[^'\"\n]{3,200})"
)
_NARRATE = "session.narrate"


@dataclass(frozen=True, slots=True)
class Narrative:
    """A session in a few lines. Every list is in the order of the session and short."""

    session: Session
    intent: str | None
    """The first thing that the person asked for."""
    decisions: tuple[str, ...]
    outcomes: tuple[str, ...]
    """How the agent closed, where nothing was said after it; what was committed; which files changed."""
    lessons: tuple[str, ...]
    open: tuple[str, ...]
    """The tasks and blockers that were named, what failed last, and what nobody answered."""
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
    facts = beside_sentences(store, store.facts.select(FactFilter(session=session_id)))[::-1]
    return Narrative(
        session=session,
        intent=_intent(turns),
        decisions=_texts(facts, _DECIDED),
        outcomes=(*_closing(turns), *_committed(session, events), *_changed(events)),
        lessons=_texts(facts, _LEARNT),
        open=(*_texts(facts, _LEFT), *_left_open(turns, events)),
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


def _texts(facts: Sequence[Fact], kinds: frozenset[Kind]) -> tuple[str, ...]:
    return tuple(entry_of(fact) for fact in facts if fact.kind in kinds)[:MOST]


def _intent(turns: Sequence[Turn]) -> str | None:
    """The first sentence in which the person asked for something, else the first that says anything."""
    said = [typed_text(turn.text) for turn in turns if turn.role is Role.USER]
    said = said or [turn.text for turn in turns if turn.role in USERS]
    found = [one.text for text in said[:LOOKED_AT] for one in sentences(text) if len(one.text.split()) >= LEAST_WORDS]
    asked = (text for text in found if is_order(text) or is_question(text))
    first = next(asked, None) or next(iter(found), None) or next(filter(str.strip, said), None)
    return shorten(first, WIDTH) if first else None


def _closing(turns: Sequence[Turn]) -> list[str]:
    """The first sentence with which the agent closed; none where somebody said something after it."""
    if not turns or turns[-1].role is not Role.ASSISTANT:
        return []
    first = next((sentence.text for sentence in sentences(turns[-1].text) if len(sentence.text) > 20), "")
    return [shorten(first, WIDTH)] if first and not first.endswith("?") else []


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
    """The files that the session changed, in one line."""
    files = list(dict.fromkeys(event.name for event in events if event.kind is EventKind.FILE_CHANGE))
    return [f"changed: {shorten(', '.join(files), WIDTH)}"] if files else []


def _left_open(turns: Sequence[Turn], events: Sequence[Event]) -> list[str]:
    """What failed last, and the last word where it got no answer."""
    left: list[str] = []
    if events and events[-1].kind is EventKind.ERROR:
        left.append(f"ended with an error of {events[-1].name}: {shorten(events[-1].detail, WIDTH)}")
    last = turns[-1] if turns else None
    if last and last.role in USERS:
        left.append(f"said last, without an answer: {shorten(last.text, WIDTH)}")
    elif last and last.text.rstrip().endswith("?"):
        asked = [sentence.text for sentence in sentences(last.text)][-1:]
        left += [f"asked without an answer: {shorten(text, WIDTH)}" for text in asked]
    return left
