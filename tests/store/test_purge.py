"""What a person purges is gone: no byte of it is left anywhere in the data folder."""

import base64
import hashlib
import json
import re
import sys
from io import StringIO
from pathlib import Path
from urllib.parse import quote

import pytest

from lore import paths
from lore.cli.program import run
from lore.errors import Conflict, NotFound, StoreError, UsageError
from lore.history import carry_out, plan_undo, undo_last
from lore.index import catch_up
from lore.memory.purging import PurgeTarget, purge
from lore.model import Candidate, Clean, Evidence, Fact, Kind, LinkKind, Project, Role, Session, Turn
from lore.store import Store
from lore.store.local.backup import backups, make_backup, restore_backup
from lore.store.local.purge import remove_facts
from support.tables import tables_of

SECRET = 'zanzibar"quoted\\path'
OTHER = "Use tabs in Makefiles"


def fill(store: Store) -> dict[str, Fact]:
    """A session that says a private thing and a harmless one, with facts, a candidate and what was derived."""
    clean = Clean(f"Remember: the server is called {SECRET}")
    with store.write("person") as transaction:
        for name in ("s1", "s2"):
            store.sessions.put(transaction, Session(name, "claude-code", title=Clean(f"about {name}")))
        store.sessions.add_turns(
            transaction, "s1", [Turn("s1", "m1", Role.USER, clean), Turn("s1", "m2", Role.USER, Clean(OTHER))]
        )
        store.sessions.add_turns(transaction, "s2", [Turn("s2", "m9", Role.USER, Clean(OTHER))])
        private = store.facts.add(
            transaction,
            Fact("", Clean(f"The server is called {SECRET}"), Kind.SYSTEM, concepts=(Clean(SECRET),)),
            [Evidence(clean, "s1", "m1")],
        )
        harmless = store.facts.add(
            transaction,
            Fact("", Clean(OTHER), Kind.CONVENTION),
            [Evidence(Clean(OTHER), "s1", "m2"), Evidence(Clean(OTHER), "s2", "m9")],
        )
        derived = store.facts.add(transaction, Fact("", Clean(f"Servers: {SECRET}"), Kind.SYSTEM))
        store.facts.link(transaction, derived.id, LinkKind.DERIVED_FROM, private.id)
        store.candidates.add(transaction, Candidate("", derived.text, derived.id, fingerprint="x"))
    with store.write("person") as transaction:
        store.facts.update(transaction, private.id, text=Clean(f"Our server is called {SECRET}"))
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
    facts = fill(store)
    purge(store, PurgeTarget(facts=[facts["private"].id]))
    asked = next(item for item in backups(home) if item.reason == "asked")
    restore_backup(store, asked.name)
    assert [fact.text for fact in store.facts.select()] == [OTHER]


def test_a_purge_is_recorded_but_cannot_be_undone(store: Store) -> None:
    """The log says that something went, not what; an undo says so instead of taking back an unrelated step."""
    facts = fill(store)
    with store.write("person") as transaction:
        store.facts.update(transaction, facts["harmless"].id, pinned=True)
    purge(store, PurgeTarget(facts=[facts["private"].id]))
    event = store.audit.select(action="purge")[0]
    assert (event.actor, event.before, event.after) == ("person", None, None)
    with pytest.raises(Conflict, match="the last step was a purge") as refused:
        undo_last(store)
    assert f"before it came fact.edit of `{facts['harmless'].id}`" in str(refused.value.hint)
    carry_out(store, plan_undo(store, event=int(re.findall(r"--id ([0-9]+)", str(refused.value.hint))[0])))
    assert not store.facts.get(facts["harmless"].id).pinned
    with store.write("person") as transaction:
        store.facts.update(transaction, facts["harmless"].id, pinned=True)
    undo_last(store)
    assert facts["private"].id not in [fact.id for fact in store.facts.select()]


def test_other_facts_are_sealed_as_before(store: Store) -> None:
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
    with tables_of(home) as connection:
        remove_facts(connection, [facts["private"].id])
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


def _key() -> str:
    data = b"".join(hashlib.sha256(bytes([number])).digest() for number in range(60))
    body = base64.encodebytes(data).decode().replace("\n", "")
    lines = [body[start : start + 64] for start in range(0, len(body), 64)]
    return "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *lines, "-----END RSA PRIVATE KEY-----"])


