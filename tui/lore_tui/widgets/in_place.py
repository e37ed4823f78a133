"""Other words for a proposal, typed where it stands, above what it rests on; the words that changed are shown."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import TextArea

from lore.text import one_line
from lore_tui import keys
from lore_tui.key import KeyContext
from lore_tui.look import Line, Piece, Tone
from lore_tui.present.drawing import flow, words_changed
from lore_tui.shell import guard_of
from lore_tui.widgets.card import Card
from lore_tui.widgets.title import entitle


class Words(TextArea):
    """Enter keeps what is typed, Esc leaves everything as it was."""

    PLACE = KeyContext.WORDS

    BINDINGS = keys.bindings(KeyContext.WORDS, priority=True)

    def action_words_keep(self) -> None:
        if isinstance(self.parent, InPlace):
            self.parent.keep()

    def action_words_leave(self) -> None:
        if isinstance(self.parent, InPlace):
            self.parent.leave()

    def action_words_external(self) -> None:
        self.post_message(InPlace.Elsewhere(self.text))


class InPlace(Vertical):
    """Hidden until there is something to edit."""

    class Kept(Message):
        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Left(Message):
        """Not saved; the words as they stand."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Elsewhere(Message):
        """To be written in your own editor."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self) -> None:
        super().__init__(id="in-place")
        self.display = False
        self._was = ""
        self._opened_at = 0.0

    def compose(self) -> ComposeResult:
        yield Words(compact=True, soft_wrap=True)
        yield Card(pane="changed")

    def open(self, was: str, text: str, why: str = "") -> None:
        """Edit a text. was: the words that differences are told against. why: what was wrong with the last try."""
        self._was, self._opened_at = was, guard_of(self).clock()
        words = self.query_one(Words)
        words.text = text
        words.move_cursor(words.document.end)
        keymap = [
            Piece("enter", Tone.KEY),
            Piece(" saves and approves  ", Tone.DIM),
            Piece("esc", Tone.KEY),
            Piece(" as it was", Tone.DIM),
        ]
        entitle(self, [Piece(why or "In other words", Tone.WARN if why else Tone.KEY)], keymap)
        self.display = True
        words.focus()
        self._tell()

    def on_text_area_changed(self) -> None:
        self._tell()

    def _tell(self) -> None:
        now = self.query_one(Words).text
        gone, come = words_changed(one_line(self._was), one_line(now))

        def draw(width: int, height: int) -> list[Line]:
            if one_line(now) == one_line(self._was):
                return [Line((Piece("not changed yet", Tone.FAINT),))]
            return [*flow(gone, width, (Piece("- ", Tone.BAD),)), *flow(come, width, (Piece("+ ", Tone.GOOD),))]

        self.query_one("#changed", Card).draw(draw)

    @property
    def text(self) -> str:
        return self.query_one(Words).text

    def keep(self) -> None:
        if guard_of(self).came_after(self._opened_at):
            self.display = False
            self.post_message(self.Kept(self.text))

    def leave(self) -> None:
        self.display = False
        self.post_message(self.Left(self.text))
