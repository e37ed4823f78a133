"""A file of a project as a card: how it stands, what was edited by hand, and the text as it reads."""

from collections.abc import Callable, Iterator

from lore.actions import EditOfBlock, FileKind, FileState, FileText, LineStep, ProjectFile
from lore.paths import shown
from lore.text import counted
from lore_tui.look import BLANK, Block, Tone
from lore_tui.present.whole import diff_blocks

MOST_LINES = 600
"""Lines of a file that a card shows."""
_TONES = {
    FileState.EDITED: Tone.WARN,
    FileState.UNREADABLE: Tone.BAD,
    FileState.CURRENT: Tone.GOOD,
}
_STEPS = {LineStep.ADD: ("+ ", Tone.GOOD), LineStep.CHANGE: ("~ ", Tone.FITS), LineStep.RETIRE: ("- ", Tone.BAD)}
_FENCES = ("```", "~~~")


def file_card(
    file: ProjectFile, found: FileText | None, edit: EditOfBlock | None, key: Callable[[str], str]
) -> list[Block]:
    """How it stands, a hand edit line by line, what publishing would change, then its text. key: of an action."""
    head = [
        Block(file.path, Tone.TITLE),
        Block(f"{shown(file.root)}{f' · {file.project}' if file.project else ''}", Tone.DIM),
        Block(_state(file, key), _TONES.get(file.state, Tone.DIM)),
    ]
    if edit is not None:
        head += [BLANK, *edit_blocks(edit)]
    if found is None:
        return head
    if found.diff:
        head += [BLANK, Block("Publishing would change it:", Tone.DIM), *diff_blocks(found.diff)]
    return [*head, BLANK, *_rendered(found.text)]


def _state(file: ProjectFile, key: Callable[[str], str]) -> str:
    after = f"{key('close')}, then"
    match file.state:
        case FileState.EDITED:
            told = file.told or "its block was edited by hand"
            return f"! {told}: {after} {key('file.accept')}, accepts the edit; {key('publish')} previews publishing"
        case FileState.BEHIND:
            return f"{file.told or 'older than what is approved'}: {after} {key('publish')}, publishes"
        case FileState.CURRENT:
            return "✓ up to date"
        case FileState.UNREADABLE:
            return f"! {file.told}"
    if file.kind is FileKind.MEMORY:
        return file.told or "a memory file: agents read it, Lore does not change it"
    return f"a document of the collection {file.told}"


def edit_blocks(edit: EditOfBlock) -> list[Block]:
    """What accepting the hand edit would do, line by line, each with its warnings."""
    blocks = [Block("The manual edit:", Tone.DIM)]
    for line in edit.edit.lines:
        lead, tone = _STEPS[line.step]
        if line.before is not None:
            blocks.append(Block(line.before, Tone.BAD, lead="- "))
        blocks.append(Block(line.words, tone, lead=lead))
        blocks += [Block(risk.text, Tone.WARN, lead="  ! ") for risk in line.risks]
    blocks += [Block(why, Tone.BAD, lead="! ") for why in edit.edit.refused]
    if len(blocks) == 1:
        blocks.append(Block("It changes no convention."))
    return blocks


def asked(edit: EditOfBlock) -> str:
    """The question before a hand edit is accepted."""
    warned = sum(bool(line.risks) for line in edit.edit.lines)
    look = f", {warned:,} with a warning," if warned else ""
    return f"Take {counted(len(edit.edit.lines), 'line')}{look} into your memory?"


def _rendered(text: str) -> Iterator[Block]:
    """Markdown as it reads: headings stand out, marks of lists stay, code and comments stand back."""
    lines = text.splitlines()
    fence = ""
    for line in lines[:MOST_LINES]:
        bare = line.strip()
        if fence or bare.startswith(_FENCES):
            yield Block(line or " ", Tone.DIM)
            fence = "" if fence and bare.startswith(fence) else fence or bare[:3]
        elif not bare:
            yield BLANK
        elif bare.startswith("#") and bare.lstrip("#").startswith(" "):
            yield Block(bare.lstrip("#").strip(), Tone.TITLE)
        elif bare.startswith(("<!--", ">")):
            yield Block(line, Tone.DIM)
        else:
            yield _paragraph(line)
    if len(lines) > MOST_LINES:
        yield Block(f"… ({len(lines) - MOST_LINES:,} more lines)", Tone.DIM)


def _paragraph(line: str) -> Block:
    """A line of text; an item of a list is wrapped under its mark."""
    bare = line.lstrip()
    indent = " " * (len(line) - len(bare))
    mark, space, rest = bare.partition(" ")
    if space and (mark in ("-", "*", "+") or (mark[:-1].isdigit() and mark[-1] in ".)")):
        return Block(rest, lead=f"{indent}{mark} ")
    return Block(bare, lead=indent)
