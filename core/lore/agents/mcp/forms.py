"""The tools that a person decides by: a form, where the agent's program shows one. No answer leaves all as it is.

A card with warnings is never decided by a form, which shows less than a card: it is only named.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult, Resolve
from pydantic import BaseModel, Field

from lore import actions, clock, wire
from lore.actions import Decided, Engine, Holds, ReviewCard
from lore.agents.mcp.desk import Desk
from lore.agents.mcp.entries import Answer, Entry
from lore.errors import NotFound
from lore.model import Candidate, CandidateKind
from lore.presence import deciding_in_form

LATER: Literal["later"] = "later"
QUOTES = 3
"""Quotations that a form shows."""
LOOKED_AT = 20
"""Cards among which it is looked for one that a form may decide."""


class Verdict(BaseModel):
    """What a person says of a proposal."""

    decision: Literal["approve", "reject", "later"] = Field(description="Shall it hold?")
    reason: str = Field(default="", description="Why, if you reject it; the agent can read this")


class Which(BaseModel):
    """What a person says of two facts."""

    holds: Literal["same", "instead", "older", "both", "later"] = Field(
        description="Are they the same, does the newer hold instead, only the older, or both?"
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """What a person would be asked about."""

    card: ReviewCard | None
    waiting: int
    refused: str | None
    """Why nobody is asked by a form."""


def form_tools(desk: Desk) -> list[Entry]:
    """The tools with their resolvers, for one server."""
    review = Entry("memory_review", "Let the person decide", _review(desk), reads=False, repeats=False, asks=True)
    return [review]


def _review(desk: Desk) -> Callable[..., object]:
    async def shown(id: str | None, context: Context) -> Shown:  # noqa: A002 -- of the protocol
        refused = desk.why_no_form(context)
        return await desk.do(context, lambda asked: _next(asked.engine, id, refused))

    async def verdict(shown: Annotated[Shown, Resolve(shown)]) -> Verdict | Elicit[Verdict]:
        if shown.refused or shown.card is None or shown.card.asks:
            return Verdict(decision=LATER)
        return Elicit(_proposal(shown.card), Verdict)

    async def which(shown: Annotated[Shown, Resolve(shown)]) -> Which | Elicit[Which]:
        if shown.refused or shown.card is None or not shown.card.asks:
            return Which(holds=LATER)
        return Elicit(_question(shown.card), Which)

    async def memory_review(
        context: Context,
        shown: Annotated[Shown, Resolve(shown)],
        verdict: Annotated[ElicitationResult[Verdict], Resolve(verdict)],
        which: Annotated[ElicitationResult[Which], Resolve(which)],
        id: Annotated[  # noqa: A002 -- of the protocol
            str | None, Field(description="The id of a candidate; default: the next one that a form may decide.")
        ] = None,
    ) -> Answer:
        """Show the person the next proposal and let them decide in a form. Use it when they want to review.

        Without an answer it stays in the queue. Proposals with warnings are decided in a terminal: `lore review`."""
        card = shown.card
        if card is None:
            return {"waiting": 0, "card": None, "decisions": [], "note": "nothing waits"}
        told = _told(shown, card)
        if shown.refused:
            return {**told, "decisions": [], "note": f"not asked: {shown.refused}"}
        choice = which if card.asks else verdict
        if not isinstance(choice, AcceptedElicitation) or LATER in (
            getattr(choice.data, "decision", ""),
            getattr(choice.data, "holds", ""),
        ):
            return {**told, "decisions": [], "note": "the person did not decide: it stays in the queue"}
        person = deciding_in_form()
        done = await desk.do(context, lambda asked: _decided(asked.engine, card, choice.data), person=person)
        return {**told, "waiting": shown.waiting - 1, "decisions": wire.decided(done)["decisions"], "note": ""}

    return memory_review


def _next(engine: Engine, name: str | None, refused: str | None) -> Shown:
    """The card that is named, else the first that a form may decide, else the first."""
    waiting = actions.queue(engine)
    if name is not None:
        card = actions.card(engine, name)
        if card.candidate.id not in (*waiting, *actions.queue(engine, agents=True)):
            raise NotFound(
                f"`{card.candidate.id}` is not waiting for review", hint="`memory_review` without an id shows what does"
            )
        return Shown(card, len(waiting), refused or _risky(card))
    harmless = [
        one.candidate.id for one in actions.proposals(engine, waiting) if not (one.risky or _is_unsaid(one.candidate))
    ]
    cards = [actions.card(engine, one) for one in (harmless or list(waiting))[:LOOKED_AT]]
    for card in sorted(cards, key=lambda one: not one.is_whole)[:1]:
        return Shown(card, len(waiting), refused or _risky(card))
    return Shown(None, 0, refused)


def _is_unsaid(candidate: Candidate) -> bool:
    """Whether it is what no person said: no form of an agent makes that the person's own."""
    return candidate.kind is CandidateKind.STATEMENT


def _risky(card: ReviewCard) -> str | None:
    risks = ", ".join(risk.id for risk in card.risks)
    if _is_unsaid(card.candidate):
        return "no person said it: `lore review` in a terminal shows it"
    if not risks and not card.is_whole:
        return "a model worded it, and no agent is shown how: `lore review` in a terminal shows it"
    return f"it has warnings ({risks}): `lore review` in a terminal shows it" if risks else None


def _decided(engine: Engine, card: ReviewCard, choice: BaseModel) -> Decided:
    """Carry out what the person chose, on the candidate as it was shown."""
    name, rev = card.candidate.id, card.candidate.rev
    if isinstance(choice, Which):
        return actions.answer(engine, name, Holds(choice.holds), rev=rev)
    assert isinstance(choice, Verdict)
    if choice.decision == "approve":
        return actions.approve(engine, name, rev=rev)
    return actions.reject(engine, (name,), reason=choice.reason, seen={name: rev})


def _told(shown: Shown, card: ReviewCard) -> Mapping[str, object]:
    """The card; of one with warnings not what it says: no person has confirmed it."""
    told = wire.card(card)
    kept = ("id", "kind", "layer", "project", "rev", "tainted", "warnings", "risks")
    return {"waiting": shown.waiting, "card": {name: told[name] for name in kept} if card.risks else told}


def _proposal(card: ReviewCard) -> str:
    quotes = [f"  “{quote.evidence.quote}” ({clock.day(quote.evidence.at)})" for quote in card.evidence[:QUOTES]]
    replaces = [f"It replaces: {card.replaces.text}"] if card.replaces else []
    return "\n".join(
        [
            f"Approve this? (version {card.candidate.rev})",
            "",
            f"  {card.candidate.text}",
            "",
            f"Proposed: {card.candidate.because}",
            *replaces,
            f"Approve: {card.consequence}",
            f"Reject: {card.otherwise}",
            *(["You said:", *quotes] if quotes else []),
        ]
    )


def _question(card: ReviewCard) -> str:
    older = card.replaces.text if card.replaces else ""
    head = f"These are near: the same, the newer instead, only the older, or both? (version {card.candidate.rev})"
    return "\n".join([head, "", f"newer: {card.fact.text}", f"older: {older}"])
