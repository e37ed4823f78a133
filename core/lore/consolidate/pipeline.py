"""The consolidation as a whole: named steps under one run, each of which may be killed at any moment and repeated."""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from pathlib import Path

from lore import clock, paths
from lore.config import in_force
from lore.consolidate import digests, habits, knowledge, maintenance, pages
from lore.consolidate.context import ACTOR, Context, Rules
from lore.consolidate.course import Course, Place
from lore.consolidate.crystallise import crystallise
from lore.consolidate.planned_changes import BESIDE, GiveWay, Merge, PlannedChange
from lore.consolidate.similarity import FactSimilarity
from lore.consolidate.step import Step, Unit, each_project, each_project_and_none, each_scope, everything
from lore.embedding import Embedder
from lore.intake import clean
from lore.memory import copy_opinions, queue
from lore.model import Run
from lore.progress import Progress
from lore.publish import DuePage
from lore.store import Store, file_lock, open_store
from lore.text import counted

KIND = "consolidation"
WAIT_S = 1.0
"""How long a second consolidation waits for the first."""
LOCK_S = 0.02
"""No further change is begun in a transaction that has lasted so long: the lock is held for 50 ms at most."""
LISTED = 1_000
"""Changes that a report names; it counts them all."""

STEPS = (
    Step("observe", "habits that your sessions show become facts", each_project, habits.observe),
    Step("wake", "snoozed candidates come back", everything, maintenance.wake),
    Step("expire", "facts past their expiry date are archived", everything, maintenance.expire),
    Step("merge", "facts that say the same words are merged", each_scope, maintenance.merge, repeats=True),
    Step(
        "settle",
        "replaced facts are retired; you are asked what may contradict or be one",
        each_scope,
        maintenance.settle,
        repeats=True,
    ),
    Step("assimilate", "new episodes strengthen existing knowledge", each_scope, knowledge.assimilate),
    Step("form", "episodes that recur across sessions become knowledge", each_scope, knowledge.form, repeats=True),
    Step(
        "propose",
        "your rules, corrections and reasoned decisions become candidates",
        each_project_and_none,
        crystallise,
    ),
    # Last: what was imported today from years ago must have been read before it may go.
    Step("fade", "faded facts are archived", each_scope, maintenance.fade),
    # After all that changes facts, for they are told with what stands now.
    Step(
        "digest",
        "each session, week and month gets a one-page summary",
        everything,
        digests.digest,
        repeats=True,
    ),
    Step(
        "pages",
        "MEMORY.md and FACTS.md of each project are rewritten",
        everything,
        due=pages.due,
        write=pages.write_pages,
    ),
)


@dataclass(frozen=True, slots=True)
class Applied:
    """One change that was made, or would be."""

    step: str
    fact: str
    says: str
    retired: str | None = None
    """The fact that the other one took the place of."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a consolidation did, or would do."""

    run: str
    counts: dict[str, int]
    """Changes by step; every step is there."""
    applied: tuple[Applied, ...]
    """The first changes in order, for people."""
    notes: tuple[str, ...]
    """What was degraded."""
    waiting: int
    """What waits for a person now, without what agents stated."""
    is_whole: bool = True
    """Whether every step was done; the next call goes on with one that was stopped."""


def consolidate(
    store: Store,
    embedder: Embedder | None = None,
    *,
    progress: Progress | None = None,
    stopped: Callable[[], bool] = lambda: False,
    steps: Sequence[Step] = STEPS,
) -> Report:
    """Bring the memory in order, as the settings of this store say; a second call changes nothing.

    Continues the run of a call that was interrupted, behind its last change. Without an embedder no facts are compared,
    and a note says so. stopped: asked before each step, whether the others are left to the next call.
    Raises Busy while another consolidation works.
    """
    rules = Rules.of(in_force(store))
    clean(KIND)  # what looks for secrets takes 80 ms to load: not while others wait for the store
    with file_lock(paths.consolidation_lock(store.folder), budget_s=WAIT_S):
        run, resumed = _run(store)
        context = Context(store, run.id, clock.now(), rules, FactSimilarity(store, embedder))
        doing = _Doing(context, Course.of(store, run), steps)
        is_whole = doing.take_steps(progress, stopped)
        context.similarity.keep(whole=is_whole and not resumed)
        counts = {step.name: doing.course.counts[step.name] for step in steps}
        if is_whole:
            doing.course.forget_plan()
            with store.write(ACTOR, run.id) as transaction:
                store.runs.finish(transaction, run.id, {**counts, "no card": len(context.no_cards)})
        if progress:
            progress(len(steps), len(steps))
    return Report(run.id, counts, tuple(doing.applied), _notes(context), len(queue(store)), is_whole)


