"""Settings, projects, the folders that are known to be theirs, and names of all kinds."""

import pytest
from hypothesis import given, strategies as st

from lore.errors import NotFound, UsageError
from lore.model import Clean, Collection, Project, Session
from lore.store import Store
from store_contract.making import ACTOR, a_fact, a_turn, add_candidate, add_fact, add_turns
from support.examples import examples

words = st.text(alphabet="abc äö漢", max_size=12)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


@examples(40)
@given(json_values)
def test_a_setting_holds_anything_json_holds(memory: Store, value: object) -> None:
    with memory.write(ACTOR) as transaction:
        memory.settings.put(transaction, "a.setting", value)
    assert memory.settings.get("a.setting", "default") == value


def test_a_setting_that_was_never_made_is_the_default(memory: Store) -> None:
    assert memory.settings.get("nothing") is None
    assert memory.settings.get("nothing", 7) == 7


def test_a_project_is_kept_and_replaced(memory: Store) -> None:
    assert not memory.projects.has("p")
    for root in ("/one", "/two"):
        project = Project("p", "remote", root, ("old",))
        with memory.write(ACTOR) as transaction:
            memory.projects.put(transaction, project)
        assert memory.projects.get("p") == project
    assert memory.projects.has("p")
    assert memory.projects.all_known() == [project]
    with pytest.raises(NotFound):
        memory.projects.get("nothere")


def test_keys_in_use_are_those_of_facts_and_sessions(memory: Store) -> None:
    add_fact(memory, a_fact(project="a"))
    add_turns(memory, "s1", a_turn("m1"))
    with memory.write(ACTOR) as transaction:
        memory.sessions.put(transaction, Session("s2", "codex", project="b"))
    assert memory.projects.keys_in_use() == {"a": 1, "b": 0}
    assert [memory.projects.is_in_use(key) for key in ("a", "b", "c")] == [True, True, False]


def test_the_first_folder_is_known_and_each_that_was_agreed_to(memory: Store) -> None:
    first, second = Project("p", "remote", "/one"), Project("p", "remote", "/two")
    with memory.write(ACTOR) as transaction:
        memory.roots.see(transaction, first)
        memory.roots.see(transaction, second)
    assert memory.roots.of("p") == {"/one"}
    assert [memory.roots.is_known(project) for project in (first, second)] == [True, False]
    assert memory.roots.is_elsewhere(second)
    with memory.write(ACTOR) as transaction:
        memory.roots.add(transaction, second)
    assert memory.roots.of("p") == {"/one", "/two"}
    assert memory.roots.is_known(second)


def test_settings_are_read_by_the_beginning_of_their_names(memory: Store) -> None:
    with memory.write(ACTOR) as transaction:
        for key in ("a.two", "a.one", "b.one", "%.one"):
            memory.settings.put(transaction, key, key)
    assert list(memory.settings.below("a.").items()) == [("one", "a.one"), ("two", "a.two")]
    assert memory.settings.below("%.") == {"one": "%.one"}
    assert memory.settings.below("c.") == {}


OLD = "f:3k9x2m"


def test_the_beginning_of_an_id_is_enough_where_it_fits_one_thing(memory: Store) -> None:
    ids = [add_fact(memory, a_fact(f"Use tool {number}")).id for number in range(4)]
    shown = memory.names.short(ids)
    assert list(shown) == ids
    assert all(name.startswith(beginning) for name, beginning in shown.items())
    assert [memory.names.find(beginning) for beginning in shown.values()] == ids
    assert [memory.names.fitting(name) for name in ids] == [[name] for name in ids]
    assert memory.names.find("f:nothere") == "f:nothere"


def test_a_beginning_that_fits_several_is_refused(memory: Store) -> None:
    with memory.write(ACTOR) as transaction:
        ids = [memory.facts.add(transaction, a_fact(f"Use {end}", id=f"f:aaaaaaaaaaaaaaa{end}")).id for end in "bc"]
    assert memory.names.fitting("f:aaaaaa") == ids
    with pytest.raises(UsageError, match="fits several"):
        memory.names.find("f:aaaaaa")


def test_an_id_of_an_older_release_stays_valid(memory: Store) -> None:
    with memory.write(ACTOR) as transaction:
        whole = memory.names.adopt(transaction, OLD)
        assert memory.names.adopt(transaction, OLD) == whole != OLD
        memory.facts.add(transaction, a_fact(id=whole))
    assert memory.names.known([OLD, "f:nothere"]) == {OLD: whole}
    assert (memory.names.whole(OLD), memory.names.whole("f:nothere")) == (whole, "f:nothere")
    assert memory.names.with_aliases([whole]) == {whole, OLD}
    assert memory.names.find(OLD) == whole


def test_sessions_candidates_and_collections_move(memory: Store) -> None:
    candidate = add_candidate(memory, add_fact(memory), project="old")
    with memory.write(ACTOR) as transaction:
        for name, project in (("s1", "old"), ("s2", "other")):
            memory.sessions.put(transaction, Session(name, "codex", project))
        made = memory.documents.add(transaction, Collection("", Clean("guide"), Clean("/guide"), "old"))
    assert [one.id for one in memory.candidates.of_project("old")] == [candidate.id]
    with memory.write(ACTOR) as transaction:
        assert memory.sessions.move_all(transaction, "old", "new") == 1
        memory.documents.move(transaction, made, "new")
    assert {(key, count) for key, _, count in memory.sessions.folders()} == {("new", 1), ("other", 1)}
    assert memory.documents.named("guide").project == "new"
    assert memory.candidates.of_project("new") == []


def test_a_merged_project_gives_its_names_away(memory: Store) -> None:
    former, into = Project("old", "set", "/old", ("older",)), Project("new", "remote", "/new")
    with memory.write(ACTOR) as transaction:
        memory.projects.put(transaction, former)
        memory.projects.merge(transaction, former, into)
    assert memory.projects.get("new").aliases == ("old", "older")
    assert memory.projects.get("old") == Project("old", "set", "/old")
