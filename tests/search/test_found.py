"""What is found and how it is shown: fields of facts, a place for the fact that answers, words or meaning, kinds."""

import json
from typing import Any

import pytest

from lore import clock
from lore.cli.program import run
from lore.embedding import bundled_embedder
from lore.index import embed_pending
from lore.intake import clean
from lore.memory.entering import supersede
from lore.model import Clean, Event, EventKind, Fact, FoundBy, Hit, Kind, PassageType, Role, Session, Status, Turn
from lore.presence import deciding
from lore.search import Searcher, SearchRequest
from lore.store import Store
from support.searching import find, save, say, search, texts

FIELDS: dict[str, Any] = {
    "tags": (clean("zanzibar"),),
    "files": (clean("deploy/zanzibar.toml"),),
    "concepts": (clean("zanzibar rollout"),),
    "problem": clean("the zanzibar host times out"),
    "solution": clean("restart zanzibar first"),
    "because": clean("zanzibar is slow"),
}
FACT = "The uploads queue is BullMQ on Redis"


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_is_found_and_embedded_with_its_fact(store: Store, field: str) -> None:
    """By its words at once, and by its meaning; the text alone stays the first vector, which facts are compared by."""
    embedder = bundled_embedder(store.folder)
    fact = save(store, "Deploys wait ten minutes", **{field: FIELDS[field]})
    save(store, "Indent with tabs")
    first, *_ = find(store, "zanzibar")
    assert (first.passage.id, first.by) == (fact.id, FoundBy.WORDS)
    embed_pending(store, embedder)
    assert [row.part for row in store.vectors.of([fact.id], embedder.name)] == [0, 1]
    assert [*store.vectors.missing(embedder.name)] == []


def test_a_field_that_the_text_holds_counts_once(store: Store) -> None:
    fact = save(store, "Keep deploy/zanzibar.toml sorted", files=FIELDS["files"], tags=FIELDS["tags"])
    assert fact.details == ()
    assert store.passages.many([fact.id])[fact.id].searched == fact.text


@pytest.mark.parametrize("field", FIELDS)
def test_a_changed_field_is_embedded_anew(store: Store, field: str) -> None:
    embedder = bundled_embedder(store.folder)
    fact = save(store, "Deploys wait ten minutes")
    embed_pending(store, embedder)
    with store.write("person") as transaction:
        store.facts.update(transaction, fact.id, **{field: FIELDS[field]})
    assert [*store.vectors.missing(embedder.name)] == [[fact.id]]
    assert embed_pending(store, embedder).complete
    assert [*store.vectors.missing(embedder.name)] == []


TALK = [
    "Where does the uploads queue run, is it BullMQ on Redis?",
    "The uploads queue runs in the worker; BullMQ talks to Redis there.",
    "And does the uploads queue retry on Redis errors with BullMQ?",
    "Yes, the uploads queue retries: BullMQ reconnects to Redis.",
    "Show me the uploads queue of BullMQ on Redis then.",
    "Here is the uploads queue: BullMQ, with Redis behind it.",
]


def first_fact(hits: tuple[Hit, ...]) -> int | None:
    return next((place for place, hit in enumerate(hits) if hit.passage.type is PassageType.FACT), None)


@pytest.mark.parametrize("question", ["uploads queue BullMQ Redis", "what is the uploads queue?", "where is BullMQ?"])
def test_a_fact_that_answers_is_among_the_first_three(store: Store, question: str) -> None:
    """Messages that talk about the same at length borrow from each other; the fact says it in one line."""
    for number in range(4):
        say(store, f"s{number}", TALK)
    save(store, FACT)
    hits = find(store, question, "all")
    place = first_fact(hits)
    assert place is not None
    assert place < 3
    assert all(abs(sum(hit.explain.values()) - hit.score) < 1e-3 for hit in hits)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize("question", ["uploads queue BullMQ Redis", "does the uploads queue retry on Redis errors?"])
@pytest.mark.parametrize("other", ["Indent with tabs", "Redis runs in the staging cluster", "The queue of the office"])
def test_no_fact_is_put_first_that_does_not_answer(store: Store, question: str, other: str) -> None:
    for number in range(4):
        say(store, f"s{number}", TALK)
    save(store, other)
    hits = find(store, question, "all")
    assert all(hit.explain.get("answer", 0) == 0 for hit in hits)
    assert first_fact(hits[:3]) is None


