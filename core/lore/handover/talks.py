"""What hooks know of a running session: its goal, what was said last, its open steps, what it was given.

Texts lie in the spool as the agent had them, in a file that only you can read, until the spool is read. Then they go
through the door (`masked`), as all that is stored, and stand beside the rest; with the session both files go.
"""

import os
import time

from lore.handover import files, places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LAST = 3
"""Messages of the person that are kept."""
LONGEST = 600
"""Characters of one of them."""
LONGEST_ANSWER = 900
"""Characters of the agent's last answer."""
MOST_TERMS, MOST_HEARD, MOST_GIVEN = 400, 40, 1_000


_LINES, _LISTS = ("goal", "answered", "owed"), ("said", "steps", "heard", "kept")


class Talk:
    """One session. `save` keeps it."""

    __slots__ = (
        "agent", "answered", "at", "awaits", "behind", "compacted", "cwd", "given", "goal", "heard", "kept", "owed",
        "prompts", "said", "session", "steps", "terms", "transcript",
    )  # fmt: skip

    def __init__(self, agent: str, session: str, values: "dict[str, object]") -> None:
        self.agent, self.session = agent, session
        self.at = _text(values, "at")
        self.cwd = _text(values, "cwd")
        self.transcript = _text(values, "transcript")
        self.goal = _text(values, "goal")
        """The prompt that the present goal began with."""
        self.terms = _numbers(values, "terms")
        """What the goal is about: marks of the terms of its prompts, its files and the last answer."""
        self.said = _texts(values, "said")
        self.answered = _text(values, "answered")
        self.steps = _texts(values, "steps")
        self.heard = _texts(values, "heard")
        """What else the goal is about, as it came: files and answers since the last prompt."""
        self.kept = _texts(values, "kept")
        """What is given back after a compaction."""
        self.compacted = values.get("compacted") is True
        """Whether nothing was given since the context was compacted."""
        self.owed = _text(values, "owed")
        """The prompt whose brief could not be looked up yet."""
        self.given = _texts(values, "given")
        """The ids of what it was given: nothing is given twice."""
        self.behind = values.get("behind") is True
        """Whether something was being read into the store when it started, or waited, or it could not be read."""
        self.awaits = values.get("awaits") is True
        """Whether its first prompt waits for what is being read."""
        prompts = values.get("prompts")
        self.prompts = prompts if isinstance(prompts, int) else 0

    def hear(self, prompt: str) -> "tuple[str, list[str]]":
        """Take in a prompt. Returns why it is given a brief, empty where it is not, and what is given back with it."""
        from lore.handover import goals  # its patterns take 3 ms, for this event alone

        self.is_about([term for text in self.heard for term in goals.terms(text)])
        self.heard = []
        why = goals.change_of_goal(prompt, self.goal, self.terms, compacted=self.compacted)
        back = self.kept if why == goals.COMPACTED else []
        if why == goals.COMPACTED:
            self.compacted, self.kept = False, []
        if why in (goals.FIRST, goals.TOPIC) or (why and not self.goal):
            self.goal, self.terms = shortened(prompt, LONGEST), []
        self.is_about(goals.terms(prompt))
        self.prompts += 1
        self.said = [*self.said, shortened(prompt, LONGEST)][-LAST:]
        return why, back

    def is_about(self, terms: "list[str]") -> None:
        """Take in what the goal is about as well; the newest terms stay where there are too many."""
        from lore.handover import goals

        fresh = [one for one in dict.fromkeys(map(goals.mark, terms)) if one not in self.terms]
        self.terms = [*self.terms, *fresh][-MOST_TERMS:]

    def is_given(self, ids: "list[str]") -> None:
        """Take in what the session is given."""
        self.given = [*self.given, *(one for one in ids if one not in self.given)][-MOST_GIVEN:]

    def keep_for_later(self) -> None:
        """Put down what the agent is about to forget."""
        lines = [f"The goal of this session: {self.goal}"] if self.goal else []
        lines += [f"Still open: {step}" for step in self.steps]
        lines += [f"The person said: {text}" for text in self.said if text != self.goal]
        lines += [f"You answered last: {self.answered}"] if self.answered else []
        self.kept, self.compacted = lines, True

    def masked(self, folder: str, door: "Callable[[str], str]") -> None:
        """Put the texts that came since the spool was read through the door, and keep them. Raises OSError."""
        path, words = _file(folder, self.agent, self.session), _words(folder, self.agent, self.session)
        seen = _touched(words)
        if seen is None:
            return
        for name in _LINES:
            setattr(self, name, door(getattr(self, name)))
        for name in _LISTS:
            setattr(self, name, [door(one) for one in getattr(self, name)])
        heard_of = _touched(path)
        if heard_of is None or _touched(words) != seen:  # it ended a moment ago, or said more: that waits for the next
            return
        files.write(path, {**self._rest(self.at), **self._texts()})
        os.utime(path, ns=(heard_of, heard_of))  # nothing was heard of it
        files.remove(words)

    def save(self, folder: str, at: str) -> None:
        """Keep it. Raises OSError, also where only its texts could not be kept."""
        try:
            files.write(_words(folder, self.agent, self.session), self._texts())
        finally:
            files.write(_file(folder, self.agent, self.session), self._rest(at))

    def _texts(self) -> "dict[str, object]":
        return {name: getattr(self, name) for name in (*_LINES, *_LISTS)} | {"heard": self.heard[-MOST_HEARD:]}

    def _rest(self, at: str) -> "dict[str, object]":
        return {name: getattr(self, name) for name in self.__slots__ if name not in (*_LINES, *_LISTS)} | {"at": at}


