"""What a target of publishing says of itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from lore.files import Folder
from lore.model import Fact
from lore.store import Store


@dataclass(frozen=True, slots=True)
class Item:
    """One statement of a published body. `fact` is None where somebody wrote it by hand."""

    fact: str | None
    words: str


class PublishTarget(Protocol):
    """Files of a repository that hold one managed block: which facts stand in it, in what words, and back again."""

    @property
    def name(self) -> str:
        """Of its block, in small letters: it stands in the files and in the log, so it never changes."""

    @property
    def files(self) -> tuple[str, ...]:
        """The names its files may have, relative to the repository."""

    @property
    def lists(self) -> bool:
        """Whether the facts themselves stand in it, so that a hand edit says something; a pointer only leads to one."""

    @property
    def preamble(self) -> str:
        """What stands before the block in a file that is made for it, such as front matter; mostly empty."""

    @property
    def pointer(self) -> str | None:
        """The line that leads to it, for files that agents read anyway; None where agents find it by themselves."""

    def paths(self, folder: Folder, *, create: bool) -> list[str]:
        """Where its blocks are, or would be, links resolved; without `create` those of optional files that are there.

        Raises BadInput as `Folder.resolve` does.
        """

    def applies(self, store: Store, project: str) -> list[Fact]:
        """The facts of a project that it publishes now, in their order; without any, its blocks go."""

    def render(self, store: Store, project: str, facts: Sequence[Fact], *, alone: bool) -> str:
        """The text between the comments, with a line break at its end. The same facts always give the same text.

        alone: whether the file holds nothing else.
        """

    def parse(self, body: str) -> list[Item]:
        """The statements of a body, whether `render` made it or a person wrote in it."""


def listed_in(store: Store, target: PublishTarget, body: str) -> list[Item]:
    """The items of a body, with the ids of older releases as they are today."""
    items = target.parse(body)
    today = store.names.known(item.fact for item in items if item.fact)
    return [replace(item, fact=today.get(item.fact, item.fact)) if item.fact else item for item in items]
