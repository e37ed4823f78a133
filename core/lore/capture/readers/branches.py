"""The tree of the messages of a file: where the person went back and asked otherwise, one branch of it was left.

A prompt that hangs from an earlier message than the one before it leaves what had followed there. In doubt nothing is
left: not where a branch goes on that seemed left, as when one session is open in two windows, not beside a compaction,
and not at the root, unless the recorder names the branch that is live.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from lore.capture.readers.records import RawRewind, RawTurn

ROOT = ""
"""What the first messages hang from."""


@dataclass(slots=True)
class Branches:
    """The tree, line by line. Each method tells what is left by it, or comes back."""

    _parents: dict[str, str] = field(default_factory=dict)
    _children: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _said: dict[str, list[RawTurn]] = field(default_factory=lambda: defaultdict(list))
    """The messages of each line."""
    _prompts: set[str] = field(default_factory=set)
    _boundaries: set[str] = field(default_factory=set)
    """Compactions: what stands before them is told in them, not left."""
    _live: dict[str, str] = field(default_factory=dict)
    """By line, the child on whose branch the newest prompt stands."""
    _mixed: set[str] = field(default_factory=set)
    """Lines behind which several branches went on: none of them is left."""
    _left: set[str] = field(default_factory=set)
    """The first lines of branches that are left."""
    _lines_left: set[str] = field(default_factory=set)
    _newest: str = ROOT
    _newest_root: str = ROOT

    def add(self, name: str, parent: str | None, *, is_boundary: bool = False) -> None:
        """Take a line. `ROOT` is the parent of a first message; one whose parent is nowhere follows the line before."""
        if name in self._parents:
            return
        above = parent if parent == ROOT or parent in self._parents else self._newest
        self._parents[name] = above
        self._children[above].append(name)
        if above == ROOT:
            self._newest_root = name
        elif above in self._lines_left:
            self._lines_left.add(name)
        if is_boundary:
            self._boundaries.add(name)
        self._newest = name

    def prompt(self, name: str) -> Iterator[RawRewind]:
        """The line is a prompt: it leaves what hangs beside it."""
        self._prompts.add(name)
        return self._turned_to(name, by_record=False)

    def named(self, leaf: str) -> Iterator[RawRewind]:
        """The recorder names the line that the conversation ends with now."""
        return self._turned_to(leaf, by_record=True) if leaf in self._parents else iter(())

    def set_by_hand(self) -> Iterator[RawRewind]:
        """The recorder says that the person chose where to go on: with the newest message of all."""
        return self.named(self._newest_root)

    def say(self, turn: RawTurn) -> Iterator[RawRewind]:
        """A message of the newest line; a late one of a branch that is left is left too."""
        self._said[self._newest].append(turn)
        return self._told([turn] if self._newest in self._lines_left else [], [])

    def _turned_to(self, name: str, *, by_record: bool) -> Iterator[RawRewind]:
        left, back, child = list[RawTurn](), list[RawTurn](), name
        asks, compacts = name in self._prompts, name in self._boundaries
        while child != ROOT:
            above = self._parents[child]
            live = self._live.get(above)
            if live == child or (live is not None and by_record and not asks):
                break
            if live is None:
                self._live[above] = child
            elif above == ROOT and not by_record:
                break  # a session that was resumed may begin anew: in doubt
            elif above not in self._mixed:
                goes_on = child in self._left and not by_record
                if compacts or live in self._boundaries or goes_on:
                    self._mixed.add(above)
                    for branch in self._children[above]:
                        back += self._rejoined(branch)
                else:
                    left += self._leave(live)
                    back += self._rejoined(child)
                    self._live[above] = child
            child = above
            asks, compacts = asks or child in self._prompts, compacts or child in self._boundaries
        return self._told(left, back)

    def _told(self, left: list[RawTurn], back: list[RawTurn]) -> Iterator[RawRewind]:
        """One record for each session in which anything changed, with all that is left in it now."""
        for session in dict.fromkeys(turn.session for turn in (*left, *back)):
            gone = (turn for name in self._lines_left for turn in self._said.get(name, ()))
            yield RawRewind(
                session,
                tuple(turn for turn in gone if turn.session == session),
                tuple(turn for turn in back if turn.session == session),
            )

    def _leave(self, branch: str) -> list[RawTurn]:
        names = list(self._below(branch))
        self._left.add(branch)
        self._lines_left.update(names)
        return [turn for name in names for turn in self._said.get(name, ())]

    def _rejoined(self, branch: str) -> list[RawTurn]:
        if branch not in self._left:
            return []
        self._left.discard(branch)
        names = list(self._below(branch))
        self._lines_left.difference_update(names)
        return [turn for name in names for turn in self._said.get(name, ())]

    def _below(self, branch: str) -> Iterator[str]:
        """The lines of a branch, without those of branches in it that were left by themselves."""
        waiting = [branch]
        while waiting:
            name = waiting.pop()
            yield name
            waiting += [one for one in reversed(self._children.get(name, [])) if one not in self._left]
