"""Short ways to put things into a memory."""

from typing import Any

from lore.model import Candidate, Clean, Evidence, Fact, Kind, Role, Session, Turn
from lore.store import Store

Store = Store
ACTOR = "person"


def a_fact(text: str = "Use uv, not pip", **fields: Any) -> Fact:
    return Fact(**{"id": "", "text": Clean(text), "kind": Kind.CONVENTION, **fields})


def said(quote: str = "use uv", session: str | None = "s1", **fields: Any) -> Evidence:
    return Evidence(Clean(quote), session, **{"source_id": "m1", "agent": "codex", **fields})


def a_turn(source_id: str, role: Role = Role.USER, session: str = "s1") -> Turn:
    return Turn(session, source_id, role, Clean(f"text of {source_id}"), at="2026-03-12T08:00:00Z")


def add_fact(memory: Store, fact: Fact | None = None, *evidence: Evidence) -> Fact:
    with memory.write(ACTOR) as transaction:
        return memory.facts.add(transaction, fact or a_fact(), evidence)


def add_turns(memory: Store, session: str, *turns: Turn) -> list[Turn]:
    with memory.write(ACTOR) as transaction:
        memory.sessions.put(transaction, Session(session, "codex", started_at="2026-03-12T08:00:00Z"))
        return memory.sessions.add_turns(transaction, session, turns)


def add_candidate(memory: Store, fact: Fact, **fields: Any) -> Candidate:
    with memory.write(ACTOR) as transaction:
        return memory.candidates.add(transaction, Candidate("", fact.text, fact.id, **fields))
