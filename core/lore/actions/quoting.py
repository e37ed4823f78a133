"""What an agent saves with a quotation counts as far as the words of the session bear it out."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from lore.actions.engine import Engine
from lore.actions.hooks import read_spool
from lore.actions.registry import Touches, action
from lore.actions.sessions import SessionId, session_named
from lore.config import in_force
from lore.errors import BadInput, Busy
from lore.model import RULE_KINDS, Candidate, Evidence, Fact, Kind, Origin, Role, Session
from lore.presence import AGENT, is_agent, session_named_here
from lore.store import SessionFilter
from lore.text import one_line

if TYPE_CHECKING:
    from lore.distill import Checked, Note

LOOKED_THROUGH = 20
"""Sessions in which a quotation is looked for where nobody says in which it stands."""


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
    it is the running one where they typed it there, else the newest of the project in which they did. Raises NotFound
    for an unknown session, BadInput with the reason where the quotation does not stand there word for word, or in a
    message that the person left or took back.
    """
    from lore.distill import draft, note_of  # what only this needs
    from lore.memory import may_propose, propose, remember

    store, rule = engine.store, kind in RULE_KINDS
    note = note_of({"text": text, "quote": quote, "kind": "note" if rule else kind.value, "because": because})
    found, checked = _placed(engine, note, session)
    fact, evidence = draft(store, checked, found, in_force(store))
    is_here = not is_agent(engine.actor) or found.id == session_named_here()
    fact = replace(fact, origin=Origin.TOLD if is_here and _is_told(checked, evidence) else Origin.READ)
    candidate = None
    with store.write(engine.actor) as transaction:
        outcome = remember(store, transaction, fact, [evidence])
        if rule and evidence.role is Role.USER and may_propose(store, outcome.fact):
            because_of = f"proposed by {engine.actor.removeprefix(AGENT)}, in words that you typed"
            candidate = propose(store, transaction, outcome.fact, because=because_of, sessions=1)
    retired = tuple(store.facts.many(outcome.retired))
    return Quoted(outcome.fact, outcome.action.value, not checked.doors, candidate, retired)


def _placed(engine: Engine, note: "Note", session: str) -> "tuple[Session, Checked]":
    """The session that holds the quotation of a note, and what it proves. Without a name only typed words count."""
    if session:
        found = session_named(engine, session)
        return found, _proved(engine, note, found)
    for is_last in (False, True):
        for found in _sessions_here(engine):
            with suppress(BadInput):  # another session may hold it
                checked = _proved(engine, note, found)
                if checked.said.turn.role is Role.USER:
                    return found, checked
        if not is_last:
            with suppress(Busy):  # whoever reads what waits is at this message too
                read_spool(engine)
    raise BadInput(
        "not saved as said by anybody: the words were typed in no session of this project that was read",
        hint="quote the person word for word, or save it without `quote`, as your own word",
    )


def _sessions_here(engine: Engine) -> Iterator[Session]:
    """The running session, then the newest of the project."""
    rooms, here = engine.store.sessions, session_named_here()
    if here and (running := rooms.find(here)):
        yield running
    if project := engine.project:
        yield from (one for one in rooms.select(SessionFilter(project=project), limit=LOOKED_THROUGH) if one.id != here)


def _proved(engine: Engine, note: "Note", found: Session) -> "Checked":
    """What the quotation proves in this session. Raises BadInput."""
    from lore.capture import holding
    from lore.distill import check

    checked, refused = check([note], holding(engine.store, engine.store.sessions.turns(found.id)), 1)
    if refused:
        raise BadInput(f"not saved as said by anybody: {refused[0].reason}", hint="quote the session word for word")
    return checked[0]


def _is_told(checked: "Checked", evidence: Evidence) -> bool:
    """Whether what is saved is whole sentences that the person typed, and no wording of the agent's."""
    said = checked.said
    words = (said.quote, checked.note.text)
    return evidence.role is Role.USER and all(_stop_aside(one) == _stop_aside(said.text) for one in words)


def _stop_aside(text: str) -> str:
    return one_line(text).rstrip(".!")
