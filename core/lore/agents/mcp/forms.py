"""The tools that a person decides by: a form, where the agent's program shows one. No answer leaves all as it is.

A card with warnings is never decided by a form, which shows less than a card: it is only named.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult, Resolve
from mcp.types import CallToolResult
from pydantic import BaseModel, Field

from lore import actions, clock
from lore.actions import Decided, Engine, Holds, ReviewCard
from lore.agents.mcp import telling
from lore.agents.mcp.desk import Asked, Desk, Entry, said
from lore.agents.mcp.writing import proposed
from lore.errors import NotFound, UsageError
from lore.intake import clean
from lore.model import Candidate, CandidateKind
from lore.presence import deciding_in_form
from lore.text import counted

LATER: Literal["later"] = "later"
QUOTES = 3
"""Quotations that a form shows."""
LOOKED_AT = 20
"""Cards among which it is looked for one that a form may decide."""


class Verdict(BaseModel):
    """What a person says of a proposal."""

    decision: Literal["approve", "reject", "later"] = Field(description="Shall it hold?")
    wording: str = Field(default="", description="Other words for it, if you approve it in these")
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
    return [Entry("memory_review", "Let the person decide", _review(desk), reads=False, asks=True)]


def _review(desk: Desk) -> Callable[..., object]:
    async def shown(id: str | None, ids: Sequence[str], text: str | None, context: Context) -> Shown:  # noqa: A002 -- of the protocol
        if ids or text is not None:
            return Shown(None, 0, None)
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
        id: Annotated[str | None, Field(description="Of what waits; default: the next.")] = None,  # noqa: A002 -- of the protocol
        ids: Annotated[Sequence[str], Field(description="Propose these facts as rules; asks nobody.")] = (),
        text: Annotated[str | None, Field(description="Propose this new rule; asks nobody.")] = None,
    ) -> CallToolResult:
        """Let the person decide on the next proposal in a form: reword, yes or no. Use it at a pause where something
        waits, or when they want to review; once for each.

        With `ids` or `text` it proposes instead. Without an answer it stays; `lore review` asks in a terminal."""
        if ids or text is not None:
            return said(await desk.do(context, lambda asked: _proposed(asked, id, ids, text)))
        return said(await _answered(desk, context, shown, which if shown.card and shown.card.asks else verdict))

    return memory_review


def _proposed(asked: Asked, name: str | None, ids: Sequence[str], text: str | None) -> str:
    if bool(ids) + (text is not None) + (name is not None) > 1:
        raise UsageError("name only one of `id`, `ids` and `text`", hint="`memory_search` finds ids")
    return proposed(asked, ids, text if text is None else str(clean(text)))


async def _answered(desk: Desk, context: Context, shown: Shown, choice: object) -> str:
    """Carry out what the person answered; what was asked, and why nobody was."""
    card = shown.card
    if card is None:
        return "nothing waits"
    told = telling.card(card)
    if shown.refused:
        return f"{told}\nnot asked: {shown.refused}\n{counted(shown.waiting, 'proposal')} in the queue"
    if not isinstance(choice, AcceptedElicitation) or LATER in (
        getattr(choice.data, "decision", ""),
        getattr(choice.data, "holds", ""),
    ):
        return f"{told}\nthe person did not decide: it stays in the queue"

    def decide(asked: Asked) -> str:
        done = _decided(asked.engine, card, choice.data)
        return telling.decided(asked.engine, done, shown.waiting - 1)

    return await desk.do(context, decide, person=deciding_in_form())


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
        if words := choice.wording.strip():
            return actions.edit_and_approve(engine, name, words, rev=rev)
        return actions.approve(engine, name, rev=rev)
    return actions.reject(engine, (name,), reason=choice.reason, seen={name: rev})


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
