"""The ids of facts, candidates, runs, links, evidence and collections: 80 bits that no other installation makes.

An id follows from the installation, from what the thing says and from a number that grows where that was given before;
so the same input gives the same ids in one installation, and never the same in two. Older releases gave 30 or 40 bits
of the content alone: such an id lives on as the beginning of the one that it grew into, and as an alias.
"""

import re
from typing import TYPE_CHECKING

from lore.text import short_id

if TYPE_CHECKING:
    from lore.store.sqlite.transaction import Transaction

LENGTH = 16
"""Characters behind the mark, of 5 bits each."""
SHORTEST = 6
"""Characters that a terminal shows at least."""
_FORM = r"[a-z]:[a-z0-9]+"
_OLD = rf"[a-z]:[a-z0-9]{{1,{LENGTH - 1}}}"
_GROWS = rf"[cdefl]:[a-z0-9]{{1,{LENGTH - 1}}}"
"""What followed from the content; runs were numbered."""


def new_id(transaction: "Transaction", mark: str, table: str, seed: str) -> str:
    """An id that follows from the installation and the seed and was never given before, not even to what was undone."""
    attempt = 0
    while True:
        name = f"{mark}:{short_id(f'{transaction.installation}|{seed}|{attempt}', LENGTH)}"
        taken = transaction._connection.execute(
            f"SELECT 1 FROM {table} WHERE id = ? UNION ALL SELECT 1 FROM audit WHERE target = ? LIMIT 1", [name, name]
        ).fetchone()
        if not taken:
            return name
        attempt += 1


def grown(name: str, installation: str) -> str:
    """The whole id of what had an id of an older release; a name of any other form comes back as it is."""
    if re.fullmatch(_GROWS, name) is None:
        return name
    return name + short_id(f"{installation}|{name}", LENGTH - len(name) + 2)


def is_old(name: str) -> bool:
    """Whether a name has the form of an id, and is shorter than those of today."""
    return re.fullmatch(_OLD, name) is not None


def is_form(text: str) -> bool:
    """Whether a text could be an id, or the beginning of one."""
    return re.fullmatch(_FORM, text) is not None
