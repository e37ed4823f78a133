"""Who reads your sessions, as a dialog asks and settles it. All of it in a worker."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore import actions
from lore.actions import Engine
from lore_tui.jobs import Outcome

if TYPE_CHECKING:  # it loads what asks models: nothing that the first screen needs
    from lore.actions import Offer, ReaderState


@dataclass(frozen=True, slots=True)
class ReaderView:
    """Who would read your sessions, or does, and what that costs."""

    offer: "Offer"
    state: "ReaderState"


class Reading:
    """Looks, settles and stops, in the name of the person in front of the app."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def asks(self, *, after_set_up: bool) -> bool:
        """Whether you were not asked yet, or said later before a set-up, and somebody can be proposed."""
        offer = actions.plan_reader(self._engine)
        return offer.way is not None and offer.agreement.answer in ((None, "later") if after_set_up else (None,))

    def waits(self) -> list[str]:
        """One line that sessions wait for a reader, where nobody was settled on; else none."""
        waiting = actions.waiting_for_reader(self._engine)
        return [f"{waiting}: “Reader” among the commands"] if waiting else []

    def look(self) -> ReaderView:
        """Raises LoreError."""
        return ReaderView(actions.plan_reader(self._engine), actions.reader_status(self._engine))

    def settle(self, answer: str, way: str | None) -> Outcome:
        """Raises NeedsPerson, UsageError. way: the reader, where the answer is yes."""
        state = actions.settle_reader(self._engine, answer, way=way)
        return Outcome("you are asked again after the next set-up" if answer == "later" else state.in_a_line)

    def stop(self) -> Outcome:
        """End the reading that runs."""
        ended = actions.stop_reading(self._engine)
        said = "stopped: the next session starts it again" if ended else "nothing is being read"
        return Outcome(said, undoable=False)
