"""A proposal as the panes of its card, and what stands beside the queue. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore.model import CandidateKind, CandidateStatus, Layer, Role
from lore.text import one_line
from lore_tui.look import BLANK, EMPTY, WARNING, Block, Line, Piece, Tone
from lore_tui.present.conversation import conversation
from lore_tui.present.drawing import (
    bar,
    changed_lines,
    chip,
    flow,
    joined,
    keyed,
    line,
    shortened,
    text,
)
from lore_tui.present.parts import plain, project_name
from lore_tui.queue import PROJECT, STATED, Queue
from lore_tui.text import day, fit
from lore_tui.widgets.card import Drawing

if TYPE_CHECKING:  # they load rooms that the first screen does not need
    from lore.actions import Around, FirstApproval, Publishing, ReviewCard

MERGES_FROM = 0.85
"""How alike two facts have to be before one key joins them."""
Key = Callable[[str], str]
_READ = "read by "
"""What the reason of a reader's note begins with: the chip says it already."""
_BAR = 12
PANES = ("proposal", "card", "nearest", "outcome")


@dataclass(frozen=True, slots=True)
class Pane:
    """What a pane shows, its title, and its keys."""

    drawing: Drawing
    title: Sequence[Piece] = ()
    keys: Sequence[Piece] = ()


def panes(
    card: ReviewCard, around: Around | None, now: str, key: Key, title: Sequence[Piece], *, said: bool,
    plain_terminal: bool,
) -> dict[str, Pane]:  # fmt: skip
    """The panes of a proposal, by name. title: of the first. said: in your own words."""
    mine = not card.evidence or card.evidence[0].evidence.role is Role.USER
    session = keyed(key("review.session"), "whole session") if around else ()
    shown = {
        "proposal": Pane(proposal(card, key, now, said=said), title),
        "card": Pane(
            conversation(card, around, now, plain_terminal=plain_terminal),
            [Piece("You said it here" if mine else "It was said here")],
            session,
        ),
    }
    if card.replaces is not None or card.similar:
        shown["nearest"] = nearest(card, now, key)
    if not card.asks:
        shown["outcome"] = outcome(card, key)
    return shown


def said_pane(lines: Sequence[str], tone: Tone = Tone.DIM) -> Pane:
    """In place of a proposal: what there is to say."""
    return Pane(lambda width, height: [Line((Piece(f"  {one}", tone),)) for one in ("", *lines)], [Piece("Review")])


def proposal_title(number: int, whole: int, plain_terminal: bool = False) -> list[Piece]:
    """`3 of 23 ▰▰▰▱▱`."""
    return [
        Piece(f"{number:,} of {whole:,}  "),
        *bar(number / max(1, whole), _BAR, signs="▰▱" if plain_terminal else "▰▰"),
    ]


def proposal(card: ReviewCard, key: Key, now: str, *, said: bool) -> Drawing:
    """The text, large; what becomes of it as a chip; what to know before deciding. said: in your own words.

    Where the text does not fit, its last line ends with `…`.
    """

    def draw(width: int, height: int) -> Sequence[Line]:
        body, warned, chips = _decisive(card, key, width, said=said)
        told = Line((Piece("  "), Piece(_told(card, now), Tone.DIM)))
        parts = [body, warned, chips, [told]]
        full = sum(map(len, parts))
        if height < full:
            room = max(1, height - 1 - len(warned))
            return [*_shortened(body, room, width), *warned, *chips][: max(2, height)]
        air = height >= full + 2 + bool(warned)
        lines: list[Line] = [EMPTY] * (height >= full + 3 + bool(warned))
        for part in parts:
            if part:
                lines += [*([EMPTY] if air and lines and part is not body else []), *part]
        return lines

    return draw


def proposal_needs(card: ReviewCard, key: Key, width: int, *, said: bool) -> int:
    """The lines that everything takes which a decision rests on."""
    return sum(map(len, _decisive(card, key, width, said=said)))


def shown_words(card: ReviewCard, *, said: bool) -> str:
    """The words that the card shows."""
    return card.said if said and card.said else card.candidate.text


def _decisive(card: ReviewCard, key: Key, width: int, *, said: bool) -> tuple[list[Line], list[Line], list[Line]]:
    """Its text, its warnings, and what becomes of it."""
    body = text(shown_words(card, said=said), width - 2, Tone.TITLE, indent=2)
    warned = [
        one
        for risk in card.risks
        for one in flow([Piece(plain(risk.text), Tone.WARN)], width - 2, (Piece(f"  {WARNING} ", Tone.WARN),))
    ]
    chips = Line(
        (Piece("  "), *joined([[chip(becomes(card), Tone.CHIP_GOOD)], *_wording(card, key, said)])),
        keyed(key("review.scope"), "scope ") if not card.asks and width > 76 else (),
    )
    return body, warned, [chips]


