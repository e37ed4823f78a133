"""What a session was about, in a few lines: intent, decisions, outcomes, lessons.

Made from what is stored, word for word and the same every time; a language model may reword it, never decide it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lore.capture.extraction.sentences import sentences
from lore.model import Event, EventKind, Fact, Kind, Role, Session, Turn
from lore.store import FactFilter, Store
from lore.text import as_reason, shorten

MOST = 8
"""Entries of one heading: a narrative is read at a glance."""
WIDTH = 200
"""Characters of one entry."""
_DECIDED = frozenset({Kind.DECISION, Kind.CORRECTION, Kind.CONVENTION, Kind.PREFERENCE})
_LEARNT = frozenset({Kind.LESSON, Kind.SOLUTION})
_COMMIT = re.compile(
    r"\bgit\b[^\n|;&]*\bcommit\b.*?(?:-a?m|--message)[ =]+(?:\"\$\(cat <<'?EOF'?\n)?['\"]?(?P<subject>[^'\"\n]{3,200})"
)


@dataclass(frozen=True, slots=True)
class Narrative:
    """A session in a few lines. Every list is in the order of the session and short."""

    session: Session
    intent: str | None
    """What the person asked for first."""
    decisions: tuple[str, ...]
    outcomes: tuple[str, ...]
    """How the agent closed, what it committed, which files it changed."""
    lessons: tuple[str, ...]
    open: tuple[str, ...]
    """What failed last, and the tasks that were named."""


def narrative(store: Store, session_id: str) -> Narrative:
    """The narrative of a stored session. Raises NotFound."""
    session = store.sessions.get(session_id)
    turns, events = store.sessions.turns(session_id), store.sessions.events(session_id)
    facts = list(reversed(store.facts.select(FactFilter(session=session_id))))
    return Narrative(
        session=session,
        intent=next((shorten(turn.text, WIDTH) for turn in turns if turn.role is Role.USER), None),
        decisions=_texts(facts, _DECIDED),
        outcomes=_outcomes(turns, events),
        lessons=_texts(facts, _LEARNT),
        open=_open(events, facts),
    )


def _texts(facts: Sequence[Fact], kinds: frozenset[Kind]) -> tuple[str, ...]:
    return tuple(_entry(fact) for fact in facts if fact.kind in kinds)[:MOST]


def _entry(fact: Fact) -> str:
    return shorten(f"{fact.text} ({as_reason(fact.because)})" if fact.because else fact.text, WIDTH)


def _outcomes(turns: Sequence[Turn], events: Sequence[Event]) -> tuple[str, ...]:
    closing = next((turn.text for turn in reversed(turns) if turn.role is Role.ASSISTANT), "")
    first = next((one.text for one in sentences(closing) if len(one.text) > 20), "")
    commits = [
        f"committed: {shorten(found['subject'], WIDTH)}"
        for event in events
        if event.kind is EventKind.COMMAND and (found := _COMMIT.search(event.detail))
    ]
    changed = list(dict.fromkeys(event.name for event in events if event.kind is EventKind.FILE_CHANGE))
    files = [f"changed: {shorten(', '.join(changed), WIDTH)}"] if changed else []
    closed = [shorten(first, WIDTH)] if first else []
    return (*closed, *commits[-MOST:], *files)


def _open(events: Sequence[Event], facts: Sequence[Fact]) -> tuple[str, ...]:
    """Tasks and blockers, and the error that nothing was done about any more."""
    named = _texts(facts, frozenset({Kind.TASK, Kind.BLOCKER}))
    last = events[-1] if events else None
    if last is None or last.kind is not EventKind.ERROR:
        return named
    return (*named, f"ended with an error of {last.name}: {shorten(last.detail, WIDTH)}")
