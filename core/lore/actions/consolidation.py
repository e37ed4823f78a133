"""From episodes to knowledge to candidates."""

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.registry import Touches, action
from lore.errors import Busy
from lore.model import Fact
from lore.presence import agent_here

if TYPE_CHECKING:
    from lore.consolidate import Report

LONGEST_WAIT_S = 600.0
"""How long a person's consolidation waits for that of another process."""


@dataclass(frozen=True, slots=True)
class ConsolidationStep:
    """One step, in the order in which they run."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Consolidated:
    """What a consolidation did, or would do."""

    report: "Report"
    steps: tuple[ConsolidationStep, ...]
    replaced: tuple[Fact, ...]
    """What gave way."""
    dry_run: bool


@action("consolidate", Touches.WRITES)
def consolidate(
    engine: Engine, *, dry_run: Annotated[bool, "Show what would change; write nothing."] = False
) -> Consolidated:
    """Tidy the memory: merge duplicates, settle contradictions, build knowledge, propose conventions.

    Waits for a consolidation that another process does, as a capture starts one. Ends between two steps where the
    reporter says that the work should stop; the next call goes on there. Raises Busy where the other one takes longer
    than ten minutes.
    """
    try:
        return consolidate_at_once(engine, dry_run=dry_run)
    except Busy:
        engine.reporter.stage("waiting for another consolidation")
        return consolidate_at_once(engine, dry_run=dry_run, wait_s=LONGEST_WAIT_S)


def fill_queue(engine: Engine) -> None:
    """Put what was said since the last consolidation before you: whoever looks at the queue need not wait for it.

    What an agent starts looks only.
    """
    from lore.consolidate import propose_at_once
    from lore.errors import Unwritable

    if agent_here() is not None:
        return
    with suppress(Unwritable):  # a store that nobody can write to shows what it holds
        propose_at_once(engine.store, engine.embedder)


def consolidate_at_once(engine: Engine, *, dry_run: bool = False, wait_s: float = 0.0) -> Consolidated:
    """The same. wait_s: how long another consolidation is waited for. Raises Busy."""
    from lore.consolidate import STEPS, consolidate as consolidate_now, rehearse

    engine.reporter.stage("consolidating")
    told = engine.reporter
    if dry_run:
        report = rehearse(engine.store, engine.embedder, progress=told.progress)
    else:
        report = consolidate_now(
            engine.store, engine.embedder, progress=told.progress, stopped=told.stopped, wait_s=wait_s
        )
    replaced = engine.store.facts.many([applied.retired for applied in report.applied if applied.retired])
    steps = tuple(ConsolidationStep(step.name, step.help) for step in STEPS)
    return Consolidated(visibility.reported(engine, report), steps, visibility.veiled(engine, replaced), dry_run)
