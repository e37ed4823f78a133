"""Reading the fields of an object that somebody else wrote: each is of its type, or the line is refused by its name."""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from lore import clock
from lore.errors import BadInput
from lore.intake import clean, clean_name
from lore.model import Clean, PassageType

Name = TypeVar("Name", bound=StrEnum)

LARGEST_COUNT = 1 << 53
"""Beyond it JSON numbers of other programs are no longer exact."""
_FACT_ID = re.compile(rf"{PassageType.FACT.mark}:[a-z0-9]{{4,16}}")


class Fields:
    """The fields of one object. Every method raises BadInput for a value of another type; text comes out clean."""

    def __init__(self, values: Mapping[str, Any], place: str = "") -> None:
        """place: where the object stands in its line, such as `evidence[0].`."""
        self._values = values
        self._place = place

    def require(self, *names: str) -> None:
        """Raises BadInput for the first of these fields that is missing."""
        for name in names:
            if self._values.get(name) is None:
                raise BadInput(f"`{self._place}{name}` is missing")

    def text(self, name: str) -> Clean:
        """A text that says something."""
        self.require(name)
        found = self._of(name, str, "text")
        cleaned = clean(found)
        if not cleaned.strip():
            raise BadInput(f"`{self._place}{name}` is empty")
        return cleaned

    def optional(self, name: str) -> Clean | None:
        """A text; None where it is missing, null or blank."""
        if self._values.get(name) is None:
            return None
        cleaned = clean(self._of(name, str, "text"))
        return cleaned if cleaned.strip() else None

    def source_id(self) -> Clean | None:
        """The name of the message that a quotation stands in; None where it is missing, null or blank."""
        if self._values.get("source_id") is None:
            return None
        return clean_name(self._of("source_id", str, "text")) or None

    def texts(self, name: str) -> tuple[Clean, ...]:
        """A list of texts; none where it is missing."""
        found = self._list(name)
        if not all(isinstance(one, str) for one in found):
            raise BadInput(f"`{self._place}{name}` must be a list of texts")
        return tuple(clean(one) for one in found)

    def name(self, name: str, of: Callable[[str], Name], default: Name | None = None) -> Name:
        """One of the words of an enumeration."""
        if default is not None and self._values.get(name) is None:
            return default
        self.require(name)
        word = self._of(name, str, "text")
        try:
            return of(word)
        except ValueError as error:
            raise BadInput(f"`{self._place}{name}` cannot be `{clean(word)[:40]}`") from error

    def share(self, name: str) -> float:
        """A number between 0 and 1."""
        self.require(name)
        found = self._values[name]
        if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= 1:
            raise BadInput(f"`{self._place}{name}` must be a number between 0 and 1")
        return float(found)

    def count(self, name: str, default: int) -> int:
        """A whole number from 1."""
        found = self._values.get(name, default)
        if isinstance(found, bool) or not isinstance(found, int) or not 1 <= found <= LARGEST_COUNT:
            raise BadInput(f"`{self._place}{name}` must be a whole number from 1")
        return found

    def flag(self, name: str, default: bool | None = None) -> bool:
        """True or false."""
        if default is not None and self._values.get(name) is None:
            return default
        self.require(name)
        return bool(self._of(name, bool, "true or false"))

    def time(self, name: str) -> str | None:
        """A moment in ISO 8601, as Lore writes it; None where it is missing."""
        if self._values.get(name) is None:
            return None
        moment = clock.normalise(self._of(name, str, "a time"))
        if moment is None:
            raise BadInput(f"`{self._place}{name}` is not a time; ISO 8601 is read, such as 2026-03-12T09:14:00Z")
        return moment

    def objects(self, name: str) -> list["Fields"]:
        """A list of objects; none where it is missing."""
        found = self._list(name)
        if not all(isinstance(one, dict) for one in found):
            raise BadInput(f"`{self._place}{name}` must be a list of objects")
        return [Fields(one, f"{self._place}{name}[{place}].") for place, one in enumerate(found)]

    def fact_id(self, name: str) -> str:
        """The id of a fact as Lore gives it; empty for none, or for one of another form."""
        if self._values.get(name) is None:
            return ""
        found = self._of(name, str, "text")
        return found if _FACT_ID.fullmatch(found) else ""

    def _list(self, name: str) -> list[Any]:
        return [] if self._values.get(name) is None else list(self._of(name, list, "a list"))

    def _of(self, name: str, kind: type, called: str) -> Any:
        found = self._values[name]
        if not isinstance(found, kind):
            raise BadInput(f"`{self._place}{name}` must be {called}")
        return found
