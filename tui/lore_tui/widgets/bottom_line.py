"""The line above the footer: the last result and where you are; a question; or a one-line reason."""

from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from lore.text import one_line
from lore_tui import keys
from lore_tui.keys import Place
from lore_tui.look import BROKEN, WARNING, Tone
from lore_tui.present.drawing import wrap
from lore_tui.shell import guard_of, shell_of
from lore_tui.text import fit, row_text
from lore_tui.widgets.painted import Painted

_MARKS = {Tone.GOOD: "✓ ", Tone.BAD: f"{BROKEN} ", Tone.WARN: f"{WARNING} "}


class StatusLine(Painted):
    """What was done last, left; the command that would do it, or where you are, right.

    What went wrong takes a second line where it needs one.
    """

    said: reactive[tuple[str, Tone]] = reactive(("", Tone.TEXT))
    where: reactive[str] = reactive("")
    command: reactive[str] = reactive("")
    """What you would type to do what was done last."""

    def on_resize(self) -> None:
        self.set_class(bool(self._lines[1]), "-two-lines")

    watch_said = watch_where = watch_command = on_resize

    def render_line(self, y: int) -> Strip:
        first, second = self._lines
        right = f" {self._right} " if self._right and (y or not second) else ""
        tone = self.said[1]
        lead = self.piece(f" {' ' * len(self._mark) if y else self._mark}", tone)
        text = self.piece(fit(second, self._room) if y else first, Tone.TEXT if tone is Tone.GOOD else tone)
        return Strip([lead, text, self.piece(right, Tone.FAINT)]).adjust_cell_length(self.size.width, self.ground)

    @property
    def _mark(self) -> str:
        return _MARKS.get(self.said[1], "") if self.said[0] else ""

    @property
    def _right(self) -> str:
        """The command where there is room for it beside what was done, else where you are."""
        needed = cell_len(one_line(self.said[0])) + cell_len(self.command) + 6
        return self.command if self.command and needed <= self.size.width else self.where

    @property
    def _room(self) -> int:
        """Cells for what is said, beside where you are."""
        return max(0, self.size.width - 1 - len(self._mark) - (cell_len(self._right) + 2 if self._right else 0))

    @property
    def _lines(self) -> tuple[str, str]:
        """Both lines of what is said, the second one empty unless something went wrong that does not fit into one."""
        (text, tone), room = self.said, self._room
        if tone not in (Tone.BAD, Tone.WARN) or cell_len(one_line(text)) <= room:
            return row_text(text, room), ""
        lines = wrap(one_line(text), room)
        return fit(lines[0], room), row_text(" ".join(lines[1:]), room)


class AskLine(Widget, can_focus=True, inherit_bindings=False):
    """A question with two answers. Only its own keys answer it, pressed after it could be read: Enter does nothing."""

    PLACE = Place.ASK
    BINDINGS = keys.bindings(Place.ASK, on="screen.")
    COMPONENT_CLASSES: ClassVar[set[str]] = {"ask-question", "ask-keys"}

    question: reactive[str] = reactive("", layout=True)
    too_fast: reactive[bool] = reactive(False, layout=True)
    """A yes came before the question could be read."""
    asked_at = 0.0
    """When the question was shown, by the clock of the guard."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A question is shown whole, over as many lines as it needs."""
        return len(self._lines(width))

    def render_line(self, y: int) -> Strip:
        lines = self._lines(self.size.width)
        pieces = [Segment(lines[y], self.get_component_rich_style("ask-question"))] if y < len(lines) else []
        if y == len(lines) - 1:
            pieces.append(Segment(self._answer, self.get_component_rich_style("ask-keys")))
        return Strip(pieces).adjust_cell_length(self.size.width, self.rich_style)

    @property
    def _answer(self) -> str:
        keymap = shell_of(self).keys
        return f"  {'too fast: ' * self.too_fast}{keymap.shown('ask.yes')} / {keymap.shown('ask.no')} "

    def _lines(self, width: int) -> list[str]:
        """The question; the answers stand behind its last line, or on a line of their own."""
        lines = [f" {text}" for text in wrap(one_line(self.question), width - 2)]
        return lines if cell_len(lines[-1] + self._answer) <= width else [*lines, ""]


class ReasonInput(Input):
    """One line of text, sent with Enter."""

    PLACE = Place.REASON
    BINDINGS = keys.bindings(Place.REASON, on="screen.")

    opened_at = 0.0
    """When it was opened, by the clock of the guard: what arrived as one burst sends no reason."""

    def __init__(self) -> None:
        super().__init__(compact=True, placeholder="Why reject it? (agents will see this)")
        self.cursor_blink = False


class Prefix(Widget):
    """A word before an input."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.say(text)

    def say(self, text: str) -> None:
        self._text = text
        self.styles.width = cell_len(text)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        return Strip([Segment(fit(self._text, self.size.width), self.rich_style)])


class BottomLine(Horizontal):
    """Shows one of the three at a time; the status line unless something is asked."""

    def compose(self) -> ComposeResult:
        yield StatusLine()
        yield AskLine()
        with Horizontal(id="reason"):
            yield Prefix(" Reject because: ")
            yield ReasonInput()

    def on_mount(self) -> None:
        self.show_status()

    def show_status(self) -> None:
        self._show(self.query_one(StatusLine))

    def ask(self, question: str) -> None:
        line = self.query_one(AskLine)
        line.question, line.too_fast, line.asked_at = question, False, guard_of(self).clock()
        self._show(line)
        line.focus()

    def ask_reason(self, text: str = "") -> None:
        reason = self.query_one(ReasonInput)
        reason.value, reason.opened_at = text, guard_of(self).clock()
        self._show(self.query_one("#reason"))
        reason.focus()

    def _show(self, wanted: Widget) -> None:
        for part in self.children:
            part.display = part is wanted
