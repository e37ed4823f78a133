"""What the parameters of actions mean: times, projects, and the person who decides."""

from typing import TYPE_CHECKING

from lore.actions.engine import Engine
from lore.errors import NeedsPerson, UsageError

if TYPE_CHECKING:
    from lore.presence import Person


def decider(engine: Engine, act: str) -> "Person":
    """The person who decides. `act` completes "only a person may …". Raises NeedsPerson where the face has no proof."""
    if engine.person is None:
        from lore.presence import refuse_agent

        refuse_agent(act)
        raise NeedsPerson(f"only a person may {act}", hint="run it in a terminal, or add `--yes` when you have decided")
    return engine.person


def project_key(text: str) -> str:
    """The key of a project as it is stored. Raises UsageError for an empty one."""
    from lore.projects import storable  # 20 ms

    key = storable(text)
    if not key:
        raise UsageError("the name of a project is empty", hint="`lore project list` shows those that were seen")
    return key


def beginning(text: str) -> str:
    """The stored time at which a span begins: `2026-03-01`, `7d`, `last week`, a full time. Raises UsageError."""
    from lore import clock
    from lore.timespans import span_named

    if full := clock.normalise(text):
        return full
    span = span_named(text)
    if span is None:
        raise UsageError(f"`{text}` is not a time", hint="use a form such as 2026-03-01, 7d, yesterday or last week")
    return span.start_at