KEY = _key()
LINE = KEY.splitlines()[7]
DRESSES = {
    "as it is": KEY,
    "one line of it": f"the seventh line is {LINE}, they say",
    "indented": KEY.replace("\n", "\n    "),
    "joined by spaces": KEY.replace("\n", " "),
    "JSON": json.dumps({"private_key": KEY}),
    "JSON in JSON": json.dumps({"content": json.dumps({"private_key": KEY})}),
    "percent": quote(KEY, safe=""),
    "base64": base64.b64encode(KEY.encode()).decode(),
    "base64 behind a word": base64.b64encode(b"x" + KEY.encode()).decode(),
    "base64 between words": base64.b64encode(b"xy" + KEY.encode() + b"zz").decode(),
    "base64 for addresses": base64.urlsafe_b64encode(KEY.encode()).decode(),
    "base64 of a line": base64.b64encode(b"key=" + LINE.encode() + b";").decode(),
    "hex": KEY.encode().hex(),
    "HEX of a line": LINE.encode().hex().upper(),
}


@pytest.mark.parametrize("dress", DRESSES)
def test_a_key_of_many_lines_is_purged_in_every_dress(
    dress: str, store: Store, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command reads the whole of stdin: no line of it is left, in no encoding, in no backup."""
    clean = Clean(f"Remember this: {DRESSES[dress]} and forget it")
    with store.write("person") as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code"))
        store.sessions.add_turns(transaction, "s1", [Turn("s1", "m1", Role.USER, clean)])
        store.facts.add(transaction, Fact("", clean, Kind.SYSTEM), [Evidence(clean, "s1", "m1")])
    make_backup(store, "asked")
    monkeypatch.setattr(sys, "stdin", StringIO(KEY + "\n"))
    assert run(["purge", "--secret", "--confirm", "purge"]) == 0
    left = store.facts.select()[0].text
    assert left.startswith("Remember this: ")
    assert left.endswith(" and forget it")
    for form in {LINE, DRESSES[dress][len(DRESSES[dress]) // 2 :][:20]}:
        assert bytes_left(home, form) == []
    assert store.health.damaged_rows() == []


NAMED = "zanzibar-4711"


def test_a_purge_reaches_every_column_of_texts(store: Store, home: Path) -> None:
    """What the schema says is text is looked through; rows that name each other still do so afterwards."""
    fact = fill(store)["harmless"]
    with store.write("person") as transaction:
        for name in ("a", "b"):
            session = f"{name}-{NAMED}"
            store.sessions.put(transaction, Session(session, NAMED, project=f"{name}/{NAMED}", parent=session))
            store.sessions.add_turns(transaction, session, [Turn(session, NAMED, Role.USER, Clean("hello there"))])
            store.facts.add_uses(transaction, fact.id, [{"session": session, "kind": NAMED, "at": NAMED}])
            store.projects.put(transaction, Project(f"{name}/{NAMED}", "set", f"/{NAMED}"))
            store.settings.put(transaction, f"{name}.{NAMED}", {NAMED: [NAMED]})
        store.runs.start(transaction, NAMED)
        transaction.enqueue_for_index([NAMED])
    with store.write(f"agent:{NAMED}") as transaction:
        store.facts.update(transaction, fact.id, pinned=True)
    make_backup(store, "asked")
    report = purge(store, PurgeTarget(secret=NAMED))
    store.close()
    assert bytes_left(home, NAMED) == []
    assert {"accesses", "audit", "sessions", "turns", "projects", "settings", "runs", "outbox"} <= set(report.rows)
    assert store.health.references() == {}
    assert store.health.damaged_rows() == []
    sessions = [one.id for one in store.sessions.select() if "purged" in one.id]
    assert len(set(sessions)) == 2
    assert all(len(store.sessions.turns(session)) == 1 for session in sessions)


def test_a_text_that_stands_nowhere_makes_no_backup(store: Store, home: Path) -> None:
    fill(store)
    before = backups(home)
    with pytest.raises(NotFound, match="nothing to purge"):
        purge(store, PurgeTarget(secret="this stands nowhere"))
    assert backups(home) == before


def test_a_text_that_only_a_backup_holds_is_purged(store: Store, home: Path) -> None:
    fill(store)
    purge(store, PurgeTarget(secret=OTHER))
    restored = next(backup for backup in backups(home) if backup.reason == "asked")
    assert restored.facts == 3
    assert bytes_left(home, OTHER) == []
