"""What is derived of a memory: parts of documents, vectors and digests."""

import pytest
from hypothesis import given, strategies as st

from lore.errors import Conflict, NotFound, UsageError
from lore.history import undo_last
from lore.model import Chunk, Clean, Collection, Digest, DigestSpan, Document, PassageType, Project, Session
from lore.store import Store, VectorRow
from lore.text import text_hash
from store_contract.making import ACTOR, a_fact, a_turn, add_candidate, add_fact, add_turns, said
from support.examples import examples


def a_part(text: str, line: int = 1) -> Chunk:
    return Chunk(Clean("a.md"), Clean(text), line, line)


def add_collection(memory: Store, name: str = "notes") -> Collection:
    with memory.write(ACTOR) as transaction:
        return memory.documents.add(transaction, Collection("", Clean(name), Clean(f"/{name}")))


def put(memory: Store, document: Document, *texts: str) -> Document:
    with memory.write(ACTOR) as transaction:
        return memory.documents.put(transaction, document, [a_part(text, at) for at, text in enumerate(texts, 1)])


def test_a_collection_is_found_by_its_name_and_its_id(memory: Store) -> None:
    assert not memory.documents.any()
    made = add_collection(memory)
    assert memory.documents.any()
    assert memory.documents.named("notes") == memory.documents.named(made.id) == made
    assert memory.documents.id_of("notes") == made.id
    assert memory.documents.collections() == [made]
    with pytest.raises(NotFound):
        memory.documents.named("nothere")
    assert memory.documents.id_of("nothere") is None


def test_a_part_that_stays_keeps_its_name(memory: Store) -> None:
    collection = add_collection(memory)
    document = put(memory, Document(collection.id, Clean("a.md"), "markdown", "0"), "one", "two")
    before = {part.text: part.seq for part in memory.documents.chunks(document)}
    cursor = memory.cursor()
    document = put(memory, document, "new", "two")
    after = memory.documents.chunks(document)
    assert [part.text for part in after] == ["new", "two"]
    assert after[1].seq == before[Clean("two")]
    told = {announcement.passage for announcement in memory.changes_since(cursor, 100)}
    assert told == {PassageType.CHUNK.id_of(seq) for seq in (*before.values(), after[0].seq)}
    assert memory.documents.chunk(PassageType.CHUNK.id_of(after[0].seq)) == (document, after[0])


@pytest.mark.parametrize("name", ["k:999", "k:", "k:x", "k:0", "k:99999999999999999999", "12", "f:abc", ""])
def test_a_part_that_is_not_there_is_said(memory: Store, name: str) -> None:
    with pytest.raises(NotFound):
        memory.documents.chunk(name)


def test_what_is_held_is_counted(memory: Store) -> None:
    collection = add_collection(memory)
    put(memory, Document(collection.id, Clean("a.md"), "markdown", "0"), "one", "two")
    with memory.write(ACTOR) as transaction:
        memory.documents.say_synced(transaction, collection, {"added": 1})
    (held,) = memory.documents.holdings()
    assert (held.collection, held.documents, held.chunks, held.changed_at) == (collection, 1, 2, "2026-03-12T09:00:00Z")
    assert [document.path for document in memory.documents.ending("a.md")] == ["a.md"]
    with memory.write(ACTOR) as transaction:
        memory.documents.drop(transaction, memory.documents.of(collection))
    assert memory.documents.of(collection) == []
    assert memory.passages.count()[PassageType.CHUNK] == 0


def test_a_removed_collection_is_hidden_until_an_undo(memory: Store) -> None:
    collection = add_collection(memory)
    document = put(memory, Document(collection.id, Clean("a.md"), "markdown", "0"), "one")
    with memory.write(ACTOR) as transaction:
        memory.documents.remove(transaction, collection)
    assert memory.documents.collections() == []
    assert memory.passages.count()[PassageType.CHUNK] == 0
    with memory.write(ACTOR) as transaction, pytest.raises(Conflict):
        memory.documents.put(transaction, document, [a_part("late")])
    undo_last(memory)
    assert memory.documents.collections() == [collection]
    assert [part.text for part in memory.documents.chunks(document)] == ["one"]


def a_vector(passage: str, text: str, part: int = 0, model: str = "m") -> VectorRow:
    return VectorRow(passage, part, model, 2, text_hash(text), b"\0\1\2\3")


def missing(memory: Store, model: str = "m") -> list[str]:
    return [name for page in memory.vectors.missing(model, 1) for name in page]


def test_vectors_are_replaced_by_passage_and_model(memory: Store) -> None:
    memory.vectors.put([a_vector("f:a", "x", 0), a_vector("f:a", "x", 1), a_vector("f:a", "x", model="other")])
    memory.vectors.put([a_vector("f:a", "y")])
    assert [
        (vector_row.part, vector_row.text_hash, vector_row.vector)
        for vector_row in memory.vectors.of(["f:a", "f:b"], "m")
    ] == [(0, text_hash("y"), b"\0\1\2\3")]
    assert memory.vectors.hashes(["f:a", "f:b"], "m") == {"f:a": text_hash("y")}
    assert (memory.vectors.count("m"), memory.vectors.count("other"), memory.vectors.count("none")) == (1, 1, 0)
    memory.vectors.drop(["f:a"])
    assert (memory.vectors.count("m"), memory.vectors.count("other"), memory.vectors.last_seq("m")) == (0, 0, 0)


