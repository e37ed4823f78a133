"""The consolidation as a whole: named steps under one run, each of which may be interrupted and repeated."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lore import clock, paths
from lore.config import in_force
from lore.consolidate import habits, knowledge, maintenance
from lore.consolidate.context import ACTOR, Applied, Context, Rules
from lore.consolidate.crystallise import crystallise
from lore.consolidate.similarity import FactSimilarity
from lore.embedding import Embedder
from lore.memory import copy_opinions
from lore.model import Run
from lore.progress import Progress
from lore.store import Store, file_lock, open_store

KIND = "consolidation"
WAIT_S = 1.0
"""How long a second consolidation waits for the first."""


@dataclass(frozen=True, slots=True)
class PipelineStep:
    """One part of the pipeline."""

    name: str
    help: str
    run: Callable[[Context], None]


STEPS = (
    # First, so that what you said again and again counts in all that follows.
    PipelineStep("repeat", "what you ask for in several sessions becomes one rule", habits.repeat),
    PipelineStep("observe", "what sessions show of how you work becomes one fact", habits.observe),
    PipelineStep("wake", "snoozed candidates come back", maintenance.wake),
    PipelineStep("expire", "facts past their date are archived", maintenance.expire),
    PipelineStep("merge", "the same in other words becomes one fact", maintenance.merge),
    PipelineStep("settle", "what was replaced is retired; you are asked about contradictions", maintenance.settle),
    PipelineStep("assimilate", "episodes strengthen what is known", knowledge.assimilate),
    PipelineStep("form", "episodes of several sessions become knowledge", knowledge.form),
    PipelineStep("propose", "strong knowledge becomes a candidate", crystallise),
    # Last: what was imported today from years ago must have been read before it may go.
    PipelineStep("fade", "facts that faded are archived", maintenance.fade),
)


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
    """Candidates that wait for a person now."""
    is_whole: bool = True
    """Whether every step was done; the next call goes on with one that was stopped."""


def consolidate(
    store: Store,
    embedder: Embedder | None = None,
    *,
    progress: Progress | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Report:
    """Bring the memory in order, as the settings of this store say; a second call changes nothing.

    Continues the run of a call that was interrupted. Without an embedder facts are compared by their words, and a note
    says so. stopped: asked before each step, whether the others are left to the next call. Raises Busy while another
    consolidation works.
    """
    rules = Rules.of(in_force(store))
    with file_lock(paths.consolidation_lock(store.folder), budget_s=WAIT_S):
        run = _run(store)
        context = Context(store, run.id, clock.now(), rules, FactSimilarity(store, embedder, rules.nearness))
        is_whole = _take_steps(context, progress, stopped)
        context.similarity.keep()
        counts = {step.name: context.counts[step.name] for step in STEPS}
        if is_whole:
            with store.write(ACTOR, run.id) as transaction:
                store.runs.finish(transaction, run.id, counts)
        if progress:
            progress(len(STEPS), len(STEPS))
    notes = (context.similarity.note,) if context.similarity.note else ()
    return Report(run.id, counts, tuple(context.applied), notes, len(store.candidates.ids()), is_whole)


def _take_steps(context: Context, progress: Progress | None, stopped: Callable[[], bool]) -> bool:
    """Do one step after the other; False where it was stopped before the last one."""
    for done, step in enumerate(STEPS):
        if stopped():
            return False
        if progress:
            progress(done, len(STEPS))
        step.run(context)
    return True


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


def _run(store: Store) -> Run:
    """The run that was interrupted, or a new one."""
    latest = store.runs.latest(KIND)
    if latest is not None and latest.finished_at is None:
        return latest
    with store.write(ACTOR) as transaction:
        return store.runs.start(transaction, KIND)
