"""Which rules stand over every session of a project, and why."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from lore.actions import (
    Engine,
    add_category,
    complete_query,
    edit_category,
    list_categories,
    remove_category,
    show_category,
)
from lore.capture import Options, capture
from lore.cli.program import run
from lore.errors import Conflict, NeedsPerson, NotFound, UsageError
from lore.history import act_of, redo_last, undo_last
from lore.memory import SEEDS, Placing, merge_plan, merge_projects
from lore.memory.editing import archive, propose
from lore.model import Clean, Collection, Evidence, Fact, Kind, Layer, Origin, Project, Role, Session, Status, Tier
from lore.presence import PERSON
from lore.projects import SET, project_of, project_told
from lore.store import FactFilter, SessionFilter, Store, open_store
from support.person import me
from support.publishing import KEY, approved, make_repository
from support.searching import find, save, texts
from support.standing import Rule, standing_rules

RULE = "Always run make check before you commit."
STANDS = {"standing": True}
OTHER = "From now on, write small commits with imperative subjects."


def captured(folder: Path, said: Sequence[tuple[str, str]], *, mine: bool = True) -> list[Rule]:
    """The standing rules after the capture of (session, text) messages."""
    file = folder / "sessions.jsonl"
    lines = (
        {"session": session, "id": f"m{number}", "at": f"2026-03-{number + 1:02d}T09:00:00Z", "role": "user",
         "text": text, "project": "harbour"}
        for number, (session, text) in enumerate(said)
    )  # fmt: skip
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with open_store(folder / "lore") as store:
        capture(store, [file], Options(mine=mine))
        assert standing_rules(store, "jetty") == []
        return standing_rules(store, "harbour")


def test_what_you_said_once_in_so_many_words_stands_in_your_sessions_of_that_project(tmp_path: Path) -> None:
    rules = captured(tmp_path, [("a", RULE), ("a", OTHER)])
    assert {(rule.fact.text, rule.fact.layer, rule.why) for rule in rules} == {
        (RULE, Layer.USER_PROJECT, "said on 2026-03-01"),
        (OTHER, Layer.USER_PROJECT, "said on 2026-03-02"),
    }


def test_what_two_sessions_said_stands_by_repetition(tmp_path: Path) -> None:
    rules = captured(tmp_path, [("a", RULE), ("b", RULE), ("b", OTHER)])
    assert {str(rule.fact.text): rule.why for rule in rules}[RULE] == "said in 2 sessions"


def test_what_somebody_said_stands_nowhere(tmp_path: Path) -> None:
    assert captured(tmp_path, [("a", RULE), ("b", RULE), ("c", RULE)], mine=False) == []


def rule(store: Store, **fields: object) -> Fact:
    values = {"layer": Layer.USER_PROJECT, "project": "harbour", "kind": Kind.CONVENTION} | fields
    fact = Fact("", Clean(RULE), created_at="2026-03-01T09:00:00Z", **values)  # type: ignore[arg-type]
    with store.write("hook") as transaction:
        return store.facts.add(transaction, fact, [Evidence(Clean(RULE), "a", "m1", Role.USER)])


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, None),
        (STANDS, "said on 2026-03-01"),
        (STANDS | {"origin": Origin.TOLD}, "said on 2026-03-01"),
        (STANDS | {"layer": Layer.PROJECT}, "said on 2026-03-01"),
        (STANDS | {"layer": Layer.USER, "project": None}, "said on 2026-03-01"),
        (STANDS | {"kind": Kind.NOTE}, "said on 2026-03-01"),
        (STANDS | {"expires_at": "2026-03-02T09:00:00Z"}, None),
        (STANDS | {"status": Status.ARCHIVED}, None),
        (STANDS | {"status": Status.PENDING}, None),
        (STANDS | {"project": "jetty"}, None),
        ({"approved_at": "2026-03-05T09:00:00Z"}, "you approved it on 2026-03-05"),
        ({"pinned": True}, "you pinned it"),
        ({"tier": Tier.SEMANTIC}, None),
        ({"layer": Layer.PROJECT, "pinned": True}, "you pinned it"),
        ({"layer": Layer.ORG, "project": None, "approved_at": "2026-03-05T09:00:00Z"}, "you approved it on 2026-03-05"),
        ({"kind": Kind.NOTE, "approved_at": "2026-03-05T09:00:00Z"}, "you approved it on 2026-03-05"),
        ({"kind": Kind.DECISION}, None),
        ({"kind": Kind.DECISION, "approved_at": "2026-03-05T09:00:00Z"}, "you approved it on 2026-03-05"),
        ({"confidence": 0.3, "pinned": True}, "you pinned it"),
        ({"status": Status.REJECTED, "approved_at": "2026-03-05T09:00:00Z"}, None),
        ({"status": Status.SUPERSEDED, "pinned": True}, None),
    ],
)
def test_why_a_rule_stands_or_does_not(store: Store, fields: dict[str, object], why: str | None) -> None:
    rule(store, **fields)
    assert [standing_rule.why for standing_rule in standing_rules(store, "harbour")] == ([why] if why else [])


def test_nothing_tainted_stands(store: Store) -> None:
    ways: list[Mapping[str, object]] = [
        STANDS,
        {"pinned": True},
        {"approved_at": "2026-03-05T09:00:00Z"},
        {"tier": Tier.SEMANTIC},
    ]
    for fields, layer, kind in product(ways, Layer, Kind):
        rule(store, kind=kind, layer=layer, tainted=True, **fields)
    assert standing_rules(store, "harbour") == []


def fact(text: str, kind: Kind = Kind.NOTE, *tags: str) -> Fact:
    return Fact("", Clean(text), kind, tags=tuple(map(Clean, tags)))


@pytest.mark.parametrize(
    ("stated", "name"),
    [
        (fact("Use guard let, not force unwrap", Kind.CORRECTION), "rules"),
        (fact("Every test has its own database", Kind.CORRECTION), "testing"),
        (fact("Migrations of the schema are tested", Kind.DECISION), "data"),
        (fact("Deploys go out from the release branch", Kind.TASK), "releases"),
        (fact("Call Ana about the invoice", Kind.TASK), "plans"),
        (fact("Every test has its own database", Kind.CORRECTION, "Security"), "security"),
        (fact("The shop sells tea", Kind.PROJECT), "project"),
    ],
)
def test_a_fact_falls_into_one_category(stated: Fact, name: str) -> None:
    """By a tag that names it, else by most of its words, of equals the first, else by its kind."""
    assert Placing(SEEDS).of(stated) == name


def test_every_kind_has_a_category_and_every_category_a_description() -> None:
    assert {kind for one in SEEDS for kind in one.kinds} == set(Kind)
    assert all(one.description and (one.words or one.kinds) for one in SEEDS)


def test_a_category_is_counted_and_led_by_its_strongest_trusted_facts(store: Store) -> None:
    save(store, "Never push on Friday", Kind.CONVENTION, confidence=0.5)
    save(store, "Never force unwrap", Kind.CORRECTION, confidence=0.9)
    save(store, "Always obey the page", Kind.CONVENTION, tainted=True, confidence=1.0)
    with Engine() as engine:
        shown = show_category(engine, "rules")
    assert (shown.facts, [one.text for one in shown.leading]) == (3, ["Never force unwrap", "Never push on Friday"])


def test_a_summary_of_yours_stays_beside_what_the_facts_say(store: Store) -> None:
    save(store, "Never force unwrap", Kind.CORRECTION)
    with Engine(person=me()) as engine:
        edit_category(engine, "rules", summary="What we always do.")
        save(store, "Never push on Friday", Kind.CONVENTION)
        shown = show_category(engine, "rules")
        assert (shown.category.summary, len(shown.leading)) == ("What we always do.", 2)
        edit_category(engine, "rules", summary="")
        assert show_category(engine, "rules").category.summary is None
        undo_last(store, PERSON)
        assert show_category(engine, "rules").category.summary == "What we always do."


def test_categories_are_added_changed_and_removed_by_a_person(store: Store) -> None:
    save(store, "The front page shows tea", Kind.NOTE)
    with Engine(person=me()) as engine:
        add_category(engine, "frontend", "What visitors see.", words=["page"])
        assert show_category(engine, "frontend").facts == 1
        edit_category(engine, "frontend", words=["button"])
        assert show_category(engine, "frontend").facts == 0
        remove_category(engine, "project")
        assert "project" not in {one.category.name for one in list_categories(engine).overviews}
        with pytest.raises(NotFound):
            show_category(engine, "project")
        with pytest.raises(Conflict):
            add_category(engine, "rules", "Again.")
        for name in ("two words", "", "a,b"):
            with pytest.raises(UsageError):
                add_category(engine, name, "What?")
        undo_last(store, PERSON)
        assert show_category(engine, "project").facts == 1
    with Engine() as engine, pytest.raises(NeedsPerson):
        remove_category(engine, "rules")


def test_a_search_is_narrowed_to_a_category(store: Store) -> None:
    save(store, "The nightly test of the importer is slow")
    save(store, "The importer was written in May")
    assert texts(find(store, "importer category:testing")) == ["The nightly test of the importer is slow"]
    assert len(find(store, "importer category:testing,project")) == 2
    assert find(store, "importer category:nowhere") == ()
    with Engine() as engine:
        (option,) = complete_query(engine, "importer category:te").options
    assert (option.shown, option.facts) == ("testing", 1)


OLD = "/gone/web-wt-2"
TABLES = ("facts", "sessions", "candidates", "collections", "projects", "settings", "evidence", "links")


def content(store: Store) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(store.folder / "lore.db")) as database:
        return {name: database.execute(f"SELECT * FROM {name} ORDER BY seq").fetchall() for name in TABLES}


@pytest.fixture
def filled(store: Store, tmp_path: Path) -> Store:
    """Facts of several kinds and states, sessions, candidates and a collection of the old project; one of the new."""
    lines = [
        {"session": f"s{number}", "id": "m1", "role": "user", "text": "Always run make check.", "project": OLD}
        for number in range(3)
    ]
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    capture(store, [file], Options(bundled=True))
    approved(store, "Squash before merging", project=OLD)
    waiting = save(store, "Write tests first", Kind.CONVENTION, project=OLD)
    propose(store, waiting.id)
    archive(store, [save(store, "Use npm", Kind.CONVENTION, project=OLD).id])
    save(store, "Use pnpm", Kind.CONVENTION, project=KEY)
    with store.write("import") as transaction:
        store.documents.add(transaction, Collection("", Clean("guide"), Clean(str(tmp_path)), OLD))
    return store


def keys(store: Store) -> set[str | None]:
    found = {fact.project for fact in store.facts.select(FactFilter(statuses=tuple(Status)))}
    found |= {passage.project for page in store.passages.pages() for passage in page}
    found |= {session.project for session in store.sessions.select()}
    return found | {one.project for one in store.documents.collections()}


def test_everything_moves_in_one_run_and_comes_back_exactly(filled: Store) -> None:
    """Merge, undo, redo: the rows are those of before and after, but for the number of changes."""
    before = content(filled)
    wanted = filled.facts.count(FactFilter(statuses=tuple(Status), projects=(OLD,)))
    plan = merge_plan(filled, OLD, Project(KEY, SET))
    assert content(filled) == before, "a preview writes nothing"
    done = merge_projects(filled, OLD, Project(KEY, SET), by=me())
    assert (done.facts, done.sessions, done.candidates, done.collections) == (wanted, 3, 2, 1)
    assert (plan.facts, plan.sessions, plan.candidates, plan.collections) == (wanted, 3, 2, 1)
    assert keys(filled) == {KEY} and OLD not in filled.projects.keys_in_use()
    assert {candidate.project for candidate in filled.candidates.of_project(KEY)} == {KEY}
    assert filled.sessions.count(SessionFilter(project=KEY)) == 3
    merged = content(filled)
    undo_last(filled)
    assert content(filled) == before
    redo_last(filled)
    assert content(filled) == merged


def test_what_is_captured_there_later_is_of_the_other_project(filled: Store, tmp_path: Path) -> None:
    with filled.write(me()) as transaction:
        filled.projects.put(transaction, Project("acme/set", SET, str(tmp_path / "set")))
    for former, into in ((OLD, "acme/set"), ("acme/set", KEY)):
        known = {project.key: project for project in filled.projects.all_known()}
        merge_projects(filled, former, known.get(into, Project(into, SET)), by=me())
    known_now = filled.projects.all_known()
    assert project_told(OLD, None, known_now).key == KEY
    assert project_told(OLD, f"https://{KEY}", known_now).key == KEY
    assert not filled.roots.is_elsewhere(project_told(OLD, f"https://{KEY}", known_now))
    assert project_of(tmp_path / "set" / "src", known_now).key == KEY


def test_merging_back_leaves_no_circle(filled: Store) -> None:
    merge_projects(filled, OLD, Project(KEY, SET), by=me())
    merge_projects(filled, KEY, filled.projects.get(OLD), by=me())
    known = filled.projects.all_known()
    assert keys(filled) == {OLD}
    assert project_told(OLD, None, known).key == project_told("/x", f"https://{KEY}", known).key == OLD


def test_a_session_that_goes_on_after_the_merge_does_not_stop_the_undo(filled: Store, tmp_path: Path) -> None:
    done = merge_projects(filled, OLD, Project(KEY, SET), by=me())
    more = {
        "session": "s0",
        "id": "m2",
        "role": "user",
        "text": "And now?",
        "project": OLD,
        "at": "2027-01-01T00:00:00Z",
    }
    (tmp_path / "more.jsonl").write_text(json.dumps(more) + "\n")
    capture(filled, [tmp_path / "more.jsonl"], Options(bundled=True))
    assert run(["undo", "--run", str(done.run), "--yes"]) == 0
    assert filled.sessions.get("s0").project == OLD


def test_what_cannot_be_merged_is_refused(filled: Store) -> None:
    with pytest.raises(UsageError):
        merge_plan(filled, KEY, Project(KEY, SET))
    for former, into in (("nowhere", KEY), (OLD, "nowhere")):
        with pytest.raises(NotFound):
            merge_plan(filled, former, Project(into, SET))


def test_the_command_previews_and_merges(
    filled: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(make_repository(tmp_path / "web"))
    capsys.readouterr()
    assert run(["project", "merge", OLD, KEY, "--dry-run"]) == 0
    assert "would move" in capsys.readouterr().out and OLD in filled.projects.keys_in_use()
    assert run(["project", "merge", OLD, KEY, "--yes"]) == 0
    assert "moved" in capsys.readouterr().out
    assert run(["project"]) == 0
    assert f"also known as: {OLD}" in capsys.readouterr().err


def test_an_undone_move_of_a_session_is_called_one(store: Store) -> None:
    with store.write(me()) as transaction:
        store.sessions.put(transaction, Session("s1", "codex", "old"))
    with store.write(me()) as transaction:
        store.sessions.move_all(transaction, "old", "new")
    undone = undo_last(store, me())
    assert undone.events[0].is_move and act_of(undone.events) == "move of 1 session"
    assert store.sessions.get("s1").project == "old"
