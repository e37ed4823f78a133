"""What concerns the whole memory: where it begins, the report of the doctor, what publishing would write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lore.paths import shown
from lore.text import counted
from lore_tui.look import BLANK, Block, Tone
from lore_tui.present.parts import whole_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lore.actions import AgentSessions, Examined, Publishing

OUTCOMES = {
    "ok": ("✓", Tone.GOOD),
    "warn": ("!", Tone.WARN),
    "fail": ("✗", Tone.BAD),
    "skipped": ("-", Tone.DIM),
}
LINES = {"+": Tone.GOOD, "-": Tone.BAD, "@": Tone.CHOICE}
"""The first mark of a line of a diff → how it stands out."""
DEEPEST = 24
"""Cells by which a line of a diff may be indented: more could push its words out of sight."""

PART = 10_000
"""Characters of a paragraph into which a longer line of a diff is parted: a card cuts one that has more."""


def report_blocks(found: Examined) -> list[Block]:
    """Every check: what needs a look first, each with its next step."""
    blocks = []
    for result in sorted(found.report.results, key=lambda one: not one.finding.is_wrong):
        mark, tone = OUTCOMES[result.finding.outcome.value]
        blocks.append(Block(f"{result.check.title}: {result.finding.says}", tone, label=None, lead=f"{mark} "))
        if result.finding.fix:
            blocks.append(Block(f"fix: {result.finding.fix}", Tone.DIM, label=None, lead="  "))
    return blocks


def diff_blocks(lines: Iterable[str]) -> list[Block]:
    """The lines of a diff, each in its tone; what stays as it is keeps its place under what changes."""
    return [block for line in lines for block in _diff_line(line)]


def _diff_line(line: str) -> list[Block]:
    """Whole, however long: a settings file may be one line."""
    bare = line.lstrip(" ")
    indent = len(line) - len(bare)
    kept = line[:indent] if bare and indent <= DEEPEST else ""
    words, tone = line.removeprefix(kept), LINES.get(line[:1], Tone.TEXT)
    parts = [words[start : start + PART] for start in range(0, len(words), PART)] or [""]
    return [Block(part, tone, label=None, lead=kept) for part in parts]


def publishing_blocks(found: Publishing, number: int, whole: int, key: Callable[[str], str]) -> list[Block]:
    """The place, then what each of its files would become, as a diff. key: what the key of an action is called."""
    plan = found.plan
    place = f" · {number} of {whole}, {key('publish.next')} shows the next" if whole > 1 else ""
    holds = f"{counted(plan.conventions, 'approved convention')} of {whole_name(plan.project)}{place}"
    head = [Block(shown(found.root), Tone.TITLE, label=None), Block(holds, Tone.DIM, label=None)]
    if found.claimed:
        told = "Only this folder itself claims to be this project, so you are asked."
        head.append(Block(told, Tone.WARN, label=None))
    if not plan.changes and not plan.drifted:
        if plan.conventions:
            return [*head, BLANK, Block("The files are up to date.", label=None)]
        elsewhere = f"{key('publish.projects')} lists all projects with approved conventions."
        nothing = Block("Nothing is approved for this project yet.", label=None)
        return [*head, BLANK, nothing, Block(elsewhere, Tone.DIM, label=None)]
    blocks = head
    for target in plan.targets:
        drift = [Block(f"{target.path}: {target.drift}", Tone.WARN, label=None)] if target.drift else []
        lines = diff_blocks(target.diff())
        if drift or lines:
            blocks += [BLANK, *drift, *lines]
    if plan.drifted:
        told = (
            f"`lore publish --accept` accepts the manual edit into your memory; {key('publish.overwrite')} discards it."
        )
        blocks += [BLANK, Block(told, Tone.WARN, label=None)]
    return blocks


def written(found: Publishing) -> str:
    """What publishing did, in one line."""
    from lore.actions import FileAction  # what writes files: nothing that the first screen needs

    verbs = {FileAction.CREATE: "created", FileAction.UPDATE: "updated", FileAction.REMOVE: "removed from"}
    return (
        ", ".join(f"{verbs[target.step]} {target.path}" for target in found.plan.changes) or "everything was up to date"
    )


def not_read_of(one: AgentSessions) -> str:
    """What of an agent may not be read as it should be; empty where its release is known and each file recognised."""
    told = [f"{counted(one.unread, 'file')} not recognised"] if one.unread else []
    if one.release:
        told.append(f"release {one.release} is newer than this Lore")
    return f"{one.title}: {', '.join(told)}" if told else ""
