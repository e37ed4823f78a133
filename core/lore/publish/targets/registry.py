"""Every target of publishing, in the order they are written. A new one is one entry in `LISTS`."""

from collections.abc import Sequence

from lore.publish.targets.conventions import Conventions
from lore.publish.targets.pointers import Pointers
from lore.publish.targets.target import PublishTarget


def with_pointers(lists: Sequence[PublishTarget]) -> tuple[PublishTarget, ...]:
    """These targets, and behind them the files that lead to them."""
    return (*lists, Pointers(tuple(lists)))


LISTS: tuple[PublishTarget, ...] = (Conventions(),)
"""The targets in which facts stand."""
TARGETS = with_pointers(LISTS)
LISTED = frozenset(name for target in LISTS for name in target.files)
"""The names of files in which facts stand: what agents are given already."""
