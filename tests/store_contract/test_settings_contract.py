"""Settings, projects and the folders that are known to be theirs."""

import pytest
from hypothesis import given, strategies as st

from lore.errors import NotFound
from lore.model import Project, Session
from store_contract.making import ACTOR, AnyMemory, a_fact, a_turn, add_fact, add_turns
from support.examples import examples

words = st.text(alphabet="abc äö漢", max_size=12)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


@examples(40)
@given(json_values)
def test_a_setting_holds_anything_json_holds(memory: AnyMemory, value: object) -> None:
    with memory.write(ACTOR) as transaction:
        memory.settings.put(transaction, "a.setting", value)
    assert memory.settings.get("a.setting", "default") == value


def test_a_setting_that_was_never_made_is_the_default(memory: AnyMemory) -> None:
    assert memory.settings.get("nothing") is None
    assert memory.settings.get("nothing", 7) == 7


def test_a_project_is_kept_and_replaced(memory: AnyMemory) -> None:
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


def test_keys_in_use_are_those_of_facts_and_sessions(memory: AnyMemory) -> None:
    add_fact(memory, a_fact(project="a"))
    add_turns(memory, "s1", a_turn("m1"))
    with memory.write(ACTOR) as transaction:
        memory.sessions.put(transaction, Session("s2", "codex", project="b"))
    assert memory.projects.keys_in_use() == {"a": 1, "b": 0}
    assert [memory.projects.is_in_use(key) for key in ("a", "b", "c")] == [True, True, False]


def test_the_first_folder_is_known_and_each_that_was_agreed_to(memory: AnyMemory) -> None:
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


def test_settings_are_read_by_the_beginning_of_their_names(memory: AnyMemory) -> None:
    """By what follows it, in their order; a sign of a pattern means itself."""
    with memory.write(ACTOR) as transaction:
        for key in ("a.two", "a.one", "b.one", "%.one"):
            memory.settings.put(transaction, key, key)
    assert list(memory.settings.below("a.").items()) == [("one", "a.one"), ("two", "a.two")]
    assert memory.settings.below("%.") == {"one": "%.one"}
    assert memory.settings.below("c.") == {}
