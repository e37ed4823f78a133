"""What an agent told its hook, whatever it calls things: one event, with the same fields for every agent."""

import os
import select
import stat

from lore.agents.hook.entry import Entry
from lore.handover import jsons, signs

LONGEST = 16_000_000
"""Bytes of one event that are read."""
FIRST_S, SILENCE_S = 1.0, 0.2
"""So long an agent may take to begin, and say nothing once it began."""
SCRIPTED = ("sdk", "system", "loop_wakeup", "schedule_wakeup", "poll_event")
"""Sources of a prompt that a program wrote."""


class Event:
    """One event."""

    __slots__ = ("agent", "at", "given", "meaning", "name", "odd")

    def __init__(self, entry: Entry, name: str, raw: bytes) -> None:
        self.agent = entry.name
        self.name = name
        self.meaning = entry.meaning(name)
        self.at = jsons.stamp()
        values, self.odd = _parsed(raw)
        self.given = {field: value for field in entry.fields if (value := _found(entry, field, values)) is not None}
        if "prompt" in self.given:
            self.given["prompt"] = _stripped(self.text("prompt"), entry)

    def text(self, field: str) -> str:
        """A field that holds text; empty where it holds none."""
        found = self.given.get(field)
        return found if isinstance(found, str) else ""

    @property
    def session(self) -> str:
        found = self.given.get("session")
        return str(found)[:200] if isinstance(found, str | int) and not isinstance(found, bool) else ""

    @property
    def cwd(self) -> str:
        """The folder of the session; where the agent says none, that of this process."""
        told = self.text("cwd")
        if told and os.path.isabs(told) and "\0" not in told:
            return told
        try:
            return os.getcwd()
        except OSError:
            return ""

    @property
    def is_typed(self) -> bool:
        """Whether nothing says that a program wrote the prompt, or an agent started this hook in its shell.

        That alone makes no prompt the person's: its agent keeps no transcript, and the person said that its prompts
        count as theirs (`capture.prompts`).
        """
        return self.text("source") not in SCRIPTED and not signs.of_agent()


def read_stdin() -> bytes:
    """What the agent writes to this process; what there is of it, where it does not end."""
    try:
        if stat.S_ISCHR(os.fstat(0).st_mode):  # a terminal, or nothing
            return b""
    except OSError:
        return b""
    data = bytearray()
    try:
        while len(data) < LONGEST and _ready(SILENCE_S if data else FIRST_S):
            chunk = os.read(0, 1 << 16)
            if not chunk:
                break
            data += chunk
    except OSError:
        return bytes(data)
    return bytes(data)


def _ready(wait_s: float) -> bool:
    try:
        return bool(select.select([0], [], [], wait_s)[0])
    except (OSError, ValueError):  # what is no socket cannot be asked everywhere
        return True


def _parsed(raw: bytes) -> "tuple[dict[str, object], str]":
    """The values of an event, and what is odd about them."""
    if not raw.strip():
        return {}, "the agent said nothing"
    try:
        found = jsons.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        return {}, f"what the agent said is no JSON: {type(error).__name__}"
    return (found, "") if isinstance(found, dict) else ({}, "what the agent said is no object")


def _found(entry: Entry, field: str, values: "dict[str, object]") -> object:
    paths = entry.fields.get(field)
    for path in paths if isinstance(paths, list) else ():
        if (found := _at(values, path)) is not None:
            return found
    variables = entry.environment.get(field)
    for variable in variables if isinstance(variables, list) else ():
        if told := os.environ.get(variable):
            return told
    return None


def _at(values: object, path: object) -> object:
    for step in path.split(".") if isinstance(path, str) else ():
        if isinstance(values, dict):
            values = values.get(step)
        elif isinstance(values, list) and step.isdecimal() and int(step) < len(values):
            values = values[int(step)]
        else:
            return None
    return values


def _stripped(text: str, entry: Entry) -> str:
    """A prompt without what the agent's program put round it."""
    for pair in entry.strip if isinstance(entry.strip, list) else ():
        opening, end = pair
        while (start := text.find(opening)) >= 0 and (stop := text.find(end, start)) >= 0:
            text = text[:start] + text[stop + len(end) :]
    return text.strip()
