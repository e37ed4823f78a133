"""What a session was about, in a few lines: intent, decisions, outcomes, lessons, and what is open.

Made from what is stored, word for word and the same every time. Where a model of the user's read the session, its lines
lead, said to be its words: they are no facts.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lore.capture.authorship import typed_text
from lore.capture.commits import commit_subjects
from lore.capture.drafts import USERS
from lore.capture.sentences import Form, Sentence, sentences
from lore.model import Clean, Event, EventKind, Fact, Kind, Role, Session, Subject, SubjectKind, Turn
from lore.store import FactFilter, Store, Transaction
from lore.text import shorten
from lore.wording import as_reason

MOST = 8
"""Entries of one heading: a narrative is read at a glance."""
WIDTH = 200
"""Characters of one entry."""
_DECIDED = frozenset({Kind.DECISION, Kind.CORRECTION, Kind.CONVENTION, Kind.PREFERENCE})
_LEARNT = frozenset({Kind.LESSON, Kind.SOLUTION})
LOOKED_AT = 5
"""Messages at the start in which a goal is looked for."""
_GOAL = re.compile(
    r"\b(?:(?:i|we)(?:'d| would)? (?:want|need|like)|let'?s|(?:can|could|would) you|please|should|must|goal|so that|"
    r"add|build|change|create|debug|design|extract|fix|implement|improve|investigate|make|migrate|move|refactor|remove|"
    r"rename|replace|rewrite|set up|speed up|support|test|update|upgrade|write)\b",
    re.IGNORECASE,
)
_PREPARES = re.compile(
    r"(?:ok(?:ay)?|hi|hello|hey|good (?:morning|evening))?[,.! ]*(?:please |can you |could you |let'?s |first,? )*"
    r"(?:read|look at|have a look|take a look|check out|continue|resume|open|start(?: by)? reading|"
    r"familiari[sz]e|do not|don't|never|always)\b",
    re.IGNORECASE,
)
"""What only leads to the goal, or says how to go about it."""
_COMMIT = re.compile(
    r"\bgit\b[^\n|;&]*\bcommit\b.*?(?:-a?m|--message)[ =]+(?:\"\$\(cat <<'?EOF'?\n)?['\"]?(?P<subject>[^'\"\n]{3,200})"
)


@dataclass(frozen=True, slots=True)
class Narrative:
    """A session in a few lines. Every list is in the order of the session and short."""

    session: Session
    intent: str | None
    """The goal: the sentence in which the person asked for something, past greetings and what was only to be read."""
    decisions: tuple[str, ...]
    outcomes: tuple[str, ...]
    """How the agent closed, where nothing was said after it; what was committed; which files changed."""
    lessons: tuple[str, ...]
    open: tuple[str, ...]
    """The tasks and blockers that were named, what failed last, and what nobody answered."""
    by: str = ""
    """The model whose words these are; empty where they are those of the session."""


@dataclass(frozen=True, slots=True)
class ReadNarrative:
    """What a model said of a session."""

    by: str
    """Which model."""
    lines: Mapping[str, Clean]
    """By heading: `intent`, `decisions`, `outcomes`, `lessons`, `open`; only what it told."""

    def of(self, heading: str) -> tuple[str, ...]:
        return (self.lines[heading],) if self.lines.get(heading) else ()


_NARRATE = "session.narrate"


def keep_narrative(transaction: Transaction, session_id: str, by: str, lines: Mapping[str, Clean]) -> None:
    """Keep in the log what a model said of a session, until it is said anew or its reading is undone."""
    subject = Subject(SubjectKind.MODEL_CALL, session_id)
    transaction.note(_NARRATE, subject, None, {"name": session_id, "with": by, "lines": dict(lines)})


def read_narrative(store: Store, session_id: str) -> ReadNarrative | None:
    """The newest that a model said of a session and nobody took back."""
    told = store.audit.select(action=_NARRATE, subject=session_id)
    if not told:
        return None
    undone: set[int] = set()
    for unit, reversed_unit in sorted(store.audit.reversals(), reverse=True):
        if unit not in undone:
            undone.add(reversed_unit)
    stands = next((event for event in told if event.unit not in undone), None)
    return ReadNarrative(str(stands.state["with"]), stands.state["lines"]) if stands else None


def narrative(store: Store, session_id: str) -> Narrative:
    """The narrative of a stored session. Raises NotFound."""
    session = store.sessions.get(session_id)
    if read := read_narrative(store, session_id):
        decisions, outcomes, lessons, left = map(read.of, ("decisions", "outcomes", "lessons", "open"))
        return Narrative(session, read.lines.get("intent"), decisions, outcomes, lessons, left, read.by)
    turns, events = store.sessions.turns(session_id), store.sessions.events(session_id)
    facts = list(reversed(store.facts.select(FactFilter(session=session_id))))
    return Narrative(
        session=session,
        intent=intent_of(turns),
        decisions=_texts(facts, _DECIDED),
        outcomes=(*closing_of(turns), *committed(session, events), *changed(events)),
        lessons=_texts(facts, _LEARNT),
        open=_open(turns, events, facts),
    )


def _texts(facts: Sequence[Fact], kinds: frozenset[Kind]) -> tuple[str, ...]:
    return tuple(_entry(fact) for fact in facts if fact.kind in kinds)[:MOST]


def _entry(fact: Fact) -> str:
    return shorten(f"{fact.text} ({as_reason(fact.because)})" if fact.because else fact.text, WIDTH)


def intent_of(turns: Sequence[Turn]) -> str | None:
    """The goal that the first messages name: a request, else the first thing that says anything."""
    said = [turn for turn in turns if turn.role is Role.USER] or [turn for turn in turns if turn.role is Role.SOMEBODY]
    found = [
        sentence.text
        for turn in said[:LOOKED_AT]
        for sentence in sentences(typed_text(turn.text))
        if _says_something(sentence)
    ]
    goal = next((text for text in found if _GOAL.search(text) and not _PREPARES.match(text)), None)
    first = found[0] if found else next((turn.text for turn in said), None)
    chosen = goal or next((text for text in found if not _PREPARES.match(text)), first)
    return shorten(chosen, WIDTH) if chosen else None


def requests_of(turns: Sequence[Turn]) -> list[str]:
    """What the person typed to have something done, one sentence of a message at most, in order."""
    found: list[str] = []
    for turn in turns:
        if turn.role is Role.USER:
            asked = (one.text for one in sentences(typed_text(turn.text)) if _says_something(one))
            found += [text for text in asked if _GOAL.search(text) and not _PREPARES.match(text)][:1]
    return [shorten(text, WIDTH) for text in dict.fromkeys(found)]


def _says_something(sentence: Sentence) -> bool:
    says = len(sentence.text.split()) >= 3 and sentence.form not in (Form.HEADING, Form.QUOTE, Form.TABLE)
    return says and not sentence.text.startswith(("/", "<", "```", "[["))


def closing_of(turns: Sequence[Turn]) -> list[str]:
    """The first sentence with which the agent closed; none where somebody said something after it."""
    if not turns or turns[-1].role is not Role.ASSISTANT:
        return []
    first = next((sentence.text for sentence in sentences(turns[-1].text) if len(sentence.text) > 20), "")
    return [shorten(first, WIDTH)] if first and not first.endswith("?") else []


def committed(session: Session, events: Sequence[Event]) -> list[str]:
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


def changed(events: Sequence[Event]) -> list[str]:
    """The files that the session changed, in one line."""
    files = list(dict.fromkeys(event.name for event in events if event.kind is EventKind.FILE_CHANGE))
    return [f"changed: {shorten(', '.join(files), WIDTH)}"] if files else []


def _open(turns: Sequence[Turn], events: Sequence[Event], facts: Sequence[Fact]) -> tuple[str, ...]:
    """Tasks and blockers, the error that nothing was done about any more, and the last word that got no answer."""
    tasks = _texts(facts, frozenset({Kind.TASK, Kind.BLOCKER}))
    return (*tasks, *(text for text, _ in left_open(turns, events)))


def left_open(turns: Sequence[Turn], events: Sequence[Event]) -> list[tuple[str, bool]]:
    """What failed last and what nobody answered, each with whether the person's own words say it."""
    left: list[tuple[str, bool]] = []
    if events and events[-1].kind is EventKind.ERROR:
        left.append((f"ended with an error of {events[-1].name}: {shorten(events[-1].detail, WIDTH)}", False))
    if last := turns[-1] if turns else None:
        asked = next(
            (sentence.text for sentence in reversed([*sentences(last.text)]) if sentence.text.endswith("?")), None
        )
        if last.role in USERS and _waits(last):
            left.append((f"said last, without an answer: {shorten(last.text, WIDTH)}", last.role is Role.USER))
        elif last.role is Role.ASSISTANT and asked and last.text.rstrip().endswith("?"):
            left.append((f"asked without an answer: {shorten(asked, WIDTH)}", False))
    return left


def _waits(turn: Turn) -> bool:
    """Whether a message of a user asks for something, or asks."""
    return turn.text.rstrip().endswith("?") or _GOAL.search(typed_text(turn.text)) is not None
