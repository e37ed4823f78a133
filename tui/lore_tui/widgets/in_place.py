"""Other words for a proposal, typed where it stands, above what it rests on; the words that changed are shown."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import TextArea

from lore.text import one_line
from lore_tui import keys
from lore_tui.keys import Place
from lore_tui.look import Line, Piece, Tone
from lore_tui.present.drawing import changed_lines, joined, keyed
from lore_tui.shell import guard_of, shell_of
from lore_tui.widgets.card import Card
from lore_tui.widgets.painted import entitle


class Words(TextArea):
    """Enter keeps what is typed, Esc leaves everything as it was: the screen hears of it."""

    PLACE = Place.WORDS
    BINDINGS = keys.bindings(Place.WORDS, on="screen.", priority=True)


class InPlace(Vertical):
    """Made when there is something to edit for the first time."""

    opened_at = 0.0
    """When it was opened, by the clock of the guard: what arrived as one burst keeps no words."""

    def __init__(self) -> None:
        super().__init__(id="in-place")
        self._was = ""

    def compose(self) -> ComposeResult:
        yield Words(compact=True, soft_wrap=True)
        yield Card(pane="changed")

    @property
    def text(self) -> str:
        return self.query_one(Words).text.strip()

    def open(self, was: str, text: str, why: str = "") -> None:
        """Edit a text. was: the words that differences are told against. why: what was wrong with the last try."""
        self._was, self.opened_at = was, guard_of(self).clock()
        words = self.query_one(Words)
        words.text = text
        words.move_cursor(words.document.end)
        key = shell_of(self).keys.shown
        ways = [keyed(key("words.keep"), "saves and approves"), keyed(key("words.leave"), "as it was")]
        entitle(self, [Piece(why or "In other words", Tone.WARN if why else Tone.KEY)], joined(ways))
        self.display = True
        words.focus()
        self.on_text_area_changed()

    def on_text_area_changed(self) -> None:
        was, now = one_line(self._was), one_line(self.text)
        same = [Line((Piece("not changed yet", Tone.FAINT),))]
        draw = lambda width, height: same if now == was else changed_lines(was, now, width)  # noqa: E731
        self.query_one("#changed", Card).draw(draw)
