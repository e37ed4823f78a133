"""Unconfirmed: the part of the review queue that only agents, tools, files and counts stated; the keys are the same."""

from collections.abc import Mapping, Sequence

from lore import actions
from lore_tui import keys
from lore_tui.key import KeyContext
from lore_tui.screens.review import ReviewScreen


class UnconfirmedScreen(ReviewScreen):
    """What waits under the ids of facts, unfolded."""

    PLACE = KeyContext.UNCONFIRMED
    BINDINGS = keys.bindings(KeyContext.UNCONFIRMED)

    def _waiting(self) -> list[str]:
        return self.read_or_say_why(lambda: actions.unconfirmed(self.engine))

    def _stated(self) -> Mapping[str | None, Sequence[str]]:
        return {}

    def _done_lines(self) -> tuple[str, ...]:
        ways = (self.line("go.facts", "facts"), self.line("go.review", "review"))
        return ("Nothing to confirm.", "", *ways)
