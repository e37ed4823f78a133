"""Leaving work to a process of its own: capture and embedding never run in a hook."""

import os
import sys

from lore.handover import jsons, lines, places, signs
from lore.platform import light

TRIES = 2
"""How often the lock is tried: who only asks whether somebody reads has it for an instant."""
ENDS = 60
"""How often more where who has it reads no more: its process is gone in an instant."""


def let_somebody_drain(folder: str, *, at_once: bool = False) -> None:
    """Start a process that reads the spool into the store, unless one is at it, or nothing waits. Raises OSError.

    at_once: also where nothing waits: to open the store is what is wanted. The process has the lock from its first
    moment, as it is handed it, so that there is one. It looks once more after it said that it ends
    (`lore.actions.hooks.drain_alone`), and who comes after that waits for the lock: no line is left between the two.
    """
    if not (at_once or lines.waiting(folder)):
        return
    for _ in range(ENDS):
        held = lines.lock_of_drain(folder, TRIES)
        if held is not None or not lines.ends(folder):
            break
    if held is None:
        return
    try:
        handed = lines.handed_on(folder, held)
        if handed:
            by = signs.FROM_SHELL if signs.of_shell_at_hook() else "1"
            arguments = [sys.executable, *light.ISOLATED, "-m", "lore", "hooks", "drain", "--quietly"]
            told = {"LORE_HOME": folder, signs.BY_HOOK: by, signs.HANDED: handed}
            light.start_detached(arguments, {**_own_environment(), **told}, folder, held)
    finally:
        os.close(held)


def somebody_drains(folder: str) -> bool:
    """Whether events are being read into the store at this moment."""
    descriptor = lines.lock_of_drain(folder)
    if descriptor is None:
        return True
    os.close(descriptor)
    return lines.begins(folder)


def others_wait(folder: str, agent: str, session: str) -> bool:
    """Whether events of other sessions wait to be read."""
    own = places.file_name(agent, session)
    return any(not os.path.basename(one).startswith(own) for one in lines.waiting(folder))


def _own_environment() -> "dict[str, str]":
    """The environment of this process without what says that an agent runs it: it runs by itself."""
    return {name: value for name, value in os.environ.items() if name not in {**signs.AGENT_SIGNS, **signs.SHELL_SIGNS}}


# An answer in the shape that an agent takes


SEEN = "$seen"


def encoded(shape: object, event: str, text: str, seen: str = "") -> str:
    """A shape with a text in it as the agent reads it; a plain shape is the text.

    seen: the line that the agent shows to the person; what would hold it is left out where it is empty.
    """
    if isinstance(shape, str):
        return shape.replace("$text", text)
    return jsons.compact(_filled(shape, {"$text": text, "$event": event, SEEN: seen}))


def _filled(shape: object, words: "dict[str, str]") -> object:
    if isinstance(shape, dict):
        return {name: _filled(value, words) for name, value in shape.items() if value != SEEN or words[SEEN]}
    if isinstance(shape, list):
        return [_filled(value, words) for value in shape]
    if isinstance(shape, str):
        return words.get(shape, shape)
    return shape
