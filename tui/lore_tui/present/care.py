"""What needs a hand, agents and the reader with today's figures, files with their state, and whether it helps. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore import clock
from lore.actions import Check, FileKind, FileState, HookState, Outcome, ProjectFile, Result
from lore.text import counted
from lore_tui.look import APPROVED, AT_START, BROKEN, EMPTY, FOLDED, WARNING, Block, Line, Piece, Row, Tone
from lore_tui.present.drawing import bar, joined, keyed, line, plot, rule, text
from lore_tui.present.parts import grouped, plain, project_name
from lore_tui.text import fit

if TYPE_CHECKING:
    from lore.actions import AgentStatus, Examined, Help, ReaderState
    from lore_tui.widgets.card import Drawing

Key = Callable[[str], str]
MARKS: Mapping[Outcome, tuple[str, Tone]] = {
    Outcome.OK: (APPROVED, Tone.GOOD),
    Outcome.SKIPPED: ("-", Tone.FAINT),
    Outcome.WARN: (WARNING, Tone.WARN),
    Outcome.FAIL: (BROKEN, Tone.BAD),
}
FILE, AGENT, CHECK, COPY = "file:", "agent:", "check:", "copy"
"""What the ids of needs begin with."""
TOLD_ELSEWHERE = frozenset({"drift", "published", "setup", "queue", "tainted", "contradictions"})
"""Checks whose finding has a place of its own: files, agents, Review."""
_NAME = 16
_MEGABYTE = 1_000_000
_PLOT, _FIGURE = 13, 12
_BESIDE = 60
"""Cells beside the columns of a plot."""
_MIDDLE = 46


@dataclass(frozen=True, slots=True)
class Need:
    """Something that needs a hand."""

    id: str
    text: str
    keys: tuple[tuple[str, str], ...]
    """Actions, and what their keys do about it."""
    tone: Tone = Tone.WARN


def needs(
    files: Mapping[str, ProjectFile], statuses: "Sequence[AgentStatus]", results: Iterable[Result], copied: str | None
) -> Iterator[Need]:
    """What needs a hand: files that were edited by hand, agents that are not connected, what the doctor found.

    copied: when the newest copy was made; empty where there is none, None before it is known.
    """
    for name, file in files.items():
        if file.state is FileState.EDITED:
            text = f"{file.path} of {project_name(file.project)} was edited by hand"
            yield Need(f"{FILE}{name}", text, (("file.accept", "take"), ("file.overwrite", "write anew")))
    for one in statuses:
        state = one.state.value
        if one.is_here and state == "not set up":
            yield Need(
                f"{AGENT}{one.agent.name}", f"{one.agent.title} is here and not connected", (("connect", "connect"),)
            )
        elif state in ("changed", "cannot be set up"):
            said = "was changed since it was connected" if state == "changed" else "cannot be connected"
            yield Need(f"{AGENT}{one.agent.name}", f"{one.agent.title} {said}", (("connect", "look"),))
    wrong = [one for one in results if one.finding.is_wrong and one.check.id not in TOLD_ELSEWHERE]
    for found in sorted(wrong, key=lambda one: one.finding.outcome is not Outcome.FAIL):
        broken = found.finding.outcome is Outcome.FAIL
        text = f"{found.check.title}: {found.finding.says}"
        yield Need(f"{CHECK}{found.check.id}", text, (_way(found),), Tone.BAD if broken else Tone.WARN)
    if copied == "":
        yield Need(COPY, "There is no copy of your memory yet", (("backup", "makes one"),))


def _way(found: Result) -> tuple[str, str]:
    if found.check.repair and found.finding.repairable:
        return "care.repair", "repair"
    return ("reader", "look") if found.check.id == "reader" else ("open", "how")


def need_row(need: Need, key: Key) -> Row:
    right = joined([keyed(key(name), does) for name, does in need.keys])
    mark = BROKEN if need.tone is Tone.BAD else WARNING

    def draw(width: int) -> Sequence[Line]:
        return (Line((Piece(f"{mark} ", need.tone), Piece(need.text)), right),)

    return Row(need.id, need.text, draw=draw)


def repaired(done: "Examined") -> str:
    mended = [f"{one.count:,} {one.does}" for one in done.report.repairs if one.failure is None]
    failed = [f"{one.check} could not be repaired: {one.failure}" for one in done.report.repairs if one.failure]
    return " · ".join([*(mended or ["nothing needed repair"]), *failed, *done.report.notes])


def check_row(result: Result) -> Row:
    mark, tone = MARKS[result.finding.outcome]

    def draw(width: int) -> Sequence[Line]:
        title = Piece(fit(result.check.title, _NAME + 2), Tone.DIM)
        return (Line((Piece(f"{mark} ", tone), title, Piece(result.finding.says))),)

    return Row(result.check.id, result.finding.says, draw=draw)


def check_blocks(check: Check, result: Result, key: Key) -> list[Block]:
    """The question, the answer, and how it is put right."""
    mark, tone = MARKS[result.finding.outcome]
    finding = result.finding
    fix = [Block(finding.fix, label="Fix")] if finding.fix else []
    way = (
        [Block(f"{key('close')}, then {key('care.repair')}, repairs it, after a backup", Tone.DIM, label="")]
        if check.repair and finding.repairable
        else []
    )
    return grouped(
        [Block(check.asks, Tone.TITLE)],
        [Block(plain(finding.says), tone, lead=f"{mark} ")],
        [*fix, *way],
    )


# Agents and the reader


def agents(
    statuses: "Sequence[AgentStatus]",
    today: Mapping[str, tuple[int, int]],
    hooks: HookState | None,
    reader: "ReaderState | None",
) -> "Drawing":
    """today: agent → sessions that began today, and facts they were given."""
    here = [one for one in statuses if one.is_here or one.state.value not in ("not here", "not set up")]

    def draw(width: int, height: int) -> Sequence[Line]:
        foot = _reader(reader, width)
        lines: list[Line] = []
        roomy = height >= 3 * len(here) + len(foot) + 1
        for one in here:
            lines += _agent(one, today.get(one.agent.name, (0, 0)), width, roomy)
        if not here:
            lines.append(line("No agent that Lore knows is on this machine.", width, Tone.DIM))
        if hooks is not None and hooks.off:
            lines.append(line(f"{WARNING} switched off: {', '.join(hooks.off)}", width, Tone.WARN))
        return [*lines, *([EMPTY] if len(lines) + len(foot) < height else []), *foot]

    return draw


_SET_UP = {
    "set up": (AT_START, Tone.GOOD, "connected"),
    "not set up": (WARNING, Tone.WARN, "not connected"),
    "changed": (WARNING, Tone.WARN, "changed since it was connected"),
    "cannot be set up": (BROKEN, Tone.BAD, "cannot be connected"),
    "not here": ("·", Tone.FAINT, "not here"),
}


def _agent(one: "AgentStatus", today: tuple[int, int], width: int, roomy: bool) -> list[Line]:
    mark, tone, told = _SET_UP[one.state.value]
    sessions, given = today
    head = (Piece(fit(one.agent.title, _NAME), Tone.TITLE), Piece(f"{mark} ", tone), Piece(told))
    right = (Piece(f"{counted(sessions, 'session')} today", Tone.DIM),) if sessions and width > 44 else ()
    more = f"given {counted(given, 'line')} today" if given else ""
    first = Line(head, right)
    if not roomy:
        return [first]
    return [first, *([Line((Piece(" " * (_NAME + 2)), Piece(more, Tone.FAINT)))] if more else []), EMPTY]


def _reader(reader: "ReaderState | None", width: int) -> list[Line]:
    """Who reads, how much of its day is spent, what it was sent today and in all."""
    if reader is None:
        return []
    head = rule("reader", width)
    way = reader.agreement.way
    if way is None and not reader.waiting and reader.agreement.answer is None:
        return []  # nothing was read yet, or nothing waits: there is nothing to say
    if way is None:
        return [head, line(reader.in_a_line, width, Tone.WARN if reader.waiting else Tone.DIM)]
    sent = sum(one.tokens for one in reader.figures)
    full = max(8, width - 18)
    notes, kept = (sum(getattr(one, name) for one in reader.figures) for name in ("notes", "kept"))
    refused = f"{1 - kept / notes:.0%} of its notes refused" if notes else f"{reader.read:,} sessions read"
    asked = (Piece(f"{reader.asked_today:,} of {reader.a_day:,} today", Tone.DIM),)
    today = Piece(f"{_short(reader.tokens_today)} tokens", Tone.DIM)
    lines = [
        head,
        Line((Piece(f"{way.model or way.title} through {way.title}" if way.model else way.title),), asked),
        Line(bar(reader.asked_today / max(1, reader.a_day), full), (today,)),
        Line((Piece(refused, Tone.FAINT),), (Piece(f"{_short(sent)} tokens in all", Tone.FAINT),)),
    ]
    return [*lines, *([line(f"{WARNING} {reader.problem}", width, Tone.WARN)] if reader.problem else [])]


def _short(number: int) -> str:
    """`41 k`, `0.9 M`."""
    if number < 1000:
        return f"{number:,}"
    return f"{number / 1000:,.0f} k" if number < 1_000_000 else f"{number / 1_000_000:,.1f} M"


# Files

_STATES = {
    FileState.EDITED: (WARNING, Tone.WARN, "by hand"),
    FileState.BEHIND: ("+", Tone.GOOD, "staged"),
    FileState.CURRENT: (APPROVED, Tone.GOOD, "as approved"),
    FileState.UNREADABLE: (BROKEN, Tone.BAD, "cannot be read"),
    FileState.PLAIN: ("·", Tone.FAINT, ""),
}


def file_row(row_id: str, file: ProjectFile, *, first: bool) -> Row:
    mark, tone, told = _STATES[file.state]
    words = told or ("read by agents" if file.kind is FileKind.MEMORY else "document")

    def draw(width: int) -> Sequence[Line]:
        name = fit(project_name(file.project) or "" if first else "", min(12, width // 4))
        head = (Piece(name, Tone.TITLE), Piece(" "), Piece(file.path))
        said = fit(words, 14) if width > _MIDDLE else words if told else ""
        return (Line(head, (Piece(f"{mark} ", tone), Piece(said, tone if told else Tone.FAINT)), cuts=False),)

    return Row(row_id, file.path, draw=draw)


# Whether it helps


def helps(found: "Help | None", waiting: int) -> "Drawing":
    """Four plots with their figure, and what it means in words."""

    def draw(width: int, height: int) -> Sequence[Line]:
        if found is None:
            return [line("counting …", width, Tone.FAINT)]
        if not any((*found.given, *found.said_again, *found.waiting)):
            told = "Nothing to show yet: the plots begin with the first session that is given something."
            return text(told, width, Tone.DIM)
        wide = max(1, (width - _BESIDE) // len(found.given))
        rows = 2 if height > 7 else 1
        lines: list[Line] = []
        for name, values, tone, figure, words in _series(found, waiting):
            drawn = plot(values, rows, wide, tone)
            if rows == 2 and lines and height > 10:
                lines.append(EMPTY)
            for place, marks in enumerate(drawn, 1):
                last = place == rows
                tells = (Piece(f"   {fit(figure, _FIGURE)}", Tone.TITLE), Piece(words, Tone.DIM)) if last else ()
                lines.append(Line((Piece(fit(name if last else "", _PLOT)), *marks, *tells)))
        return lines

    return draw


def _series(found: "Help", waiting: int) -> list[tuple[str, Sequence[float], Tone, str, str]]:
    share = f"{found.share:.0%}" if found.share is not None else "–"
    first, last = found.said_in_week(0), found.said_in_week(3)
    again = "a week: you repeat less" if last < first else "a week: the first, the last"
    oldest = f"the oldest came {clock.age(found.oldest, clock.now())}" if found.oldest and waiting else ""
    given = sum(found.given)
    return [
        ("given", found.given, Tone.CHOICE, counted(given, "line"), f"to {counted(found.sessions, 'session')}"),
        ("taken up", found.taken_up, Tone.CHOICE, share, "of it was made use of"),
        ("said again", found.said_again, Tone.CHOICE, f"{first:,} → {last:,}", again),
        ("queue", found.waiting, Tone.WARN, f"{waiting:,} wait", oldest),
    ]


# Checks


def checks(fine: int, answered: int, whole: int, copied: str | None, size: int) -> "Drawing":
    """The checks in one line. whole: how many are asked in all. copied: when the newest copy was made. size: bytes."""

    def draw(width: int, height: int) -> Sequence[Line]:
        if answered < whole:
            return [line(f"checking, {answered:,} of {whole:,}", width, Tone.FAINT)]
        tick = Piece(f"{APPROVED} ", Tone.GOOD)
        parts = [[tick, Piece(f"{fine:,} checks fine "), Piece(FOLDED, Tone.CHOICE)]]
        parts += [[tick, Piece(f"copied {clock.age(copied, clock.now())}")]] if copied else []
        return [Line(joined(parts, "     "), (Piece(f"{size / _MEGABYTE:,.0f} MB", Tone.DIM),) if size else ())]

    return draw
