"""A filter means the same to every backend: what it lets through is computed here in plain Python, and compared."""

import tempfile
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

from hypothesis import given, strategies as st

from lore.intake import clean
from lore.model import Clean, Evidence, Fact, Kind, Layer, Role, Session, Status, Tier, Turn
from lore.store import FactFilter, SessionFilter, Store, open_store
from store_contract.making import ACTOR
from support.examples import examples

FEW_EXAMPLES = examples(25)
NAMES = ["a", "b", "b\x1b[31m", "ünï", "漢", "A", "%", "_", "a'; --"]
"""One of them is stored in another spelling, others would mean something in a pattern or a query."""
TIMES = [f"2026-03-{day:02}T{hour:02}:00:00Z" for day in (1, 2, 3) for hour in (0, 12)]
names, times = st.sampled_from(NAMES), st.sampled_from(TIMES)


def some(values: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(values, max_size=2).map(tuple)


evidence = st.builds(
    Evidence, st.just(Clean("quote")), session=st.none() | names, agent=st.none() | names, role=st.sampled_from(Role)
)
facts = st.builds(
    Fact,
    st.just(""),
    st.sampled_from(["one", "other"]).map(Clean),
    kind=st.sampled_from(Kind),
    status=st.sampled_from(Status),
    tier=st.sampled_from(Tier),
    layer=st.sampled_from(Layer),
    project=st.none() | names,
    tainted=st.booleans(),
    pinned=st.booleans(),
    approved_at=st.none() | times,
    tags=some(names.map(Clean)),
    created_at=times,
)
fact_filters = st.builds(
    FactFilter,
    kinds=some(st.sampled_from(Kind)),
    statuses=some(st.sampled_from(Status)),
    layers=some(st.sampled_from(Layer)),
    projects=st.none() | some(st.none() | names),
    tiers=some(st.sampled_from(Tier)),
    tags=some(names),
    agents=some(names),
    tainted=st.none() | st.booleans(),
    pinned=st.none() | st.booleans(),
    approved=st.none() | st.booleans(),
    session=st.none() | names,
    before=st.none() | times,
    after=st.none() | times,
)


def only(field: str, drawn: FactFilter) -> FactFilter:
    return replace(FactFilter(statuses=()), **{field: getattr(drawn, field)})


loose_filters = st.builds(only, st.sampled_from([field.name for field in fields(FactFilter)]), fact_filters)
"""One field at a time: of all together little is ever left."""
sessions = st.builds(
    Session, names, names, project=st.none() | names, started_at=st.none() | times, ended_at=st.none() | times
)
session_filters = st.builds(
    SessionFilter, project=st.none() | names, agent=st.none() | names, before=st.none() | times, after=st.none() | times
)


def spelt(wanted: Sequence[str]) -> set[str]:
    return {*wanted, *map(clean, wanted)}


def passes(fact: Fact, proof: Sequence[Evidence], wanted: FactFilter) -> bool:
    named = [name for name in wanted.projects or () if name is not None]
    return all(
        (
            not wanted.kinds or fact.kind in wanted.kinds,
            not wanted.statuses or fact.status in wanted.statuses,
            not wanted.layers or fact.layer in wanted.layers,
            not wanted.tiers or fact.tier in wanted.tiers,
            not wanted.projects or fact.project in spelt(named) or (fact.project is None and None in wanted.projects),
            all(spelt([tag]) & set(fact.tags) for tag in wanted.tags),
            not wanted.agents or any(item.agent in spelt(wanted.agents) for item in proof),
            wanted.session is None or any(item.session in spelt([wanted.session]) for item in proof),
            wanted.tainted in (None, fact.tainted),
            wanted.pinned in (None, fact.pinned),
            wanted.approved in (None, fact.approved_at is not None),
            wanted.before is None or fact.created_at < wanted.before,
            wanted.after is None or fact.created_at >= wanted.after,
        )
    )


def passes_session(session: Session, wanted: SessionFilter) -> bool:
    started = session.started_at
    return all(
        (
            wanted.project is None or session.project in spelt([wanted.project]),
            wanted.agent is None or session.agent in spelt([wanted.agent]),
            wanted.before is None or (started is not None and started < wanted.before),
            wanted.after is None or (started is not None and started >= wanted.after),
        )
    )


def filled(memory: Store, drawn: Sequence[tuple[Fact, list[Evidence]]]) -> list[tuple[Fact, list[Evidence]]]:
    with memory.write(ACTOR) as transaction:
        ids = [memory.facts.add(transaction, fact, proof).id for fact, proof in drawn]
    stored = memory.facts.evidence(ids)
    return [(fact, stored[fact.id]) for fact in memory.facts.many(ids)]


@FEW_EXAMPLES
@given(
    st.lists(st.tuples(facts, st.lists(evidence, max_size=2)), min_size=4, max_size=20),
    st.lists(loose_filters | fact_filters, min_size=8, max_size=16),
)
def test_a_filter_of_facts_lets_through_what_it_says(
    drawn: list[tuple[Fact, list[Evidence]]], filters: list[FactFilter]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        memory = open_store(Path(folder) / "memory")
        stored = filled(memory, drawn)
        for wanted in filters:
            left = {fact.id: fact for fact, proof in stored if passes(fact, proof, wanted)}
            assert set(memory.facts.ids(wanted)) == set(left), wanted
            assert {fact.id: fact for fact in memory.facts.select(wanted)} == left, wanted
            assert memory.facts.count(wanted) == len(left), wanted
            assert memory.facts.texts(wanted) == {name: fact.text for name, fact in left.items()}, wanted
        memory.close()


@FEW_EXAMPLES
@given(
    st.lists(sessions, min_size=3, max_size=12, unique_by=lambda session: clean(session.id)),
    st.lists(session_filters, min_size=6, max_size=12),
)
def test_a_filter_of_sessions_lets_through_what_it_says(drawn: list[Session], filters: list[SessionFilter]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        memory = open_store(Path(folder) / "memory")
        with memory.write(ACTOR) as transaction:
            for session in drawn:
                stored = memory.sessions.put(transaction, session).id
                memory.sessions.add_turns(transaction, stored, [Turn(stored, "m1", Role.USER, Clean("hello"))])
        known = [memory.sessions.get(session.id) for session in drawn]
        for wanted in filters:
            left = {session.id for session in known if passes_session(session, wanted)}
            assert {session.id for session in memory.sessions.select(wanted)} == left, wanted
            assert memory.sessions.count(wanted) == len(left), wanted
        memory.close()


def test_no_filter_is_the_filter_of_active_facts(memory: Store) -> None:
    stored = filled(memory, [(Fact("", Clean(status), Kind.NOTE, status=status), []) for status in Status])
    active = [fact.id for fact, _ in stored if fact.status is Status.ACTIVE]
    assert memory.facts.ids() == memory.facts.ids(FactFilter()) == active
    assert memory.facts.count(FactFilter(statuses=())) == len(Status)