def test_pages_go_on_from_where_one_was(memory: Store) -> None:
    memory.vectors.put([a_vector(f"f:{letter}", letter) for letter in "abcde"])
    pages = list(memory.vectors.pages("m", 2))
    assert [[vector_row.passage for vector_row in page] for page in pages] == [["f:a", "f:b"], ["f:c", "f:d"], ["f:e"]]
    assert [
        vector_row.passage for page in memory.vectors.pages("m", after=pages[1][-1].seq) for vector_row in page
    ] == ["f:e"]
    assert memory.vectors.last_seq("m") == pages[-1][-1].seq


def test_what_lacks_vectors_is_named_until_it_has_them_for_its_text(memory: Store) -> None:
    fact = add_fact(memory)
    (turn,) = add_turns(memory, "s1", a_turn("a"))
    name = PassageType.TURN.id_of(turn.seq)
    assert missing(memory) == [fact.id, name]
    assert memory.vectors.pending("m") == 2
    memory.vectors.put([a_vector(fact.id, fact.text), a_vector(name, turn.text)])
    assert (missing(memory), missing(memory, "other"), memory.vectors.pending("m")) == ([], [fact.id, name], 0)
    with memory.write(ACTOR) as transaction:
        memory.facts.update(transaction, fact.id, text=Clean("Use uv for everything"))
    assert missing(memory) == [fact.id]


def test_passages_are_read_by_their_ids_and_page_by_page(memory: Store) -> None:
    facts = [add_fact(memory, a_fact(text)) for text in "abc"]
    (turn,) = add_turns(memory, "s1", a_turn("a"))
    ids = [*(fact.id for fact in facts), PassageType.TURN.id_of(turn.seq)]
    assert set(memory.passages.many([*ids, "f:nothere", "t:99", "k:99"])) == set(ids)
    assert [passage.id for page in memory.passages.pages(2) for passage in page] == ids
    counts = {PassageType.FACT: 3, PassageType.TURN: 1, PassageType.CHUNK: 0, PassageType.DIGEST: 0}
    assert memory.passages.count() == counts


LATER = "2026-03-31T00:00:00Z"


def a_digest(session: str | None = "s1", span: DigestSpan = DigestSpan.SESSION, **fields: object) -> Digest:
    times = ("2026-03-12T08:00:00Z", "2026-03-12T09:00:00Z")
    made = Digest(span, "web", *times, Clean("Goals:\n- Fix it"), (Clean("goals\t\tFix it"),), ("s1",), False, session)
    return Digest(**{**{name: getattr(made, name) for name in made.__slots__}, **fields})


def add(memory: Store, digest: Digest) -> Digest:
    with memory.write(ACTOR) as transaction:
        return memory.digests.add(transaction, digest)


def test_a_digest_is_kept_as_it_was_made(memory: Store) -> None:
    """By its id, by its session, among others the newest first; what is not there is missing or an error."""
    add_turns(memory, "s1", a_turn("m1"))
    made, week = add(memory, a_digest()), add(memory, a_digest(None, DigestSpan.WEEK))
    assert memory.digests.get(made.id) == made
    assert memory.digests.of_session("s1") == made
    assert memory.digests.many([week.id, "g:nothere", made.id]) == [week, made]
    assert memory.digests.select(DigestSpan.WEEK, project="web") == [week]
    assert memory.digests.select(project="other") == []
    assert memory.digests.select(limit=1) == [week]
    assert memory.passages.many([made.id])[made.id].text == made.text
    with pytest.raises(NotFound):
        memory.digests.get("g:nothere")


def test_a_digest_is_written_anew_and_removed(memory: Store) -> None:
    week = add(memory, a_digest(None, DigestSpan.WEEK))
    with memory.write(ACTOR) as transaction:
        memory.digests.update(transaction, week.id, text=Clean("Goals:\n- Build it"))
    assert memory.digests.get(week.id).text == "Goals:\n- Build it"
    assert memory.digests.get(week.id).hash != week.hash
    with memory.write(ACTOR) as transaction:
        memory.digests.remove(transaction, week.id)
    assert memory.digests.select() == []


def test_a_session_is_due_until_its_digest_tells_what_is_stored(memory: Store) -> None:
    add_turns(memory, "s1", a_turn("m1"))
    assert memory.digests.undigested("2026-01-01T00:00:00Z") == []
    (due,) = memory.digests.undigested(LATER)
    assert (due.session, due.digest) == ("s1", None)
    made = add(memory, a_digest(stamp=due.stamp))
    assert memory.digests.undigested(LATER) == []
    add_fact(memory, a_fact(), said())
    (again,) = memory.digests.undigested(LATER)
    assert (again.digest, again.stamp == due.stamp) == (made.id, False)


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
