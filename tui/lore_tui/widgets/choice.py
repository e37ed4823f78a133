"""A field with a few values: ← and → go through them."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget


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
