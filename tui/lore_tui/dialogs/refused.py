"""Why a form opens again with what you typed."""

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

    @property
    def lines(self) -> str:
        """What the form shows under your text."""
        if self.stored is None:
            return self.reason
        return f"{self.reason}\nstored now: {row_text(self.stored, STORED)}\n^s keeps yours, esc keeps what is stored"
