"""The plain form of other tools, one object a line.

`{id, fact, category, source, source_date, created_at, expires_at, access_count, hash}`; all but `fact` may be missing.
"""

from collections.abc import Mapping
from typing import Any

from lore import clock
from lore.errors import BadInput
from lore.intake import clean
from lore.memory.strength import CAPTURED
from lore.model import KIND_ALIASES, Evidence, Fact, Kind, Role, kind_of


def is_plain(line: Mapping[str, Any]) -> bool:
    """Whether an object is of the plain form rather than a fact line."""
    return "fact" in line and "text" not in line


def fact_from(line: Mapping[str, Any], source: str) -> tuple[Fact, list[Evidence]]:
    """The fact of a plain line, tainted, with its own source as evidence. Raises BadInput.

    A category that is none of our kinds becomes a tag of a note.
    """
    text = line.get("fact")
    if not isinstance(text, str) or not text.strip():
        raise BadInput("`fact` must be text")
    category = str(line.get("category") or "note").strip().lower()
    known = category in KIND_ALIASES or category in set(Kind)
    fact = Fact(
        id="",
        text=clean(text),
        kind=kind_of(category) if known else Kind.NOTE,
        confidence=CAPTURED,
        tainted=True,
        tags=() if known else (clean(category),),
        created_at=_time(line, "created_at") or clock.now(),
        expires_at=_time(line, "expires_at"),
    )
    named = line.get("source")
    quoted = Evidence(
        quote=fact.text,
        session=clean(str(named)) if named else source,
        source_id=str(line["id"]) if line.get("id") is not None else None,
        role=Role.IMPORT,
        at=_time(line, "source_date") or _time(line, "created_at"),
    )
    return fact, [quoted]


def _time(line: Mapping[str, Any], name: str) -> str | None:
    value = line.get(name)
    return clock.normalise(value) if isinstance(value, str) else None
