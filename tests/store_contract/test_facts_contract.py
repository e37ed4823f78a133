"""Facts: kept as they were given, changed under a revision, related, quoted, used."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from lore.errors import Conflict, NotFound
from lore.history import undo_last
from lore.model import CandidateKind, CandidateStatus, Clean, Evidence, Fact, Kind, Layer, LinkKind, Role, Status, Tier
from lore.store import Store
from store_contract.making import ACTOR, a_fact, add_candidate, add_fact, said
from support.examples import examples

clean_text = st.text(alphabet="abcdefghijklmnop äöü漢字😀.,!?", min_size=1, max_size=80).map(str.strip).filter(bool)
facts = st.builds(
    Fact,
    st.just(""),
    clean_text.map(Clean),
    kind=st.sampled_from(Kind),
    status=st.sampled_from(Status),
    tier=st.sampled_from(Tier),
    layer=st.sampled_from(Layer),
    project=st.none() | st.just("github.com/a/b"),
    confidence=st.floats(0, 1),
    pinned=st.booleans(),
    tags=st.lists(clean_text.map(Clean), max_size=3).map(tuple),
    wrong=st.none() | clean_text.map(Clean),
    files=st.lists(clean_text.map(Clean), max_size=2).map(tuple),
    created_at=st.just("2026-03-01T10:00:00Z"),
    expires_at=st.none() | st.just("2026-04-01T10:00:00Z"),
)


@examples(60)
@given(facts)
def test_every_field_comes_back(memory: Store, fact: Fact) -> None:
    saved = add_fact(memory, fact)
    assert memory.facts.get(saved.id) == saved
    assert memory.facts.many([saved.id, "f:nothere", saved.id]) == [saved, saved]
    assert {name: getattr(saved, name) for name in ("text", "kind", "status", "tags", "files", "pinned", "wrong")} == {
        name: getattr(fact, name) for name in ("text", "kind", "status", "tags", "files", "pinned", "wrong")
    }


def test_an_id_a_hash_and_a_time_are_given(memory: Store) -> None:
    saved = add_fact(memory)
    assert saved.id.startswith("f:")
    assert saved.hash
    assert saved.created_at == "2026-03-12T09:00:00Z"
    assert add_fact(memory).id != saved.id
    assert memory.facts.has(saved.id)
    assert not memory.facts.has("f:nothere")


def test_what_is_not_there_is_said(memory: Store) -> None:
    with pytest.raises(NotFound):
        memory.facts.get("f:nothere")
    assert (memory.facts.many(["f:nothere"]), memory.facts.count(), memory.facts.select()) == ([], 0, [])


def test_a_change_counts_the_revision_and_an_old_view_is_refused(memory: Store) -> None:
    saved = add_fact(memory)
    with memory.write(ACTOR) as transaction:
        changed = memory.facts.update(transaction, saved.id, rev=1, text=Clean("Use uv for everything"))
        same = memory.facts.update(transaction, saved.id, rev=2, text=changed.text)
    assert (changed.rev, changed.text, same) == (2, "Use uv for everything", changed)
    assert changed.hash != saved.hash
    with memory.write(ACTOR) as transaction, pytest.raises(Conflict):
        memory.facts.update(transaction, saved.id, rev=1, text=Clean("Use pip"))
    assert memory.facts.get(saved.id) == changed


def test_words_are_found_word_for_word(memory: Store) -> None:
    saved = add_fact(memory, a_fact("Use uv"))
    add_fact(memory, a_fact("Use uv_2"))
    assert [fact.id for fact in memory.facts.same_text("use uv.")] == [saved.id]


def test_evidence_is_kept_once_and_in_order(memory: Store) -> None:
    saved = add_fact(memory, a_fact(), said(), said("no pip please", source_id="m2"))
    with memory.write(ACTOR) as transaction:
        assert memory.facts.add_evidence(transaction, saved.id, said()) is None
        assert memory.facts.add_evidence(transaction, saved.id, said("again", session="s2")) is not None
    assert [item.quote for item in memory.facts.evidence([saved.id])[saved.id]] == ["use uv", "no pip please", "again"]
    assert memory.facts.evidence(["f:nothere"]) == {"f:nothere": []}


@pytest.mark.parametrize("role", list(Role))
def test_trust_follows_the_speaker(memory: Store, role: Role) -> None:
    """A fact is tainted by the words of anybody but the person, and a trusted one takes none of those."""
    saved = add_fact(memory, a_fact(), said(role=role))
    assert saved.tainted is (role is not Role.USER)
    trusted = add_fact(memory, a_fact("Use tabs"), said("tabs"))
    with memory.write(ACTOR) as transaction:
        added = memory.facts.add_evidence(transaction, trusted.id, Evidence(Clean("tabs!"), "s9", "m9", role=role))
    assert (added is None) is (role is not Role.USER)
    assert not memory.facts.get(trusted.id).tainted


def test_links_are_kept_once_and_seen_from_both_ends(memory: Store) -> None:
    fact, other = add_fact(memory), add_fact(memory, a_fact("Use pip"))
    with memory.write(ACTOR) as transaction:
        link = memory.facts.link(transaction, fact.id, LinkKind.CONTRADICTS, other.id)
        assert memory.facts.link(transaction, fact.id, LinkKind.CONTRADICTS, other.id) == link
    assert memory.facts.links(fact.id) == memory.facts.links(other.id) == [link]
    assert memory.facts.contradicted() == sorted([fact.id, other.id])
    with memory.write(ACTOR) as transaction:
        settled = memory.facts.settle(transaction, link)
    assert settled.kind is LinkKind.COMPATIBLE
    assert (memory.facts.links(fact.id), memory.facts.contradicted()) == ([settled], [])


def test_use_counts_recalls_and_repetitions_and_each_session_once(memory: Store) -> None:
    saved = add_fact(memory, a_fact(), said(at="2026-03-01T00:00:00Z"), said("again", "s2", at="2026-03-02T00:00:00Z"))
    memory.accesses.record([saved.id], session="s2")
    memory.accesses.record([], session="s3")
    usage = memory.facts.usage([saved.id])[saved.id]
    assert (usage.accesses, usage.sessions, usage.reinforced_at) == (2, 2, "2026-03-12T09:00:00Z")
    assert memory.facts.uses([saved.id])[saved.id] == [
        {"session": "s2", "kind": "taken up", "at": "2026-03-12T09:00:00Z"}
    ]
    assert memory.facts.usage(["f:nothere"])["f:nothere"].accesses == 0


def test_what_a_session_was_given_is_noted_once_and_is_no_use(memory: Store) -> None:
    saved = add_fact(memory, a_fact(), said())
    before = memory.facts.usage([saved.id])[saved.id]
    for session in ("s1", "s1", "s2"):
        memory.accesses.give([saved.id, "t:7", saved.id], session)
    assert memory.accesses.given("s1") == memory.accesses.given("s2") == [saved.id, "t:7"]
    assert memory.accesses.given("s3") == []
    assert memory.facts.usage([saved.id])[saved.id] == before


def test_what_was_taken_up_or_withheld_is_told_by_its_kind(memory: Store) -> None:
    saved = add_fact(memory, a_fact(), said())
    before = memory.facts.usage([saved.id])[saved.id].accesses
    memory.accesses.withhold([saved.id], "s1")
    assert memory.facts.usage([saved.id])[saved.id].accesses == before
    memory.accesses.give([saved.id], "s2")
    memory.accesses.take_up([saved.id], "s2")
    assert memory.facts.usage([saved.id])[saved.id].accesses == before + 1
    told = {kind: [found[:2] for found in memory.accesses.noted(kind)] for kind in ("withheld", "given", "taken up")}
    assert told == {"withheld": [(saved.id, "s1")], "given": [(saved.id, "s2")], "taken up": [(saved.id, "s2")]}
    assert memory.accesses.noted("given", session="s1") == []
    assert memory.accesses.noted("given", ["t:7"]) == []


def test_what_has_expired_is_named(memory: Store) -> None:
    past = add_fact(memory, a_fact(expires_at="2026-03-01T00:00:00Z"))
    add_fact(memory, a_fact("Use tabs", expires_at="2026-03-20T00:00:00Z"))
    assert memory.facts.expired("2026-03-12T00:00:00Z") == [past.id]


def test_a_listing_is_newest_first_and_bounded(memory: Store) -> None:
    ids = [add_fact(memory, a_fact(f"fact {n}", created_at=f"2026-03-0{n}T00:00:00Z")).id for n in (2, 1, 3)]
    newest_first = [ids[2], ids[0], ids[1]]
    assert (
        memory.facts.ids() == [fact.id for fact in memory.facts.select()] == list(memory.facts.texts()) == newest_first
    )
    assert memory.facts.ids(newest_first=False) == newest_first[::-1]
    assert memory.facts.ids(limit=2) == [fact.id for fact in memory.facts.select(limit=2)] == newest_first[:2]
    assert list(memory.facts.texts(limit=1).values()) == ["fact 3"]
    assert {strength_inputs.id for strength_inputs in memory.facts.strength_inputs(ids)} == set(ids)
    fact = memory.facts.get(ids[0])
    assert memory.facts.by_scope() == {(fact.project, fact.layer): newest_first}
    assert set(memory.facts.entered([ids[0], "f:nothere"])) == {ids[0]}


def test_the_facts_that_rest_on_a_message_are_found(memory: Store) -> None:
    first, second = (add_fact(memory, a_fact(text), said()) for text in ("Use uv", "Use ruff"))
    add_fact(memory, a_fact("Use pnpm"), said(session="s2"))
    with memory.write(ACTOR) as transaction:
        memory.facts.update(transaction, second.id, status=Status.ARCHIVED)
    assert [fact.id for fact in memory.facts.resting_on("s1", "m1")] == [first.id, second.id]
    assert memory.facts.resting_on("s1", "m2") == []


def test_uses_come_along_from_another_memory(memory: Store) -> None:
    saved = add_fact(memory)
    uses = [{"session": None, "kind": "search", "at": f"2026-03-{day}T09:00:00Z"} for day in ("01", "02")]
    with memory.write(ACTOR) as transaction:
        memory.facts.add_uses(transaction, saved.id, uses)
    assert memory.facts.uses([saved.id]) == {saved.id: uses}


def test_what_was_written_here_is_not_damaged(memory: Store) -> None:
    assert memory.facts.damaged([add_fact(memory).id, "f:nothere"]) == []


def test_the_values_of_a_field_are_counted(memory: Store) -> None:
    kept = add_fact(memory, a_fact("one", tags=(Clean("a"), Clean("b")), files=(Clean("x.py"),), project="p/q"))
    add_fact(memory, a_fact("two", tags=(Clean("a"),), kind=Kind.DECISION))
    add_fact(memory, a_fact("three", tags=(Clean("a"),), status=Status.ARCHIVED))
    quoted = [said(word) for word in ("first", "second")]
    with memory.write(ACTOR) as transaction:
        for quotation in quoted:
            memory.facts.add_evidence(transaction, kept.id, quotation)
    values = {field: memory.facts.values(field) for field in ("tag", "file", "project", "agent", "role", "status")}
    assert values == {
        "tag": {"a": 2, "b": 1},
        "file": {"x.py": 1},
        "project": {"p/q": 1},
        "agent": {"codex": 1},
        "role": {"user": 1},
        "status": {"active": 2, "archived": 1},
    }
    assert sum(memory.facts.values("kind").values()) == sum(memory.facts.values("layer").values()) == 2


def test_the_times_of_facts_come_newest_first(memory: Store) -> None:
    for day in ("03", "01", "02"):
        add_fact(memory, a_fact(f"on the {day}", created_at=f"2026-03-{day}T10:00:00Z"))
    add_fact(memory, a_fact("gone", status=Status.ARCHIVED))
    times = memory.facts.times()
    assert list(times) == memory.facts.ids()
    assert [at[8:10] for at in times.values()] == ["03", "02", "01"]
    assert list(memory.facts.times(limit=1)) == memory.facts.ids(limit=1)


def test_a_check_is_noted_and_can_be_taken_back(memory: Store) -> None:
    """It counts a revision, changes nothing else, and does not count where it was undone."""
    saved = add_fact(memory)
    assert memory.facts.checked(saved.id) == ""
    with memory.write(ACTOR) as transaction:
        checked = memory.facts.check(transaction, saved.id)
        with pytest.raises(NotFound):
            memory.facts.check(transaction, "f:nothere")
    assert checked == replace(saved, rev=saved.rev + 1)
    assert memory.facts.checked(saved.id) == "2026-03-12T09:00:00Z"
    undo_last(memory)
    assert (memory.facts.get(saved.id), memory.facts.checked(saved.id)) == (saved, "")


def test_what_could_stand_comes_with_why_and_with_what_keeps_it_out(memory: Store) -> None:
    """Approved and pinned first; nothing tainted, archived, past its date or of another project is among it."""
    scope = {"project": "github.com/a/b", "layer": Layer.USER_PROJECT}
    once = add_fact(memory, a_fact("Use uv", confidence=0.9, standing=True, **scope))
    pinned = add_fact(memory, a_fact("Run make check", pinned=True, **scope))
    add_fact(memory, a_fact("Use pip", confidence=0.9, standing=True, tainted=True, **scope))
    add_fact(memory, a_fact("Use poetry", confidence=0.9, standing=True, status=Status.ARCHIVED, **scope))
    add_fact(memory, a_fact("Use conda", confidence=0.9, standing=True, expires_at="2026-03-01T10:00:00Z", **scope))
    add_fact(
        memory, a_fact("Use npm", confidence=0.9, standing=True, project="github.com/c/d", layer=Layer.USER_PROJECT)
    )

    def found(budget: int, *gone: str) -> list[tuple[str, str, bool]]:
        every = memory.facts.standing("github.com/a/b", "2026-03-12T09:00:00Z", {*gone}, budget=budget, most=15)
        return [(one.id, one.why, bool(one.left)) for one in every]

    whys = (pinned.id, "you pinned it"), (once.id, f"said on {once.created_at[:10]}")
    assert found(100) == [(*whys[0], False), (*whys[1], False)]
    assert found(0) == [(*whys[0], True), (*whys[1], True)]
    assert found(100, once.id) == [(*whys[0], False), (*whys[1], True)]


def test_a_prompt_recalls_by_words_what_may_be_given_here(memory: Store) -> None:
    """At every moment what stands in the store: nothing tainted, retired or of another project, and no former words."""
    said, project = "The warehouse importer reads the Kafka topic stock-levels", "github.com/a/b"
    scope = {"project": project, "layer": Layer.USER_PROJECT}
    here = add_fact(memory, a_fact(said, **scope))
    everywhere = add_fact(memory, a_fact(f"{said} at night"))
    add_fact(memory, a_fact(f"{said} twice", tainted=True, **scope))
    add_fact(memory, a_fact(f"{said} again", status=Status.ARCHIVED, **scope))
    add_fact(memory, a_fact(f"{said} elsewhere", project="github.com/c/d", layer=Layer.USER_PROJECT))

    def found() -> set[str]:
        return {one.id for one in memory.facts.recalled("Which Kafka topic does the warehouse importer read?", project)}

    assert found() == {here.id, everywhere.id}
    with memory.write("person") as transaction:
        memory.facts.update(transaction, here.id, text=Clean("Invoices have gaps"))
        memory.facts.update(transaction, everywhere.id, project="github.com/c/d")
    assert found() == set()


def test_the_queue_is_in_the_order_of_review(memory: Store) -> None:
    fact = add_fact(memory)
    weak, many, strong, later = (
        add_candidate(memory, fact, corrections=corrections, sessions=sessions).id
        for corrections, sessions in ((0, 1), (2, 3), (2, 9), (0, 1))
    )
    assert memory.candidates.ids() == [strong, many, weak, later]
    assert [candidate.id for candidate in memory.candidates.select()] == memory.candidates.ids()


def test_a_candidate_comes_back_and_is_found_by_what_it_proposes(memory: Store) -> None:
    fact = add_fact(memory)
    candidate = add_candidate(memory, fact, fingerprint="fp", because=Clean("said twice"), corrections=2)
    assert memory.candidates.get(candidate.id) == candidate
    assert candidate.created_at == "2026-03-12T09:00:00Z"
    assert memory.candidates.of_fact(fact.id) == memory.candidates.with_fingerprint("fp") == [candidate]
    assert memory.candidates.many(["c:nothere", candidate.id]) == [candidate]
    assert memory.candidates.of_fact("f:nothere") == memory.candidates.with_fingerprint("") == []
    with pytest.raises(NotFound):
        memory.candidates.get("c:nothere")


def test_a_decision_counts_the_revision_and_an_old_view_is_refused(memory: Store) -> None:
    candidate = add_candidate(memory, add_fact(memory))
    with memory.write(ACTOR) as transaction:
        decided = memory.candidates.update(
            transaction,
            candidate.id,
            action="candidate.reject",
            rev=1,
            status=CandidateStatus.REJECTED,
            reason=Clean("no"),
        )
    assert (decided.status, decided.reason, decided.rev) == (CandidateStatus.REJECTED, "no", 2)
    with memory.write(ACTOR) as transaction, pytest.raises(Conflict):
        memory.candidates.update(
            transaction, candidate.id, action="candidate.approve", rev=1, status=CandidateStatus.APPROVED
        )
    assert memory.candidates.ids() == []
    assert memory.candidates.ids([CandidateStatus.REJECTED]) == [candidate.id]


def test_a_question_waits_only_while_both_facts_hold(memory: Store) -> None:
    fact, other = add_fact(memory), add_fact(memory, a_fact("Use pip"))
    asked = add_candidate(memory, fact, kind=CandidateKind.QUESTION, replaces=other.id)
    assert memory.candidates.ids() == [asked.id]
    with memory.write(ACTOR) as transaction:
        memory.facts.update(transaction, other.id, status=Status.ARCHIVED)
    assert memory.candidates.ids() == []
    with memory.write(ACTOR) as transaction:
        memory.facts.update(transaction, other.id, status=Status.ACTIVE)
    assert memory.candidates.ids() == [asked.id]
