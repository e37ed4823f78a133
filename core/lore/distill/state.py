"""How it stands with the reader that a person agreed to: what waits, what was read, what it cost, what stopped it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import takewhile
from pathlib import Path

from lore import clock, paths
from lore.config import DISTILL_CALLS_A_DAY, in_force
from lore.distill.agreement import Agreement, Answer, not_read, settled
from lore.distill.calls import Reader, Reading, calls_today, readers, readings
from lore.distill.left_to_read import Unread, pause_after, unread, without_wordings
from lore.errors import Busy
from lore.handover import files, places
from lore.store import Store, file_lock
from lore.text import counted

IN_A_ROW = 3
"""So many answers of no use, one after the other, stop the reader as an outage does: it is not the sessions then."""
NEWEST = 5
"""Readings that are listed."""


@dataclass(frozen=True, slots=True)
class ReaderState:
    """How it stands with the reader."""

    agreement: Agreement
    waiting: Sequence[Unread]
    """What it will read: those tried least first, of these the newest first."""
    given_up: int
    """Sessions of which three answers said nothing, and that wait for `lore distill`."""
    apart: Sequence[str]
    """The projects whose sessions nobody reads."""
    figures: Sequence[Reader]
    """What came of each model's reading, in all."""
    newest: Sequence[Reading]
    asked_today: int
    a_day: int
    """Questions that are asked in 24 hours at most."""
    tokens_today: int
    problem: str
    """Why nothing is read, or why the last question was not answered; empty where it was."""
    again: str
    """When the next is asked then."""
    progress: tuple[int, int] | None
    """How many it has read of how many, while a process is at it."""
    without_wordings: int = 0
    """Sessions that an earlier release let a model read: their notes are your sentences alone."""

    @property
    def is_asked(self) -> bool:
        """Whether somebody agreed."""
        return self.agreement.way is not None

    @property
    def is_paused(self) -> bool:
        return bool(self.again) and clock.now() < self.again

    @property
    def is_spent(self) -> bool:
        """Whether the day has had its questions."""
        return self.asked_today >= self.a_day

    @property
    def read(self) -> int:
        """Sessions that were read, by whatever model."""
        return sum(one.read for one in self.figures)

    @property
    def to_read_again(self) -> str:
        """What an earlier release kept as your sentences alone, and the command that words it; empty where nothing."""
        if not self.without_wordings:
            return ""
        return f"notes of {counted(self.without_wordings, 'session')} are your sentences alone: `lore distill --again`"

    @property
    def in_a_line(self) -> str:
        """All of it in one line, for a list, a row, an answer of the doctor."""
        waits = f"{counted(len(self.waiting), 'session')} {'waits' if len(self.waiting) == 1 else 'wait'}"
        if self.agreement.way is None:
            return "nobody reads your sessions" if self.agreement.answer is Answer.NO else f"{waits} for a reader"
        told = [f"{self.agreement.way.title} reads each session", waits, f"{self.read:,} read"]
        told += [f"reading {self.progress[0] + 1:,} of {self.progress[1]:,}"] if self.progress else []
        told += [f"{self.given_up:,} given up"] if self.given_up else []
        told += [self.to_read_again] if self.to_read_again else []
        told += [self.problem] if self.problem else []
        return " · ".join(told)


def reader_state(store: Store) -> ReaderState:
    """How it stands with the reader. Asks no model, and looks at no message."""
    found = readings(store)
    left = unread(store, found)
    since = clock.shifted(timedelta(days=-1))
    problem, again = _stopped_by(found)
    agreement = settled(store)
    return ReaderState(
        agreement=agreement,
        waiting=sorted((one for one in left if not one.is_given_up), key=lambda one: one.tries),
        given_up=sum(one.is_given_up for one in left),
        apart=not_read(store),
        figures=readers(found),
        newest=found[:NEWEST],
        asked_today=calls_today(store),
        a_day=in_force(store)[DISTILL_CALLS_A_DAY],
        tokens_today=sum(one.tokens for one in found if one.at >= since),
        problem=agreement.fault or (problem if again else _left_by_others(store.folder)),
        again=again,
        progress=progress_of(store.folder),
        without_wordings=len(without_wordings(store, found)),
    )


def is_read_now(home: Path) -> bool:
    """Whether a process reads sessions."""
    try:
        with file_lock(paths.reader_lock(home), budget_s=0.0):
            return False
    except Busy:
        return True


def progress_of(home: Path) -> tuple[int, int] | None:
    """How many sessions the process that reads now has read, and of how many; None where none does."""
    told = files.read(places.reader(str(home)))
    done, whole = told.get("done"), told.get("whole")
    if isinstance(done, int) and isinstance(whole, int) and done < whole and is_read_now(home):
        return done, whole
    return None


def _left_by_others(home: Path) -> str:
    """What kept the last process from starting a reader, which had another environment; empty where nothing did."""
    told = files.read(places.reader(str(home))).get("problem")
    return told if isinstance(told, str) and not is_read_now(home) else ""


def _stopped_by(found: Sequence[Reading]) -> tuple[str, str]:
    """Why the last question had no answer, and when to ask again; nothing where it had one."""
    failed = list(takewhile(lambda one: bool(one.failed), found))
    outages = list(takewhile(lambda one: not one.reached, failed))
    failures = len(outages) or max(0, len(failed) - IN_A_ROW + 1)
    last = clock.parse(found[0].at) if failures else None
    return (found[0].failed, clock.stamp(last + pause_after(failures))) if last else ("", "")
