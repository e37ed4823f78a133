"""A proposal as an entry of the queue, and as the panes of its card. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from lore import clock
from lore.model import CandidateKind, Layer, Role, Turn
from lore.text import one_line
from lore_tui.look import BLANK, EMPTY, PROVES, WARNING, Block, Line, Piece, Tone
from lore_tui.present.drawing import (
    at_the_bottom,
    bar,
    changed_lines,
    chip,
    flow,
    joined,
    keyed,
    line,
    rule,
    shortened,
    text,
)
from lore_tui.present.parts import lit_words, plain, project_name, speaker
from lore_tui.text import day, fit
from lore_tui.widgets.card import Drawing

if TYPE_CHECKING:  # they load rooms that the first screen does not need
    from lore.actions import Around, FirstApproval, Publishing, Quote, ReviewCard

MERGES_FROM = 0.85
"""How alike two facts have to be before one key joins them."""
Key = Callable[[str], str]
_READ = "read by "
"""What the reason of a reader's note begins with: the chip says it already."""
_WHO = 8
"""Cells of who speaks."""
_EARLIER = 3
_AROUND = 260
"""Characters of a message that are shown before and behind the quotation."""
_BAR = 12


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


def conversation(card: ReviewCard, around: Around | None, now: str, *, plain_terminal: bool) -> Drawing:
    """The words it rests on, lit inside what was said before and after; earlier times; where in the session it stands.

    What does not fit is left out from the outside in: the earlier times, the message before, the air; never the words.
    """
    if not card.evidence:
        return lambda width, height: [line("nothing that was said stands behind it", width, Tone.DIM)]
    newest = card.evidence[0]

    def draw(width: int, height: int) -> Sequence[Line]:
        blocks = _messages(newest, around, width, plain_terminal)
        lit = next((n for n, one in enumerate(blocks) if one and one[0].left[:1] == (_LIT_BAR,)), 0)
        earlier = _earlier(card.evidence[1:], now, width)
        foot = _place(newest, around, now)
        while len(blocks) > 1 and sum(map(len, blocks)) + 1 > height:
            drop = 0 if lit > 0 and (len(blocks) - 1 - lit == 0 or lit > 1) else len(blocks) - 1
            blocks.pop(drop)
            lit -= drop < lit
        free = height - 1 - sum(map(len, blocks))
        if earlier and free > len(earlier) + len(blocks):
            blocks.append(earlier)
            free -= len(earlier)
        air = free >= len(blocks) - 1
        lines = [one for n, block in enumerate(blocks) for one in ([EMPTY] if air and n else []) + block]
        return at_the_bottom(lines, foot, height) if len(lines) < height else [*lines, foot]

    return draw


_LIT_BAR = Piece("▌", Tone.WARN)


def _messages(newest: Quote, around: Around | None, width: int, plain_terminal: bool) -> list[list[Line]]:
    """Each message as lines; in the quoted one the words are lit."""
    quote = newest.evidence
    if around is None:
        return [_spoken(quote.role, None, _lit(quote.quote, quote.quote, plain_terminal), width, lit=True)]
    blocks = []
    for place, turn in enumerate(around.turns):
        if place == around.said:
            blocks.append(_spoken(turn.role, turn, _lit(turn.text, quote.quote, plain_terminal), width, lit=True))
        else:
            words = _end(turn.text) if place < around.said else _beginning(turn.text)
            blocks.append(_spoken(turn.role, turn, [Piece(words, Tone.DIM)], width, lit=False))
    return blocks


def _spoken(role: Role, turn: Turn | None, pieces: Sequence[Piece], width: int, *, lit: bool) -> list[Line]:
    who, tone = speaker(role, turn)
    head = (_LIT_BAR if lit else Piece(" "), Piece(fit(who, _WHO - 1), tone))
    return flow(pieces, width, head)


def _lit(message: str, quote: str, plain_terminal: bool) -> list[Piece]:
    """A message around the words that are quoted, which stand out; of a long one what is near them."""
    start = message.find(quote)
    if start < 0:
        return [Piece(lit_words(one_line(quote), plain_terminal), Tone.LIT)]
    end = start + len(quote)
    before, after = message[:start], message[end:]
    before = f"… {before[-_AROUND:].split(' ', 1)[-1]}" if len(before) > _AROUND else before
    after = f"{after[:_AROUND].rsplit(' ', 1)[0]} …" if len(after) > _AROUND else after
    lit = Piece(lit_words(one_line(quote), plain_terminal), Tone.LIT)
    return [one for one in (Piece(_flat(before)), lit, Piece(_flat(after))) if one.text]


def _flat(words: str) -> str:
    """In one paragraph, with the spaces at its ends."""
    return f"{' ' * words[:1].isspace()}{one_line(words)}{' ' * (words[-1:].isspace() and bool(words.strip()))}"


def _end(words: str) -> str:
    flat = one_line(words)
    return flat if len(flat) <= _AROUND else f"… {flat[-_AROUND:].split(' ', 1)[-1]}"


def _beginning(words: str) -> str:
    flat = one_line(words)
    return flat if len(flat) <= _AROUND else f"{flat[:_AROUND].rsplit(' ', 1)[0]} …"


def _earlier(quotes: Sequence[Quote], now: str, width: int) -> list[Line]:
    """The times before, each once."""
    once = {one_line(quote.evidence.quote): quote for quote in quotes}
    if not once:
        return []
    shown = list(once.values())[:_EARLIER]
    lines = [Line((Piece(" "), *rule("and before", width - 1).left))]
    for quote in shown:
        said = quote.evidence
        who = said.agent or (quote.session.agent if quote.session else "") or "by hand"
        head = (Piece(f" {fit(day(said.at, now), 7)}", Tone.FAINT), Piece(fit(who, 13), Tone.AGENT))
        lines.append(Line((*head, Piece(f"“{one_line(said.quote)}”", Tone.DIM))))
    more = len(once) - len(shown)
    return [*lines, *([Line((Piece(f" {more:,} more", Tone.FAINT),))] if more else [])]


