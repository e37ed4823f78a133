"""Digests: made, made anew, hidden with their session, and told to be due when what they tell changed."""

import pytest

from lore.errors import NotFound
from lore.model import Clean, Digest, DigestSpan
from lore.store import Store
from store_contract.making import ACTOR, a_fact, a_turn, add_fact, add_turns, said

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
    """And again when a message or a fact came; not before it ended."""
    add_turns(memory, "s1", a_turn("m1"))
    assert memory.digests.undigested("2026-01-01T00:00:00Z") == []
    (due,) = memory.digests.undigested(LATER)
    assert (due.session, due.digest) == ("s1", None)
    made = add(memory, a_digest(stamp=due.stamp))
    assert memory.digests.undigested(LATER) == []
    add_fact(memory, a_fact(), said())
    (again,) = memory.digests.undigested(LATER)
    assert (again.digest, again.stamp == due.stamp) == (made.id, False)