WORK = "Let me explore the retry logic of the importer."
REPORT = "The retry logic of the importer waits two seconds."


def converse(store: Store, session: str, *turns: tuple[Role, str]) -> None:
    with store.write("import") as transaction:
        store.sessions.put(transaction, Session(session, "lore"))
        said = [Turn(session, f"{session}-{n}", role, clean(text)) for n, (role, text) in enumerate(turns)]
        store.sessions.add_turns(transaction, session, said)
        store.sessions.add_events(
            transaction, session, [Event(session, f"{session}-e", EventKind.TOOL_CALL, clean("Read importer.py"))]
        )


@pytest.mark.parametrize("follows", [Role.ASSISTANT, Role.TOOL, Role.USER, None])
def test_what_an_agent_says_before_it_goes_on_ranks_lower(store: Store, follows: Role | None) -> None:
    """By its place alone, whatever its words: before work it announces, at the end of the work it reports."""
    after = [] if follows is None else [(follows, "Done with that.")]
    converse(store, "s", (Role.USER, "What is slow?"), (Role.ASSISTANT, WORK), *after)
    (hit,) = (hit for hit in find(store, "retry logic importer", "turns") if hit.passage.text == WORK)
    assert (hit.explain.get("announcement", 0) < 0) == (follows in (Role.ASSISTANT, Role.TOOL))


def test_a_report_comes_before_the_announcement_of_the_same_work(store: Store) -> None:
    converse(store, "s", (Role.USER, "Look please"), (Role.ASSISTANT, WORK), (Role.ASSISTANT, REPORT))
    found = texts(find(store, "retry logic of the importer", "turns"))
    assert found.index(REPORT) < found.index(WORK)


def test_a_person_announces_nothing(store: Store) -> None:
    converse(store, "s", (Role.USER, WORK), (Role.ASSISTANT, "Yes."), (Role.ASSISTANT, REPORT))
    hits = [hit for hit in find(store, "explore retry logic", "turns") if hit.passage.role == Role.USER]
    assert [hit.explain.get("announcement", 0) for hit in hits] == [0]


@pytest.mark.parametrize("command", ["search queue", "by-date today queue"])
@pytest.mark.parametrize("kinds", [(Kind.DECISION,), (Kind.DECISION, Kind.LESSON)])
def test_every_search_takes_kinds(
    store: Store, capsys: pytest.CaptureFixture[str], command: str, kinds: tuple[Kind, ...]
) -> None:
    for kind in (Kind.DECISION, Kind.LESSON, Kind.NOTE):
        save(store, f"The queue of {kind.value}", kind)
    say(store, "s", ["What of the queue?"])
    options = [word for kind in kinds for word in ("--kind", kind.value)]
    run([*command.split(), *options, "--json"])
    assert {hit["kind"] for hit in json.loads(capsys.readouterr().out)["hits"]} == {kind.value for kind in kinds}


ONLY_NEAR = "nothing holds these words: what is shown is near in meaning"


