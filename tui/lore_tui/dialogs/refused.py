"""Why a form opens again with what you typed."""

from collections.abc import Callable
from dataclasses import dataclass

from lore_tui.text import row_text

STORED = 600
"""Characters of the stored text that are shown beside yours."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A save that was refused."""

    reason: str
    stored: str | None = None
    """What the store holds instead by now, where somebody else changed it."""

    def lines(self, key: Callable[[str], str]) -> str:
        """What the form shows under your text. key: what the key of an action is called."""
        if self.stored is None:
            return self.reason
        ways = f"{key('form.save')} saves yours, {key('form.cancel')} keeps the stored one"
        return f"{self.reason}\nstored now: {row_text(self.stored, STORED)}\n{ways}"
