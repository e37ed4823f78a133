"""What is retrieved is compared with what is said now; what that contradicts is marked until somebody answers."""

from dataclasses import replace
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.context import session_start
from lore.errors import NeedsPerson
from lore.history import sentence
from lore.memory import may_be_outdated, open_doubts
from lore.memory.editing import NewFact, add_fact, edit_fact
from lore.memory.outdated import contradicted_by
from lore.model import Clean, Fact, Kind, Role, Session, Turn
from lore.presence import asked_by_agent, deciding
from lore.store import Store

RULE = "Use npm for all packages of the shop"
SAID = "We switched from npm to pnpm. Add zod to the shop."


@pytest.fixture
def engine(store: Store, tmp_path: Path) -> Engine:
    return Engine(store, person=deciding("test", yes=True), folder=tmp_path)


def rule(store: Store, text: str = RULE) -> Fact:
    return add_fact(store, NewFact(text, Kind.CONVENTION, project="shop")).fact


def doubted(store: Store, fact: Fact, monkeypatch: pytest.MonkeyPatch, at: str = "2026-04-01T09:00:00Z") -> None:
    monkeypatch.setenv("LORE_NOW", at)
    with store.write("import") as transaction:
        store.sessions.put(transaction, Session("s9", "claude-code", "shop"))
        store.sessions.add_turns(transaction, "s9", [Turn("s9", "m1", Role.USER, Clean(SAID), at)])
    store.accesses.doubt([fact.id], "s9")


@pytest.mark.parametrize(
    ("context", "fact", "expected"),
    [
        (SAID, RULE, "We switched from npm to pnpm."),
        ("We no longer use npm.", RULE, "We no longer use npm."),
        ("Use pnpm instead of npm", RULE, "Use pnpm instead of npm"),
        ("We dropped npm last week", RULE, "We dropped npm last week"),
        ("npm was replaced by bun", RULE, "npm was replaced by bun"),
        ("We don't use npm anymore, only bun", RULE, "We don't use npm anymore, only bun"),
        ("We moved from Jenkins to GitHub Actions", RULE, None),
        ("We use npm rather than pnpm", RULE, None),
        ("Use npm, not pnpm", RULE, None),
        ("npm", RULE, None),
        ("pnpm OR npm", RULE, None),
        ("npm ERR! code ENOENT: packages of the shop", RULE, None),
        ("npm install --workspace shop", RULE, None),
        ("The API listens on port 9000. Check it.", "The API listens on port 8080", None),
        ("Should we use pnpm instead of npm for the packages of the shop?", RULE, None),
        ("Just this time use pnpm instead of npm for the packages of the shop", RULE, None),
        ("Add zod to the packages of the shop", RULE, None),
        ("The worker listens on port 9000", "The API listens on port 8080", None),
        ("", RULE, None),
    ],
)  # fmt: skip
def test_only_a_statement_that_gives_something_up_in_so_many_words_marks_a_fact(
    context: str, fact: str, expected: str | None
) -> None:
    assert contradicted_by(context, fact) == expected


def test_a_search_marks_what_the_words_of_now_contradict(engine: Engine) -> None:
    fact, other = rule(engine.store), rule(engine.store, "The shop ships its packages on Mondays")
    found = actions.search(engine, "packages of the shop", context=SAID)
    doubts = {hit.passage.id: hit.doubt for hit in found.hits}
    assert doubts == {fact.id: "now it is said “We switched from npm to pnpm.”", other.id: None}
    assert engine.store.facts.get(fact.id) == fact


@pytest.mark.parametrize(
    "query", ["npm", "We switched from npm to pnpm", "use pnpm instead of npm", "npm packages -pnpm"]
)
def test_words_that_look_something_up_mark_nothing(engine: Engine, query: str) -> None:
    """Whoever searches states nothing, however the query reads."""
    rule(engine.store)
    assert [hit.doubt for hit in actions.search(engine, query).hits] == [None]


def test_a_doubt_stands_until_somebody_answers(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands in what the next session is given, with the words that contradict it in `lore show`."""
    fact = rule(store)
    doubted(store, fact, monkeypatch)
    (doubt,) = open_doubts(store, [fact.id])[fact.id]
    assert (doubt.session, doubt.words) == ("s9", "We switched from npm to pnpm.")
    (item,) = session_start(store, "shop", budget=1_000).items
    assert "may be outdated: otherwise was said on 2026-04-01" in item.line
    monkeypatch.setenv("LORE_NOW", "2026-04-02T09:00:00Z")
    edit_fact(store, Fact(**{**{name: getattr(fact, name) for name in Fact.__dataclass_fields__}, "text": "Use pnpm"}))
    assert open_doubts(store, [fact.id]) == {}


def of_agent(store: Store, text: str = RULE) -> Fact:
    return add_fact(store, NewFact(text, Kind.CONVENTION, project="shop"), actor="agent:codex").fact


@pytest.mark.parametrize("others", [False, True], ids=["yours alone", "with one of the agent's"])
def test_an_agent_confirms_nothing_that_a_person_stands_behind(
    others: bool, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All or none: beside a fact of yours its own one stays doubted too."""
    facts = [*([of_agent(engine.store, "Use npm in the docs of the shop")] if others else []), rule(engine.store)]
    for fact in facts:
        doubted(engine.store, fact, monkeypatch)
    events = engine.store.audit.count()
    with asked_by_agent("codex"), pytest.raises(NeedsPerson, match="a person stands behind"):
        actions.confirm(engine, [fact.id for fact in facts])
    assert set(may_be_outdated(engine.store, facts)) == {fact.id for fact in facts}
    assert engine.store.audit.count() == events


def test_a_person_confirms_and_strengthens_an_agent_only_takes_the_mark_away(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, facts = engine.store, [rule(engine.store), of_agent(engine.store, "Use npm in the docs of the shop")]
    for fact in facts:
        doubted(store, fact, monkeypatch)
    before = store.facts.usage([fact.id for fact in facts])
    monkeypatch.setenv("LORE_NOW", "2026-04-02T09:00:00Z")
    with asked_by_agent("codex"):
        actions.confirm(engine, [facts[1].id])
    actions.confirm(engine, [facts[0].id])
    assert may_be_outdated(store, facts) == {}
    after = store.facts.usage([fact.id for fact in facts])
    assert after[facts[0].id].accesses == before[facts[0].id].accesses + 1
    assert after[facts[1].id] == before[facts[1].id]
    actions.undo(engine, agreed=True)
    assert set(may_be_outdated(store, facts)) == {facts[0].id}


def test_what_an_agent_says_still_holds_stands_in_the_log_and_can_be_undone(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With who said it; the fact is what it was. An undo brings the doubt back, a redo takes it away again."""
    store, fact = engine.store, of_agent(engine.store)
    doubted(store, fact, monkeypatch)
    monkeypatch.setenv("LORE_NOW", "2026-04-02T09:00:00Z")
    with asked_by_agent("codex"):
        actions.confirm(engine, [fact.id])
    (event, *_) = store.audit.select(subject=fact.id)
    assert (event.actor, event.action) == ("agent:codex", "fact.check")
    assert sentence(event) == f"says that it still holds: “{fact.text}”"
    assert replace(store.facts.get(fact.id), rev=fact.rev) == fact
    assert may_be_outdated(store, [fact]) == {}
    actions.undo(engine, agreed=True)
    assert set(may_be_outdated(store, [fact])) == {fact.id}
    actions.redo(engine)
    assert may_be_outdated(store, [fact]) == {}
