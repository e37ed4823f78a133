"""What a person purges is gone: no byte of it is left anywhere in the data folder."""

from pathlib import Path

import pytest

from lore import paths
from lore.errors import NotFound, StoreError, UsageError
from lore.index import catch_up
from lore.memory.purge import PurgeTarget, purge
from lore.model import Candidate, Clean, Evidence, Fact, Kind, LinkKind, Role, Session, Turn
from lore.store import Store, undo_last
from lore.store.backup import backups, make_backup, restore_backup
from lore.store.purge import remove_facts

SECRET = 'zanzibar"quoted\\path'
OTHER = "Use tabs in Makefiles"


def fill(store: Store) -> dict[str, Fact]:
    """A session that says a private thing and a harmless one, with facts, a candidate and what was derived."""
    said = Clean(f"Remember: the server is called {SECRET}")
    with store.write("person") as change:
        for name in ("s1", "s2"):
            store.sessions.put(change, Session(name, "claude-code", title=Clean(f"about {name}")))
        store.sessions.add_turns(
            change, "s1", [Turn("s1", "m1", Role.USER, said), Turn("s1", "m2", Role.USER, Clean(OTHER))]
        )
        store.sessions.add_turns(change, "s2", [Turn("s2", "m9", Role.USER, Clean(OTHER))])
        private = store.facts.add(
            change,
            Fact("", Clean(f"The server is called {SECRET}"), Kind.SYSTEM, concepts=(Clean(SECRET),)),
            [Evidence(said, "s1", "m1")],
        )
        harmless = store.facts.add(
            change,
            Fact("", Clean(OTHER), Kind.CONVENTION),
            [Evidence(Clean(OTHER), "s1", "m2"), Evidence(Clean(OTHER), "s2", "m9")],
        )
        derived = store.facts.add(change, Fact("", Clean(f"Servers: {SECRET}"), Kind.SYSTEM))
        store.facts.link(change, derived.id, LinkKind.DERIVED_FROM, private.id)
        store.candidates.add(change, Candidate("", derived.text, derived.id, fingerprint="x"))
    with store.write("person") as change:
        store.facts.update(change, private.id, text=Clean(f"Our server is called {SECRET}"))
    catch_up(store, None)
    make_backup(store, "asked")
    return {"private": private, "harmless": harmless, "derived": derived}


def bytes_left(home: Path, text: str) -> list[str]:
    forms = {text.encode(), text.encode().replace(b"\\", b"\\\\").replace(b'"', b'\\"')}
    return [
        str(path.relative_to(home))
        for path in home.rglob("*")
        if path.is_file() and any(form in path.read_bytes() for form in forms)
    ]


def test_a_purged_fact_leaves_no_byte(store: Store, home: Path) -> None:
    """The fact, what was derived from it alone, its words in the session, index, history, log and backups."""
    facts = fill(store)
    assert bytes_left(home, SECRET)
    purge(store, PurgeTarget(facts=[facts["private"].id]))
    store.close()
    assert bytes_left(home, SECRET) == []
    assert [fact.text for fact in store.facts.select()] == [OTHER]
    assert store.candidates.select() == []
    assert [turn.text for turn in store.sessions.turns("s1")][1] == OTHER


def test_a_purged_secret_leaves_what_held_it(store: Store, home: Path) -> None:
    facts = fill(store)
    purge(store, PurgeTarget(secret=SECRET))
    store.close()
    assert bytes_left(home, SECRET) == []
    assert store.facts.get(facts["private"].id).text == "Our server is called [purged]"
    assert store.sessions.turns("s1")[0].text == "Remember: the server is called [purged]"


def test_a_purged_session_takes_the_facts_that_rest_on_it_alone(store: Store, home: Path) -> None:
    facts = fill(store)
    purge(store, PurgeTarget(session="s1"))
    store.close()
    assert bytes_left(home, SECRET) == []
    assert bytes_left(home, "about s1") == []
    assert [fact.id for fact in store.facts.select()] == [facts["harmless"].id]
    assert [item.session for item in store.facts.evidence([facts["harmless"].id])[facts["harmless"].id]] == ["s2"]
    with pytest.raises(NotFound):
        store.sessions.get("s1")


def test_a_purged_backup_can_still_be_restored(store: Store, home: Path) -> None:
    """Backups are cleaned, not thrown away: their checksums are right again."""
    facts = fill(store)
    purge(store, PurgeTarget(facts=[facts["private"].id]))
    asked = next(item for item in backups(home) if item.reason == "asked")
    restore_backup(store, asked.name)
    assert [fact.text for fact in store.facts.select()] == [OTHER]


def test_a_purge_is_recorded_but_cannot_be_undone(store: Store) -> None:
    """The log says that something went, not what; undo passes over it to what came before."""
    facts = fill(store)
    purge(store, PurgeTarget(facts=[facts["private"].id]))
    event = store.audit.select(action="purge")[0]
    assert (event.actor, event.before, event.after) == ("person", None, None)
    undo_last(store)
    assert facts["private"].id not in [fact.id for fact in store.facts.select()]


def test_other_facts_are_sealed_as_before(store: Store) -> None:
    """What stays still passes the check for damage."""
    fill(store)
    purge(store, PurgeTarget(secret=SECRET))
    assert len(store.facts.select()) == 3
    assert len(store.candidates.select()) == 1
    assert store.health.damaged_rows() == []


def test_a_short_text_is_refused(store: Store) -> None:
    with pytest.raises(UsageError, match="inside other words"):
        purge(store, PurgeTarget(secret="abc"))


def test_an_unknown_fact_is_not_purged(store: Store) -> None:
    with pytest.raises(NotFound):
        purge(store, PurgeTarget(facts=["f:nothere"]))


def test_a_purge_that_was_broken_off_can_be_done_again(store: Store, home: Path) -> None:
    """The fact is gone after its first step; the same call still removes the traces in log and backups."""
    facts = fill(store)
    with store.write("person") as change:
        remove_facts(change.connection, [facts["private"].id])
    assert bytes_left(home, SECRET)
    purge(store, PurgeTarget(facts=[facts["private"].id]))
    store.close()
    assert bytes_left(home, SECRET) == []


def test_one_damaged_backup_does_not_keep_the_others_from_being_purged(store: Store, home: Path) -> None:
    facts = fill(store)
    older = make_backup(store, "asked")
    broken = paths.backup_folder(home) / make_backup(store, "asked").name
    broken.write_bytes(b"no database at all")
    with pytest.raises(StoreError, match="damaged"):
        purge(store, PurgeTarget(facts=[facts["private"].id]))
    store.close()
    assert bytes_left(home, SECRET) == []
    assert older.name in [item.name for item in backups(home)]
