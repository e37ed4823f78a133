"""What a session is given when it starts: what stands in the store at this moment."""

import time

from lore.agents.hook.event import Event
from lore.agents.hook.leaving import let_somebody_drain, others_wait, somebody_drains
from lore.handover import Talk, faults, files, places
from lore.lookup import NoStore, Start, Unreadable, start_in

WAIT_S, PAUSE_S = 0.4, 0.02
"""How long a start waits for a store that cannot be read, while another process opens it, and a first prompt for what
is being read."""


MISSING = "Lore gives nothing: its store is not where set-up saw it; the person runs `lore setup` where it is now"


def start(folder: str, event: Event, talk: Talk) -> "tuple[list[str], dict[str, object], str]":
    """The lines that a session starts with, what to note of them, and the line that the person sees."""
    back = talk.kept if event.text("source") == "compact" else []
    talk.kept = [] if back else talk.kept
    try:
        talk.awaits = somebody_drains(folder)
        talk.behind = talk.awaits or others_wait(folder, event.agent, event.session) or _a_model_reads(folder)
    except OSError:  # nobody can write there, so nobody reads into it: what waits is told by whoever keeps the event
        talk.awaits = talk.behind = False
    given_back = ["Before the context was compacted:", *back] if back else []
    try:
        found = _found(folder, event)
    except NoStore:
        return [f"{MISSING}: `{folder}`", *given_back], {}, ""
    except Unreadable as error:
        talk.awaits = talk.behind = True
        faults.note(folder, event.agent, event.name, f"the store cannot be read: {error}; the next prompt tries again")
        return given_back, {}, ""
    lines, note = _as_given(found, event, talk)
    seen = found.seen if lines and event.text("source") != "compact" else ""
    return ([*lines, *given_back] if lines or given_back else []), note, seen


def start_of_subagent(folder: str, event: Event) -> "tuple[list[str], dict[str, object]]":
    """What stands, for an agent that the one of this session starts, without what is news to a person; and what to note
    of it: the session counts as given it, once. What the session itself has is not looked at: a subagent has nothing.
    """
    try:
        return _as_given(start_in(folder, event.cwd, []), event)
    except NoStore:  # told at the start
        return [], {}
    except Unreadable as error:
        faults.note(
            folder, event.agent, event.name, f"the store cannot be read: {error}; this subagent is given nothing"
        )
        return [], {}


def caught_up(folder: str, event: Event, talk: Talk) -> "tuple[list[str], dict[str, object]]":
    """What has come to stand since the session started, where something was being read or waited then; and what to note
    of it. Only for what was being read as it started its first prompt waits, and only while somebody reads. For a model
    that reads nothing waits: what it notes comes with the prompt after."""
    if not talk.behind:
        return [], {}
    end = time.monotonic() + (WAIT_S if talk.awaits and talk.prompts <= 1 else 0.0)
    while (reads := somebody_drains(folder)) and time.monotonic() < end:
        time.sleep(PAUSE_S)
    more = reads or _a_model_reads(folder)  # before the store is read: what is noted in between is not lost
    try:
        found = start_in(folder, event.cwd, talk.given)
    except (NoStore, Unreadable):  # told at the start; the next prompt tries again
        return [], {}
    talk.behind = more
    return _as_given(found, event, talk)


def _a_model_reads(folder: str) -> bool:
    """Whether a model reads sessions, or is about to: what it notes comes to stand while this session runs."""
    return "pid" in files.read(places.reader(folder))


def _as_given(found: Start, event: Event, talk: "Talk | None" = None) -> "tuple[list[str], dict[str, object]]":
    note: dict[str, object] = {"about": "start", "ids": found.ids, "tokens": found.tokens} if found.lines else {}
    if withheld(found.withhold, event.session):
        return [], {**note, "withheld": True} if note else {}
    if talk is not None:
        talk.is_given(found.ids)
    return found.lines, note


def withheld(share: float, session: str) -> bool:
    """Whether this session is one of those without memory, which the others are compared with."""
    from zlib import crc32

    return crc32(session.encode("utf-8", "replace")) / 2**32 < share


def _found(folder: str, event: Event) -> Start:
    """What stands; where the store cannot be read, another process opens it, which repairs what a killed one left."""
    try:
        return start_in(folder, event.cwd)
    except Unreadable:
        let_somebody_drain(folder, at_once=True)
    end = time.monotonic() + WAIT_S
    while True:
        try:
            return start_in(folder, event.cwd)
        except Unreadable:
            if time.monotonic() > end:
                raise
        time.sleep(PAUSE_S)
