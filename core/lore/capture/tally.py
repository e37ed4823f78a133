"""What a capture has done so far: counted for its summary, and told to whoever watches."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from lore.adapters import all_agents
from lore.capture.contract import AgentHeard, CapturedFact, CaptureSummary, Elsewhere, Refused, SessionProgress, Watcher
from lore.capture.session_buffer import SessionBuffer
from lore.capture.sinks import JournalStep
from lore.capture.transcript_homes import TRANSCRIPT_HOMES, reader_of_agent
from lore.errors import LoreError
from lore.model import Event, Role, Session, Turn
from lore.store import Store
from lore.text import path_text


def newer(one: str, other: str) -> str:
    """The newer of two releases; an empty one is older than all."""
    return max(one, other, key=_numbers)


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,9}", release)[:4])


def newest_known(agent: str) -> str | None:
    """The newest release of an agent that this Lore knows, by the name of its reader."""
    return next((each.newest for each in all_agents() if reader_of_agent(each.name) == agent), None)


_NEW = ("added", "superseded", "held", "new")
_LONGEST_KIND = 60
"""Characters of the type of an unknown line that are shown: a file may hold anything."""


class Tally:
    """The counts of one capture."""

    def __init__(self, store: Store, watcher: Watcher) -> None:
        self._store, self._watcher = store, watcher
        self.counts: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._added: set[tuple[str | None, str | None, str]] = set()
        """The new facts: session and message of each, and its text."""
        self._sessions: set[str] = set()
        self._heard: dict[str, Counter[Role]] = defaultdict(Counter)
        """By agent, the new messages of each role."""
        self._heard_in: dict[str, set[str]] = defaultdict(set)
        self._nowhere: dict[str, dict[str, None]] = defaultdict(dict)
        """By agent, the sessions of which no folder is known."""
        self._releases: dict[str, str] = {}
        self._unknown: dict[str, Counter[str]] = defaultdict(Counter)
        self._foreign: dict[str, None] = {}
        self._elsewhere: dict[Elsewhere, None] = {}
        self._progress: dict[str, SessionProgress] = {}
        self._retired: dict[str, list[str]] = {}

    def cannot_read(self, error: LoreError) -> None:
        self.counts["unread"] += 1
        self.warn(error.message)

    def warn(self, message: str) -> None:
        self.counts["warnings"] += 1
        self._watcher.warn(message)

    def refused(self, explain: Callable[[], Sequence[Refused]]) -> None:
        """Tell which sentences with a mark are no facts, where anybody wants to know."""
        if self._watcher.refused:
            for refused in explain():
                self._watcher.refused(refused)

    def session(self, buffer: SessionBuffer) -> None:
        """Count a session of which the first record comes."""
        if buffer.is_new and buffer.session.id not in self._sessions:
            self._sessions.add(buffer.session.id)
            self.counts["sessions"] += 1

    def foreign(self, folder: Path) -> None:
        """Remember a folder whose user messages count as somebody's."""
        self._foreign.setdefault(path_text(folder))

    def elsewhere(self, claim: Elsewhere) -> None:
        """Remember a folder that only says itself that it belongs to a project."""
        self._elsewhere.setdefault(claim)

    def written(self, steps: Sequence[JournalStep], captured: Sequence[CapturedFact]) -> None:
        """Count what one transaction stored."""
        for step in steps:
            self._count(step.session, None if step.is_stored else step.record)
        for fact in captured:
            self._watcher.found(fact)
            self._fact(fact)

    def tell_progress(self) -> None:
        """Tell what each session gained since this was told last."""
        for name, progress in self._progress.items():
            gone = tuple(self._store.facts.many(self._retired.get(name, [])))
            self._watcher.grown(
                SessionProgress(progress.session, progress.turns, progress.events, progress.facts, gone)
            )
        self._progress.clear()
        self._retired.clear()

    @property
    def facts(self) -> int:
        """New facts so far."""
        return self._kinds.total()

    def summary(self, seconds: float, run: str | None) -> CaptureSummary:
        counts = self.counts
        return CaptureSummary(
            files=counts["files"],
            unchanged=counts["unchanged"],
            bytes=counts["bytes"],
            sessions=counts["sessions"],
            turns=counts["turns"],
            events=counts["events"],
            facts=dict(+self._kinds),
            reinforced=counts["reinforced"],
            taken_back=counts["taken_back"],
            warnings=counts["warnings"],
            unread=counts["unread"],
            failed=counts["failed"],
            foreign=tuple(self._foreign),
            elsewhere=tuple(self._elsewhere),
            heard=self.heard(),
            seconds=seconds,
            run=run,
        )

    def for_run(self) -> dict[str, int]:
        """The numbers that the run keeps."""
        return {**self.counts, "facts": self.facts}

    def release(self, agent: str, release: str | None) -> None:
        """Remember the newest release of an agent that a file names."""
        if release:
            self._releases[agent] = newer(self._releases.get(agent, ""), release)

    def unknown(self, agent: str, kind: str) -> None:
        """Count a line of a type that nobody knows."""
        self._unknown[agent][kind[:_LONGEST_KIND]] += 1

    def heard(self) -> tuple[AgentHeard, ...]:
        """What this capture heard of each agent."""
        names = dict.fromkeys((*self._heard, *self._unknown))
        return tuple(
            AgentHeard(
                name,
                sessions=len(self._heard_in[name]),
                yours=self._heard[name][Role.USER],
                agents=self._heard[name][Role.ASSISTANT],
                programs=self._heard[name][Role.SOMEBODY],
                nowhere=tuple(self._nowhere[name]),
                release=self._releases.get(name),
                known=newest_known(name) if self._releases.get(name) else None,
                unknown=dict(self._unknown[name]),
            )
            for name in names
        )

    def _count(self, session: Session, record: object, facts: int = 0) -> None:
        if isinstance(record, Turn):
            self._heard[session.agent][record.role] += 1
            self._heard_in[session.agent].add(session.id)
            if session.project is None and session.agent in TRANSCRIPT_HOMES and record.role is Role.USER:
                self._nowhere[session.agent].setdefault(session.id)
            elif session.project:
                self._nowhere[session.agent].pop(session.id, None)
        turns, events = int(isinstance(record, Turn)), int(isinstance(record, Event))
        self.counts.update(turns=turns, events=events)
        known = self._progress.get(session.id, SessionProgress(session, 0, 0, 0))
        self._progress[session.id] = SessionProgress(
            session, known.turns + turns, known.events + events, known.facts + facts
        )

    def _fact(self, captured: CapturedFact) -> None:
        kind, session = captured.fact.kind.value, captured.evidence.session or ""
        known = self._progress[session]
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
        self._kinds[kind] += change
        self._progress[session] = SessionProgress(known.session, known.turns, known.events, known.facts + change)
        self._retired.setdefault(session, []).extend(captured.retired)
