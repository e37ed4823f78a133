"""The log by acts: what one undo takes back, in one line, with the events it is made of."""

from dataclasses import dataclass
from typing import Annotated

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.history import Actor
from lore.actions.parameters import Limit
from lore.actions.registry import Touches, action
from lore.history import NEWEST_ACTS, Act as Act, acts_of, things_named as things_named, told
from lore.model import SubjectKind

Words = Annotated[str, "Only acts with a thing that says all of these words, in any case."]


@dataclass(frozen=True, slots=True)
class Acts:
    """Acts of the log, and what they may be narrowed to."""

    acts: tuple[Act, ...]
    """Newest first."""
    actors: tuple[str, ...]
    """Who did anything, by the time they did it last."""
    kinds: tuple[SubjectKind, ...]
    """The sorts of things that were changed."""


@action("acts", Touches.READS)
def list_acts(
    engine: Engine,
    *,
    actor: Actor = None,
    kind: Annotated[SubjectKind | None, "Only acts that changed such a thing."] = None,
    words: Words = "",
    limit: Limit = None,
) -> Acts:
    """The log by acts, newest first: a run, or what was done in one step; the newest 100,000 events are looked at."""
    found = acts_of(engine.store)
    saying = engine.store.activity.acts_saying(words.split(), newest=NEWEST_ACTS) if words.strip() else None
    kept = [
        act
        for act in found
        if (actor is None or act.actor == actor)
        and (kind is None or kind in act.kinds)
        and (saying is None or act.id in saying)
    ]
    kinds = {one for act in found for one in act.kinds}
    return Acts(
        tuple(kept[:limit]),
        tuple(dict.fromkeys(act.actor for act in found)),
        tuple(one for one in SubjectKind if one in kinds),
    )


@action("act_events", Touches.READS)
def act_events(engine: Engine, act: Annotated[str, "A run, or the number of a unit."]) -> tuple[int, ...]:
    """The numbers of the events of one act, newest first."""
    return tuple(engine.store.activity.events_of(act))


def act_told(engine: Engine, act: Act, *, width: int) -> str:
    """What an act did, in words that follow who did it: `rejected 4 proposals`. Raises NotFound, StoreError.

    width: characters of the text of a single thing at most.
    """
    return told(act, lambda number: visibility.told(engine, [engine.store.audit.get(number)])[0], width)
