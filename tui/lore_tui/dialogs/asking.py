"""What dialogs share: a line that asks, while which nothing else acts, and a footer that follows the keyboard."""

from collections.abc import Iterable
from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.worker import Worker

from lore_tui.key import KeyContext
from lore_tui.look import Block, Tone
from lore_tui.shell import guard_of, shell_of
from lore_tui.widgets.bottom_line import AskLine, BottomLine, StatusLine
from lore_tui.widgets.card import Card
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.title import entitle_panel

Ends = TypeVar("Ends")
"""What a dialog ends with."""


class AskingDialog(ModalScreen[Ends], inherit_bindings=False):
    """Has a bottom line and a footer. Subclasses name their place, and answer `AskLine.Answered`."""

    PLACE: ClassVar[KeyContext]

    def on_mount(self) -> None:
        self.query_one(KeyBar).place = self.PLACE

    @property
    def asking(self) -> bool:
        """Whether a question waits for its answer."""
        return isinstance(self.focused, AskLine)

    @property
    def place(self) -> str | None:
        """What has the keyboard; None: nothing that the footer could tell of."""
        return KeyContext.ASK if self.asking else self.PLACE

    def say(self, text: str, tone: Tone = Tone.WARN) -> None:
        """Put one line above the footer."""
        self.query_one(StatusLine).said = (text, tone)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action.startswith("ask_") or not self.asking

    def on_descendant_focus(self) -> None:
        self.query_one(KeyBar).place = self.place

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        shell_of(self).tell_of_worker(event)

    @on(KeyBar.Pressed)
    async def _footer_clicked(self, event: KeyBar.Pressed) -> None:
        await self.app.run_action(event.key.action, self.focused if self.asking else self)


class ReadingDialog(AskingDialog[Ends], inherit_bindings=False):
    """Shows a card that is scrolled, and is read before anything is agreed to."""

    AUTO_FOCUS = "Card"
    HEADING: ClassVar[str]

    shown_at = 0.0
    """When what is on the card was shown, by the clock of the guard."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel") as panel:
            entitle_panel(panel, self.HEADING)
            yield Card()
            yield BottomLine()
            yield KeyBar()

    def show(self, blocks: Iterable[Block]) -> None:
        """Put this on the card, from its top."""
        self.query_one(Card).show(list(blocks))
        self.shown_at = guard_of(self).clock()

    def end_question(self) -> None:
        """Back from the bottom line to the card."""
        self.query_one(BottomLine).show_status()
        self.query_one(Card).focus()

    def key(self, name: str) -> str:
        """What a sentence calls the key of an action."""
        return shell_of(self).keys.shown(name)

    def action_diff_down(self) -> None:
        self.query_one(Card).scroll_lines(1)

    def action_diff_up(self) -> None:
        self.query_one(Card).scroll_lines(-1)

    def action_diff_page_down(self) -> None:
        self.query_one(Card).scroll_page(1)

    def action_diff_page_up(self) -> None:
        self.query_one(Card).scroll_page(-1)

    def action_diff_top(self) -> None:
        self.query_one(Card).scroll_to_edge(bottom=False)

    def action_diff_bottom(self) -> None:
        self.query_one(Card).scroll_to_edge(bottom=True)