def talk(folder: str, agent: str, session: str) -> Talk:
    """The session as hooks know it; a new one where nothing is known."""
    found = files.read(_file(folder, agent, session))
    same = found.get("agent") == agent and found.get("session") == session
    return Talk(agent, session, {**found, **files.read(_words(folder, agent, session))} if same else {})


def talks(folder: str) -> "list[tuple[float, Talk]]":
    """Every session that did not end, with the seconds since its last event, the longest silent first."""
    found = []
    for name in files.names(places.talks(folder)):
        path = os.path.join(places.talks(folder), name)
        values = files.read(path)
        agent, session = values.get("agent"), values.get("session")
        if isinstance(agent, str) and isinstance(session, str):
            found.append((time.time() - os.stat(path).st_mtime, talk(folder, agent, session)))
    return sorted(found, key=lambda one: -one[0])


def end(folder: str, agent: str, session: str) -> None:
    """Forget a session that ended."""
    for path in (_file(folder, agent, session), _words(folder, agent, session), places.heard(folder, agent, session)):
        files.remove(path)


def forget_all(folder: str) -> None:
    """Forget what is known of running sessions, of prompts, and of what went wrong: each may quote anything."""
    for place in (places.talks(folder), places.words(folder), places.all_prompts(folder)):
        for name in files.names(place):
            files.remove(os.path.join(place, name))
    files.remove(places.faults(folder))


def shortened(text: str, most: int) -> str:
    """The text in one line of so many characters at most; no word is cut, for half a secret is none that is known."""
    line = " ".join(text.split())
    begins = line[: most - 1]
    return line if len(line) <= most else f"{begins.rpartition(' ')[0] or begins}…"


def _file(folder: str, agent: str, session: str) -> str:
    return os.path.join(places.talks(folder), f"{places.file_name(agent, session)}.json")


def _words(folder: str, agent: str, session: str) -> str:
    return os.path.join(places.words(folder), f"{places.file_name(agent, session)}.json")


def _touched(path: str) -> "int | None":
    """When a file was written; None where it is gone."""
    try:
        return os.stat(path).st_mtime_ns
    except FileNotFoundError:
        return None


def _text(values: "dict[str, object]", name: str) -> str:
    found = values.get(name)
    return found if isinstance(found, str) else ""


def _texts(values: "dict[str, object]", name: str) -> "list[str]":
    found = values.get(name)
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def _numbers(values: "dict[str, object]", name: str) -> "list[int]":
    found = values.get(name)
    return [one for one in found if isinstance(one, int)] if isinstance(found, list) else []
