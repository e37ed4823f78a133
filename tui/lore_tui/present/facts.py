"""A fact as a row, as a card, as text to copy."""

from collections.abc import Callable, Iterable, Sequence

from lore.actions import FactView, Quote
from lore.intake import hidden_characters
from lore.model import Evidence, Fact, Link, LinkKind, Status
from lore.text import counted
from lore_tui.look import APPROVED, PINNED, WARNING, Block, Row, Tone, tone_of
from lore_tui.present.parts import MOST_SHOWN, grouped, quotes_of, scope, source
from lore_tui.text import ago, day

OUTGOING = {
    LinkKind.SUPERSEDES: "Replaces",
    LinkKind.DERIVED_FROM: "Made from",
    LinkKind.CONTRADICTS: "Disputes",
    LinkKind.COMPATIBLE: "Beside",
    LinkKind.NARROWS: "Narrows",
    LinkKind.RELATED: "Related",
}
INCOMING = {
    LinkKind.SUPERSEDES: "Replaced by",
    LinkKind.DERIVED_FROM: "Became",
    LinkKind.CONTRADICTS: "Disputed",
    LinkKind.COMPATIBLE: "Beside",
    LinkKind.NARROWS: "Narrowed",
    LinkKind.RELATED: "Related",
}


def fact_row(fact: Fact, now: str) -> Row:
    mark = WARNING if fact.tainted else PINNED if fact.pinned else APPROVED if fact.approved_at else ""
    return Row(
        fact.id,
        fact.text,
        tag=fact.kind.value,
        tone=tone_of(fact.kind),
        mark=mark,
        note=ago(fact.created_at, now),
        faded=fact.status in (Status.ARCHIVED, Status.SUPERSEDED, Status.REJECTED),
    )


def fact_card(view: FactView, now: str, short: Callable[[str], str]) -> list[Block]:
    """The text first, then what it stands on and how it is used. short: an id as it is shown."""
    fact = view.fact
    heading = [Block(fact.text, Tone.TITLE, label=None), *_cautions(fact)]
    facts = [
        Block(_standing(view, now), tone_of(fact.kind), "Kind"),
        Block(scope(fact.layer, fact.project), label="Scope"),
        Block(_use(view, now), label="Used"),
        *_lists(fact),
    ]
    newest_first = sorted(view.evidence, key=lambda item: item.at or "", reverse=True)
    quotes = quotes_of([Quote(item, None) for item in newest_first], fact.text, now, "From")
    footing = [Block(f"{short(fact.id)} · {_times(fact, now)}", Tone.DIM, "Id")]
    return grouped(heading, _parts(fact), facts, quotes, _links(view.linked, fact.id), footing)


def as_text(fact: Fact, evidence: Iterable[Evidence]) -> str:
    """A fact with its id, scope and evidence, to paste somewhere."""
    lines = [fact.text, f"  {fact.id} · {fact.kind} · {scope(fact.layer, fact.project)} · {fact.created_at}"]
    lines += [f'  "{item.quote}" {source(item, None, fact.created_at)}' for item in evidence]
    return "\n".join(lines)


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


def _parts(fact: Fact) -> list[Block]:
    named = (
        ("Not", fact.wrong, Tone.BAD),
        ("But", fact.right, Tone.GOOD),
        ("Problem", fact.problem, Tone.TEXT),
        ("Solution", fact.solution, Tone.TEXT),
        ("Because", fact.because, Tone.TEXT),
    )
    return [Block(text, tone, label) for label, text, tone in named if text]


def _standing(view: FactView, now: str) -> str:
    fact = view.fact
    words = [fact.kind.value, *([view.said_once] if view.said_once else [])]
    if fact.status is not Status.ACTIVE:
        words.append(fact.status.value)
    if fact.approved_at:
        words.append(f"{APPROVED} approved {day(fact.approved_at, now)}")
    if fact.pinned:
        words.append(f"{PINNED} pinned")
    return " · ".join([*words, fact.tier.value])


def _use(view: FactView, now: str) -> str:
    usage = view.usage
    sessions, strength = counted(usage.sessions, "session"), f"strength {view.strength:.2f}"
    if not usage.accesses:
        return f"not yet · from {sessions} · {strength}"
    last = ago(usage.reinforced_at, now)
    when = f", last {last}{'' if last == 'now' else ' ago'}" if last else ""
    return f"{counted(usage.accesses, 'time')} in {sessions}{when} · {strength}"


def _links(links: Sequence[tuple[Link, Fact]], fact_id: str) -> list[Block]:
    blocks: list[Block] = []
    counts: dict[str, int] = {}
    for link, other in links:
        label = (OUTGOING if link.source == fact_id else INCOMING)[link.kind]
        counts[label] = counts.get(label, 0) + 1
        if counts[label] <= MOST_SHOWN:
            blocks.append(Block(other.text, label=label if counts[label] == 1 else ""))
    more = sum(max(0, count - MOST_SHOWN) for count in counts.values())
    return [*blocks, Block(f"and {counted(more, 'more link')}", Tone.DIM)] if more else blocks


def _lists(fact: Fact) -> list[Block]:
    named = (("Tags", fact.tags), ("Concepts", fact.concepts), ("Files", fact.files))
    return [Block(", ".join(words), label=label) for label, words in named if words]


def _times(fact: Fact, now: str) -> str:
    words = [f"since {day(fact.created_at, now)}"]
    if fact.happened_at:
        words.append(f"happened {day(fact.happened_at, now)}")
    if fact.expires_at:
        words.append(f"until {day(fact.expires_at, now)}")
    return " · ".join(words)
