"""Looking back: the log by acts, sessions with what was kept of them, days, and checks one by one."""

import pytest

from lore import actions
from lore.actions import Engine
from lore.doctor import CHECKS
from lore.errors import NotFound, UsageError
from lore.model import Status, SubjectKind, Turn
from lore.store import Store
from support.keyboard import at_app
from support.talks import talk


def told(engine: Engine) -> list[str]:
    return [actions.act_told(engine, act, width=40) for act in actions.list_acts(engine).acts]


def test_a_step_is_told_by_what_it_did_and_its_undo_by_what_it_undid(library: Store) -> None:
    engine = at_app(library)
    first, second, third = library.facts.ids()[:3]
    actions.archive(engine, [first])
    actions.archive(engine, [second, third])
    assert told(engine)[0] == "archived 2 facts"
    assert told(engine)[1].startswith("archived “")
    actions.undo(engine)
    assert told(engine)[0] == "undid the archiving of 2 facts"
    stands = [act.stands for act in actions.list_acts(engine).acts[:3]]
    assert stands == [True, False, True]


def test_a_run_is_one_act_with_everything_it_did(store: Store) -> None:
    """Its units together; a machine's by the name of its run, and a capture by what came of it."""
    from lore.model import Clean, Fact, Kind, Role, Session, Turn

    with store.write("import") as change:
        run = store.runs.start(change, "capture").id
    for name in ("one", "two"):
        with store.write("import", run) as change:
            store.sessions.put(change, Session(name, "claude-code"))
            store.sessions.add_turns(change, name, [Turn(name, "m1", Role.USER, Clean("Use uv"))])
            store.facts.add(change, Fact("", Clean(f"Use uv in {name}"), Kind.CONVENTION))
    engine = at_app(store)
    (act,) = actions.list_acts(engine).acts
    assert actions.act_told(engine, act, width=40) == "capture: 2 facts from 2 sessions"
    assert act.run == run
    assert "added 2 facts" in act.parts
    assert actions.act_events(engine, act.id) == tuple(store.audit.seqs())


def test_acts_are_narrowed_by_who_what_and_words(library: Store) -> None:
    engine = at_app(library)
    fact = library.facts.get(library.facts.ids()[0])
    actions.archive(engine, [fact.id])
    with library.write("hook") as change:
        library.facts.update(change, library.facts.ids()[0], action="fact.archive", status=Status.ARCHIVED)
    found = actions.list_acts(engine)
    assert found.actors[:2] == ("hook", "person")
    assert [act.actor for act in actions.list_acts(engine, actor="hook", limit=1).acts] == ["hook"]
    assert SubjectKind.FACT in found.kinds
    assert all(SubjectKind.LINK in act.kinds for act in actions.list_acts(engine, kind=SubjectKind.LINK).acts)
    word = fact.text.split()[1].upper()
    assert found.acts[1].id in {act.id for act in actions.list_acts(engine, words=f"{word} ARCHIVE").acts}
    assert actions.list_acts(engine, words="zzzz").acts == ()


@pytest.fixture
def engine(library: Store) -> Engine:
    talk(library)
    return at_app(library)


def test_every_session_says_how_many_facts_were_kept_of_it(engine: Engine) -> None:
    found = actions.sessions_kept(engine)
    assert {one.id for one in found.sessions} == {"4f2a91", "77c0de"}
    for one in found.sessions:
        assert found.kept[one.id] == len(actions.facts_of_session(engine, one.id)) > 0
        assert found.titles[one.id].startswith("One more thing.")
    assert [one.agent for one in actions.sessions_kept(engine, words="CODEX").sessions] == ["codex"]


def test_a_transcript_names_the_facts_of_each_message(engine: Engine) -> None:
    found = actions.transcript(engine, "4f2a")
    said = {step.source_id: step.text for step in found.steps if isinstance(step, Turn)}
    assert found.kept
    for message, kept in found.kept.items():
        assert all(one.quote in said[message] for one in kept)
    with pytest.raises(NotFound):
        actions.transcript(engine, "nobody")


def test_days_are_counted_and_shown(engine: Engine) -> None:
    facts = engine.store.facts.select()
    day = facts[0].created_at[:10]
    today = "2026-03-12"
    actions.archive(engine, [facts[0].id])
    counted = actions.count_days(engine, "2025-03-13", today).days
    assert counted[day].learnt == sum(fact.created_at.startswith(day) for fact in engine.store.facts.select()) + 1
    assert counted[today].forgotten == 1
    assert "2025-07-01" not in counted
    assert actions.show_day(engine, day).facts[-1].id in {fact.id for fact in facts}
    assert actions.show_day(engine, today).acts[0].actor == "person"
    with pytest.raises(UsageError):
        actions.show_day(engine, "yesterday")


def test_every_result_is_heard_in_order_and_is_the_report(library: Store) -> None:
    engine = at_app(library)
    heard: list[actions.Result] = []
    done = actions.examine_each(engine, heard.append)
    assert tuple(heard) == done.report.results
    assert [one.check.id for one in heard] == [check.id for check in actions.list_checks(engine).checks]
    assert [check.id for check in CHECKS] == [one.check.id for one in heard]
