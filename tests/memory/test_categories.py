"""Categories: where a fact falls is decided the same way every time; what you write of one stays as it is."""

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
from lore.errors import Conflict, NeedsPerson, NotFound, UsageError
from lore.history import undo_last
from lore.memory import SEEDS, Placing
from lore.model import Clean, Fact, Kind
from lore.presence import PERSON
from lore.store import Store
from support.person import me
from support.searching import find, save, texts


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
    """Facts follow at once; a seeded one that was removed stays away."""
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
