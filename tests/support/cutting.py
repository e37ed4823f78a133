"""Transcripts that are captured in pieces, and what a store holds of them, to compare."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from lore.capture import Options, capture
from lore.model import Candidate, Evidence, Fact, Status
from lore.store import FactFilter, Store, open_store

OPTIONS = Options(mine=True, growing=True)


@dataclass(frozen=True, slots=True)
class Contents:
    """What is stored, without what depends on the hour of capturing: ids, sequence numbers, times of entry."""

    facts: Sequence[object]
    links: Sequence[object]
    candidates: Sequence[object]
    sessions: Sequence[object]
    turns: Sequence[object]
    events: Sequence[object]

    def differences(self, other: "Contents") -> list[str]:
        told = []
        for field in fields(self):
            here, there = getattr(self, field.name), getattr(other, field.name)
            if here == there:
                continue
            told += [f"- {field.name}: {one}" for one in here if one not in there]
            told += [f"+ {field.name}: {one}" for one in there if one not in here]
            told = told or [f"{field.name}: other order or number"]
        return told


def contents(store: Store) -> Contents:
    facts = store.facts.select(FactFilter(statuses=tuple(Status)))
    evidence = store.facts.evidence([fact.id for fact in facts])
    said = {fact.id: _fact(fact, evidence[fact.id]) for fact in facts}
    links = {link.id: link for fact in facts for link in store.facts.links(fact.id)}
    sessions = sorted(store.sessions.select(), key=lambda session: session.id)
    return Contents(
        facts=sorted(said.values(), key=repr),
        links=sorted(((link.kind.value, said[link.source], said[link.target]) for link in links.values()), key=repr),
        candidates=sorted(
            (_candidate(candidate, said) for fact in facts for candidate in store.candidates.of_fact(fact.id)), key=repr
        ),
        sessions=sessions,
        turns=[
            (turn.session, turn.source_id, turn.role.value, turn.text)
            for session in sessions
            for turn in store.sessions.turns(session.id)
        ],
        events=sorted(
            (event.session, event.source_id, event.kind.value, event.detail)
            for session in sessions
            for event in store.sessions.events(session.id)
        ),
    )


def _fact(fact: Fact, evidence: Iterable[Evidence]) -> object:
    quotations = sorted((item.session, item.source_id, item.role.value, item.quote) for item in evidence)
    scope = (fact.layer.value, fact.project, fact.tainted, fact.confidence, fact.happened_at)
    return (fact.text, fact.kind.value, fact.status.value, scope, fact.wrong, fact.right, tuple(quotations))


def _candidate(one: Candidate, said: dict[str, object]) -> object:
    return (
        one.kind.value,
        one.status.value,
        one.text,
        one.because,
        said.get(one.fact or ""),
        said.get(one.replaces or ""),
    )


def captured(home: Path, file: Path, data: bytes, cuts: Iterable[int], options: Options = OPTIONS) -> Contents:
    """What a new store holds after a file was captured each time it had grown to one of `cuts`, and at its end.

    `file` lies where it is captured: nothing tells the stores apart but the cuts.
    """
    with open_store(home) as store:
        for end in (*sorted(set(cuts) - {len(data)}), len(data)):
            file.write_bytes(data[:end])
            capture(store, [file], options)
        return contents(store)
