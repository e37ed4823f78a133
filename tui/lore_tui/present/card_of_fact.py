"""A fact as a card: what it says, who said it, how strong it is, in which words, why, what it is linked with."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore import model
from lore.intake import hidden_characters
from lore.model import CAME, LinkKind, Role, Status
from lore.text import counted
from lore_tui.look import APPROVED, PINNED, Block, Piece, Tone, tone_of
from lore_tui.present.parts import MOST_SHOWN, grouped, scope, source
from lore_tui.text import ago, day

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lore.actions import Explained, FactView
    from lore.model import Evidence, Fact, Hit, Link

OUTGOING = {
    LinkKind.SUPERSEDES: "Replaces",
    LinkKind.DERIVED_FROM: "Made from",
    LinkKind.CONTRADICTS: "Disputes",
    LinkKind.COMPATIBLE: "Beside",
    LinkKind.NARROWS: "Narrows",
    LinkKind.LEANS_ON: "Leans on",
    LinkKind.RELATED: "Related",
}
INCOMING = {
    LinkKind.SUPERSEDES: "Replaced by",
    LinkKind.DERIVED_FROM: "Became",
    LinkKind.CONTRADICTS: "Disputed",
    LinkKind.COMPATIBLE: "Beside",
    LinkKind.NARROWS: "Narrowed",
    LinkKind.LEANS_ON: "Leant on by",
    LinkKind.RELATED: "Related",
}
SPEAKERS = {Role.USER: ("you", Tone.GOOD), Role.ASSISTANT: ("assistant", Tone.CHOICE)}
"""Who is named otherwise than by the role, and in which tone; what no person said stands out."""
BAR = 10
MOST_PARTS = 4
"""Factors of a score that are named."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why a search found a fact."""

    hit: Hit
    words: Sequence[str]
    """The words of the query that it holds."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What a card says of keys, where there are any."""

    follow: str = ""
    """How its links are followed."""
    confirm: str = ""
    """What to do where it may be outdated."""


NO_KEYS = Keys()


def fact_card(
    view: FactView,
    explained: Explained,
    now: str,
    short: Callable[[str], str],
    why: Why | None = None,
    keys: Keys = NO_KEYS,
) -> list[Block]:
    """The text first, then what it stands on and how it is used.

    short: an id as it is shown. keys: what it says of keys.
    """
    fact = view.fact
    heading = [Block(fact.text, Tone.TITLE, label=None), *_cautions(fact), *_doubts(view, now, keys.confirm)]
    because = [Block(fact.because, label="Because")] if fact.because else []
    details = [
        Block(scope(fact.layer, fact.project), Tone.DIM, "Scope"),
        *_lists(fact),
        Block(f"{short(fact.id)} · {fact.tier.value} · {_times(fact, now)}", Tone.DIM, "Id"),
    ]
    return grouped(
        heading,
        [_chips(view, now)],
        _parts(fact),
        _strength(view, explained, now),
        _quotes(view.evidence, fact.text, now),
        because,
        _links(view.linked, fact.id, keys.follow),
        _why_found(why),
        details,
    )


def link_label(link: Link, fact_id: str) -> str:
    """What a link says of the fact at its other end, seen from this one."""
    return (OUTGOING if link.source == fact_id else INCOMING)[link.kind]


def _cautions(fact: Fact) -> list[Block]:
    hidden = hidden_characters(fact.text)
    told = [
        (
            fact.tainted,
            "said by an assistant or read from a tool, file or web page: hidden from agents until you approve it",
        ),
        (hidden, f"{counted(hidden, 'hidden character')}, shown as marks"),
    ]
    return [Block(text, Tone.WARN, label=None, lead="! ") for true, text in told if true]


def _doubts(view: FactView, now: str, confirm: str) -> list[Block]:
    """What speaks against it, and what to do about that."""
    told = [f"may be outdated: contradicted {day(doubt.at, now)}{_said(doubt.words)}" for doubt in view.doubts]
    blocks = [Block(text, Tone.WARN, label=None, lead="! ") for text in told]
    blocks += [Block(confirm, Tone.DIM, label=None, lead="  ")] if told and confirm else []
    stale = [Block(f"{view.stale}: no agent is given it", Tone.WARN, label=None, lead="! ")] if view.stale else []
    return [*stale, *blocks]


def _said(words: str | None) -> str:
    return f": “{words}”" if words else ""


def _chips(view: FactView, now: str) -> Block:
    """Kind, who said it how often, and what a person did with it."""
    fact = view.fact
    said = Counter(item.role for item in view.evidence)
    chips = [Piece(f" {fact.kind.value} ", tone_of(fact.kind), chip=True)]
    for role, times in said.most_common():
        name, tone = SPEAKERS.get(role, (role.value, Tone.WARN))
        chips.append(Piece(f" {name} {times} ", tone, chip=True))
    words = [fact.status.value] if fact.status is not Status.ACTIVE else []
    words += [f"{APPROVED} approved {day(fact.approved_at, now)}"] if fact.approved_at else []
    words += [f"{PINNED} pinned"] if fact.pinned else []
    words += [CAME[fact.origin]] if fact.origin else []
    told = [Piece(word, Tone.WARN if word == fact.status.value else Tone.GOOD) for word in words]
    return Block("", label=None, pieces=tuple(_parted([*chips, *told])))


