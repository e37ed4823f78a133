"""What a session is given when it starts: the prepared text where its number is right, never a stale one in silence."""

import os
import sys
import time

from lore.agents.hook.event import Event
from lore.handover import Talk, faults, standing
from lore.platform import light

FIRST_WAIT_S, STALE_WAIT_S, PAUSE_S = 0.9, 0.22, 0.01
"""How long a start waits for a text: where none ever was in this folder, and where one is out of date."""
STALE = (
    "Lore remembers things about this project, but what it had prepared is out of date, so nothing of it is shown.",
    "Ask the tool `memory_context`, or run `lore context`.",
)


def start(
    folder: str, event: Event, talk: Talk, stale_wait_s: float = STALE_WAIT_S
) -> "tuple[list[str], dict[str, object]]":
    """The lines that a session starts with, and what to note of them.

    stale_wait_s: how long it waits for a text that is out of date to be prepared again.
    """
    prepared = _right(folder, event, stale_wait_s)
    back = talk.kept if event.text("source") == "compact" else []
    talk.kept = [] if back else talk.kept
    if not prepared:
        return _given_back(back), {}
    told = prepared.get("lines")
    lines = [line for line in told if isinstance(line, str)] if isinstance(told, list) else []
    ids = prepared.get("ids")
    ids = [one for one in ids if isinstance(one, str)] if isinstance(ids, list) else []
    note: dict[str, object] = {"about": "start", "ids": ids, "tokens": prepared.get("tokens") or 0}
    if withheld(prepared, event.session):
        return [], {**note, "withheld": True} if lines else {}
    talk.is_given(ids)
    return [*lines, *_given_back(back)], note if lines else {}


def withheld(prepared: "dict[str, object]", session: str) -> bool:
    """Whether this session is one of those without memory, which the others are compared with."""
    from zlib import crc32

    share = prepared.get("withhold")
    return isinstance(share, int | float) and crc32(session.encode("utf-8", "replace")) / 2**32 < share


def _given_back(kept: "list[str]") -> "list[str]":
    return ["Before the context was compacted:", *kept] if kept else []


def _right(folder: str, event: Event, stale_wait_s: float) -> "dict[str, object]":
    """The prepared text, if it is right now or becomes so in the time there is; else a notice, or nothing."""
    where = event.cwd
    found = standing.kept(folder, where)
    if found and standing.is_right(folder, found):
        return found
    if not where or not os.path.exists(os.path.join(folder, "lore.db")):
        return {}
    child = let_somebody_prepare(folder, where)
    end = time.monotonic() + (stale_wait_s if found else FIRST_WAIT_S)
    while time.monotonic() < end:
        time.sleep(PAUSE_S)
        fresh = standing.kept(folder, where)
        if fresh and standing.is_right(folder, fresh):
            return fresh
        if light.has_ended(child):
            break
    faults.note(folder, event.agent, event.name, "what was prepared is out of date: nothing of it was given")
    return {"lines": list(STALE)} if found else {}


def let_somebody_prepare(folder: str, where: str) -> int:
    """Let another process prepare the text. Returns its number."""
    arguments = [sys.executable, "-P", "-m", "lore", "hooks", "prepare", where]
    environment = {**os.environ, "LORE_HOME": folder}
    return light.start_detached(arguments, environment, folder)
