"""The log by acts: what one undo takes back is one line."""

from lore import actions
from lore.actions import Engine
from lore.model import Status, SubjectKind
from lore.store import Store
from support.keyboard import at_app


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
