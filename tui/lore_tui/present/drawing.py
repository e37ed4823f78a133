"""What panes are drawn with: paragraphs under their first word, chips, keys, rules, plots. Pure."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, chop_cells

from lore_tui.look import EMPTY, Line, Piece, Tone
from lore_tui.text import cut, literal, one_line_of


def flow(pieces: Iterable[Piece], width: int, head: Sequence[Piece] = (), indent: int | None = None) -> list[Line]:
    """Pieces of text wrapped between words; lines stand under the first word, behind `head`.

    indent: cells of the later lines, where they are not those of the head.
    """
    margin = sum(cell_len(one.text) for one in head)
    under = margin if indent is None else indent
    lines: list[list[Piece]] = [list(head)]
    left = width - margin
    for piece in pieces:
        for number, paragraph in enumerate(literal(piece.text).split("\n")):
            if number:
                lines.append([Piece(" " * under)])
                left = width - under
            for place, word in enumerate(paragraph.split(" ")):
                space = " " if place else ""
                if cell_len(space + word) > left and left < width - under:
                    lines.append([Piece(" " * under)])
                    left, space = width - under, ""
                if cell_len(word) > max(4, left):
                    first = chop_cells(word, max(4, left))[0]
                    *parts, word = [first, *chop_cells(word[len(first) :], max(4, width - under))]
                    for part in parts:
                        lines[-1].append(Piece(space + part, piece.tone))
                        lines.append([Piece(" " * under)])
                        space = ""
                    left = width - under
                if space + word:
                    lines[-1].append(Piece(space + word, piece.tone))
                    left -= cell_len(space + word)
    return [Line(tuple(line)) for line in lines]


def wrap(words: str, cells: int) -> list[str]:
    """The literal text in lines of at most `cells` cells, broken between words; long words are broken too."""
    return ["".join(piece.text for piece in one.left) for one in flow([Piece(words)], max(4, cells))]


def text(words: str, width: int, tone: Tone = Tone.TEXT, indent: int = 0) -> list[Line]:
    return flow([Piece(words, tone)], width, [Piece(" " * indent)] if indent else ())


def line(words: str, width: int, tone: Tone = Tone.TEXT, right: Sequence[Piece] = ()) -> Line:
    return Line((Piece(one_line_of(words), tone),), tuple(right))


def chip(words: str, tone: Tone = Tone.CHIP) -> Piece:
    return Piece(f" {words} ", tone)


def keyed(key: str, does: str) -> tuple[Piece, ...]:
    """A key in the accent, and what it does; without a key only the words."""
    return (Piece(key, Tone.KEY), Piece(f" {does}", Tone.DIM)) if key else (Piece(does, Tone.DIM),)


def rule(name: str, width: int, right: str = "") -> Line:
    """`and before ──────────`."""
    end = f" {right}" if right else ""
    bar = "─" * max(0, width - cell_len(name) - 1 - cell_len(end))
    return Line((Piece(f"{name} ", Tone.DIM), Piece(bar, Tone.LINE), Piece(end, Tone.DIM)))


def bar(share: float, cells: int, tone: Tone = Tone.CHOICE, signs: str = "━━") -> tuple[Piece, ...]:
    """How much of a whole: in a tone, the rest as a line."""
    full = min(cells, max(0, round(share * cells)))
    return Piece(signs[0] * full, tone), Piece(signs[1] * (cells - full), Tone.LINE)


def plot(values: Sequence[float], rows: int, wide: int, tone: Tone) -> list[tuple[Piece, ...]]:
    """Columns of `wide` cells in eighths of `rows` lines; the highest fills them."""
    most = max([*values, 0]) or 1
    heights = [round(value / most * rows * 8) for value in values]
    heights = [max(height, 1) if value else 0 for height, value in zip(heights, values, strict=True)]
    lines: list[tuple[Piece, ...]] = []
    for row in reversed(range(rows)):
        marks = "".join(" ▁▂▃▄▅▆▇█"[max(0, min(8, height - 8 * row))] * wide for height in heights)
        lines.append((Piece(marks, tone),))
    return lines


def joined(parts: Sequence[Sequence[Piece]], between: str = "  ") -> tuple[Piece, ...]:
    made: list[Piece] = []
    for part in parts:
        made += [Piece(between)] if made else []
        made += part
    return tuple(made)


def words_changed(before: str, after: str) -> tuple[list[Piece], list[Piece]]:
    """Two texts, with the words in which they differ on a ground."""
    import difflib

    old, new = before.split(), after.split()
    gone: list[Piece] = []
    come: list[Piece] = []
    for step, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        same = step == "equal"
        for pieces, words, tone in ((gone, old[i:j], Tone.REMOVED), (come, new[k:m], Tone.ADDED)):
            if words:
                pieces += [Piece(" ")] if pieces else []
                pieces.append(Piece(" ".join(words), Tone.TEXT if same else tone))
    return gone, come


def changed_lines(before: str, after: str, width: int) -> list[Line]:
    """Both texts under each other, the words in which they differ on a ground."""
    gone, come = words_changed(before, after)
    return [*flow(gone, width, (Piece("- ", Tone.BAD),)), *flow(come, width, (Piece("+ ", Tone.GOOD),))]


def shortened(words: str, cells: int) -> str:
    return cut(one_line_of(words), cells)


def at_the_bottom(lines: Sequence[Line], last: Line, height: int) -> list[Line]:
    """The lines, then one in the last row of a pane, if need be over the end of the others."""
    shown = list(lines[: max(0, height - 1)])
    return [*shown, *[EMPTY] * max(0, height - 1 - len(shown)), last]
