"""Keeping what was worked on and what solved it, while the session goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.parameters import project_key
from lore.actions.registry import Touches, action
from lore.model import Fact, Session


@dataclass(frozen=True, slots=True)
class CheckpointKept:
    """What became of a checkpoint."""

    fact: Fact
    action: str
    """`added`, `reinforced`, `superseded`, `held` or `known`."""
    session: Session | None
    """Whose timeline shows it."""
    changed: bool
    """Whether anything was written that an undo takes back."""


@action("checkpoint", Touches.WRITES)
def checkpoint(
    engine: Engine,
    task: Annotated[str, "What was worked on."],
    *,
    problem: Annotated[str | None, "What stood in the way."] = None,
    solution: Annotated[str | None, "What solved it."] = None,
    files: Annotated[Sequence[str], "The files it is about."] = (),
    concepts: Annotated[Sequence[str], "The concepts it is about."] = (),
    session: Annotated[str | None, "The session it belongs to; default: the one of this project today."] = None,
    agent: Annotated[str | None, "The agent that records it; what an agent says waits for approval."] = None,
    project: Annotated[str | None, "The project; default: that of this folder."] = None,
) -> CheckpointKept:
    """Save where a task stands: the problem, what solved it, the files and concepts involved."""
    from lore.capture import Checkpoint, checkpoint as record
    from lore.projects import project_here

    store = engine.store
    key = project_key(project) if project else project_here(store.projects.all_known(), engine.folder).key
    before = len(store.units)
    done = record(store, Checkpoint(task, problem, solution, files, concepts, session, key, agent))
    outcome = done.outcome
    visibility.note_saved(engine, outcome.fact)
    return CheckpointKept(outcome.fact, outcome.action.value, done.session, len(store.units) > before)


def checkpoint_from(value: object) -> Mapping[str, Any]:
    """The parameters of `checkpoint` that a JSON object gives. Raises BadInput for what is none."""
    from lore.capture import from_json

    return asdict(from_json(value))
