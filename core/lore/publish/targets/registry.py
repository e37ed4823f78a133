"""Every target of publishing, in the order they are written. A new one is one entry in `LISTS`."""

from collections.abc import Sequence
from dataclasses import dataclass

from lore.files import Folder
from lore.model import Fact
from lore.publish.targets.agent_rules import CHOICES
from lore.publish.targets.conventions import Conventions, list_items
from lore.publish.targets.target import Item, PublishTarget
from lore.store import Store


@dataclass(frozen=True, slots=True)
class Pointers:
    """One line for each target that wants one, in the files of the repository that are there."""

    targets: Sequence[PublishTarget]
    """What is pointed to, in order."""
    name: str = "pointer"
    files: tuple[str, ...] = ("AGENTS.md", "CLAUDE.md")
    lists: bool = False
    preamble: str = ""
    pointer: str | None = None

    def paths(self, folder: Folder, *, create: bool) -> list[str]:
        """The files that are there, two names of one file once; where there is none, the first is made if asked for."""
        resolved = [folder.resolve(name) for name in self.files]
        there = [path for path in dict.fromkeys(resolved) if folder.read(path) is not None]
        return there or (resolved[:1] if create else [])

    def applies(self, store: Store, project: str) -> list[Fact]:
        """What the targets that are pointed to publish."""
        found = (fact for target in self.targets if target.pointer for fact in target.applies(store, project))
        return list({fact.id: fact for fact in found}.values())

    def render(self, store: Store, project: str, facts: Sequence[Fact], *, alone: bool) -> str:
        """The lines of those targets that publish anything."""
        lines = (target.pointer for target in self.targets if target.pointer and target.applies(store, project))
        return "".join(f"{line}\n" for line in lines)

    def parse(self, body: str) -> list[Item]:
        """Items that somebody wrote into it; a line of ours is none."""
        return list_items(body)


def with_pointers(lists: Sequence[PublishTarget]) -> tuple[PublishTarget, ...]:
    """These targets, and behind them the files that lead to them."""
    return (*lists, Pointers(tuple(lists)))


_FOR_ALL = Conventions()
LISTS: tuple[PublishTarget, ...] = (_FOR_ALL, *CHOICES)
"""The targets in which facts stand."""
TARGETS = with_pointers(LISTS)
LISTED = frozenset(_FOR_ALL.files)
"""The names of files that hold nothing but facts, for every agent: what agents are given already."""
