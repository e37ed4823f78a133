"""The consolidation as a whole: named steps under one run, each of which may be killed at any moment and repeated."""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from lore import clock, paths
from lore.config import in_force
from lore.consolidate import digests, habits, knowledge, maintenance
from lore.consolidate.context import ACTOR, Context, Rules
from lore.consolidate.crystallise import crystallise
from lore.consolidate.planned_changes import Dispute, GiveWay, Merge, PlannedChange
from lore.consolidate.similarity import FactSimilarity
from lore.consolidate.step import Step, Unit, each_project, each_project_and_none, each_scope, everything
from lore.embedding import Embedder
from lore.errors import Busy
from lore.intake import clean
from lore.memory import queue
from lore.model import Run
from lore.progress import Progress
from lore.store import Store, file_lock, open_store

KIND, PROPOSING = "consolidation", "proposing"
"""Runs: of every step, and of the one that fills the queue."""
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
    Step(
        "form", "what recurs across sessions becomes knowledge over the facts that say it", each_scope, knowledge.form
    ),
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
        "MEMORY.md of each project is rewritten",
        everything,
        write=digests.write_pages,
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
    wait_s: float = 0.0,
) -> Report:
    """Bring the memory in order, as the settings of this store say; a second call changes nothing.

    A call that was interrupted is taken up under its run: what it did is done, and is not planned again. Without an
    embedder no facts are compared, and a note says so. stopped: asked before each step, whether the others are left to
    the next call.
    Raises Busy while another consolidation works, for longer than `wait_s` seconds.
    """
    rules = Rules.of(in_force(store))
    clean(KIND)  # what looks for secrets takes 80 ms to load: not while others wait for the store
    with file_lock(paths.consolidation_lock(store.folder), budget_s=wait_s):
        run = _run(store)
        context = Context(store, run.id, clock.now(), rules, FactSimilarity(store, embedder))
        doing = _Doing(context, steps, Counter(run.summary))
        is_whole = doing.take_steps(progress, stopped)
        counts = {step.name: doing.counts[step.name] for step in steps}
        if is_whole:
            with store.write(ACTOR, run.id) as transaction:
                store.runs.finish(transaction, run.id, {**counts, "no card": len(context.no_cards)})
        if progress:
            progress(len(steps), len(steps))
    return Report(run.id, counts, tuple(doing.applied), _notes(context), len(queue(store)), is_whole)


def propose_at_once(store: Store, embedder: Embedder | None = None) -> None:
    """Put what was said since the last consolidation into the queue, and ask what it contradicts; the other steps wait.

    Nothing happens where nothing was saved since, or another process consolidates, which does the same.
    """
    times = [run.started_at for kind in (KIND, PROPOSING) if (run := store.runs.latest(kind))]
    if not store.statistics.facts_since(max(times, default="")):
        return
    with suppress(Busy), file_lock(paths.consolidation_lock(store.folder), budget_s=0.0):
        with store.write(ACTOR) as transaction:
            run = store.runs.start(transaction, PROPOSING)
        context = Context(store, run.id, clock.now(), Rules.of(in_force(store)), FactSimilarity(store, embedder))
        steps = [step for step in STEPS if step.name in ("settle", "propose")]
        doing = _Doing(context, steps, Counter())
        doing.take_steps(None, lambda: False)
        with store.write(ACTOR, run.id) as transaction:
            store.runs.finish(transaction, run.id, dict(doing.counts))


def _notes(context: Context) -> tuple[str, ...]:
    return tuple(note for note in (context.similarity.note, _kept_back(context)) if note)


def _kept_back(context: Context) -> str | None:
    """How many statements of the person became no card, and why."""
    reasons = Counter(why.value for why in context.no_cards.values()).most_common()
    told = ", ".join(f"{count} {why}" for why, count in reasons)
    return f"not put before you: {told}" if reasons else None


@dataclass(slots=True)
class _Doing:
    """A run that is being done."""

    context: Context
    steps: Sequence[Step]
    counts: Counter[str]
    applied: list[Applied] = field(default_factory=list)

    def take_steps(self, progress: Progress | None, stopped: Callable[[], bool]) -> bool:
        """Do one step after the other; False where it was stopped before the last one."""
        for done, step in enumerate(self.steps):
            if stopped():
                return False
            if progress:
                progress(done, len(self.steps))
            self._take(step)
        return True

    def _take(self, step: Step) -> None:
        """Do the units of a step; or what it does to files, which is the same when it is done twice."""
        self.context.look()
        if step.write is not None:
            self.counts[step.name] += step.write(self.context)
            return
        for unit in list(step.units(self.context)):
            self._do(step, unit)

    def _do(self, step: Step, unit: Unit) -> None:
        """Plan a unit and make the changes, again and again where the step repeats."""
        made = True
        while made:
            made = self._carry_out(step, list(step.plan(self.context, unit))) and step.repeats

    def _carry_out(self, step: Step, plan: Sequence[PlannedChange]) -> bool:
        """Make the changes in transactions that are short enough for everybody else.

        Returns whether one was made from which others may follow.
        """
        done, made, store = 0, False, self.context.store
        while done < len(plan):
            with store.write(ACTOR, self.context.run) as transaction:
                began = time.monotonic()
                while done < len(plan):
                    if plan[done].apply(store, transaction):
                        made = made or not isinstance(plan[done], Dispute)
                        self._note(step, plan[done])
                    done += 1
                    if time.monotonic() - began >= LOCK_S:
                        break
                store.runs.keep(transaction, self.context.run, self.counts)
        return made

    def _note(self, step: Step, move: PlannedChange) -> None:
        self.counts[step.name] += 1
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
        with open_store(Path(folder)) as copy:
            return consolidate(copy, embedder, progress=progress)


def _run(store: Store) -> Run:
    """The run that was interrupted, or a new one."""
    latest = store.runs.latest(KIND)
    if latest is not None and latest.finished_at is None:
        return latest
    with store.write(ACTOR) as transaction:
        return store.runs.start(transaction, KIND)
