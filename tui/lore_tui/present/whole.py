"""What concerns the whole memory: what publishing and connecting would write, and who reads your sessions. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lore.errors import LoreError
from lore.paths import shown
from lore.text import counted
from lore_tui.look import BLANK, Block, Tone
from lore_tui.present.parts import grouped, whole_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from lore.actions import (
        AgentSessions,
        AgentStatus,
        Offer,
        PlannedFile,
        Publishing,
        ReaderState,
        SetUp,
        SetUpPlan,
        Trial,
    )
    from lore_tui.plans import SetUpView

LINES = {"+": Tone.GOOD, "-": Tone.BAD, "@": Tone.CHOICE}
"""The first mark of a line of a diff → how it stands out."""
DEEPEST = 24
"""Cells by which a line of a diff may be indented: more could push its words out of sight."""

PART = 10_000
"""Characters of a paragraph into which a longer line of a diff is parted: a card cuts one that has more."""
_STATES: Mapping[str, Tone] = {
    "set up": Tone.GOOD,
    "not set up": Tone.DIM,
    "changed": Tone.WARN,
    "cannot be set up": Tone.BAD,
}
_WROTE: Mapping[str, str] = {"create": "wrote", "update": "wrote to", "remove": "removed"}


def diff_blocks(lines: Iterable[str]) -> list[Block]:
    """The lines of a diff, each in its tone and whole, however long: a settings file may be one line.

    What stays as it is keeps its place under what changes.
    """
    blocks = []
    for line in lines:
        bare = line.lstrip(" ")
        indent = len(line) - len(bare)
        kept = line[:indent] if bare and indent <= DEEPEST else ""
        words, tone = line.removeprefix(kept), LINES.get(line[:1], Tone.TEXT)
        blocks += [Block(words[at : at + PART], tone, lead=kept) for at in range(0, len(words) or 1, PART)]
    return blocks


def publishing_blocks(found: Publishing, number: int, whole: int, key: Callable[[str], str]) -> list[Block]:
    """The place, then what each of its files would become, as a diff. key: what the key of an action is called."""
    plan = found.plan
    place = f" · {number} of {whole}, {key('publish.next')} shows the next" if whole > 1 else ""
    holds = f"{counted(plan.conventions, 'approved convention')} of {whole_name(plan.project)}{place}"
    head = [Block(shown(found.root), Tone.TITLE), Block(holds, Tone.DIM)]
    if found.claimed:
        told = "Only this folder itself claims to be this project, so you are asked."
        head.append(Block(told, Tone.WARN))
    if not plan.changes and not plan.drifted:
        nothing = "The files are up to date." if plan.conventions else "Nothing is approved for this project yet."
        return [*head, BLANK, Block(nothing)]
    blocks = head
    for target in plan.targets:
        drift = [Block(f"{target.path}: {target.drift}", Tone.WARN)] if target.drift else []
        lines = diff_blocks(target.diff())
        if drift or lines:
            blocks += [BLANK, *drift, *lines]
    if plan.drifted:
        told = f"It was edited by hand: {key('go.care')} takes the edit into your memory, or writes it anew."
        blocks += [BLANK, Block(told, Tone.WARN)]
    return blocks


def published(found: Publishing) -> str:
    """What publishing did, in one line."""
    from lore.actions import FileAction  # what writes files: nothing that the first screen needs

    verbs = {FileAction.CREATE: "created", FileAction.UPDATE: "updated", FileAction.REMOVE: "removed from"}
    told = ", ".join(f"{verbs[target.step]} {target.path}" for target in found.plan.changes)
    return told or "everything was up to date"


def not_read_of(one: AgentSessions) -> str:
    """What of an agent may not be read as it should be; empty where its release is known and each file recognised."""
    told = [f"{counted(one.unread, 'file')} not recognised"] if one.unread else []
    if one.release:
        told.append(f"release {one.release} is newer than this Lore")
    return f"{one.title}: {', '.join(told)}" if told else ""


def plan_blocks(view: SetUpView, key: Callable[[str], str] | None) -> list[Block]:
    """How each agent here stands, then each file with its diff. key: None where it is only read."""
    plan, removing = view.plan, view.removing
    head = [Block("Removing Lore's entries" if removing else "Connecting all agents found", Tone.TITLE)]
    head.append(Block("Applies in every project, for you"))
    if key:
        other = "previews connecting" if removing else "previews removing everything"
        more = "`lore setup` connects one agent, or only a project"
        head.append(Block(f"{key('connect.remove')} {other} · {more}", Tone.DIM))
    files = [blocks for file in plan.files if (blocks := _file(file, plan))]
    nothing = "There are no entries of Lore to remove." if removing else "Everything is up to date: nothing to write."
    none = [] if plan.changes else [Block(nothing)]
    return grouped(head, _standing(view.statuses), none, *files)


def _file(file: PlannedFile, plan: SetUpPlan) -> list[Block]:
    """A file that changes, cannot be changed, or holds what others put there."""
    lines = diff_blocks(file.diff())
    for each in file.foreign:
        told = f"{each.tool} is also set up, at" if each.tool else "something else is also set up at"
        lines.append(Block(f"{told} {each.what}", Tone.WARN, lead="! "))
    lines += _problem(file)
    titles = {agent.name: agent.title for agent in plan.agents}
    asked = ", ".join(titles.get(name, name) for name in file.asked)
    return [Block(f"{file.name} · {asked}", Tone.DIM), *lines] if lines else []


def _problem(file: PlannedFile) -> list[Block]:
    if file.problem is None:
        return []
    hint = [Block(file.hint, Tone.DIM, lead="  ")] if file.hint else []
    return [Block(file.problem, Tone.BAD, lead="✗ "), *hint]


def _standing(statuses: Iterable[AgentStatus]) -> list[Block]:
    """A line for each agent that is here, or in whose settings something of Lore stands."""
    here = [each for each in statuses if each.state != "not here"]
    return [Block(f"{each.agent.title}: {each.state.value}", _STATES[each.state.value], lead="· ") for each in here]


def done_blocks(done: SetUp, trials: Sequence[Trial | LoreError], key: Callable[[str], str]) -> list[Block]:
    """What was written, what could not be, how each command ran, and how it is taken back."""
    wrote = [Block(f"{_WROTE[file.step.value]} {file.name}", Tone.GOOD) for file in done.written]
    problems = [block for file in done.plan.problems for block in _problem(file)]
    heading = [Block("Each command, as the agent runs it:", Tone.DIM)] if trials else []
    back = [Block(f"{key('undo')} on any screen undoes this.", Tone.DIM)]
    return grouped(wrote, problems, back, [*heading, *(_trial(each) for each in trials)])


def _trial(tried: Trial | LoreError) -> Block:
    if isinstance(tried, LoreError):
        return Block(tried.message, Tone.BAD, lead="✗ ")
    what = f"{tried.agent} {tried.what}"
    if tried.fault is not None:
        return Block(f"{what}: {tried.fault}", Tone.BAD, lead="✗ ")
    return Block(f"{what}: {tried.took_ms:,} ms", Tone.GOOD, lead="✓ ")


def reader_blocks(offer: Offer, state: ReaderState, key: Callable[[str], str]) -> list[Block]:
    """What is asked with its cost, or how it stands with what was agreed to. key: of an action."""
    standing = [Block(state.in_a_line, Tone.TITLE)]
    asked = [] if state.is_asked else _asked(offer, key)
    projects = [Block(f"Never read: {', '.join(state.apart)}")] if state.apart else []
    others = "`lore distill --on --with MODEL` lets another read, `--off --project KEY` leaves a project out"
    ways = [Block(others, Tone.DIM)]
    if state.is_asked:
        stop = f"{key('reader.stop')} stops what is being read · " if state.progress else ""
        ways.append(Block(f"{stop}{key('reader.no')} ends it", Tone.DIM))
    return grouped(standing, asked, _cost(state), projects, ways)


def _asked(offer: Offer, key: Callable[[str], str]) -> list[Block]:
    if offer.way is None:
        return [Block(f"Nobody is proposed: {offer.why_none}", Tone.WARN)]
    answers = f"{key('reader.yes')} yes · {key('reader.later')} later · {key('reader.no')} no"
    return [
        Block(offer.question, Tone.CHOICE),
        *(Block(text, label=label.capitalize()) for label, text in offer.terms),
        Block(answers, Tone.CHOICE),
    ]


def _cost(state: ReaderState) -> list[Block]:
    """What was asked today, and what came of each model."""
    if not state.figures and not state.is_asked:
        return []
    today = f"{state.asked_today:,} of {counted(state.a_day, 'question')}, about {state.tokens_today:,} tokens"
    blocks = [Block(today, label="Today")]
    for one in state.figures:
        refused = f", {one.refused:.0%} of {counted(one.notes, 'note')} refused" if one.notes else ""
        blocks.append(
            Block(f"{one.label}: {counted(one.read, 'session')}, {one.tokens:,} tokens{refused}", label="Read")
        )
    if state.problem:
        blocks.append(Block(state.problem, Tone.BAD, label="Stopped"))
    return blocks