@pytest.mark.parametrize(
    ("query", "by", "note"),
    [("postgres", FoundBy.WORDS, False), ("relational database engine", FoundBy.MEANING, True), ("", None, False)],
)
def test_a_hit_says_whether_it_holds_the_words(
    store: Store, capsys: pytest.CaptureFixture[str], query: str, by: FoundBy | None, note: bool
) -> None:
    save(store, "Postgres keeps the orders")
    answer = search(store, SearchRequest(query))
    assert [hit.by for hit in answer.hits] == [by]
    assert (ONLY_NEAR in answer.notes) == note
    run(["search", *(query.split() or ["in:facts"]), "--in", "facts", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert [hit["by"] for hit in found["hits"]] == [by.value if by else None]
    assert [hit["short"] for hit in found["hits"]] == ["Postgres keeps the orders"]
    run(["search", *(query.split() or ["in:facts"]), "--in", "facts"])
    assert ("~" in capsys.readouterr().out) == (by is FoundBy.MEANING)


def test_an_answer_to_a_symptom_is_found_though_it_shares_no_word(store: Store) -> None:
    for number in range(150):
        say(store, f"other{number}", [f"Rename column {number} of the sales report", "Noted."])
    symptom = "Our retrier runs past the rate limit window of the upstream and we do not know where it should stop"
    say(store, "s", [symptom, "How many fit?", "Hard to say.", "Try it.", "Seven. Eight trips it."])
    embed_pending(store, bundled_embedder(store.folder))
    found = texts(find(store, symptom, "turns", limit=10))
    assert "Seven. Eight trips it." in found


@pytest.mark.parametrize("sign", ["🚀", "→", "✅", "⚠️"])
def test_a_lone_sign_is_found_before_what_is_near_to_nothing(store: Store, sign: str) -> None:
    marked = save(store, f"Deploys are marked with {sign} in the channel")
    save(store, "Other")
    assert texts(find(store, sign))[0] == marked.text


OLD = "The billing importer retries three times with exponential backoff"


@pytest.fixture
def faded(store: Store, monkeypatch: pytest.MonkeyPatch) -> Fact:
    monkeypatch.setenv("LORE_NOW", "2024-01-01T09:00:00Z")
    fact = added(store, OLD)
    archived(store, fact)
    monkeypatch.setenv("LORE_NOW", "2026-03-12T09:00:00Z")
    return fact


def added(store: Store, text: str) -> Fact:
    with store.write("hook") as transaction:
        fact = Fact("", Clean(text), Kind.NOTE, project="shop", created_at=clock.now())
        return store.facts.add(transaction, fact)


def archived(store: Store, fact: Fact) -> None:
    with store.write("consolidation") as transaction:
        store.facts.update(transaction, fact.id, action="fact.archive", status=Status.ARCHIVED)


def found(store: Store, query: str, limit: int = 10) -> tuple[Hit, ...]:
    return Searcher(store).search(SearchRequest(query, limit=limit)).hits


def test_a_strong_cue_finds_what_had_faded_and_says_so(store: Store, faded: Fact) -> None:
    (hit,) = found(store, "billing importer exponential backoff")
    assert (hit.passage.id, hit.passage.status) == (faded.id, "archived")
    assert hit.doubt == "it had faded, for nobody said or used it since 2024-01-01"
    assert hit.score == pytest.approx(sum(hit.explain.values()))


@pytest.mark.parametrize("query", ["billing", "importer of customers from Italy", "retry policy of the mail worker"])
def test_a_weak_cue_does_not(store: Store, faded: Fact, query: str) -> None:
    assert found(store, query) == ()


def test_it_takes_the_place_of_what_holds_less_of_the_query_alone(store: Store, faded: Fact) -> None:
    others = [added(store, f"The importer of shop {number} runs at night") for number in range(3)]
    hits = found(store, "billing importer exponential backoff", limit=2)
    names = {hit.passage.id for hit in hits}
    assert len(names) == 2 and faded.id in names
    assert names - {faded.id} <= {fact.id for fact in others}
    same = added(store, OLD)
    assert [hit.passage.id for hit in found(store, "billing importer exponential backoff", limit=1)] == [same.id]


def test_what_was_put_away_otherwise_stays_away(store: Store, faded: Fact) -> None:
    """By a person, or because another fact took its place; and what somebody asks for by its state is as it was."""
    query = "billing importer exponential backoff"
    assert [hit.passage.id for hit in found(store, f"{query} status:archived")] == [faded.id]
    newer = added(store, "Nothing is retried any more")
    with store.write("consolidation") as transaction:
        supersede(store, transaction, faded.id, newer.id)
        store.facts.update(transaction, faded.id, action="fact.archive", status=Status.ARCHIVED)
    assert faded.id not in {hit.passage.id for hit in found(store, query)}


def test_what_a_person_archived_stays_away(store: Store, faded: Fact) -> None:
    person = deciding("test", yes=True)
    assert person
    with store.write("hook") as transaction:
        store.facts.update(transaction, faded.id, action="fact.restore", status=Status.ACTIVE)
    with store.write(person) as transaction:
        store.facts.update(transaction, faded.id, action="fact.archive", status=Status.ARCHIVED)
    assert found(store, "billing importer exponential backoff") == ()
