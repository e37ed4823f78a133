"""What a capture has done so far: counted for its summary, and told to whoever watches."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from lore.adapters import all_agents
from lore.capture.contract import AgentHeard, CapturedFact, CaptureSummary, Elsewhere, SessionProgress, Watcher
from lore.capture.drafts import refused
from lore.capture.sessions import OpenSession
from lore.capture.sinks import Step
from lore.capture.transcript_homes import TRANSCRIPT_HOMES, reader_of_agent
from lore.errors import LoreError
from lore.model import Event, Role, Session, Turn
from lore.store import Store


def newer(one: str, other: str) -> str:
    """The newer of two releases; an empty one is older than all."""
    return max(one, other, key=_numbers)


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,9}", release)[:4])


def newest_known(agent: str) -> str | None:
    """The newest release of an agent that this Lore knows, by the name of its reader."""
    return next((each.newest for each in all_agents() if reader_of_agent(each.name) == agent), None)


_COUNTED = (
    "files", "unchanged", "bytes", "sessions", "turns", "events", "reinforced", "taken_back", "warnings", "unread",
    "failed",
)  # fmt: skip
_NEW = ("added", "superseded", "held", "new")
_LONGEST_KIND = 60
"""Characters of the type of an unknown line that are shown: a file may hold anything."""


@dataclass(slots=True)
class _Heard:
    """What was heard of one agent."""

    roles: Counter[Role] = field(default_factory=Counter)
    """The new messages of each role."""
    sessions: set[str] = field(default_factory=set)
    nowhere: dict[str, None] = field(default_factory=dict)
    """The sessions of which no folder is known."""
    release: str = ""
    unknown: Counter[str] = field(default_factory=Counter)


class Tally:
    """The counts of one capture."""

    def __init__(self, store: Store, watcher: Watcher) -> None:
        self._store, self._watcher = store, watcher
        self.counts: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._added: set[tuple[str | None, str | None, str]] = set()
        """The new facts: session and message of each, and its text."""
        self._sessions: set[str] = set()
        self._heard: dict[str, _Heard] = {}
        self.foreign: dict[str, None] = {}
        """The folders whose user messages count as somebody's."""
        self.elsewhere: dict[Elsewhere, None] = {}
        """The folders that only say themselves that they belong to a project."""
        self._progress: dict[str, SessionProgress] = {}
        self._retired: dict[str, list[str]] = {}

    def cannot_read(self, error: LoreError) -> None:
        self.counts["unread"] += 1
        self.warn(error.message)

    def warn(self, message: str) -> None:
        self.counts["warnings"] += 1
        self._watcher.warn(message)

    def refused(self, turn: Turn) -> None:
        """Tell which sentences of a message with a mark are no facts, where anybody wants to know."""
        for one in refused(turn) if self._watcher.refused else ():
            self._watcher.refused(one)  # type: ignore[misc]

    def session(self, known: OpenSession) -> None:
        """Count a session of which the first record comes."""
        if known.is_new and known.session.id not in self._sessions:
            self._sessions.add(known.session.id)
            self.counts["sessions"] += 1

    def written(self, steps: Sequence[Step], captured: Sequence[CapturedFact]) -> None:
        """Count what one transaction stored."""
        for step in steps:
            self._count(step.session, None if step.is_stored else step.record)
        for fact in captured:
            self._watcher.found(fact)
            self._fact(fact)

    def tell_progress(self) -> None:
        """Tell what each session gained since this was told last."""
        for name, progress in self._progress.items():
            progress.retired = tuple(self._store.facts.many(self._retired.get(name, [])))
            self._watcher.grown(progress)
        self._progress.clear()
        self._retired.clear()

    @property
    def facts(self) -> int:
        """New facts so far."""
        return self._kinds.total()

    def summary(self, seconds: float, run: str | None) -> CaptureSummary:
        return CaptureSummary(
            **{name: self.counts[name] for name in _COUNTED},
            facts=dict(+self._kinds),
            foreign=tuple(self.foreign),
            elsewhere=tuple(self.elsewhere),
            heard=tuple(self._told(name, one) for name, one in self._heard.items() if one.roles or one.unknown),
            seconds=seconds,
            run=run,
        )

    def for_run(self) -> dict[str, int]:
        """The numbers that the run keeps."""
        return {**self.counts, "facts": self.facts}

    def release(self, agent: str, release: str | None) -> None:
        """Remember the newest release of an agent that a file names."""
        if release:
            heard = self._of(agent)
            heard.release = newer(heard.release, release)

    def unknown(self, agent: str, kind: str) -> None:
        """Count a line of a type that nobody knows."""
        self._of(agent).unknown[kind[:_LONGEST_KIND]] += 1

    def _of(self, agent: str) -> _Heard:
        return self._heard.setdefault(agent, _Heard())

    def _told(self, agent: str, heard: _Heard) -> AgentHeard:
        return AgentHeard(
            agent,
            sessions=len(heard.sessions),
            yours=heard.roles[Role.USER],
            agents=heard.roles[Role.ASSISTANT],
            programs=heard.roles[Role.SOMEBODY],
            nowhere=tuple(heard.nowhere),
            release=heard.release or None,
            known=newest_known(agent) if heard.release else None,
            unknown=dict(heard.unknown),
        )

    def _count(self, session: Session, record: object) -> None:
        if isinstance(record, Turn):
            heard = self._of(session.agent)
            heard.roles[record.role] += 1
            heard.sessions.add(session.id)
            if session.project is None and session.agent in TRANSCRIPT_HOMES and record.role is Role.USER:
                heard.nowhere.setdefault(session.id)
            elif session.project:
                heard.nowhere.pop(session.id, None)
        gained = SessionProgress(session, turns=isinstance(record, Turn), events=isinstance(record, Event))
        self.counts.update(turns=gained.turns, events=gained.events)
        progress = self._progress.setdefault(session.id, SessionProgress(session))
        progress.session = session
        progress.add(gained)

    def _fact(self, captured: CapturedFact) -> None:
        session = captured.evidence.session or ""
        name = (captured.evidence.session, captured.evidence.source_id, captured.fact.text)
        change = 0
        if captured.action in _NEW:
            change = 1
            self._added.add(name)
        elif captured.action == "reinforced":
            self.counts["reinforced"] += 1
        elif captured.action in ("taken back", "rewound"):
            self.counts["taken_back"] += 1
            change = -int(name in self._added)
            self._added.discard(name)
        self._kinds[captured.fact.kind.value] += change
        self._progress[session].facts += change
        self._retired.setdefault(session, []).extend(captured.retired)