def _shortened(body: list[Line], room: int, width: int) -> list[Line]:
    """So many lines of it, the last with a mark where there are more."""
    if len(body) <= room:
        return body
    last = "".join(piece.text for piece in body[room - 1].left)
    return [*body[: room - 1], Line((Piece(fit(f"{last.rstrip()} …", width - 1).rstrip(), Tone.TITLE),))]


def becomes(card: ReviewCard) -> str:
    """What approving does, in a few words."""
    candidate, name = card.candidate, project_name(card.candidate.project)
    if card.asks:
        return "which of the two holds?"
    if candidate.kind is CandidateKind.STATEMENT:
        return "→ yours, given to your agents"
    if candidate.layer is Layer.ORG:
        return "→ a convention of the organisation"
    if candidate.layer is Layer.USER:
        return "→ yours in every project"
    if candidate.layer is Layer.USER_PROJECT:
        return f"→ yours alone in {name or 'its project'}"
    if candidate.kind is CandidateKind.SKILL:
        return f"→ a skill of {name or 'its project'}"
    return f"→ CONVENTIONS.md of {name}" if name else "→ a convention"


def _wording(card: ReviewCard, key: Key, said: bool) -> list[list[Piece]]:
    if not card.said:
        return []
    now, other = ("your words", "the reader's") if said else ("worded by a reader", "your words")
    return [[Piece(f" {now} · ", Tone.CHIP), Piece(key("review.said"), Tone.CHIP_KEY), Piece(f" {other} ", Tone.CHIP)]]


def _told(card: ReviewCard, now: str) -> str:
    """Its kind, how often it was said, since when."""
    candidate = card.candidate
    times = "said once" if candidate.sessions <= 1 else f"said in {candidate.sessions:,} sessions"
    newest = next((quote.evidence.at for quote in card.evidence if quote.evidence.at), None)
    stands = "sessions start with it already" if _stands(card) else ""
    read = candidate.because.startswith(_READ)
    because = "" if read or candidate.sessions > 1 else candidate.because
    words = [card.fact.kind.value, because or times, day(newest, now), stands]
    return " · ".join(word for word in words if word)


def _stands(card: ReviewCard) -> bool:
    return card.fact.standing and not card.fact.tainted and not card.asks


def nearest(card: ReviewCard, now: str, key: Key, *, joining: bool = False) -> Pane:
    """The fact that is nearest, and the words in which they differ; while you are asked, what joining leaves."""
    other = card.replaces or card.similar[0].fact
    if card.replaces is not None:
        title = "Or" if card.asks else "Replaces"
    else:
        near = card.similar[0]
        title = "Says the opposite" if near.contradiction else f"Nearest you have · {near.similarity:.0%} alike"
    does = "says they are the same" if card.asks else "joins them: shows the result first"
    keys = keyed(key("review.merge"), does) if may_join(card) else ()
    if card.asks:
        keys = (*keys, Piece("  "), *keyed(key("review.instead"), "the newer holds"))

    def draw(width: int, height: int) -> Sequence[Line]:
        lines = changed_lines(one_line(other.text), one_line(card.candidate.text), width)
        if joining:  # first, for a small terminal shows two lines
            lines = [*flow([Piece(one_line(other.text), Tone.TITLE)], width, (Piece("= ", Tone.CHOICE),)), *lines]
        elif height > len(lines) + 1:
            standing = "you approved it" if other.approved_at else f"{other.kind.value}, {day(other.created_at, now)}"
            lines += [EMPTY, Line((Piece(f"  {standing}", Tone.FAINT),))]
        return lines

    return Pane(draw, [Piece(title)], keys)


def may_join(card: ReviewCard) -> bool:
    """Whether one key may join it with the nearest fact: never below 85 %, never with what says the opposite."""
    if card.asks:
        return card.replaces is not None
    return bool(card.similar) and not card.similar[0].contradiction and card.similar[0].similarity >= MERGES_FROM


def outcome(card: ReviewCard, key: Key) -> Pane:
    """What approving and rejecting do."""
    project = card.candidate.project or ""
    becomes_one = card.consequence.replace(f"`{project}`", project_name(project)) if project else card.consequence
    lines = [
        Line((Piece(f"{pressed:<3}", Tone.KEY), Piece(one_line(does.replace("`", "")))))
        for pressed, does in ((key("review.approve"), becomes_one), (key("review.reject"), card.otherwise))
        if does
    ]
    return Pane(lambda width, height: lines)


def decided(statuses: Sequence[CandidateStatus]) -> str:
    """What you decided while the app is open, in words."""
    words = ((CandidateStatus.APPROVED, "approved"), (CandidateStatus.REJECTED, "rejected"))
    return ", ".join(f"{statuses.count(status):,} {word}" for status, word in words if status in statuses)