def _notes(context: Context) -> tuple[str, ...]:
    left = len(context.similarity.waiting)
    waiting = f"{counted(left, 'pair')} of facts near in meaning wait to be read by the next consolidations"
    return tuple(note for note in (context.similarity.note, waiting if left else None, _kept_back(context)) if note)


def _kept_back(context: Context) -> str | None:
    """How many statements of the person became no card, and why."""
    reasons = Counter(why.value for why in context.no_cards.values()).most_common()
    told = ", ".join(f"{count} {why}" for why, count in reasons)
    return f"not put before you: {told}" if reasons else None


@dataclass(slots=True)
class _Doing:
    """A run that is being done."""

    context: Context
    course: Course
    steps: Sequence[Step]
    applied: list[Applied] = field(default_factory=list)

    def take_steps(self, progress: Progress | None, stopped: Callable[[], bool]) -> bool:
        """Do one step after the other, from where the run is; False where it was stopped before the last one."""
        numbers = [step.number for step in self.steps]
        first = numbers.index(self.course.place.step) if self.course.place.step in numbers else 0
        for done, step in list(enumerate(self.steps))[first:]:
            if stopped():
                return False
            if progress:
                progress(done, len(self.steps))
            self._take(step)
        return True

    def _take(self, step: Step) -> None:
        """Do the units of a step, from the one where the run is."""
        self.context.look()
        units, reader = list(step.units(self.context)), self.context.similarity
        left, reader.read = units, 0
        if self.course.place.step == step.number:
            left = list(dropwhile(lambda unit: unit.number != self.course.place.unit, units)) or units
            reader.read = self.course.place.read if left is not units else 0
        for done, unit in enumerate(left):
            self._do(step, unit, len(left) - done)

    def _do(self, step: Step, unit: Unit, left: int) -> None:
        """Plan a unit and make the changes, again and again where the step repeats. left: units that are not done."""
        if step.due is not None:
            self._write_files(step, unit, step.due(self.context))
            return
        here = (self.course.place.step, self.course.place.unit) == (step.number, unit.number)
        number = self.course.place.round if here else 0
        if not here:
            self.course.plan = None
        while True:
            if self.course.plan is None:
                reader = self.context.similarity
                reader.allowance = max(0, self.context.rules.pairs - reader.read) // left
                plan = list(step.plan(self.context, unit))
                reader.keep(whole=False)
                self.course.begin(Place(step.number, unit.number, number, reader.read), plan)
            made = self._carry_out(step)
            if not step.repeats or not made:
                return
            number += 1

    def _write_files(self, step: Step, unit: Unit, due: Mapping[str, Sequence[DuePage]]) -> None:
        """Note how many files are due before the first is written: killed behind it, nobody could tell any more."""
        is_noted = (self.course.place.step, self.course.place.unit) == (step.number, unit.number)
        if due and not is_noted:
            self.course.begin(Place(step.number, unit.number), [])
            self.course.counts[step.name] += sum(map(len, due.values()))
            with self.context.store.write(ACTOR, self.context.run) as transaction:
                self.course.note(transaction, 0)
        step.write(self.context, due)

    def _carry_out(self, step: Step) -> int:
        """Make the changes that are left, in transactions that are short enough for everybody else.

        Returns how many changes were made, or had been, from which others may follow.
        """
        plan, done = self.course.plan or [], self.course.moves
        made = done
        while done < len(plan):
            with self.context.store.write(ACTOR, self.context.run) as transaction:
                began = time.monotonic()
                while True:
                    if plan[done].apply(self.context.store, transaction):
                        made += not isinstance(plan[done], BESIDE)
                        self._note(step, plan[done])
                    done += 1
                    if done == len(plan) or time.monotonic() - began >= LOCK_S:
                        break
                self.course.note(transaction, done)
        self.course.plan = None
        return made

    def _note(self, step: Step, move: PlannedChange) -> None:
        self.course.counts[step.name] += 1
        if len(self.applied) < LISTED:
            gone = move.gone if isinstance(move, (GiveWay, Merge)) else None
            self.applied.append(Applied(step.name, move.fact, move.says, gone))


def rehearse(
    store: Store,
    embedder: Embedder | None = None,
    *,
    progress: Progress | None = None,
) -> Report:
    """What `consolidate` would do, found by doing it to a copy; the store is not written to."""
    with tempfile.TemporaryDirectory(prefix="lore-rehearsal-") as folder:
        store.copy_into(paths.database(Path(folder)))
        copy_opinions(store.folder, Path(folder))
        with open_store(Path(folder)) as copy:
            return consolidate(copy, embedder, progress=progress)


def _run(store: Store) -> tuple[Run, bool]:
    """The run that was interrupted, or a new one; and whether it was interrupted."""
    latest = store.runs.latest(KIND)
    if latest is not None and latest.finished_at is None:
        return latest, True
    with store.write(ACTOR) as transaction:
        return store.runs.start(transaction, KIND), False
