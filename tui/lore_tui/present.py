"""What the engine's dataclasses look like: as one row of a list, as the paragraphs of a card, as text to copy."""

from collections.abc import Iterable, Sequence

from lore.intake import hidden_characters
from lore.memory.card import Quote, ReviewCard, Similar
from lore.model import Candidate, Evidence, Fact, Layer, Link, LinkKind, Session, Status
from lore_tui.gateway import FactView, Proposal
from lore_tui.look import APPROVED, BLANK, PINNED, WARNING, Block, Row, Tone, tone_of
from lore_tui.text import ago, counted, day

LAYERS = {
    Layer.PROJECT: "project",
    Layer.USER_PROJECT: "yours in project",
    Layer.USER: "yours, everywhere",
    Layer.ORG: "organisation",
}
OUTGOING = {
    LinkKind.SUPERSEDES: "Replaces",
    LinkKind.DERIVED_FROM: "Made from",
    LinkKind.CONTRADICTS: "Disputes",
    LinkKind.RELATED: "Related",
}
INCOMING = {
    LinkKind.SUPERSEDES: "Replaced by",
    LinkKind.DERIVED_FROM: "Became",
    LinkKind.CONTRADICTS: "Disputed",
    LinkKind.RELATED: "Related",
}
MOST_SHOWN = 3
"""Quotations and links of a kind on a card; the rest is counted."""


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


def proposal_row(proposal: Proposal) -> Row:
    kind, candidate = proposal.fact.kind, proposal.candidate
    return Row(
        candidate.id,
        candidate.text,
        tag=kind.value,
        tone=tone_of(kind),
        mark=WARNING if proposal.risky else "",
        note=f"×{candidate.sessions}" if candidate.sessions else "",
    )


def damaged_row(row_id: str, why: str) -> Row:
    return Row(row_id, why, tag="damaged", tone=Tone.BAD, mark=WARNING)


def fact_card(view: FactView, now: str) -> list[Block]:
    """The text first, then what it stands on and how it is used."""
    fact = view.fact
    heading = [Block(fact.text, Tone.TITLE, label=None), *_cautions(fact)]
    facts = [
        Block(_standing(fact, now), tone_of(fact.kind), "Kind"),
        Block(scope(fact.layer, fact.project), label="Scope"),
        Block(_use(view, now), label="Used"),
        *_lists(fact),
    ]
    newest_first = sorted(view.evidence, key=lambda item: item.at or "", reverse=True)
    quotes = _quotes([Quote(item, None) for item in newest_first], fact.text, now, "From")
    footing = [Block(f"{fact.id} · {_times(fact, now)}", Tone.DIM, "Id")]
    return _grouped(heading, _parts(fact), facts, quotes, _links(view.links, fact.id), footing)


def review_card(card: ReviewCard, now: str) -> list[Block]:
    """The proposal, what approving it does, what it replaces, what speaks for it and against it."""
    candidate = card.candidate
    heading = [Block(candidate.text, Tone.TITLE, label=None)]
    warnings = [Block(_plain(warning), Tone.WARN, label=None, lead="! ") for warning in card.warnings]
    consequence = [Block(_plain(card.consequence) + ".", label=None)]
    because = [Block(_because(candidate), label="Because"), *_quotes(card.evidence, candidate.text, now, "")]
    footing = [
        Block(f"{scope(candidate.layer, candidate.project)} · {card.fact.kind}", Tone.DIM, "Scope"),
        Block(f"{candidate.id} · proposed {day(candidate.created_at, now)}", Tone.DIM, "Id"),
    ]
    return _grouped(heading, warnings, consequence, _replaced(card), because, _similar(card.similar), footing)


def _grouped(*groups: Sequence[Block]) -> list[Block]:
    """The groups that hold something, with a blank line between them."""
    blocks: list[Block] = []
    for group in groups:
        if group:
            blocks += [*([BLANK] if blocks else []), *group]
    return blocks


