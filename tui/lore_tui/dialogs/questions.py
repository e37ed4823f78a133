"""A few questions whose answers are the first facts; each may be left empty."""

from collections.abc import Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from lore.actions import FIRST_QUESTIONS
from lore_tui import keys
from lore_tui.dialogs.asking import AskingDialog
from lore_tui.key import KeyContext
from lore_tui.look import Tone
from lore_tui.text import literal
from lore_tui.widgets.bottom_line import AskLine, BottomLine
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.title import entitle_panel


class Questions(AskingDialog[Sequence[str] | None], inherit_bindings=False):
    """Ends with an answer to each question, empty where you gave none; with None where you left."""

    PLACE = KeyContext.QUESTIONS
    BINDINGS = keys.bindings(KeyContext.QUESTIONS, priority=True)
    AUTO_FOCUS = "Input"

    def __init__(self, answers: Sequence[str] = (), refused: str = "") -> None:
        """answers: what you typed before, where it comes back with the reason why it was `refused`."""
        super().__init__()
        self._given = answers or [""] * len(FIRST_QUESTIONS)
        self._refused = refused

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel form questions") as panel:
            entitle_panel(panel, "What your agents should know")
            for question, answer in zip(FIRST_QUESTIONS, self._given, strict=True):
                yield Static(Text(f" {question.asks}"), classes="asked")
                yield Input(literal(answer), placeholder=f"such as: {question.example}", compact=True, classes="answer")
            yield BottomLine()
            yield KeyBar()

    def on_mount(self) -> None:
        for box in self.boxes:
            box.cursor_blink = False
        if self._refused:
            self.say(self._refused, Tone.BAD)
        else:
            self.say("leave a question empty to skip it", Tone.DIM)

    @property
    def boxes(self) -> list[Input]:
        """One for each question."""
        return list(self.query("Input.answer").results(Input))

    @property
    def answers(self) -> list[str]:
        return [box.value.strip() for box in self.boxes]

    def action_questions_save(self) -> None:
        answers = self.answers
        self.dismiss(answers if any(answers) else None)

    def action_questions_next(self) -> None:
        boxes = self.boxes
        if self.focused is boxes[-1]:
            self.action_questions_save()
        else:
            self.focus_next("Input.answer")

    def action_questions_previous(self) -> None:
        if self.focused is not self.boxes[0]:
            self.focus_previous("Input.answer")

    def action_questions_close(self) -> None:
        if any(self.answers):
            self.query_one(BottomLine).ask("Discard your answers?")
        else:
            self.dismiss(None)

    @on(AskLine.Answered)
    def _answered(self, event: AskLine.Answered) -> None:
        if event.yes:
            self.dismiss(None)
        else:
            self.query_one(BottomLine).show_status()
            self.boxes[0].focus()
