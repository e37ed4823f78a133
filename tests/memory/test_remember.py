"""How facts enter: once, newest wins, and a person's word stands."""

import pytest

from lore.history import undo_last
from lore.memory import Action, Outcome, remember
from lore.memory.editing import NewFact, add_fact, archive, pin
from lore.model import CandidateStatus, Clean, Evidence, Fact, Kind, LinkKind, Role, Status, Tier
from lore.store import FactFilter, Store
from support.person import me, reject

DAY = "2026-03-{:02d}T10:00:00Z"


def say(
    store: Store,
    text: str,
    *,
    day: int,
    role: Role = Role.USER,
    session: str | None = None,
    kind: Kind = Kind.CONVENTION,
    project: str | None = "web",
) -> Outcome:
    at = DAY.format(day)
    evidence = Evidence(Clean(text), session=session or f"s{day}", source_id=f"m{day}", role=role, at=at)
    with store.write("hook") as transaction:
        return remember(store, transaction, Fact("", Clean(text), kind, project=project, created_at=at), [evidence])


def test_the_same_words_of_another_session_reinforce(store: Store) -> None:
    first = say(store, "Use pnpm.", day=1)
    again = say(store, "use PNPM", day=2)
    assert (first.action, again.action) == (Action.ADDED, Action.REINFORCED)
    assert again.fact.id == first.fact.id
    assert store.facts.usage([first.fact.id])[first.fact.id].sessions == 2
    assert store.facts.count() == 1


def test_the_same_message_again_writes_nothing(store: Store) -> None:
    say(store, "Use pnpm", day=1)
    events = store.audit.count()
    assert say(store, "Use pnpm", day=1).action is Action.KNOWN
    assert store.audit.count() == events


def test_the_newer_of_two_contradicting_facts_wins(store: Store) -> None:
    old = say(store, "Use npm", day=1)
    new = say(store, "Use pnpm instead of npm", day=2)
    assert new.action is Action.SUPERSEDED
    assert store.facts.get(old.fact.id).status is Status.SUPERSEDED
    link = store.facts.links(old.fact.id)[0]
    assert (link.source, link.kind, link.target) == (new.fact.id, LinkKind.SUPERSEDES, old.fact.id)


def test_the_order_of_reading_does_not_matter(store: Store) -> None:
    new = say(store, "Use pnpm instead of npm", day=9)
    old = say(store, "Use npm", day=1)
    assert (old.fact.status, old.retired) == (Status.SUPERSEDED, (old.fact.id,))
    assert [fact.id for fact in store.facts.select()] == [new.fact.id]


def test_what_is_said_again_after_it_was_replaced_is_news(store: Store) -> None:
    """npm, then pnpm, then npm again: the last word counts."""
    say(store, "Use npm", day=1)
    say(store, "Use pnpm instead of npm", day=2)
    back = say(store, "Use npm instead of pnpm", day=3)
    assert back.action is Action.SUPERSEDED
    assert [fact.text for fact in store.facts.select()] == ["Use npm instead of pnpm"]


def test_your_own_newer_words_replace_what_you_saved(store: Store) -> None:
    mine = add_fact(store, NewFact("Use npm", Kind.CONVENTION, project="web"))
    outcome = say(store, "Use pnpm instead of npm", day=20)
    assert (outcome.action, outcome.retired) == (Action.SUPERSEDED, (mine.fact.id,))
    undo_last(store)
    assert [fact.id for fact in store.facts.select()] == [mine.fact.id]


def test_a_machine_never_replaces_what_a_person_approved(store: Store) -> None:
    """The contradicting fact waits in the queue and names what it would replace."""
    mine = add_fact(store, NewFact("Use npm", Kind.CONVENTION, project="web"))
    pin(store, [mine.fact.id], by=me())
    outcome = say(store, "Use pnpm instead of npm", day=20)
    assert outcome.action is Action.HELD
    assert outcome.fact.status is Status.PENDING
    assert store.facts.get(mine.fact.id).status is Status.ACTIVE
    (waiting,) = store.candidates.select()
    assert (waiting.fact, waiting.replaces) == (outcome.fact.id, mine.fact.id)


