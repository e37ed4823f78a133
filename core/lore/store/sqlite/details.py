"""What a fact is found by beside its text, read from the columns of its row."""

import json

from lore.model import details_of
from lore.text import searched_hash

SINGLE, SEVERAL = ("because", "problem", "solution"), ("concepts", "tags", "files")
DETAILS = (*SINGLE, *SEVERAL)
"""The columns, in the order of `Fact.details`."""
PLAIN = " AND ".join(
    [*(f"coalesce(facts.{name}, '') = ''" for name in SINGLE), *(f"facts.{name} = '[]'" for name in SEVERAL)]
)
"""The condition on a fact that is found by its text alone."""


def details_in(text: str, *columns: object) -> tuple[str, ...]:
    """The details of a fact whose row holds these `DETAILS`."""
    single = [value if isinstance(value, str) else None for value in columns[: len(SINGLE)]]
    return details_of(text, (*single, *(one for column in columns[len(SINGLE) :] for one in several(column))))


def several(column: object) -> tuple[str, ...]:
    """A list; none where the row is damaged, which is told where the fact itself is read."""
    try:
        found = json.loads(column) if isinstance(column, str) and column != "[]" else []
    except ValueError:
        return ()
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()


def searched_hash_of(text: object, *columns: object) -> str:
    """`lore.text.searched_hash` of a fact whose row holds this text and these `DETAILS`."""
    words = text if isinstance(text, str) else ""
    return searched_hash(words, details_in(words, *columns))
