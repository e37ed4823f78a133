"""A proposal as a row and as a card."""

from collections.abc import Callable, Sequence

from lore.actions import Proposal, ReviewCard, Similar
from lore.model import Candidate, CandidateKind
from lore.text import counted
from lore_tui.look import WARNING, Block, Row, Tone, tone_of
from lore_tui.present.parts import grouped, plain, quotes_of, scope
from lore_tui.text import day


def proposal_row(proposal: Proposal, project: str = "") -> Row:
    """project: what it is called in the column of projects, where the list has one."""
    kind, candidate = proposal.fact.kind, proposal.candidate
    return Row(
        candidate.id,
        candidate.text,
        tag=kind.value,
        tone=tone_of(kind),
        mark=WARNING if proposal.risky else "",
        note=f"×{candidate.sessions}" if candidate.sessions else "",
        columns=(project,),
    )


def review_card(card: ReviewCard, now: str, short: Callable[[str], str], key: Callable[[str], str]) -> list[Block]:
    """The proposal, what approving it does, what it replaces, what speaks for it and against it.

    short: an id as it is shown. key: what the key of an action is called.
    """
    candidate = card.candidate
    heading = [Block(candidate.text, Tone.TITLE, label=None)]
    warnings = [Block(plain(risk.text), Tone.WARN, label=None, lead="! ") for risk in card.risks]
    consequence = [Block(plain(card.consequence) + ".", label=None), *_otherwise(card, key("review.scope"))]
    worded = (
        [Block(f"Worded by a model; {key('review.said')} takes what you said instead.", Tone.DIM)]
        if card.is_worded
        else []
    )
    because = [Block(_because(candidate), label="Because"), *worded, *quotes_of(card.evidence, candidate.text, now, "")]
    footing = [
        Block(f"{scope(candidate.layer, candidate.project)} · {card.fact.kind}", Tone.DIM, "Scope"),
        Block(f"{short(candidate.id)} · proposed {day(candidate.created_at, now)}", Tone.DIM, "Id"),
    ]
    similar = _similar(card.similar, key("review.merge"))
    parts = [
        Block(text, label=label)
        for label, text in (("Problem", card.fact.problem), ("Solution", card.fact.solution))
        if text and card.candidate.kind is CandidateKind.STATEMENT
    ]
    replaced = _replaced(card, short)
    return grouped(heading, warnings, consequence, replaced, parts, because, similar, footing)


def more_row(row_id: str, more: int, key: Callable[[str], str]) -> Row:
    """The last row of a queue of which the first are shown. key: what the key of an action is called."""
    return Row(row_id, f"{more:,} more: {key('open')} shows {'it' if more == 1 else 'them'}", faded=True)


def stated_row(row_id: str, project: str, count: int) -> Row:
    """The row that stands for what agents stated about a project."""
    about = f" · {project.rpartition('/')[2]}" if project else ""
    return Row(row_id, f"{counted(count, 'statement')} of agents{about}", faded=True)


def _otherwise(card: ReviewCard, scope_key: str) -> list[Block]:
    """Of what would hold for others too: what rejecting it does, and how it stays yours alone."""
    if not card.shares:
        return []
    return [Block(f"Rejected: {card.otherwise}. {scope_key} keeps it yours alone.", Tone.DIM, label=None)]


def _replaced(card: ReviewCard, short: Callable[[str], str]) -> list[Block]:
    if card.replaces is None:
        return []
    diff = [Block(line[1:], Tone.BAD if line[0] == "-" else Tone.GOOD, lead=f"{line[0]} ") for line in card.diff]
    label = "Or" if card.asks else "Replaces"
    return [Block(f"{card.replaces.kind} {short(card.replaces.id)}", Tone.DIM, label), *diff]


def _because(candidate: Candidate) -> str:
    counts = (counted(candidate.corrections, "correction"), counted(candidate.sessions, "session"))
    return candidate.because or " in ".join(counts)


def _similar(similar: Sequence[Similar], merge_key: str) -> list[Block]:
    blocks = []
    for number, one in enumerate(similar):
        says = "says the opposite" if one.contradiction else f"{one.similarity:.0%} alike"
        blocks.append(Block(one.fact.text, Tone.TEXT, "Similar" if number == 0 else ""))
        merge = f" · {merge_key} merges into it" if number == 0 and not one.contradiction else ""
        blocks.append(Block(says + merge, Tone.WARN if one.contradiction else Tone.DIM))
    return blocks
