"""The bundled sessions through the whole pipeline, in a store that is thrown away."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lore.actions.engine import Engine
from lore.actions.history import log
from lore.actions.projects import list_projects, set_project
from lore.model import Fact
from lore.presence import PERSON, deciding_for_show

if TYPE_CHECKING:
    from lore.capture import CaptureSummary
    from lore.memory import ReviewCard


_ACTS = {
    "candidate.approve": "approved",
    "candidate.reject": "rejected",
    "candidate.merge": "merged",
    "candidate.snooze": "snoozed",
    "publish.write": "published",
    "fact.add": "wrote",
    "fact.edit": "edited",
    "fact.archive": "archived",
}
"""Acts that a person decides on, in a word."""


@dataclass(frozen=True, slots=True)
class DemoStore:
    """What became of the bundled sessions."""

    captured: "CaptureSummary"
    facts: tuple[Fact, ...]
    """Active ones, newest first."""


@dataclass(frozen=True, slots=True)
class DemoGoverned:
    """A candidate that was approved, published and taken back, to show how that goes."""

    waiting: int
    """Candidates that waited before."""
    card: "ReviewCard"
    approved: Fact
    published: str
    """What stood in CONVENTIONS.md."""
    still_there: bool
    """Whether that file is there after the undo."""


def demo_sessions() -> Path:
    """The folder of the bundled sessions."""
    from lore.demo import transcripts

    return transcripts()


def demo_moment() -> str:
    """The time at which the demo takes place: the day after the last bundled session."""
    from lore.demo import NOW

    return NOW


def build_demo(engine: Engine) -> DemoStore:
    """Capture, index and consolidate the bundled sessions in an empty store."""
    from lore.demo import build
    from lore.store import FactFilter

    scene = build(engine.store, engine.reporter)
    engine.reporter.stage("")
    return DemoStore(scene.captured, tuple(engine.store.facts.select(FactFilter())))


def house_demo(engine: Engine, folder: Path) -> tuple[Path, ...]:
    """Give every project of the demo a folder below this one, so that its conventions can be published there."""
    made = []
    for key in sorted(list_projects(engine).facts):
        place = folder / key.strip("/").replace("/", "-")
        place.mkdir(parents=True, exist_ok=True)
        set_project(engine, key, place)
        made.append(place)
    return tuple(made)


def acts_of_person(engine: Engine, after: int) -> dict[str, int]:
    """What a person decided since an event of the log, in words such as `approved`, each with how often.

    What was undone is left out, and so is what followed from an act by itself.
    """
    done = [event for event in log(engine, actor=PERSON).events if event.seq > after]
    undone = {event.undoes for event in done if event.undoes is not None}
    acts = [event for event in done if event.undoes is None and event.unit not in undone and event.action in _ACTS]
    return dict(Counter(_ACTS[event.action] for event in acts))


def govern_demo(engine: Engine, repository: Path) -> DemoGoverned | None:
    """Approve the first candidate, publish it into a new folder, and undo that; None where nothing waits."""
    from lore.history import undo_last
    from lore.memory import approve, is_of_fact, queue, review_card
    from lore.publish import publish, resolve_target

    store, nobody = engine.store, deciding_for_show()
    waiting = [name for name in queue(store) if not is_of_fact(name)]
    if not waiting:
        return None
    first = review_card(store, waiting[0])
    decision = approve(store, first.candidate.id, by=nobody, acknowledged=[risk.id for risk in first.risks])
    repository.mkdir(parents=True, exist_ok=True)
    root, key = resolve_target(store, repository, root=repository, key=decision.fact.project)
    publish(store, root, key, by=nobody)
    file = repository / "CONVENTIONS.md"
    text = file.read_text(encoding="utf-8").rstrip()
    undo_last(store, nobody, by=PERSON)
    return DemoGoverned(len(waiting), first, decision.fact, text, file.exists())
