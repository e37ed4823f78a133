"""What an agent saves with a quotation counts as far as the words of the session bear it out."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from lore.actions.engine import Engine
from lore.actions.registry import Touches, action
from lore.actions.sessions import SessionId, session_named
from lore.config import in_force
from lore.errors import BadInput
from lore.model import RULE_KINDS, Candidate, Evidence, Fact, Kind, Origin, Role
from lore.presence import AGENT, is_agent, session_named_here
from lore.text import one_line

if TYPE_CHECKING:
    from lore.distill import Checked


@dataclass(frozen=True, slots=True)
class Quoted:
    """A fact that rests on a quotation, as it is stored now."""

    fact: Fact
    action: str
    """`added`, `reinforced`, `superseded`, `held` or `known`."""
    worded: bool
    """Whether its wording stands beside your sentence; else it waits for you."""
    candidate: Candidate | None
    """What waits in the review queue, where it was to be a rule."""
    retired: tuple[Fact, ...] = ()
    """What gave way."""


@action("save quoted", Touches.WRITES)
def save_quoted(
    engine: Engine,
    text: Annotated[str, "What it says, in one sentence that can be understood alone."],
    quote: Annotated[str, "The words that it rests on, exactly as they stand in the session."],
    session: SessionId = "",
    *,
    kind: Annotated[Kind, "What sort of fact it is."] = Kind.NOTE,
    because: Annotated[str | None, "Why it holds, in words of the session."] = None,
) -> Quoted:
    """Save a fact with the words of a session that it rests on; whoever said them there has said it.

    A wording that brings along what was not typed, or turns its sentence round, waits for a person. Whole sentences
    that the person typed in the running session, as they stand, are told by them; else it counts as read by an agent.
    What an agent takes for a rule becomes a note, and is proposed: whether it is one, a person says. Without `session`
    it is the running one. Raises NotFound for an unknown session, BadInput with the reason where the quotation does
    not stand there word for word, or in a message that the person left or took back.
    """
    from lore.capture import holding
    from lore.distill import check, draft, note_of  # what only this needs
    from lore.memory import may_propose, propose, remember

    if not (named := session or session_named_here()):
        raise BadInput("nothing names the running session", hint="give `session`: the id, or how it begins")
    store, found, rule = engine.store, session_named(engine, named), kind in RULE_KINDS
    note = note_of({"text": text, "quote": quote, "kind": "note" if rule else kind.value, "because": because})
    checked, refused = check([note], holding(store, store.sessions.turns(found.id)), 1)
    if refused:
        raise BadInput(f"not saved as said by anybody: {refused[0].reason}", hint="quote the session word for word")
    fact, evidence = draft(store, checked[0], found, in_force(store))
    is_here = not is_agent(engine.actor) or found.id == session_named_here()
    fact = replace(fact, origin=Origin.TOLD if is_here and _is_told(checked[0], evidence) else Origin.READ)
    candidate = None
    with store.write(engine.actor) as transaction:
        outcome = remember(store, transaction, fact, [evidence])
        if rule and evidence.role is Role.USER and may_propose(store, outcome.fact):
            because_of = f"proposed by {engine.actor.removeprefix(AGENT)}, in words that you typed"
            candidate = propose(store, transaction, outcome.fact, because=because_of, sessions=1)
    retired = tuple(store.facts.many(outcome.retired))
    return Quoted(outcome.fact, outcome.action.value, not checked[0].doors, candidate, retired)


def _is_told(checked: "Checked", evidence: Evidence) -> bool:
    """Whether what is saved is whole sentences that the person typed, and no wording of the agent's."""
    said = checked.said
    words = (said.quote, checked.note.text)
    return evidence.role is Role.USER and all(_stop_aside(one) == _stop_aside(said.text) for one in words)


def _stop_aside(text: str) -> str:
    return one_line(text).rstrip(".!")
