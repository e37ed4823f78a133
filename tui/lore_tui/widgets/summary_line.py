"""The second line of a screen: what the list shows, left; what is new or how long it took, right."""

from rich.cells import cell_len
from textual.reactive import reactive
from textual.strip import Strip

from lore_tui.look import Tone
from lore_tui.text import fit
from lore_tui.widgets.painted import Painted


class SummaryLine(Painted):
    """Two short texts; the right one stands out when it wants something."""

    left: reactive[str] = reactive("")
    right: reactive[str] = reactive("")
    calls: reactive[bool] = reactive(False)
    """Whether the right text wants something of the person."""

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        right = f"{self.right} " if self.right else ""
        room = max(0, width - cell_len(right))
        tone = Tone.WARN if self.calls else Tone.DIM
        pieces = [self.piece(fit(" " + self.left, room), Tone.TEXT), self.piece(right, tone)]
        return Strip(pieces).adjust_cell_length(width, self.ground)
