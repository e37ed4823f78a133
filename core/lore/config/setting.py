"""One setting: its name, its type, its bounds, and what turns a text into its value."""

import math
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from lore.errors import UsageError
from lore.text import shorten

Scalar = int | float | str
Value = TypeVar("Value", int, float, str)

NOTHING = "none"
"""What people read where a text of their own is empty."""
PREFIX = "LORE_"
LONGEST = 4_000
"""Characters of a text of your own."""
_TOO_LARGE = 1e300
"""Whole numbers have no end; one beyond this is compared, and never turned into a float or into digits."""
LONGEST_TOLD = 60
"""Characters of what is refused that its error repeats."""


@dataclass(frozen=True, slots=True)
class Setting(Generic[Value]):
    """A value that you may choose. Its type is the type of its default."""

    name: str
    """Dotted, such as `memory.policy`."""
    default: Value
    help: str
    """One sentence."""
    unit: str = ""
    least: float = -math.inf
    most: float = math.inf
    choices: tuple[str, ...] = ()
    """Where it is one of several words."""
    form: str = ""
    """Where it is a text of your own: how it is written. What it may say, whoever uses it knows."""
    guarded: bool = False
    """Whether it changes what is trusted, kept or archived. Only you change such a setting: in a terminal, or with
    `--yes`. It has no environment variable, because an agent sets those of its own shell."""

    @property
    def variable(self) -> str | None:
        """The environment variable that overrides it; None for a guarded one."""
        return None if self.guarded else PREFIX + self.name.upper().replace(".", "_")

    @property
    def bounds(self) -> str:
        """What it may be, in words: `one of …`, `a whole number from 1 to 1,000`."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if self.form:
            return f"a line `{self.form}`, or empty"
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        return f"{kind}{self._span}"

    @property
    def _span(self) -> str:
        least, most = _number(self.least), _number(self.most)
        if math.isinf(self.most):
            return f" of at least {least}" if math.isfinite(self.least) else ""
        return f" from {least} to {most}"

    def parse(self, text: str) -> Value:
        """The value that a text names. Raises UsageError, which names the bounds."""
        given = text.strip()
        if self.choices or self.form:
            return self.check(given)
        try:
            number = int(given) if isinstance(self.default, int) else float(given)
        except ValueError:
            return self.check(given)
        return self.check(number)

    def check(self, value: object) -> Value:
        """The value, where this setting may have it: from the store, a file or `parse`. Raises UsageError."""
        if self.form:
            fits = isinstance(value, str) and len(value) <= LONGEST and (value.isprintable() or not value)
        elif isinstance(self.default, str):
            fits = value in self.choices
        elif isinstance(value, bool) or not isinstance(value, int if isinstance(self.default, int) else (int, float)):
            fits = False
        else:
            fits = self.least <= value <= self.most and abs(value) < _TOO_LARGE
        if not fits:
            raise UsageError(f"`{self.name}` cannot be `{_told(value)}`: it is {self.bounds}", hint=self._hint)
        return type(self.default)(cast(Any, value))  # an int may stand for a float

    @property
    def _hint(self) -> str:
        return f"`lore config unset {self.name}` goes back to {self.shown(self.default)}"

    def plain(self, value: Value) -> Scalar:
        """The value as JSON, TOML and the store keep it."""
        return value

    def shown(self, value: Value, *, unit: bool = True) -> str:
        """The value for people, with its unit."""
        plain = self.plain(value)
        if isinstance(plain, str):
            return plain or NOTHING
        measure = self.unit.removesuffix("s") if plain == 1 else self.unit
        return f"{_number(plain)} {measure}" if unit and measure else _number(plain)


def _told(value: object) -> str:
    """A refused value in a few characters, whatever it is."""
    if isinstance(value, int) and abs(value) >= _TOO_LARGE:
        return "a number of more than 300 digits"
    if not isinstance(value, int | float | str):
        return f"a {type(value).__name__}"
    return shorten(str(value), LONGEST_TOLD)


def _number(value: float) -> str:
    """A number without needless digits: `30`, `0.85`, `20,000`."""
    return f"{int(value):,}" if math.isfinite(value) and value == int(value) else f"{value:g}"
