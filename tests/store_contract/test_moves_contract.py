"""What belongs to a project moves to another one, and the other is known by both names."""

from lore.model import Clean, Collection, Project, Session
from lore.store import Store
from store_contract.making import ACTOR, add_candidate, add_fact


def test_sessions_candidates_and_collections_move(memory: Store) -> None:
    """Those of the project alone; a move is counted."""
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
