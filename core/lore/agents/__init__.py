"""Lore inside the agents: one table of what each of them is like, and what runs inside them.

`table` stands below the actions, and may import `lore.errors` alone, so that set-up and the doctor can ask it.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    pass

__getattr__ = lazy_face(__name__, {})
