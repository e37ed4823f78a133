"""Writes: one at a time, in a thread, each told in one line with what takes it back and the command that does it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

from lore import actions, clock, model
from lore.errors import LoreError
from lore.presence import PERSON
from lore.text import shorten

if TYPE_CHECKING:
    from lore.actions import Decided, Engine, Reversal, Saved
    from lore.model import Fact

NAMED = 2
"""Ids that a command names."""
TITLE = 40


@dataclass(frozen=True, slots=True)
class Job:
    """One write."""

    name: str
    """The id of the action it carries out."""
    work: Callable[[], object]
    """Calls an action."""
    said: str | Callable[[Any], str]
    """A verb or a sentence, or what makes one of the result."""
    command: str | Callable[[Any], str] = ""
    """What you would type behind `lore`, with `{}` for the ids; or what makes it of the result."""
    ids: tuple[str, ...] = ()
    """What it is about: comes back into the list when the write fails."""
    undoable: bool = True
    reopen: Callable[[str], None] | None = None
    """Puts what you typed back before you, with the reason, when the write is refused."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a write did."""

    said: str
    facts: tuple[str, ...] = ()
    """The facts it touched."""
    candidates: tuple[str, ...] = ()
    """The candidates it touched."""
    command: str = ""
    """What you would type to do the same."""
    agree: Callable[[], object] | None = None
    """Where nothing was done yet: what `said` asks about."""
    result: object = None


class Hearer(Protocol):
    """The screen that asked for a write."""

    def call_later(self, callback: Callable[..., object], *args: Any) -> bool: ...

    def done(self, job: Job, outcome: Outcome) -> None: ...

    def not_done(self, job: Job, error: LoreError) -> None: ...


def title(text: str) -> str:
    """A short quotation for the status line."""
    return f"“{shorten(text, TITLE)}”"


def told(engine: Engine, job: Job, result: object) -> Outcome:
    """What a write did. Raises the reason where nothing was decided."""
    said = job.said(result) if callable(job.said) else job.said
    facts: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    if isinstance(result, actions.Reversal):
        return _reversed(engine, said, result)
    if isinstance(result, actions.Decided):
        said = _decided(said, result)
        gone = (fact.id for decision in result.decisions for fact in decision.retired)
        facts = (*(decision.fact.id for decision in result.decisions), *gone)
        candidates = (*(decision.candidate.id for decision in result.decisions), *result.left)
    elif isinstance(result, actions.Moved):
        said = f"{said} {title(result.facts[0].text) if len(result.facts) == 1 else f'{len(result.facts)} facts'}"
        facts = _ids(*result.facts)
    elif isinstance(result, actions.Saved):
        said = _saved(engine, said, result)
        facts = _ids(result.fact, *result.retired, *result.disputed)
    elif isinstance(result, actions.Superseded):
        said = f"{title(result.new.text)} replaces {title(result.old.text)}"
        facts = _ids(result.new, result.old)
    return Outcome(said, facts, candidates, _command(engine, job, result), result=result)


def _ids(*facts: Fact) -> tuple[str, ...]:
    return tuple(fact.id for fact in facts)


def _command(engine: Engine, job: Job, result: object) -> str:
    command = job.command(result) if callable(job.command) else job.command
    ids = [actions.short_id(engine, name) for name in job.ids] if "{}" in command else []
    names = " ".join(ids) if len(ids) <= NAMED else f"{ids[0]} …"
    return f"lore {command.replace('{}', names)}" if command else ""


def _saved(engine: Engine, verb: str, done: Saved) -> str:
    said = [f"{verb} {title(done.fact.text)}"]
    if verb == "added":
        said = [f"{'added' if done.retired else done.action.value} {title(done.fact.text)}"]
        short = {old.id: actions.short_id(engine, old.id) for old in done.retired}
        said += [f"replaces {title(old.text)}, `lore restore {short[old.id]}`" for old in done.retired]
    said += ["may contradict another: see Review"] if done.disputed else []
    said += ["very near to another: see Review"] if done.alike and not done.disputed else []
    return " · ".join(said)


def _decided(verb: str, done: Decided) -> str:
    if not done.decisions:
        raise next(iter(done.left.values()), LoreError("nothing was decided"))
    first = done.decisions[0]
    what = title(first.candidate.text) if len(done.decisions) == 1 else f"{len(done.decisions)} of them"
    if len(done.decisions) == 1 and first.candidate.asks:
        verb, what = "answered: holds", title(first.fact.text) if first.retired else "both"
    gone = [fact for decision in done.decisions for fact in decision.retired]
    what += f" · replaced {title(gone[0].text)}" if gone else ""
    what += f" and {len(gone) - 1} more" if len(gone) > 1 else ""
    stay = sum(decision.stays for decision in done.decisions)
    what += " · the fact stays" if stay == 1 else f" · {stay} facts stay" if stay else ""
    return f"{verb} {what}"


def _reversed(engine: Engine, verb: str, found: Reversal) -> Outcome:
    """What was reversed; where nothing was done yet, the question."""
    if not found.done:
        who = "you" if found.actor == PERSON else found.actor
        question = f"{verb} the {found.act} ({who}, {clock.age(found.at, clock.now())})?"

        def agree() -> Reversal:
            """Reverse exactly what the question names."""
            if verb == "Redo":
                return actions.redo(engine, event=found.event, agreed=True)
            run, event = (found.run, None) if found.whole_run else (None, found.event)
            return actions.undo(engine, run=run, event=event, agreed=True)

        return Outcome(question, agree=agree)
    facts, candidates = (
        tuple(dict.fromkeys(event.subject.id for event in found.events if event.subject.kind is kind))
        for kind in (model.SubjectKind.FACT, model.SubjectKind.CANDIDATE)
    )
    return Outcome(f"{'undid' if verb == 'Undo' else 'redid'}: {found.act}", facts, candidates, result=found)


@dataclass
class WriteQueue:
    """Runs jobs one at a time, in the order they were given, so that no screen waits."""

    engine: Engine
    start: Callable[[Callable[[], None]], object]
    """Runs a function in a thread."""
    unanswered: int = 0
    """Jobs whose end no screen has heard of yet."""
    _waiting: deque[tuple[Job, Hearer]] = field(default_factory=deque)
    _lock: Lock = field(default_factory=Lock)
    _running: bool = False

    def put(self, job: Job, screen: Hearer) -> None:
        """Do this after everything before it; the screen hears what came of it."""
        self.unanswered += 1
        with self._lock:
            self._waiting.append((job, screen))
            idle, self._running = not self._running, True
        if idle:
            self.start(self._run_all)

    def _run_all(self) -> None:
        while next_one := self._next():
            job, screen = next_one
            try:
                outcome = told(self.engine, job, job.work())
            except LoreError as error:
                screen.call_later(screen.not_done, job, error)
            except Exception as error:
                screen.call_later(screen.not_done, job, LoreError(f"something broke: {error!r}"))
                with self._lock:
                    self._running = False
                raise
            else:
                screen.call_later(screen.done, job, outcome)

    def _next(self) -> tuple[Job, Hearer] | None:
        with self._lock:
            if not self._waiting:
                self._running = False
                return None
            return self._waiting.popleft()
