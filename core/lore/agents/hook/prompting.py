"""What a prompt is given: mostly nothing; a brief where a goal begins, where it is left, or after a compaction."""

import os

from lore.agents.hook.event import Event
from lore.handover import Talk, places


def prompt(folder: str, event: Event, talk: Talk, *, gives: bool) -> "list[str]":
    """The lines that go with a prompt. gives: whether this agent takes any."""
    text = event.text("prompt")
    why, kept = talk.hear(text)
    lines = ["Before the context was compacted:", *kept] if kept else []
    if not gives or not why or not os.path.exists(os.path.join(folder, "lore.db")):
        return lines if gives else []
    # The answer may take all the time there is: what this prompt changed is kept first. A fault is told at the end.
    if not os.path.isfile(places.talks(folder)):
        talk.save(folder, event.at)
    return [*lines, *_recalled(folder, event, text)]


def _recalled(folder: str, event: Event, text: str) -> "list[str]":
    """The lines of the brief: from a warm server, else by words from the engine in this process."""
    from lore.handover import NoServer, asked  # sockets take 4 ms

    try:
        answer = asked(folder, {"prompt": text, "session": event.session, "cwd": event.cwd})
    except NoServer:
        from lore.agents.hook.asking import recalled  # the engine: the one event that loads it

        return recalled(text, event.session, event.cwd)
    if fault := answer.get("fault"):
        raise ValueError(str(fault))
    told = answer.get("lines")
    return [line for line in told if isinstance(line, str)] if isinstance(told, list) else []
