"""Categories and pages, as rows and as cards."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from lore.model import Digest, DigestLine, DigestSpan, Heading
from lore.paths import shown
from lore.text import counted
from lore_tui.look import WARNING, Block, Row, Tone, tone_of
from lore_tui.present.parts import grouped, project_name, whole_name

if TYPE_CHECKING:  # they load rooms that the first screen does not need
    from lore.actions import CategoryOverview, ProjectPage


@dataclass(frozen=True, slots=True)
class PageName:
    """MEMORY.md of one project."""

    project: str
    file: str = "MEMORY.md"


MOST_LINES = 600
"""Lines of a page that a card shows."""
_ORDER = {heading: place for place, heading in enumerate(Heading)}


def category_row(one: "CategoryOverview") -> Row:
    category = one.category
    return Row(
        category.name,
        category.description,
        tag=category.name,
        tone=Tone.CHOICE if one.facts else Tone.DIM,
        note=f"{one.facts:,}",
    )


def category_card(one: "CategoryOverview") -> list[Block]:
    """What it is for, its summary, the strongest facts, and what puts a fact into it."""
    category = one.category
    heading = [Block(category.name, Tone.TITLE, label=None), Block(category.description, label=None)]
    own = [Block(category.summary, label="Yours")] if category.summary else []
    strongest = [
        Block(fact.text, tone_of(fact.kind), label="" if place else "Strongest")
        for place, fact in enumerate(one.leading)
    ] or [Block("no trusted fact yet", Tone.DIM, "Strongest")]
    decides = [
        Block(", ".join(values), Tone.DIM, label)
        for label, values in (("Words", category.words), ("Kinds", [kind.value for kind in category.kinds]))
        if values
    ]
    return grouped(heading, [Block(counted(one.facts, "fact"), label="Holds")], own, strongest, decides)


def category_text(one: "CategoryOverview") -> str:
    """Its name, and your summary or the strongest facts."""
    told = one.category.summary or "\n".join(f"- {fact.text}" for fact in one.leading)
    return f"{one.category.name}: {one.category.description}\n{told}".rstrip()


def page_words(page: "PageName | Digest") -> str:
    """What the words that are typed are looked for in."""
    if isinstance(page, Digest):
        return f"{_period(page)} {page.span} {page.project or ''} {page.text}".casefold()
    return f"{page.file} {page.project}".casefold()


def page_row(row_id: str, page: "PageName | Digest") -> Row:
    """The name of a file; or of a digest its time and its first line."""
    if not isinstance(page, Digest):
        return Row(row_id, whole_name(page.project), tag=page.file, tone=Tone.RULE)
    first = next((line.text for line in page.told()), "")
    mark = WARNING if page.tainted else ""
    return Row(row_id, first, tag=_period(page), name=page.span.value, tone=Tone.CHOICE, mark=mark)


def page_card(page: "ProjectPage") -> list[Block]:
    """Where it is kept, how it stands, and its text."""
    head = [Block(f"MEMORY.md of {project_name(page.project)}", Tone.TITLE, label=None)]
    if page.path:
        head.append(Block(shown(page.path), Tone.DIM, label=None))
    if page.edited:
        head.append(Block("! edited by hand: consolidation proposes the edits", Tone.WARN, label=None))
    elif not page.is_current:
        head.append(Block("as the next consolidation will write it", Tone.DIM, label=None))
    return grouped(head, [Block(line, label=None) for line in page.text.splitlines()[:MOST_LINES]])


def digest_card(digest: Digest, short: Callable[[str], str]) -> list[Block]:
    """Its lines below their headings; what nobody confirmed says so. short: an id as it is shown."""
    span = digest.span
    of = f"{span.value.capitalize()} of {_period(digest)}"
    head = [
        Block(of, Tone.TITLE, label=None),
        Block(" · ".join(word for word in (digest.project, short(digest.id)) if word), Tone.DIM, label=None),
    ]
    lines = sorted(digest.told(), key=lambda line: _ORDER[line.heading])
    parts = [
        [_line(line, "" if place else heading.capitalize()) for place, line in enumerate(among)]
        for heading, among in groupby(lines, key=lambda line: line.heading)
    ]
    note = [Block(f"{WARNING} said by an agent, not confirmed", Tone.DIM, label=None)]
    return grouped(head, *parts, note if digest.tainted else [])


def _line(line: DigestLine, label: str) -> Block:
    return Block(line.text, Tone.WARN, label, f"{WARNING} ") if line.tainted else Block(line.text, label=label)


def source_rows(digest: Digest) -> list[Row]:
    """What it rests on, each once, with the first line that does."""
    firsts = {line.source: line for line in reversed(digest.told())}
    if digest.session:
        firsts.pop(digest.session, None)
    rows = [Row(source, line.text, tag=line.heading.value) for source, line in reversed(firsts.items())]
    return [*([Row(digest.session, "the session", tag="session")] if digest.session else []), *rows]


def _period(digest: Digest) -> str:
    """The day it begins on; of a month the month."""
    return digest.starts_at[:7] if digest.span is DigestSpan.MONTH else digest.starts_at[:10]
