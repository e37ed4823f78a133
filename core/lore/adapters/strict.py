"""Reading an entry of the table strictly: whatever is odd is named by its file and its field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from lore.errors import BadInput


@dataclass(frozen=True)
class Place:
    """A value of an entry, and where it stands."""

    file: str
    """The name of the entry's file, such as `codex.json`."""

    field: str
    """Keys from the top, joined by dots; empty for the whole entry."""

    value: object

    def odd(self, what: str) -> NoReturn:
        """Raises BadInput, naming the file and the field."""
        raise BadInput(
            f"`{self.file}`: {self.field or 'the entry'} {what}",
            hint="this file comes with Lore: install Lore again",
        )

    def fields(self, required: str, optional: str = "") -> dict[str, "Place"]:
        """The fields of a mapping, named with spaces between; raises BadInput where one is missing or not known."""
        given = self.mapping()
        for key in required.split():
            if key not in given:
                self.odd(f"has no `{key}`")
        for key in given:
            if key not in f"{required} {optional}".split():
                self.odd(f"has `{key}`, which is no field")
        return given

    def mapping(self) -> dict[str, "Place"]:
        if not isinstance(self.value, dict):
            self.odd("is no mapping")
        if odd := [key for key in self.value if not isinstance(key, str) or not key]:
            self.odd(f"has the key {odd[0]!r}")
        return {key: self._inner(key, value) for key, value in self.value.items()}

    def items(self) -> list["Place"]:
        if not isinstance(self.value, list):
            self.odd("is no list")
        return [self._inner(str(number), value) for number, value in enumerate(self.value)]

    def text(self, among: Sequence[str] = ()) -> str:
        """A text that is not empty; raises BadInput where it is none of `among`."""
        if not isinstance(self.value, str) or not self.value.strip():
            self.odd("is no text")
        if among and self.value not in among:
            self.odd(f"is `{self.value}`, and should be one of {', '.join(among)}")
        return self.value

    def texts(self) -> tuple[str, ...]:
        return tuple(item.text() for item in self.items())

    def texts_by_name(self) -> Mapping[str, tuple[str, ...]]:
        return {name: value.texts() for name, value in self.mapping().items()}

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.odd("is neither true nor false")
        return self.value

    def number(self) -> int:
        """A whole number above zero."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or self.value < 1:
            self.odd("is no whole number above zero")
        return self.value

    def template(self, placeholders: Sequence[str]) -> object:
        """A value of JSON in which only these words begin with `$`; raises BadInput at another one."""
        if isinstance(self.value, str):
            words = [word for word in self.value.replace("-", " ").split() if word.startswith("$")]
            if odd := [word for word in words if word not in placeholders]:
                self.odd(f"holds `{odd[0]}`, which stands for nothing")
        elif isinstance(self.value, dict):
            for value in self.mapping().values():
                value.template(placeholders)
        elif isinstance(self.value, list):
            for value in self.items():
                value.template(placeholders)
        return self.value

    def _inner(self, key: str, value: object) -> "Place":
        return Place(self.file, f"{self.field}.{key}" if self.field else key, value)
