"""A simulated year in one process: capture, a night, a review by rule, publish, and context at each session start."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from statistics import fmean
from typing import Protocol

from lore import actions, clock, paths
from lore.actions import Brief, Engine, Holds
from lore.memory import decisions, review_card, strengths
from lore.model import Candidate, CandidateKind, Fact, Status, Tier
from lore.presence import Person, deciding
from lore.store import FactFilter, Store, open_store
from support.year_sessions import BEGIN, Calendar, date_of
from support.year_topics import PROJECTS, topic_of

EVERY = FactFilter(statuses=tuple(Status))
UNCHANGING = ("facts", "evidence", "links", "candidates", "sessions", "turns", "events", "digests", "audit", "accesses")
"""The tables that a night which is repeated must leave alone."""


class Recorded(Protocol):
    """A session that can be written out as the transcript of an agent."""

    @property
    def name(self) -> str: ...

    @property
    def project(self) -> str: ...

    def write(self, folder: Path) -> Path:
        """The file of it in this folder."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a day ended with."""

    day: int
    active: int
    knowledge: int
    """Active facts that proved themselves."""
    conventions: int
    """Active facts that a person approved."""
    strength: float
    """The mean of the active facts."""
    queue: int
    """What waited for the person in the morning."""
    size: int
    """Bytes of the store."""
    seconds: float
    """The night took."""


