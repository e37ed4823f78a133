"""Opening a store of before takes back what consolidation worded by itself, in one run that an undo takes back."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from lore import paths
from lore.history import undo_run
from lore.history.telling import sentence
from lore.lookup import Unreadable, start_in
from lore.memory import decisions
from lore.memory.editing import NewFact, add_fact, edit_fact, pin, propose as put_forward
from lore.memory.entering import fold
from lore.memory.proposals import propose
from lore.model import CandidateStatus, Clean, Evidence, Fact, Kind, Layer, Role, Status, Tier
from lore.store import FactFilter, Store, open_store
from lore.store.sqlite.connection import connect
from lore.store.sqlite.hashes import content, row_hash
from lore.store.sqlite.migrations import STANDS
from support.person import approve, me

SHOP = "github.com/me/shop"
SAID = ("Never log passwords.", "Never log tokens in tests.")


@contextmanager
def before(home: Path) -> Iterator[Store]:
    with open_store(home) as store:
        yield store
    with closing(connect(paths.database(home), budget_s=1)) as connection:
        connection.execute("DROP INDEX facts_that_stand")
        for column in ("origin", "standing"):
            connection.execute(f"ALTER TABLE facts DROP COLUMN {column}")
        connection.execute("DROP TABLE fact_words")
        later = "('what_stands', 'how_facts_came', 'words_of_facts')"
        connection.execute(f"DELETE FROM _sqlite_migrations WHERE name IN {later}")
        connection.execute("PRAGMA user_version = 7")


def typed(store: Store, text: str, session: str) -> Fact:
    with store.write("hook") as transaction:
        evidence = Evidence(Clean(text), session=session, source_id="m1", role=Role.USER, at="2026-03-01T10:00:00Z")
        fact = Fact("", Clean(text), Kind.CONVENTION, layer=Layer.USER_PROJECT, project=SHOP)
        return store.facts.add(transaction, fact, [evidence])


def made(store: Store, text: str) -> Fact:
    """What the step `repeat` made of what two sessions said, and proposed."""
    said = [Evidence(Clean(words), f"s{place}", "m1", Role.USER) for place, words in enumerate(SAID)]
    fact = Fact(
        "",
        Clean(text),
        Kind.CONVENTION,
        Status.ACTIVE,
        Tier.SEMANTIC,
        Layer.USER_PROJECT,
        SHOP,
        tags=(Clean("repeated"),),
    )
    with store.write("consolidation") as transaction:
        fact = store.facts.add(transaction, fact, said)
        propose(store, transaction, fact, because="said in 2 sessions", sessions=2)
    return fact


def test_a_rule_that_nobody_said_is_withdrawn_with_its_proposal_and_what_it_took_the_place_of_stands(
    tmp_path: Path,
) -> None:
    """ "Never log." of "never log passwords" and "never log tokens in tests"; one undo brings all of it back."""
    with before(tmp_path) as store:
        swallowed, beside = typed(store, SAID[0], "s0"), typed(store, SAID[1], "s1")
        rule = made(store, "Never log.")
        with store.write("consolidation") as transaction:
            fold(store, transaction, swallowed.id, rule.id)
    with open_store(tmp_path) as store:
        assert {fact.text for fact in store.facts.select(FactFilter())} == set(SAID)
        assert decisions.queue(store) == []
        assert store.candidates.of_fact(rule.id)[0].status is CandidateStatus.MERGED
        (withdrawn,) = store.audit.select(action="fact.withdraw")
        assert (withdrawn.actor, withdrawn.subject.id) == ("consolidation", rule.id)
        assert "withdrew what nobody said" in sentence(withdrawn)
        assert withdrawn.run is not None
        undo_run(store, withdrawn.run)
        assert {fact.id for fact in store.facts.select(FactFilter())} == {rule.id, beside.id}
    with open_store(tmp_path) as store:
        assert store.facts.get(rule.id).status is Status.ACTIVE


def test_no_session_starts_with_a_rule_that_is_still_to_be_withdrawn(tmp_path: Path) -> None:
    with before(tmp_path) as store:
        typed(store, SAID[0], "s0")
        made(store, "Never log.")
    with pytest.raises(Unreadable, match="older Lore"):
        start_in(str(tmp_path), str(tmp_path))
    with open_store(tmp_path):
        assert "Never log." not in "\n".join(start_in(str(tmp_path), str(tmp_path)).lines)


def test_what_you_decided_on_stays(tmp_path: Path) -> None:
    with before(tmp_path) as store:
        approved, pinned, other = made(store, "Use named."), made(store, "Never log."), made(store, "Use pnpm.")
        approve(store, store.candidates.of_fact(approved.id)[0].id)
        pin(store, [pinned.id], by=me())
    with open_store(tmp_path) as store:
        assert {fact.id for fact in store.facts.select(FactFilter())} == {approved.id, pinned.id}
        assert store.facts.get(other.id).status is Status.ARCHIVED


def test_a_statement_that_a_merge_gave_other_words_has_its_own_again(tmp_path: Path) -> None:
    with before(tmp_path) as store:
        kept, folded = typed(store, "Use npm, not pnpm.", "s0"), typed(store, "Tests run with pytest -q.", "s1")
        with store.write("consolidation") as transaction:
            store.facts.update(transaction, kept.id, action="fact.reinforce", text=folded.text)
            fold(store, transaction, folded.id, kept.id)
    with open_store(tmp_path) as store:
        texts = {fact.id: fact.text for fact in store.facts.select(FactFilter())}
        assert texts == {kept.id: "Use npm, not pnpm.", folded.id: "Tests run with pytest -q."}
        assert [fact.id for fact in store.facts.same_text("Use npm, not pnpm.")] == [kept.id]


@pytest.mark.parametrize("texts", [(), SAID])
def test_where_nothing_was_made_up_the_log_stays_as_it_is(tmp_path: Path, texts: tuple[str, ...]) -> None:
    with before(tmp_path) as store:
        for place, text in enumerate(texts):
            typed(store, text, f"s{place}")
        events = store.audit.count()
    with open_store(tmp_path) as store:
        assert (store.audit.count(), store.runs.latest(None)) == (events, None)


def test_no_session_starts_with_it_before_an_outdated_store_was_opened(tmp_path: Path) -> None:
    with before(tmp_path) as store:
        typed(store, SAID[0], "s0")
        made(store, "Never log.")
    with pytest.raises(Unreadable):
        start_in(str(tmp_path), str(tmp_path))
    open_store(tmp_path).close()
    assert "Never log." not in str(start_in(str(tmp_path), str(tmp_path)).lines)


@contextmanager
def first_design(home: Path) -> Iterator[Store]:
    with open_store(home) as store:
        yield store
    with closing(connect(paths.database(home), budget_s=1)) as connection:
        connection.execute("DROP INDEX facts_that_stand")
        for column in ("origin", "standing"):
            connection.execute(f"ALTER TABLE facts DROP COLUMN {column}")
        connection.execute(STANDS)
        for row in connection.execute("SELECT * FROM facts").fetchall():
            connection.execute("UPDATE facts SET row_hash = ? WHERE seq = ?", [row_hash(content(row)), row["seq"]])
        connection.execute("DROP TABLE fact_words")
        connection.execute("DELETE FROM _sqlite_migrations WHERE name IN ('how_facts_came', 'words_of_facts')")
        connection.execute("PRAGMA user_version = 8")


def taken(store: Store, text: str, *, role: Role = Role.USER, actor: str = "hooks") -> Fact:
    with store.write(actor) as transaction:
        evidence = Evidence(Clean(text), session="s1", source_id="m1", role=role, at="2026-03-01T10:00:00Z")
        return store.facts.add(transaction, Fact("", Clean(text), Kind.CONVENTION, project=SHOP), [evidence])


def test_what_patterns_took_from_messages_is_archived_counted_and_told_and_one_undo_brings_it_back(
    tmp_path: Path,
) -> None:
    with first_design(tmp_path) as store:
        gone = {taken(store, "Spawn worker.").id, taken(store, "It is done.", role=Role.ASSISTANT, actor="import").id}
        approved, pinned, edited, used = (taken(store, f"Never {what}.") for what in ("log", "skip", "guess", "wait"))
        put_forward(store, approved.id)
        approve(store, store.candidates.of_fact(approved.id)[0].id)
        pin(store, [pinned.id], by=me())
        edit_fact(store, replace(edited, text=Clean("Never guess a port.")), actor="person")
        store.accesses.record([used.id], session="s2", kind="taken up")
        store.drain_spool()
        saved = add_fact(store, NewFact("Use pnpm."), actor=me()).fact
        brought = taken(store, "From a file.", role=Role.IMPORT)
        seen = taken(store, "Runs make check before commits", role=Role.TOOL, actor="consolidation")
        waiting = put_forward(store, next(iter(gone)))
    with open_store(tmp_path) as store:
        kept = {approved.id, pinned.id, edited.id, used.id, saved.id, brought.id, seen.id}
        assert {fact.id for fact in store.facts.select(FactFilter())} == kept
        assert store.candidates.get(waiting.id).status is CandidateStatus.MERGED
        run = store.runs.latest("upgrade")
        assert run is not None and run.summary == {"put_away": 2}
        undo_run(store, run.id)
        assert {fact.id for fact in store.facts.select(FactFilter())} == kept | gone
