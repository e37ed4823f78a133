"""A panel over a screen; and something to read in it."""

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from lore_tui import keys
from lore_tui.keys import Place
from lore_tui.look import Block, Piece, Tone
from lore_tui.present.parts import message_card
from lore_tui.shared import Ends, Shared
from lore_tui.widgets.bottom_line import StatusLine
from lore_tui.widgets.card import Card
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.painted import entitle


class Dialog(ModalScreen[Ends], Shared[Ends], inherit_bindings=False):
    """A frame with a title and a footer."""

    SORT = ""
    """The class of its panel."""

    def __init__(self, heading: str) -> None:
        super().__init__()
        self._heading = heading

    def compose(self) -> ComposeResult:
        with Vertical(classes=f"panel {self.SORT}") as panel:
            entitle(panel, (Piece(self._heading),))
            yield from self.compose_inside()
            yield KeyBar()

    def compose_inside(self) -> ComposeResult:
        """What lies between the title and the footer."""
        yield Card()
        yield StatusLine()

    def on_mount(self) -> None:
        self.query_one(KeyBar).place = self.PLACE

    def action_close(self) -> None:
        self.dismiss(None)


class ReadingDialog(Dialog[Ends], inherit_bindings=False):
    """Shows a card that is scrolled, and is read before anything is agreed to."""

    AUTO_FOCUS = "Card"
    shown_at = 0.0
    """When what is on the card was shown, by the clock of the guard."""

    def show(self, blocks: Iterable[Block]) -> None:
        self.query_one(Card).show(list(blocks))
        self.shown_at = self.shell.guard.clock()

    def look(self) -> None:
        """Until it is known, it is said to be looked for."""
        self.show(message_card(["looking …"]))

    def may_agree(self, *, to_something: bool) -> bool:
        """Whether the key was pressed on purpose, after what it agrees to was shown; says so where it was not."""
        if not to_something:
            self.show_status("there is nothing to agree to", Tone.WARN)
        elif not self.shell.guard.answers(self.shown_at):
            self.show_status("ignored (keys came too fast): press it again", Tone.WARN)
        else:
            return True
        return False

    def action_move(self, how: str, by: int) -> None:
        getattr(self.query_one(Card), how)(by)


class Reading(ReadingDialog[None], inherit_bindings=False):
    """Read, and closed."""

    PLACE = Place.FRAME
    BINDINGS = keys.bindings(Place.FRAME)

    def __init__(self, heading: str, blocks: Sequence[Block]) -> None:
        super().__init__(heading)
        self._blocks = blocks

    def on_mount(self) -> None:
        super().on_mount()
        self.show(self._blocks)

    def action_frame_close(self) -> None:
        self.dismiss(None)