def _parted(pieces: Sequence[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        yield piece
        yield Piece("  ", Tone.TEXT)


def _parts(fact: Fact) -> list[Block]:
    named = (
        ("Not", fact.wrong, Tone.BAD),
        ("But", fact.right, Tone.GOOD),
        ("Problem", fact.problem, Tone.TEXT),
        ("Solution", fact.solution, Tone.TEXT),
    )
    return [Block(text, tone, label) for label, text, tone in named if text]


def _strength(view: FactView, explained: Explained, now: str) -> list[Block]:
    """How strong it is, how it came to that, and when it will have faded."""
    full = round(explained.share * BAR)
    bar = (Piece("█" * full, Tone.GOOD), Piece("░" * (BAR - full), Tone.DIM))
    blocks = [
        Block("", label="Strength", pieces=(*bar, Piece(f" {view.strength:.2f}, {view.fact.band.value}", Tone.TEXT))),
    ]
    return [*blocks, Block(f"{_use(view, now)}; {_fading(view.fact, explained, now)}", Tone.DIM)]


def _use(view: FactView, now: str) -> str:
    usage = view.usage
    sessions = counted(usage.sessions, "session")
    if not usage.accesses:
        return f"not used yet, from {sessions}"
    last = ago(usage.reinforced_at, now)
    when = f", last {last}{'' if last == 'now' else ' ago'}" if last else ""
    return f"used {counted(usage.accesses, 'time')} in {sessions}{when}"


def _fading(fact: Fact, explained: Explained, now: str) -> str:
    if explained.fades_at is None:
        kept = "you approved it" if fact.approved_at else "you pinned it" if fact.pinned else "it stays strong enough"
        return f"never fades: {kept}"
    if explained.fades_at <= now:
        return "has faded: the next consolidation archives it"
    return f"fades on {day(explained.fades_at, now)}, unless it is said or used again"


def _quotes(evidence: Sequence[Evidence], text: str, now: str) -> list[Block]:
    """The same words of several sessions once, with the newest of them first."""
    groups: dict[str, list[Evidence]] = {}
    for item in sorted(evidence, key=lambda item: item.at or "", reverse=True):
        groups.setdefault(item.quote, []).append(item)
    blocks: list[Block] = []
    for quote, (newest, *others) in list(groups.items())[:MOST_SHOWN]:
        said = [] if quote == text else [Block(f"“{quote}”")]
        said.append(Block(source(newest, None, now), Tone.DIM))
        if others:
            again = "; ".join(_place(item, now) for item in others[:MOST_SHOWN])
            more = f" and {len(others) - MOST_SHOWN} more" if len(others) > MOST_SHOWN else ""
            said.append(Block(f"again {again}{more}", Tone.DIM))
        blocks += said
    if len(groups) > MOST_SHOWN:
        blocks.append(Block(f"and {counted(len(groups) - MOST_SHOWN, 'more quotation')}", Tone.DIM))
    return _labelled(blocks, "Said")


def _place(item: Evidence, now: str) -> str:
    return ", ".join(word for word in (item.agent, day(item.at, now)) if word) or "written by hand"


def _labelled(blocks: Sequence[Block], label: str) -> list[Block]:
    """The first of them with a label."""
    return [Block(one.text, one.tone, label if number == 0 else "") for number, one in enumerate(blocks)]


def _links(links: Sequence[tuple[Link, Fact]], fact_id: str, leads_on: str) -> list[Block]:
    blocks: list[Block] = []
    counts: dict[str, int] = {}
    for link, other in links:
        label = link_label(link, fact_id)
        counts[label] = counts.get(label, 0) + 1
        if counts[label] <= MOST_SHOWN:
            blocks.append(Block(other.text, label=label if counts[label] == 1 else ""))
    more = sum(max(0, count - MOST_SHOWN) for count in counts.values())
    blocks += [Block(f"and {counted(more, 'more link')}", Tone.DIM)] if more else []
    return [*blocks, Block(leads_on, Tone.DIM)] if blocks and leads_on else blocks


def _why_found(why: Why | None) -> list[Block]:
    """What of the query led to it, and what its score is made of."""
    if why is None or why.hit.by is None:
        return []
    match why.hit.by:
        case model.FoundBy.MEANING:
            led = "close in meaning; contains none of your words"
        case model.FoundBy.LINKS:
            led = "linked from another hit"
        case _:
            held = ", ".join(f"“{word}”" for word in why.words)
            led = f"contains {held}" if held else "contains a word that means the same"
    return [Block(led, label="Found"), Block(_score(why.hit.score, why.hit.explain), Tone.DIM)]


def _score(score: float, parts: Mapping[str, float]) -> str:
    telling = sorted(((abs(value), name) for name, value in parts.items() if abs(value) >= 0.005), reverse=True)
    return f"score {score:.2f}: " + ", ".join(f"{name} {parts[name]:+.2f}" for _, name in telling[:MOST_PARTS])


def _lists(fact: Fact) -> list[Block]:
    named = (("Tags", fact.tags), ("Concepts", fact.concepts), ("Files", fact.files))
    return [Block(", ".join(words), Tone.DIM, label=label) for label, words in named if words]


def _times(fact: Fact, now: str) -> str:
    words = [f"since {day(fact.created_at, now)}"]
    if fact.happened_at:
        words.append(f"happened {day(fact.happened_at, now)}")
    if fact.expires_at:
        words.append(f"until {day(fact.expires_at, now)}")
    return " · ".join(words)
