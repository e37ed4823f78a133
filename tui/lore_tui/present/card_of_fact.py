"""A fact as a card: what it says, its state in words, your words lit, to whom it was given, what it is linked with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore.intake import hidden_characters
from lore.model import CAME, LinkKind, Role, Status
from lore.text import counted, one_line
from lore_tui.look import BLANK, EMPTY, WARNING, Block, Line, Piece, Tone
from lore_tui.present.drawing import flow, keyed, line, text
from lore_tui.present.facts import MARKS, State
from lore_tui.present.parts import LAYERS, MOST_SHOWN, lit_words, project_name
from lore_tui.text import day, fit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lore.actions import Brief, Explained, FactView
    from lore.model import Evidence, Fact, Link
    from lore_tui.widgets.card import Drawing

LINKS = {
    LinkKind.SUPERSEDES: ("replaces", "replaced by"),
    LinkKind.DERIVED_FROM: ("made from", "became"),
    LinkKind.CONTRADICTS: ("disputes", "disputed"),
    LinkKind.COMPATIBLE: ("beside", "beside"),
    LinkKind.NARROWS: ("narrows", "narrowed"),
    LinkKind.LEANS_ON: ("leans on", "leant on by"),
    LinkKind.RELATED: ("linked", "linked"),
}
"""What a link says of the fact at its other end: outgoing, and incoming."""
_LABEL = 12
_RECEIPTS = 12


@dataclass(frozen=True, slots=True)
class Told:
    """What the card needs beside the fact."""

    state: State
    now: str
    key: Callable[[str], str]
    short: Callable[[str], str]
    plain_terminal: bool = False
    found: str = ""
    """Why a search found it, in words."""


def link_label(link: Link, fact_id: str) -> str:
    """What a link says of the fact at its other end, seen from this one."""
    return LINKS[link.kind][link.source != fact_id]


def fact_card(view: FactView, explained: Explained, told: Told) -> Drawing:
    fact = view.fact

    def draw(width: int, height: int) -> Sequence[Line]:
        parts = [
            [*text(fact.text, width, Tone.TITLE), *_state(view, explained, told, width)],
            _warnings(view, told, width),
            _quotes(view, told, width),
            [*_parts(fact, width), *_given(view, told, width), *_links(view, width), *_lists(fact, width)],
            [line(told.found, width, Tone.DIM)] if told.found else [],
            [line(_ids(fact, told), width, Tone.FAINT)],
        ]
        parts = [part for part in parts if part]
        air = sum(map(len, parts)) + len(parts) - 1 <= height
        return [one for n, part in enumerate(parts) for one in ([EMPTY] if n and air else []) + part]

    return draw


def _state(view: FactView, explained: Explained, told: Told, width: int) -> list[Line]:
    """`● approved by you 28 Jun · web, everybody · does not fade`."""
    mark, tone = MARKS[told.state]
    fact = view.fact
    where = project_name(fact.project) or "every project"
    layer = "" if fact.project is None else {"project": "everybody"}.get(LAYERS[fact.layer], "you alone")
    words = [f"{where}, {layer}" if layer else where, fact.kind.value, fading(fact, explained, told.now)]
    rest = "".join(f" · {word}" for word in words if word)
    return flow([Piece(_became(view, told), tone), Piece(rest, Tone.DIM)], width, (Piece(f"{mark} ", tone),))


def _became(view: FactView, told: Told) -> str:
    fact = view.fact
    if fact.status is not Status.ACTIVE:
        return fact.status.value
    if fact.approved_at:
        return f"approved by you {day(fact.approved_at, told.now)}"
    if fact.tainted:
        return "said by an agent, a tool or a file"
    came = CAME.get(fact.origin, "") if fact.origin else ""
    kept = "kept by you" if fact.pinned else ""
    waits = "waits for you" if told.state is State.WAITING else ""
    return ", ".join(word for word in (came, kept, waits) if word) or "noted"


def fading(fact: Fact, explained: Explained, now: str) -> str:
    """What becomes of its strength, in words."""
    if fact.status is not Status.ACTIVE:
        return ""
    if explained.fades_at is None:
        return "does not fade"
    if explained.fades_at <= now:
        return "fades, unless it is said or used again" if explained.faded else ""
    return f"fades {day(explained.fades_at, now)}, unless it is said or used again"


def _warnings(view: FactView, told: Told, width: int) -> list[Line]:
    hidden = hidden_characters(view.fact.text)
    said = [
        f"may be outdated: contradicted {day(doubt.at, told.now)}{f': “{doubt.words}”' if doubt.words else ''}"
        for doubt in view.doubts
    ]
    said += [f"{view.stale}: no agent is given it"] if view.stale else []
    said += [f"{counted(hidden, 'hidden character')}, shown as marks"] if hidden else []
    lines = [
        one for words in said for one in flow([Piece(words, Tone.WARN)], width, (Piece(f"{WARNING} ", Tone.WARN),))
    ]
    if view.doubts:
        does = f"{told.key('fact.confirm')} if it still holds, {told.key('edit')} edits it"
        lines.append(Line((Piece(f"  {does}", Tone.DIM),)))
    return lines


def _quotes(view: FactView, told: Told, width: int) -> list[Line]:
    """The words it rests on, the newest first; the same of several sessions once."""
    groups: dict[str, list[Evidence]] = {}
    for item in sorted(view.evidence, key=lambda item: item.at or "", reverse=True):
        groups.setdefault(item.quote, []).append(item)
    lines: list[Line] = []
    for place, (quote, (newest, *others)) in enumerate(list(groups.items())[:MOST_SHOWN]):
        mine = newest.role is Role.USER
        bar = Piece("▌ ", Tone.WARN if mine else Tone.AGENT)
        words = Piece(
            one_line(quote if not told.plain_terminal else lit_words(quote, True)), Tone.LIT if mine else Tone.DIM
        )
        again = f", and {counted(len(others), 'more time')}" if others else ""
        by = "" if mine else f", said by {newest.role}"
        where = ", ".join(word for word in (newest.agent, day(newest.at, told.now)) if word) or "written by hand"
        body = flow([words], width - 12, (bar,))
        right = keyed(told.key("fact.source"), "session") if not place and newest.session else ()
        lines += [Line(body[0].left, right), *body[1:], Line((Piece(f"  {where}{by}{again}", Tone.FAINT),))]
    if len(groups) > MOST_SHOWN:
        lines.append(Line((Piece(f"  and {counted(len(groups) - MOST_SHOWN, 'more quotation')}", Tone.FAINT),)))
    return lines


def _labelled(label: str, words: str, width: int, tone: Tone = Tone.TEXT) -> list[Line]:
    return flow([Piece(one_line(words), tone)], width, (Piece(fit(label, _LABEL), Tone.DIM),))


def _parts(fact: Fact, width: int) -> list[Line]:
    tones = {"wrong": Tone.BAD, "right": Tone.GOOD}
    named = {"because": "because", "not": "wrong", "but": "right", "problem": "problem", "solution": "solution"}
    parts = [(label, getattr(fact, name), tones.get(name, Tone.TEXT)) for label, name in named.items()]
    return [one for label, words, tone in parts if words for one in _labelled(label, words, width, tone)]


def _given(view: FactView, told: Told, width: int) -> list[Line]:
    given: dict[str, str] = {}
    used = set()
    for use in view.uses:
        session = use["session"] or ""
        if use["kind"] == "given" and session:
            given.setdefault(session, use["at"] or "")
        if use["kind"] == "taken up":
            used.add(session)
    if not given:
        return _labelled("given", "to no session so far", width, Tone.DIM)
    followed = sum(session in used for session in given)
    marks = [Piece("✓ ", Tone.GOOD) if session in used else Piece("· ", Tone.FAINT) for session in given]
    words = f"to {counted(len(given), 'session')}, taken up in {followed:,}   "
    newest = day(max(given.values()), told.now)
    head = (Piece(fit("given", _LABEL), Tone.DIM), Piece(words), *marks[-_RECEIPTS:])
    return [Line(head, (Piece(f"last {newest}", Tone.FAINT),) if newest else ())]


def _links(view: FactView, width: int) -> list[Line]:
    lines: list[Line] = []
    counts: dict[str, int] = {}
    for link, other in view.linked:
        label = link_label(link, view.fact.id)
        counts[label] = counts.get(label, 0) + 1
        if counts[label] <= MOST_SHOWN:
            head = (Piece(fit(label if counts[label] == 1 else "", _LABEL), Tone.DIM),)
            lines.append(Line((*head, Piece(one_line(other.text)))))
    if more := sum(max(0, count - MOST_SHOWN) for count in counts.values()):
        lines.append(Line((Piece(" " * _LABEL), Piece(f"and {counted(more, 'more link')}", Tone.FAINT))))
    return lines


def _lists(fact: Fact, width: int) -> list[Line]:
    named = (("tags", fact.tags), ("concepts", fact.concepts), ("files", fact.files))
    return [one for label, words in named if words for one in _labelled(label, ", ".join(words), width, Tone.DIM)]


def _ids(fact: Fact, told: Told) -> str:
    words = [told.short(fact.id), f"since {day(fact.created_at, told.now)}"]
    words += [f"happened {day(fact.happened_at, told.now)}"] if fact.happened_at else []
    words += [f"until {day(fact.expires_at, told.now)}"] if fact.expires_at else []
    return " · ".join(words)


# What an agent is given

_TITLES = {"rule": "These rules stand:", "decision": "You decided:", "recalled": "Known about it:"}
_MOST_LEFT = 20


def frame_blocks(brief: Brief, project: str | None) -> list[Block]:
    """What the next session of a project starts with, and what was left out of it and why."""
    blocks, title = [], ""
    for item in brief.items:
        if item.section.value != title:
            title = item.section.value
            blocks.append(Block(_TITLES[title], Tone.TITLE))
        blocks.append(Block(item.line))
    if not brief.items:
        blocks.append(Block("The next session is given nothing."))
    where = project_name(project) if project else "any folder"
    told = f"{counted(len(brief.items), 'line')}, {brief.tokens:,} tokens, at each start in {where}"
    blocks += [BLANK, Block(told, Tone.DIM)]
    if brief.left_out:
        blocks += [BLANK, Block(f"{counted(len(brief.left_out), 'fact')} left out:", Tone.DIM)]
        blocks += [
            Block(f"{one_line(one.text)}: {one.why}", Tone.FAINT, lead="  ") for one in brief.left_out[:_MOST_LEFT]
        ]
    return blocks
