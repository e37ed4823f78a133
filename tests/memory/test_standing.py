"""Which rules stand over every session of a project, and why."""

import json
from collections.abc import Mapping, Sequence
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
from lore.errors import Conflict, NeedsPerson, NotFound, UsageError
from lore.history import undo_last
from lore.memory import SEEDS, Placing
from lore.model import Clean, Evidence, Fact, Kind, Layer, Origin, Role, Status, Tier
from lore.presence import PERSON
from lore.store import Store, open_store
from support.person import me
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