def _place(newest: Quote, around: Around | None, now: str) -> Line:
    """The agent, the time, and where in the session it stands."""
    said = newest.evidence
    agent = said.agent or (newest.session.agent if newest.session else None)
    moment = clock.parse(said.at or "")
    time = f"{moment.astimezone():%H:%M}" if moment else ""
    left = " · ".join(word for word in (agent, f"{day(said.at, now)} {time}".strip()) if word) or "written by hand"
    by = "" if said.role is Role.USER else f" · said by {said.role}"
    right: tuple[Piece, ...] = ()
    if around is not None and around.whole > 1:
        at = round((around.number - 1) / max(1, around.whole - 1) * _BAR)
        right = (
            Piece(f"{around.number:,} of {around.whole:,} ", Tone.FAINT),
            Piece("━" * at, Tone.LINE), Piece(PROVES, Tone.WARN), Piece("━" * (_BAR - at), Tone.LINE),
        )  # fmt: skip
    return Line((Piece(f" {left}{by}", Tone.FAINT),), right)


def nearest_title(card: ReviewCard) -> str:
    """What stands over the nearest fact; empty where there is none to show."""
    if card.replaces is not None:
        return "Or" if card.asks else "Replaces"
    if not card.similar:
        return ""
    first = card.similar[0]
    return "Says the opposite" if first.contradiction else f"Nearest you have · {first.similarity:.0%} alike"


def nearest(card: ReviewCard, now: str, *, joining: bool) -> Drawing:
    """The fact that is nearest, and the words in which they differ; while you are asked, what joining leaves."""
    other = card.replaces or (card.similar[0].fact if card.similar else None)

    def draw(width: int, height: int) -> Sequence[Line]:
        if other is None:
            return ()
        lines = changed_lines(one_line(other.text), one_line(card.candidate.text), width)
        if joining:  # first, for a small terminal shows two lines
            lines = [*flow([Piece(one_line(other.text), Tone.TITLE)], width, (Piece("= ", Tone.CHOICE),)), *lines]
        elif height > len(lines) + 1:
            standing = "you approved it" if other.approved_at else f"{other.kind.value}, {day(other.created_at, now)}"
            lines += [EMPTY, Line((Piece(f"  {standing}", Tone.FAINT),))]
        return lines

    return draw


def may_join(card: ReviewCard) -> bool:
    """Whether one key may join it with the nearest fact: never below 85 %, never with what says the opposite."""
    if card.asks:
        return card.replaces is not None
    return bool(card.similar) and not card.similar[0].contradiction and card.similar[0].similarity >= MERGES_FROM


def outcome(card: ReviewCard, key: Key) -> Drawing:
    """What approving and rejecting do."""
    project = card.candidate.project or ""
    becomes_one = card.consequence.replace(f"`{project}`", project_name(project)) if project else card.consequence
    said = [(key("review.approve"), becomes_one), (key("review.reject"), card.otherwise)]

    def draw(width: int, height: int) -> Sequence[Line]:
        return [
            Line((Piece(f"{pressed:<3}", Tone.KEY), Piece(one_line(does.replace("`", "")))))
            for pressed, does in said
            if does
        ]

    return draw


def staged(found: Sequence[Publishing], names: Mapping[str, str]) -> tuple[int, Drawing]:
    """What is approved and not published yet, file by file; and how many lines that are."""
    lines: list[tuple[str, str, str]] = []
    whole = 0
    for one in found:
        first = True
        for target in one.plan.changes:
            added = sum(row.startswith("+- ") for row in target.diff())
            gone = sum(row.startswith("-- ") for row in target.diff())
            whole += added + gone
            sign = f"+{added}" if added else f"-{gone}" if gone else "pointer"
            lines.append(
                (names.get(one.plan.project, project_name(one.plan.project)) if first else "", target.path, sign)
            )
            first = False

    def draw(width: int, height: int) -> Sequence[Line]:
        wide = min(12, width // 3)
        shown = lines if len(lines) <= height else lines[: height - 1]
        made = [
            Line(
                (Piece(fit(shortened(name, wide - 1), wide), Tone.TITLE), Piece(path)),
                (Piece(sign, Tone.GOOD if sign[0] == "+" else Tone.DIM),),
            )
            for name, path, sign in shown
        ]
        return [
            *made,
            *([line(f"{len(lines) - len(shown)} more files", width, Tone.FAINT)] if len(shown) < len(lines) else []),
        ]

    return whole, draw


def reader_card(waiting: str, question: str, terms: Sequence[tuple[str, str]], why_none: str, key: Key) -> Drawing:
    """The first card: who would read the sessions that wait, what it gives, what is sent where, its cost."""

    def draw(width: int, height: int) -> Sequence[Line]:
        lines = [EMPTY, *text(waiting, width - 2, Tone.TITLE, indent=2), EMPTY]
        lines += text(question or f"Nobody can be proposed: {why_none}.", width - 2, Tone.TEXT, indent=2)
        lines.append(EMPTY)
        for name, told in terms:
            lines += flow([Piece(told)], width - 2, (Piece(f"  {fit(name, 7)}", Tone.DIM),))
        return [
            *lines,
            EMPTY,
            Line((Piece("  "), *keyed(key("review.approve"), "asks you; nothing is sent before a yes"))),
        ]

    return draw


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