@dataclass(slots=True)
class Year:
    """One store and what was seen of it, day by day."""

    calendar: Calendar
    folder: Path
    more: Callable[[int], Sequence[Recorded]] = lambda day: ()
    """Other sessions of a day."""
    agrees: Callable[[Candidate, Fact], bool | None] = lambda candidate, fact: None
    """Whether a candidate of such a session is right; None where it is of none."""
    twice: Sequence[int] = ()
    """The days whose night is run a second time."""
    whole_nights: bool = True
    """Whether a night also backs up and asks the doctor; else it consolidates."""
    store: Store = field(init=False)
    engine: Engine = field(init=False)
    figures: list[Figures] = field(default_factory=list)
    given: list[tuple[int, str, Brief]] = field(default_factory=list)
    """What sessions started with: the day, the project, the brief."""
    published: list[tuple[int, str, str]] = field(default_factory=list)
    """What the conventions of a project were: the day, the project, the text."""
    known: set[str] = field(default_factory=set)
    """The id of every fact that was ever there."""
    changed: list[str] = field(default_factory=list)
    """What a repeated night changed."""
    repeated: int = 0
    sessions: int = 0
    decided: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with clock.pretending(clock.stamp(BEGIN)):
            self.store = open_store(self.folder / "lore")
        self.store.backs_up = False
        self.engine = Engine(self.store, person=deciding("decide in a simulated year", yes=True), stays_open=True)
        for project in PROJECTS:
            (self.folder / project.rpartition("/")[2] / ".git").mkdir(parents=True)
        (self.folder / "transcripts").mkdir()

    def run(self, told: Callable[[Figures], None] = lambda figures: None) -> None:
        """Live through all working days. told: hears the figures of each."""
        for day in range(self.calendar.days):
            for session in [*self.calendar.sessions(day), *self.more(day)]:
                self._work(day, session)
            told(self._night(day))

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def at(self, day: int, hours: float) -> ExitStack:
        """Let it be that hour of a working day; from 24 on, of the next one."""
        stack = ExitStack()
        stack.enter_context(clock.pretending(clock.stamp(date_of(day) + timedelta(hours=hours))))
        return stack

    def _work(self, day: int, session: Recorded) -> None:
        """A session: what it starts with, and what is read of it when it is over."""
        with self.at(day, 8.9):
            brief = actions.context(self.engine, project=session.project, session=session.name, give=True)
            self.given.append((day, session.project, brief))
        file = session.write(self.folder / "transcripts")
        with self.at(day, 18):
            actions.capture(self.engine, [file], project=session.project, mine=True)
        self.sessions += 1

    def _night(self, day: int) -> Figures:
        with self.at(day, 27.1):
            begun = time.perf_counter()
            self._consolidate()
            seconds = time.perf_counter() - begun
            if day in self.twice:
                self._repeat(day)
        with self.at(day, 32):
            waiting = len(decisions.queue(self.store))
            self._review(day)
            self._publish(day)
            self.figures.append(self._measured(day, waiting, seconds))
        return self.figures[-1]

    def _consolidate(self) -> None:
        if self.whole_nights:
            actions.night(self.engine)
        else:
            actions.consolidate(self.engine)

    def _repeat(self, day: int) -> None:
        """Run the night again, due or not; note each table that is not as it was."""
        before = self._rows()
        self._consolidate()
        actions.consolidate(self.engine)
        after = self._rows()
        self.changed += [f"day {day}: {table}" for table in UNCHANGING if before[table] != after[table]]
        self.repeated += 1

    def _rows(self) -> dict[str, int]:
        """How many rows each table has, and a number of what stands in them."""
        connection = self.store._database.connection()
        return {
            table: hash(tuple(tuple(row) for row in connection.execute(f"SELECT * FROM {table}")))
            for table in UNCHANGING
        }

    def _review(self, day: int) -> None:
        """Decide on each: what is true is approved, everything else is not. An answer may raise the next question."""
        while waiting := decisions.queue(self.store):
            name = waiting[0]
            candidate = self.store.candidates.get(name)
            if candidate.kind is CandidateKind.QUESTION:
                holds = self._answer(day, candidate)
                decisions.answer(self.store, name, holds, by=self._person)
                verdict = f"answered {holds}"
            elif self._agrees(day, candidate):
                verdict = "approved"
                risks = [risk.id for risk in review_card(self.store, name).risks]
                decisions.approve(self.store, name, by=self._person, acknowledged=risks)
            else:
                verdict = "rejected"
                decisions.reject(self.store, decisions.seen(self.store, [name]), by=self._person)
            self.decided[verdict] = self.decided.get(verdict, 0) + 1

    @property
    def _person(self) -> Person:
        person = self.engine.person
        assert person is not None
        return person

    def _agrees(self, day: int, candidate: Candidate) -> bool:
        fact = self.store.facts.get(candidate.fact)
        other = self.agrees(candidate, fact)
        return self.is_true(day, candidate.project or fact.project, candidate.text) if other is None else other

    def _answer(self, day: int, question: Candidate) -> Holds:
        """The one that is true; both where both are, or where neither is of the generated sessions."""
        newer, older = self.store.facts.get(question.fact), self.store.facts.get(question.replaces or "")
        new, old = (self.is_true(day, fact.project, fact.text) for fact in (newer, older))
        return Holds.BOTH if new == old else Holds.INSTEAD if new else Holds.OLDER

    def is_true(self, day: int, project: str | None, text: str) -> bool:
        """Whether a text is something that the person said and that still holds."""
        found = topic_of(project, text)
        return found is not None and self.calendar.holds(*found, day)

    def _publish(self, day: int) -> None:
        for project in self.store.projects.keys_in_use():
            if project not in PROJECTS:
                continue
            root = self.folder / project.rpartition("/")[2]
            actions.publish(self.engine, root=root, project=project, new_root=True)
            file = root / "CONVENTIONS.md"
            self.published.append((day, project, file.read_text() if file.exists() else ""))

    def _measured(self, day: int, queue: int, seconds: float) -> Figures:
        self.known.update(self.store.facts.ids(EVERY))
        facts = self.store.facts.select(FactFilter(statuses=(Status.ACTIVE,)))
        return Figures(
            day,
            active=len(facts),
            knowledge=sum(fact.tier is Tier.SEMANTIC for fact in facts),
            conventions=sum(fact.approved_at is not None for fact in facts),
            strength=fmean(strengths(self.store, facts).values()) if facts else 0.0,
            queue=queue,
            size=paths.database(self.store.folder).stat().st_size,
            seconds=seconds,
        )


def by_month(figures: Sequence[Figures]) -> list[tuple[str, Figures]]:
    """The last day of each calendar month, with the mean of what each day has of its own: the queue, the seconds."""
    months: dict[str, list[Figures]] = {}
    for one in figures:
        months.setdefault(f"{date_of(one.day):%Y-%m}", []).append(one)
    return [
        (
            month,
            Figures(
                days[-1].day,
                days[-1].active,
                days[-1].knowledge,
                days[-1].conventions,
                days[-1].strength,
                round(fmean(one.queue for one in days)),
                days[-1].size,
                fmean(one.seconds for one in days),
            ),
        )
        for month, days in months.items()
    ]
