"""A checkpoint: what was worked on, what stood in the way, what solved it; recorded while the session goes on.

It becomes one fact with its parts in their fields, and one step in the timeline of the session.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from lore import clock
from lore.capture.sessions import MAX_NAME
from lore.config import CHECKPOINTED, in_force, registry as settings
from lore.errors import BadInput, NotFound, UsageError
from lore.intake import clean
from lore.memory import Outcome, remember
from lore.model import Clean, Event, EventKind, Evidence, Fact, Kind, Origin, Role, Session
from lore.presence import AGENT, agent_here, hand
from lore.store import SessionFilter, Store
from lore.text import as_sentence, one_line, short_id, shorten

NAME = "checkpoint"
_TEXTS = ("task", "problem", "solution", "session", "project", "agent")
_LISTS = ("files", "concepts")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What somebody wants to keep of the work, in raw text."""

    task: str
    problem: str | None = None
    solution: str | None = None
    files: Sequence[str] = ()
    concepts: Sequence[str] = ()
    session: str | None = None
    """None: the session of the project that goes on, where there is one."""
    project: str | None = None
    agent: str | None = None
    """Which agent records it; None: whoever types here, a person or the agent whose shell this is."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a checkpoint."""

    outcome: Outcome
    session: Session | None
    """Whose timeline shows it."""


def from_json(value: object) -> Checkpoint:
    """The checkpoint that a JSON object describes. Raises BadInput for what is none."""
    if not isinstance(value, dict):
        raise BadInput("a checkpoint is one JSON object", hint='such as {"task": "…", "problem": "…", "solution": "…"}')
    unknown = sorted(value.keys() - {*_TEXTS, *_LISTS})
    if unknown:
        fields = ", ".join((*_TEXTS, *_LISTS))
        raise BadInput(f"a checkpoint has no field `{unknown[0]}`", hint=f"its fields are {fields}")
    for name in _TEXTS:
        if not isinstance(value.get(name), str | None):
            raise BadInput(f"`{name}` of a checkpoint is a text", hint="put it into quotes")
    for name in _LISTS:
        if not _is_list_of_texts(value.get(name, [])):
            raise BadInput(f"`{name}` of a checkpoint is a list of texts", hint=f'such as "{name}": ["one", "two"]')
    return Checkpoint(**{"task": "", **value})


def checkpoint(store: Store, made: Checkpoint) -> Recorded:
    """Store a checkpoint: a solution where one is named, else a blocker where a problem is, else a task. One undo unit.

    What an agent records is tainted: it may repeat what a tool said. The same checkpoint again changes nothing.
    Raises UsageError without a task, NotFound for a session that is not known.
    """
    if not made.agent:
        here = agent_here()
        made = replace(made, agent=here.name if here else None)
    task, problem, solution = (_words(text) for text in (made.task, made.problem, made.solution))
    if task is None:
        raise UsageError("a checkpoint needs a task", hint='lore checkpoint "fix the login test" --problem "…"')
    text = Clean(
        " ".join(filter(None, (as_sentence(task), _labelled("Problem", problem), _labelled("Solution", solution))))
    )
    actor, session = f"{AGENT}{made.agent}" if made.agent else hand(), _session(store, made)
    now = clock.now()
    fact = Fact(
        id="",
        text=text,
        kind=Kind.SOLUTION if solution else Kind.BLOCKER if problem else Kind.TASK,
        project=made.project,
        confidence=in_force(store)[CHECKPOINTED],
        tainted=made.agent is not None,
        origin=None if made.agent else Origin.TOLD,
        problem=problem,
        solution=solution,
        concepts=_all(made.concepts),
        files=_all(made.files),
        created_at=now,
    )
    source = f"{NAME}:{short_id(text, 12)}"
    role = Role.ASSISTANT if made.agent else Role.USER
    evidence = Evidence(text, session.id if session else None, source, role, _agent(made, session), now)
    with store.write(actor) as transaction:
        outcome = remember(store, transaction, fact, [evidence])
        if session:
            step = Event(
                session.id, source, EventKind.TOOL_CALL, Clean(shorten(f"{NAME}: {task}", MAX_NAME)), text, now
            )
            store.sessions.add_events(transaction, session.id, [step])
    return Recorded(outcome, session)


def _agent(made: Checkpoint, session: Session | None) -> str | None:
    """Who says it to whom: an agent itself, or a person in a session with one."""
    return clean(made.agent) if made.agent else session.agent if session else None


def _session(store: Store, made: Checkpoint) -> Session | None:
    if made.session:
        session = store.sessions.find(made.session)
        if session is None:
            raise NotFound(f"there is no session `{made.session}`", hint="`lore sessions` lists them")
        return session
    if made.project is None:
        return None
    newest = store.sessions.select(SessionFilter(project=made.project), limit=1)
    now = clock.parse(clock.now())
    assert now is not None  # the clock gives stored times
    lately = clock.stamp(now - timedelta(hours=in_force(store)[settings.SAME_SESSION]))
    return next((one for one in newest if (one.ended_at or one.started_at or "") >= lately), None)


def _words(text: str | None) -> Clean | None:
    words = one_line(clean(text)) if text else ""
    return Clean(words) if words else None


def _labelled(label: str, text: str | None) -> str | None:
    return as_sentence(f"{label}: {text}") if text else None


def _all(texts: Sequence[str]) -> tuple[Clean, ...]:
    kept = dict.fromkeys(word for text in texts if (word := _words(text)))
    return tuple(kept)


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)
