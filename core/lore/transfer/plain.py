"""The plain form of other tools, one object a line.

`{id, fact, category, source, source_date, created_at, expires_at, access_count, hash}`; all but `fact` may be missing.
"""

from collections.abc import Mapping
from typing import Any

from lore import clock
from lore.errors import BadInput
from lore.intake import clean
from lore.model import KIND_ALIASES, Clean, Evidence, Fact, Kind, Role, kind_of
from lore.transfer.fields import Fields


def is_plain(line: Mapping[str, Any]) -> bool:
    """Whether an object is of the plain form rather than a fact line."""
    return "fact" in line and "text" not in line


def fact_from(line: Mapping[str, Any], source: str, confidence: float) -> tuple[Fact, list[Evidence]]:
    """The fact of a plain line, tainted, with its own source as evidence. Raises BadInput.

    A category that is none of our kinds becomes a tag of a note.
    """
    fields = Fields(line)
    category = (fields.optional("category") or Clean("note")).strip().lower()
    known = category in KIND_ALIASES or category in set(Kind)
    fact = Fact(
        id="",
        text=fields.text("fact"),
        kind=kind_of(category) if known else Kind.NOTE,
        confidence=confidence,
        tainted=True,
        tags=() if known else (clean(category),),
        created_at=fields.time("created_at") or clock.now(),
        expires_at=fields.time("expires_at"),
    )
    quoted = Evidence(
        quote=fact.text,
        session=fields.optional("source") or clean(source),
        source_id=_name(line.get("id")),
        role=Role.IMPORT,
        at=fields.time("source_date") or fields.time("created_at"),
    )
    return fact, [quoted]


def _name(value: object) -> Clean | None:
    """The id of another tool, which may be a number."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise BadInput("`id` must be text or a number")
    return clean(str(value))
