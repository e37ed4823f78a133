"""The form: write a new fact, change one, write what replaces it, or the summary of a category."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from lore.actions import NewFact
from lore.model import Clean, Fact, Kind, Layer
from lore_tui import keys
from lore_tui.dialogs.reading import Dialog
from lore_tui.keys import Place
from lore_tui.look import Tone
from lore_tui.present.parts import LAYERS
from lore_tui.text import literal
from lore_tui.widgets.bottom_line import BottomLine, Prefix

Result = NewFact | Fact | str | None
LABEL = 10


class Choice(Widget, can_focus=True, inherit_bindings=False):
    """Shows one value; every value has a name for the person."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("left", "step(-1)"), Binding("right,space", "step(1)")]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"choice-value", "choice-arrows"}

    index: reactive[int] = reactive(0)

    def __init__(self, names: Mapping[str, str], value: str, name: str) -> None:
        """`names`: value → what the person reads. `name`: the field; its id in the form."""
        super().__init__(id=name)
        self._values: Sequence[str] = list(names)
        self._names = names
        self.set_reactive(Choice.index, self._values.index(value))

    @property
    def value(self) -> str:
        return self._values[self.index]

    def validate_index(self, index: int) -> int:
        return index % len(self._values)

    def action_step(self, by: int) -> None:
        self.index += by

    def on_click(self) -> None:
        self.index += 1

    def render_line(self, y: int) -> Strip:
        arrows = self.get_component_rich_style("choice-arrows")
        before, behind = ("◂ ", " ▸") if self.has_focus else ("‹ ", " ›")
        value = Segment(self._names[self.value], self.get_component_rich_style("choice-value"))
        pieces = [Segment(before, arrows), value, Segment(behind, arrows)]
        return Strip(pieces).adjust_cell_length(self.size.width, self.rich_style)


class FactForm(Dialog[Result], inherit_bindings=False):
    """Ends with a NewFact, a changed Fact, or a text alone; with None when it was left."""

    PLACE = Place.FORM
    BINDINGS = keys.bindings(Place.FORM)
    AUTO_FOCUS = "TextArea"
    SORT = "form"

    def __init__(
        self,
        title: str,
        text: str,
        *,
        base: Fact | NewFact | None = None,
        note: str = "",
        why: str = "",
        may_be_empty: bool = False,
    ) -> None:
        """`base` fills the fields below the text; None: there is only the text. `note`: one line under it.

        why: what was refused, where the form opens again with what you typed.
        """
        super().__init__(title)
        self._why = why
        self._text = text
        self._base = base
        self._note = note
        self._may_be_empty = may_be_empty
        self._start: Result = None

    def compose_inside(self) -> ComposeResult:
        # Hidden characters are shown as marks, so what is saved is what was seen.
        yield TextArea(literal(self._text), compact=True, highlight_cursor_line=False)
        if self._why:
            yield Static(self._why, markup=False, classes="stored")
        if self._base is not None:
            yield from self._fields(self._base)
        yield BottomLine()

    def _fields(self, base: Fact | NewFact) -> ComposeResult:
        kinds = {kind.value: kind.value for kind in Kind}
        layers = {layer.value: name for layer, name in LAYERS.items()}
        with Horizontal(classes="field"):
            yield Prefix(" Kind".ljust(LABEL))
            yield Choice(kinds, base.kind.value, "kind")
        with Horizontal(classes="field"):
            yield Prefix(" Scope".ljust(LABEL))
            yield Choice(layers, base.layer.value, "layer")
        with Horizontal(classes="field"):
            yield Prefix(" Project".ljust(LABEL))
            yield Input(base.project or "", placeholder="none", compact=True, id="project")
        with Horizontal(classes="field"):
            yield Prefix(" Tags".ljust(LABEL))
            yield Input(", ".join(base.tags), placeholder="none", compact=True, id="tags")

    def on_mount(self) -> None:
        super().on_mount()
        self.show_status(self._note, Tone.DIM)
        for box in self.query(Input):
            box.cursor_blink = False
        area = self.query_one(TextArea)
        area.cursor_blink = False
        area.move_cursor(area.document.end)
        self._start = None if self._why else self._result()

    def _result(self) -> Result:
        text = self.query_one(TextArea).text.strip()
        if self._base is None:
            return text
        kind = Kind(self.query_one("#kind", Choice).value)
        layer = Layer(self.query_one("#layer", Choice).value)
        project = self.query_one("#project", Input).value.strip() or None
        tags = _split(self.query_one("#tags", Input).value)
        if isinstance(self._base, NewFact):
            return replace(self._base, text=text, kind=kind, layer=layer, project=project, tags=tags)
        marked = tuple(Clean(tag) for tag in tags)
        return replace(self._base, text=Clean(text), kind=kind, layer=layer, project=project, tags=marked)

    def action_form_save(self) -> None:
        result = self._result()
        if not self._may_be_empty and not self.query_one(TextArea).text.strip():
            self.show_status("write something first", Tone.WARN)
        elif result == self._start and not isinstance(result, NewFact):
            self.dismiss(None)
        else:
            self.dismiss(result)

    def action_form_cancel(self) -> None:
        if self._result() == self._start:
            self.dismiss(None)
        else:
            self.ask("Discard your changes?", lambda: self.dismiss(None))

    def end_question(self) -> None:
        super().end_question()
        self.query_one(TextArea).focus()

    def action_form_next(self) -> None:
        self.focus_next()

    def action_form_previous(self) -> None:
        self.focus_previous()


def _split(tags: str) -> Sequence[str]:
    return tuple(tag for part in tags.split(",") if (tag := part.strip()))
