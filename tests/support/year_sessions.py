"""The sessions of a simulated year, made from a seed: who says what on which working day."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from support.year_topics import CORRECTED, DECISIONS, LEANING, MIGRATION, PROJECTS, RULES, UNUSED, Topic, Version

BEGIN = datetime(2026, 1, 5, tzinfo=UTC)
"""A Monday."""
WEEK = 5
"""Working days."""
MIGRATION_DAY = 0.45
"""In which part of the year the migration falls: in its sixth month."""
CORRECTION_DAYS = (0.3, 0.5, 0.65)
"""In which part of the year each correction falls."""
WORK = (
    "Add a test for the {thing}",
    "The {thing} is slow, please look where the time goes",
    "Explain to me how the {thing} works",
    "Split the {thing} into two modules",
    "Why does the {thing} fail on an empty list?",
    "Rename the parameters of the {thing}",
)
THINGS = ("importer", "scheduler", "login form", "report", "cache", "queue worker", "mail template", "settings page")
ANSWERS = ("I looked at it and changed the {thing}; the tests are green.", "Done: the {thing} is as you asked.")


@dataclass(frozen=True, slots=True)
class Said:
    """A statement on its day."""

    day: int
    topic: Topic
    version: Version
    text: str
    by_agent: bool = False


@dataclass(slots=True)
class DaySession:
    """One session: where, when, and the lines of its transcript."""

    name: str
    project: str
    begins: datetime
    lines: list[dict[str, str]] = field(default_factory=list)

    def say(self, role: str, text: str) -> None:
        """Add a message, a minute after the last one."""
        at = self.begins + timedelta(minutes=len(self.lines))
        number = f"{self.name}-{len(self.lines)}"
        self.lines.append(
            {"session": self.name, "id": number, "at": at.isoformat().replace("+00:00", "Z"), "role": role}
            | {"text": text}
        )

    def write(self, folder: Path) -> Path:
        """The transcript as a file in Lore's own format."""
        file = folder / f"{self.name}.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in self.lines))
        return file


def date_of(day: int) -> datetime:
    """The midnight with which a working day begins."""
    return BEGIN + timedelta(days=7 * (day // WEEK) + day % WEEK)


class Calendar:
    """When each thing is said, in a year of so many working days."""

    def __init__(self, days: int, seed: int) -> None:
        self.days = days
        self.rng = random.Random(seed)
        self.migrates = int(days * MIGRATION_DAY)
        self.corrects = dict(zip(CORRECTED, (int(days * part) for part in CORRECTION_DAYS), strict=True))
        self.said: list[Said] = []
        self._plan()

    def changes_on(self, topic: Topic) -> int | None:
        """The day on which the corrected version is first said."""
        return self.migrates if topic == MIGRATION else self.corrects.get(topic)

    def holds(self, topic: Topic, version: Version, day: int) -> bool:
        """Whether a version of a topic is true on a day, after what was said on it."""
        changes = self.changes_on(topic)
        if topic in LEANING:
            return day < self.migrates
        return changes is None or (version == topic.corrected) == (day >= changes)

    def sessions(self, day: int) -> list[DaySession]:
        """The sessions of a day: one in a project where nothing is said, else one in each where something is."""
        rng = random.Random(f"{self.days} {day}")
        here = [one for one in self.said if one.day == day]
        projects = sorted({one.topic.project for one in here}) or [rng.choice(PROJECTS)]
        sessions = []
        for number, project in enumerate(projects):
            begins = date_of(day) + timedelta(hours=9 + 2 * number)
            session = DaySession(f"g{day:03}-{number}", project, begins)
            self._fill(session, [one for one in here if one.topic.project == project], rng)
            sessions.append(session)
        return sessions

    def _fill(self, session: DaySession, here: Sequence[Said], rng: random.Random) -> None:
        for one in [*here, None]:
            thing = rng.choice(THINGS)
            session.say("user", rng.choice(WORK).format(thing=thing))
            session.say("assistant", rng.choice(ANSWERS).format(thing=thing))
            if one is not None:
                session.say("assistant" if one.by_agent else "user", one.text)
                session.say("assistant", "All right.")

    def _plan(self) -> None:
        """Spread all that is said over the year; the same for the same seed."""
        for number, topic in enumerate(RULES):
            first = int(self.days * 0.6 * number / len(RULES))
            self._say_again(topic, topic.first, first, self.days)
        for number, topic in enumerate(DECISIONS):
            self._say(topic, topic.first, int(self.days * (0.05 + 0.8 * number / len(DECISIONS))), 0)
        for topic, changes in self.corrects.items():
            self._change(topic, 1, changes)
        self._change(MIGRATION, 2, self.migrates)
        for number, topic in enumerate(LEANING):
            self._say(topic, topic.first, int(self.days * (0.1 + 0.1 * number)), 0)
        self._say(UNUSED, UNUSED.first, 2, 0)

    def _change(self, topic: Topic, first: int, changes: int) -> None:
        """Say the old, then the new; the agent names the old way once more, long after."""
        assert topic.corrected is not None
        self._say_again(topic, topic.first, first, changes)
        self._say(topic, topic.corrected, changes, 0)
        self._say(topic, topic.corrected, min(changes + 4, self.days - 1), 1)
        for wording in range(2, len(topic.corrected.wordings)):
            self._say(topic, topic.corrected, min(changes + 5 * wording, self.days - 1), wording)
        late = changes + (self.days - changes) // 2
        self.said.append(Said(late, topic, topic.first, topic.first.wordings[0], by_agent=True))

    def _say_again(self, topic: Topic, version: Version, first: int, end: int) -> None:
        day = first
        for number in range(len(version.wordings)):
            if day >= end:
                return
            self._say(topic, version, day, number)
            day += self.rng.randint(2, 8)

    def _say(self, topic: Topic, version: Version, day: int, wording: int) -> None:
        self.said.append(Said(day, topic, version, version.wordings[wording]))
