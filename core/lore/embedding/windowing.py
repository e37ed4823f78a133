"""Long passages are cut into windows, because the embedding model reads 256 tokens at a time."""

from lore.text import end_of_part

WINDOW = 450
"""Characters of one window, about 110 tokens: the length the model was trained on (128)."""
SLACK = 1.25
"""A text up to this many windows long stays whole."""
MOST_WINDOWS = 4
"""Windows of one passage; what lies behind is found by its words alone. (BEAM 100K, messages of 2,500 characters:
recall@10 0.637 with one window, 0.630 with four, 0.629 with all; the time to embed grows with them.)"""

_ENDS = ("\n\n", "\n", ". ", "? ", "! ", "; ", " ")


def windows(text: str) -> list[str]:
    """The text in pieces of at most `WINDOW` characters, cut where a paragraph, a sentence or a word ends."""
    if len(text) <= WINDOW * SLACK:
        return [text]
    found: list[str] = []
    start = 0
    while start < len(text) and len(found) < MOST_WINDOWS:
        end = end_of_part(text, start, WINDOW, _ENDS) if start + WINDOW < len(text) else len(text)
        if piece := text[start:end].strip():
            found.append(piece)
        start = end
    return found or [text[:WINDOW]]
