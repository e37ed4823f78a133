"""The sections of reStructuredText: titles are underlined, some overlined as well."""

from lore.library.sections import Section, Sections

_ADORNMENTS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_FEWEST = 3
"""Characters of an underline that may be shorter than its title, as authors write."""


def sections(text: str) -> list[Section]:
    """The sections of a document, in order; the level of a title follows from when its form was first used."""
    lines = text.split("\n")
    found = Sections(lines)
    forms: list[tuple[str, bool]] = []
    for number in range(1, len(lines)):
        mark = _adornment(lines[number])
        if not mark or not _is_title(lines, number):
            continue
        over = number >= 2 and _adornment(lines[number - 2]) == mark
        form = (mark, over)
        if form not in forms:
            forms.append(form)
        start = number - 2 if over else number - 1
        found.heading(start, number + 1, forms.index(form) + 1, lines[number - 1].strip())
    return found.finished()


def _is_title(lines: list[str], number: int) -> bool:
    """Whether the line above is a title: text, flush left unless overlined, after a blank line or an overline."""
    title, above = lines[number - 1], lines[number - 2] if number >= 2 else ""
    over = _adornment(above)
    if not title.strip() or _adornment(title) or (title[0].isspace() and not over) or (above.strip() and not over):
        return False
    return len(lines[number].rstrip()) >= min(len(title.strip()), _FEWEST)


def _adornment(line: str) -> str:
    """The character that a line repeats; empty where it is no adornment."""
    bare = line.rstrip()
    if len(bare) < 2 or bare[0] not in _ADORNMENTS or bare.strip(bare[0]):
        return ""
    return bare[0]
