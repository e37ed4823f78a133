"""What a prompt is given: mostly nothing; a brief where a goal begins, where it is left, or after a compaction."""

import os

from lore.agents.hook.event import Event
from lore.handover import Talk


def prompt(folder: str, event: Event, talk: Talk, *, gives: bool) -> "list[str]":
    """The lines that go with a prompt. gives: whether this agent takes any."""
    text = event.text("prompt")
    why, kept = talk.hear(text)
    lines = ["Before the context was compacted:", *kept] if kept else []
    if not gives or not why or not os.path.exists(os.path.join(folder, "lore.db")):
        return lines if gives else []
    from lore.agents.hook.asking import recalled  # the engine: the one event that loads it

    return [*lines, *recalled(text, event.session, event.cwd)]