def message_card(lines: Sequence[str]) -> list[Block]:
    """A card that says something in place of an item."""
    return [Block(line, Tone.DIM, label=None) for line in lines]


def scope(layer: Layer, project: str | None) -> str:
    """Where something holds."""
    return f"{LAYERS[layer]} {project}" if project else LAYERS[layer]


def as_text(fact: Fact, evidence: Iterable[Evidence]) -> str:
    """A fact with its id, scope and evidence, to paste somewhere."""
    lines = [fact.text, f"  {fact.id} · {fact.kind} · {scope(fact.layer, fact.project)} · {fact.created_at}"]
    lines += [f'  "{item.quote}" {_source(item, None, fact.created_at)}' for item in evidence]
    return "\n".join(lines)


def _cautions(fact: Fact) -> list[Block]:
    hidden = hidden_characters(fact.text)
    told = [
        (fact.tainted, "from a tool, file, import or web page: no agent sees it before you approve it"),
        (hidden, f"{counted(hidden, 'hidden character')}, shown as marks"),
    ]
    return [Block(text, Tone.WARN, label=None, lead="! ") for true, text in told if true]


def _parts(fact: Fact) -> list[Block]:
    named = (
        ("Not", fact.wrong, Tone.BAD),
        ("But", fact.right, Tone.GOOD),
        ("Problem", fact.problem, Tone.TEXT),
        ("Solution", fact.solution, Tone.TEXT),
    )
    return [Block(text, tone, label) for label, text, tone in named if text]


def _replaced(card: ReviewCard) -> list[Block]:
    if card.replaces is None:
        return []
    diff = [Block(line[1:], Tone.BAD if line[0] == "-" else Tone.GOOD, lead=f"{line[0]} ") for line in card.diff]
    return [Block(f"{card.replaces.kind} {card.replaces.id}", Tone.DIM, "Replaces"), *diff]


def _standing(fact: Fact, now: str) -> str:
    words = [fact.kind.value]
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


def _quotes(quotes: Sequence[Quote], text: str, now: str, label: str) -> list[Block]:
    """Who said it, where and when; in which words, where they are not those of `text`."""
    blocks = []
    for quote in quotes[:MOST_SHOWN]:
        if quote.evidence.quote != text:
            blocks.append(Block(f"“{quote.evidence.quote}”", label=label))
            label = ""
        blocks.append(Block(_source(quote.evidence, quote.session, now), Tone.DIM, label))
        label = ""
    if len(quotes) > MOST_SHOWN:
        blocks.append(Block(f"and {counted(len(quotes) - MOST_SHOWN, 'more quotation')}", Tone.DIM))
    return blocks


def _source(evidence: Evidence, session: Session | None, now: str) -> str:
    who = evidence.agent or (session.agent if session else None)
    words = [who, day(evidence.at, now), f"session {evidence.session}" if evidence.session else None]
    said_by = "" if evidence.role == "user" else f"said by {evidence.role}"
    return ", ".join(word for word in (*words, said_by) if word) or "written by hand"


def _similar(similar: Sequence[Similar]) -> list[Block]:
    blocks = []
    for number, one in enumerate(similar):
        says = "says the opposite" if one.contradiction else f"{one.similarity:.0%} alike"
        blocks.append(Block(one.fact.text, Tone.TEXT, "Similar" if number == 0 else ""))
        merge = " · m merges into it" if number == 0 and not one.contradiction else ""
        blocks.append(Block(says + merge, Tone.WARN if one.contradiction else Tone.DIM))
    return blocks


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


def _because(candidate: Candidate) -> str:
    counts = (counted(candidate.corrections, "correction"), counted(candidate.sessions, "session"))
    return candidate.because or " in ".join(counts)


def _plain(text: str) -> str:
    """A sentence of the engine as a heading: no code marks, first letter raised."""
    words = text.replace("`", "")
    return words[:1].upper() + words[1:]