def _changes(found: Sequence[Publishing]) -> list[tuple[str, str, int, int]]:
    """Project, path, and the lines that come and go, of each file."""
    changes = []
    for one in found:
        for target in one.plan.changes:
            rows = target.diff()
            come, gone = sum(row.startswith("+- ") for row in rows), sum(row.startswith("-- ") for row in rows)
            changes.append((one.plan.project, target.path, come, gone))
    return changes


def staged(found: Sequence[Publishing], names: Mapping[str, str], key: Key) -> Pane:
    """What is approved and not published yet, file by file."""
    changes = _changes(found)
    whole = sum(come + gone for _, _, come, gone in changes)

    def draw(width: int, height: int) -> Sequence[Line]:
        wide = min(12, width // 3)
        lines, before = [], ""
        for project, path, come, gone in changes if len(changes) <= height else changes[: height - 1]:
            name = names.get(project, project_name(project)) if project != before else ""
            before = project
            sign = f"+{come}" if come else f"-{gone}" if gone else "pointer"
            left = Piece(fit(shortened(name, wide - 1), wide), Tone.TITLE), Piece(path)
            lines.append(Line(left, (Piece(sign, Tone.GOOD if come else Tone.DIM),)))
        if more := len(changes) - len(lines):
            lines.append(line(f"{more} more files", width, Tone.FAINT))
        return lines

    count = [Piece(f"  {whole:,}", Tone.GOOD)] if whole else []
    return Pane(draw, [Piece("Staged"), *count], keyed(key("publish"), "publishes"))


def strip(here: str, queue: Queue, narrowed: Sequence[Piece], found: Sequence[Publishing]) -> Drawing:
    """The left column in one line, where there is no room for it."""
    left = [
        Piece("◂ ▸  ", Tone.CHOICE),
        Piece(here, Tone.TITLE),
        Piece(f" {len(queue.listed):,}", Tone.WARN),
        *narrowed,
    ]
    counts: dict[str, int] = {}
    for row, names in queue.folded.items():
        sort, key = row.partition(":")[::2]
        if f"{sort}:" in (PROJECT, STATED):
            name = "said by agents" if f"{sort}:" == STATED else queue.called(key or None)
            counts[name] = counts.get(name, 0) + len(names)
    left += [Piece(f"   {name} {count:,}", Tone.DIM) for name, count in counts.items()]
    whole = sum(come + gone for _, _, come, gone in _changes(found))
    right = (Piece("staged ", Tone.DIM), Piece(f"{whole:,} ", Tone.GOOD)) if found else ()
    return lambda width, height: [Line(tuple(left), right)]


def reader_pane(waiting: str, question: str, terms: Sequence[tuple[str, str]], why_none: str, key: Key) -> Pane:
    """In place of the first proposal: who would read the sessions that wait, what is sent where, its cost."""

    def draw(width: int, height: int) -> Sequence[Line]:
        lines = [EMPTY, *text(waiting, width - 2, Tone.TITLE, indent=2), EMPTY]
        lines += text(question or f"Nobody can be proposed: {why_none}.", width - 2, Tone.TEXT, indent=2)
        lines.append(EMPTY)
        for name, told in terms:
            lines += flow([Piece(told)], width - 2, (Piece(f"  {fit(name, 7)}", Tone.DIM),))
        asks = keyed(key("review.approve"), "asks you; nothing is sent before a yes")
        return [*lines, EMPTY, Line((Piece("  "), *asks))]

    return Pane(draw, [Piece("Nobody reads your sessions")])


def first_approval(found: FirstApproval, key: Key) -> list[Block]:
    """Which session starts with it, what to try, and what comes next."""
    where = (
        f"The next session of {project_name(found.project)}" if found.project else "Your next session, in any project,"
    )
    given = "starts with it" if found.starts else "is given it when a prompt is about it"
    given += "." if found.connected else ", once an agent is connected."
    lines = [Block(f"{where} {given}", Tone.TITLE, label=None), Block(found.text, Tone.DIM, label=None, lead="  ")]
    if found.programs:
        go = f"cd {found.folder} && " if found.folder else ""
        lines += [BLANK, Block("Try it:", label=None)]
        lines.append(
            Block(f'{go}{found.programs[0]} "what do you know about this project?"', Tone.LIT, label=None, lead="  ")
        )
    elif not found.connected:
        lines += [BLANK, Block("No agent is connected yet.", Tone.WARN, label=None)]
    lines += [BLANK] * bool(found.once) + [Block(once, Tone.DIM, label=None) for once in found.once]
    steps = [f"{key('publish')} writes CONVENTIONS.md for your team."] if found.project else []
    if not found.connected:
        steps.insert(0, f"{key('go.care')}, then {key('connect')}, connects your agents, each change shown first.")
    steps.append(f"{key('undo')} takes the approval back.")
    close = Block(f"After {key('close')}, which closes this:", label=None)
    return [*lines, BLANK, close, *(Block(step, Tone.DIM, label=None, lead="  ") for step in steps)]
