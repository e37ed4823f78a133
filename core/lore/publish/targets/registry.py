"""Every target of publishing, in the order they are written. A new one is one entry in `LISTS`."""

from collections.abc import Sequence

from lore.publish.targets.agent_rules import CHOICES
from lore.publish.targets.conventions import Conventions
from lore.publish.targets.pointers import Pointers
from lore.publish.targets.target import PublishTarget


def with_pointers(lists: Sequence[PublishTarget]) -> tuple[PublishTarget, ...]:
    """These targets, and behind them the files that lead to them."""
    return (*lists, Pointers(tuple(lists)))


_FOR_ALL = Conventions()
LISTS: tuple[PublishTarget, ...] = (_FOR_ALL, *CHOICES)
"""The targets in which facts stand."""
TARGETS = with_pointers(LISTS)
LISTED = frozenset(_FOR_ALL.files)
"""The names of files that hold nothing but facts, for every agent: what agents are given already."""