def test_an_agent_never_replaces_what_a_person_said(store: Store) -> None:
    outcome = say(store, "Use npm", day=1)
    claimed = say(store, "Use pnpm instead of npm", day=2, role=Role.ASSISTANT)
    assert store.facts.get(outcome.fact.id).status is Status.ACTIVE
    assert claimed.disputed == (outcome.fact.id,)
    assert [link.kind for link in store.facts.links(claimed.fact.id)] == [LinkKind.CONTRADICTS]


@pytest.mark.parametrize("role", [Role.TOOL, Role.FILE, Role.IMPORT, Role.WEB])
def test_untrusted_text_neither_replaces_nor_strengthens_what_a_person_said(store: Store, role: Role) -> None:
    outcome = say(store, "Use npm", day=1)
    before = store.facts.get(outcome.fact.id), store.facts.usage([outcome.fact.id])
    assert say(store, "Use npm", day=2, role=role).action is Action.KNOWN
    assert say(store, "Use pnpm instead of npm", day=3, role=role).fact.tainted
    assert (store.facts.get(outcome.fact.id), store.facts.usage([outcome.fact.id])) == before


def test_what_a_person_says_is_not_tainted_by_a_file_that_said_it_first(store: Store) -> None:
    read = say(store, "Use npm", day=1, role=Role.FILE)
    outcome = say(store, "Use npm", day=2)
    assert read.fact.tainted
    assert not outcome.fact.tainted
    assert {item.role for item in store.facts.evidence([outcome.fact.id])[outcome.fact.id]} == {Role.USER}


def test_what_faded_comes_back_when_it_is_said_again_unless_a_person_put_it_away(store: Store) -> None:
    faded = say(store, "Use npm", day=1)
    archive(store, [faded.fact.id], actor="consolidation")
    assert say(store, "Use npm", day=2).fact.status is Status.ACTIVE
    archive(store, [faded.fact.id])
    assert say(store, "Use npm", day=3).fact.status is Status.ARCHIVED
    assert add_fact(store, NewFact("Use npm", project="web")).fact.status is Status.ACTIVE


def test_projects_do_not_contradict_each_other(store: Store) -> None:
    say(store, "Use npm", day=1, project="web")
    say(store, "Use pnpm instead of npm", day=2, project="api")
    assert store.facts.count(FactFilter()) == 2


def test_no_candidate_returns_after_it_was_rejected(store: Store) -> None:
    pin(store, [add_fact(store, NewFact("Use npm", Kind.CONVENTION, project="web")).fact.id], by=me())
    say(store, "Use pnpm instead of npm", day=20)
    reject(store, store.candidates.ids(), reason="we stay with npm")
    say(store, "Use pnpm instead of npm", day=21)
    assert store.candidates.ids() == []
    assert len(store.candidates.select((CandidateStatus.REJECTED,))) == 1


def test_what_an_agent_saves_is_weaker_than_what_a_person_saves(store: Store) -> None:
    """It is a tainted episode in the agent's own words: it replaces nothing a person said, and stands beside it."""
    mine = add_fact(store, NewFact("Use npm", Kind.CONVENTION, project="web")).fact
    claimed = add_fact(store, NewFact("Use pnpm instead of npm", Kind.CONVENTION, project="web"), actor="agent:codex")
    assert (claimed.action, claimed.disputed, claimed.fact.tainted) == (Action.ADDED, (mine.id,), True)
    assert (claimed.fact.tier, mine.tier) == (Tier.EPISODIC, Tier.SEMANTIC)
    assert (claimed.fact.tainted, mine.tainted) == (True, False)
    (evidence,) = store.facts.evidence([claimed.fact.id])[claimed.fact.id]
    assert (evidence.role, evidence.agent) == (Role.ASSISTANT, "codex")
    assert store.facts.get(mine.id).status is Status.ACTIVE
