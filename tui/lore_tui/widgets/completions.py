"""The line under the search box: how the query can go on. A key takes the first; again, the next."""

from rich.cells import cell_len
from textual.reactive import reactive
from textual.strip import Strip

from lore.model import Completion, Completions
from lore_tui.look import Tone
from lore_tui.shell import shell_of
from lore_tui.text import literal
from lore_tui.widgets.painted import Painted

LONGEST = 40


class CompletionLine(Painted):
    """Shown as long as the box has the keyboard, so that nothing jumps while you type. What was taken stands out."""

    options: reactive[Completions] = reactive(Completions())
    taken: reactive[int | None] = reactive(None)

    def on_mount(self) -> None:
        self.display = False

    def watch_options(self, options: Completions) -> None:
        self.taken = None

    def take_next(self) -> str | None:
        """The query with the next way to go on; None where there is none."""
        choices = self.options.options
        if not choices:
            return None
        self.taken = 0 if self.taken is None else (self.taken + 1) % len(choices)
        return choices[self.taken].query

    def render_line(self, y: int) -> Strip:
        width, choices = self.size.width, self.options.options
        if not choices:
            return Strip.blank(width, self.ground)
        key = f" {shell_of(self).keys.shown('search.complete')} "
        pieces = [self.piece(key, Tone.CHOICE)]
        left = width - cell_len(key) - 2
        first = 0 if self.taken is None else self.taken
        for number in range(first, len(choices)):
            shown, count = _shown(choices[number])
            needed = cell_len(shown) + cell_len(count) + 2
            if needed > left:
                pieces.append(self.piece("…", Tone.DIM))
                break
            left -= needed
            tone = Tone.CHOICE if number == self.taken else Tone.TEXT
            pieces += [self.piece(shown, tone), self.piece(f"{count}  ", Tone.DIM)]
        return Strip(pieces).adjust_cell_length(width, self.ground)


def _shown(one: Completion) -> tuple[str, str]:
    text = literal(one.shown).replace("\n", " ")
    if len(text) > LONGEST:
        text = f"…{text[1 - LONGEST :]}"
    return text, "" if one.facts is None else f" {one.facts:,}"
