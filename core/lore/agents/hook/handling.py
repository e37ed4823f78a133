"""One event from what the agent says to what it is answered: journalled first, answered then, whatever else fails."""

import os

from lore.agents.hook import journal
from lore.agents.hook.entry import Entry, entry_of
from lore.agents.hook.event import Event, read_stdin
from lore.agents.hook.leaving import encoded
from lore.agents.hook.twice import is_second
from lore.handover import Talk, faults, is_off, talks
from lore.lazy import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

DRAINS = ("session-start", "before-compaction", "stop", "session-end")
"""The events after which somebody else reads the spool."""


def handled(folder: str, agent: str, name: str) -> str:
    """What the agent is answered; empty for nothing. Raises OSError where the event could not be kept.

    folder: the data folder; empty where there is none.
    """
    raw = read_stdin()
    entry = entry_of(agent)
    if entry is None:
        if folder and os.path.isdir(folder):
            faults.note(folder, agent, name, "no agent of this name is known")
        return ""
    event = Event(entry, name, raw)
    if not folder or is_off(folder, event.cwd, event.session):
        return _shaped(entry, event, [], "")
    if event.odd or not event.meaning or not event.session:
        _odd(folder, event, raw)
        return _shaped(entry, event, [], "")
    if is_second(folder, event):
        return _shaped(entry, event, [], "")
    return _of_session(folder, entry, event)


def _of_session(folder: str, entry: Entry, event: Event) -> str:
    """Journal an event of a session, and answer it. The one goes on without the other."""
    talk = talks.talk(folder, event.agent, event.session)
    lost = _why_not(lambda: journal.journalled(folder, event))  # first: whatever the answer meets, the event is kept
    lines: list[str] = []
    about = seen = ""
    try:
        about, lines, seen = _answer(folder, entry, event, talk)
    except Exception as error:  # noqa: BLE001 -- an agent is given nothing then, and the doctor tells of it
        faults.note(folder, event.agent, event.name, f"no answer: {type(error).__name__}: {error}")
    if lost:
        faults.note(folder, event.agent, event.name, f"the event is not kept: {lost}")
        lines += [f"Lore cannot keep what is said in this session: {lost}."] if about == "start" else []
    journal.taken_in(talk, event)
    _remember(folder, event, talk)
    if event.meaning in DRAINS:
        from lore.agents.hook.leaving import let_somebody_drain

        if why := _why_not(lambda: let_somebody_drain(folder)):
            faults.note(folder, event.agent, event.name, f"what waits is not read: {why}")
    return _shaped(entry, event, lines, about, seen)


def _answer(folder: str, entry: Entry, event: Event, talk: Talk) -> "tuple[str, list[str], str]":
    """What the answer is about, its lines, and the line that the person sees."""
    gives = entry.shape(event.name) is not None
    if event.meaning == "session-start" and gives:
        from lore.agents.hook.starting import start

        lines, note, seen = start(folder, event, talk)
        return "start", _noted(folder, event, lines, [note] if note else []), seen
    if event.meaning == "subagent-start" and gives:
        from lore.agents.hook.starting import start_of_subagent

        lines, note = start_of_subagent(folder, event)
        return "start", _noted(folder, event, lines, [note] if note else []), ""
    if event.meaning == "prompt":
        from lore.agents.hook.prompting import prompt

        return "prompt", _noted(folder, event, *prompt(folder, event, talk, gives=gives)), ""
    if event.meaning == "before-compaction" and gives:
        talk.keep_for_later()
        return "compaction", [line for line in talk.kept if not line.startswith("You answered")], ""
    return "", [], ""


def _noted(folder: str, event: Event, lines: "list[str]", notes: "list[dict[str, object]]") -> "list[str]":
    """The lines that are given, with notes in the spool of what they hold."""
    for note in notes:
        if why := _why_not(lambda note=note: journal.noted_as_given(folder, event, note)):  # type: ignore[misc]
            faults.note(folder, event.agent, event.name, f"what was given is not noted: {why}")
    return lines


def _why_not(act: "Callable[[], object]") -> str:
    """Why something could not be written or started; empty where it was done."""
    try:
        act()
    except OSError as error:
        return os.strerror(error.errno) if error.errno else f"{type(error).__name__}: {error}"
    return ""


def _remember(folder: str, event: Event, talk: Talk) -> None:
    """Keep what is known of the session; where that cannot be, its event is kept all the same."""
    ends = event.meaning == "session-end"
    saved = (lambda: talks.end(folder, event.agent, event.session)) if ends else (lambda: talk.save(folder, event.at))
    if why := _why_not(saved):
        faults.note(folder, event.agent, event.name, f"the session is not remembered: {why}")


def _odd(folder: str, event: Event, raw: bytes) -> None:
    what = event.odd or ("the agent named no session" if event.meaning else "nobody knows this event")
    faults.note(folder, event.agent, event.name, what)
    if raw.strip():
        journal.kept_as_odd(folder, event, raw)


def _shaped(entry: Entry, event: Event, lines: "list[str]", about: str, seen: str = "") -> str:
    """The lines in a frame, as the agent takes them; what it wants to hear where there are none."""
    shape = entry.shape(event.name)
    if lines and shape is not None:
        from lore.handover import framing  # its pattern takes 2 ms

        text = framing.framed(lines, about, most=entry.characters)
        if about == "compaction":  # what the agent's summary is told to keep
            text = "Keep in the summary:\n" + text
        return encoded(shape, event.name, text, seen)
    nothing = entry.nothing(event.name)
    return "" if nothing is None else encoded(nothing, event.name, "")
