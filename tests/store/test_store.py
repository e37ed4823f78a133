"""The store keeps what it is given, once, and says no where it cannot."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from lore import paths
from lore.errors import Conflict, NewerSchema, NotFound, OlderSchema, StoreError
from lore.model import Clean, Event, EventKind, Evidence, Fact, Kind, LinkKind, Role, Session, Status, Turn
from lore.store import FactFilter, Store, open_store
from lore.store.records import SourcePosition
from lore.store.sqlite.connection import connect, safe_with_wal
from lore.store.sqlite.version import OLDEST

USE_UV = Fact(id="", text=Clean("Use uv, not pip"), kind=Kind.CONVENTION, tags=(Clean("python"),))
SAID = Evidence(Clean("use uv, not pip"), session="s1", source_id="m1", agent="claude-code", at="2026-03-01T10:00:00Z")


def add(store: Store, fact: Fact = USE_UV, *evidence: Evidence) -> Fact:
    with store.write("person") as transaction:
        return store.facts.add(transaction, fact, evidence)


def turn(name: str) -> Turn:
    return Turn("s1", name, Role.USER, Clean(f"text of {name}"))


def test_a_fact_comes_back_as_it_was_stored(store: Store) -> None:
    """Every field survives; id, hash and time are filled in."""
    saved = add(store, USE_UV, SAID)
    assert saved == store.facts.get(saved.id)
    assert saved.id.startswith("f:")
    assert saved.created_at == "2026-03-12T09:00:00Z"
    assert [item.quote for item in store.facts.evidence([saved.id])[saved.id]] == [SAID.quote]


def test_the_same_input_gives_the_same_ids(tmp_path: Path) -> None:
    """Nothing in the engine is random."""
    ids = []
    for name in ("one", "two"):
        with open_store(tmp_path / name) as store:
            ids.append([add(store, USE_UV, SAID).id, add(store).id])
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == 2


def test_an_unknown_fact_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound, match="no fact `f:nothere`"):
        store.facts.get("f:nothere")


def test_a_decision_on_an_old_view_is_refused(store: Store) -> None:
    """The revision guard: what changed meanwhile is never overwritten."""
    saved = add(store)
    with store.write("agent:codex") as transaction:
        store.facts.update(transaction, saved.id, text=Clean("Use uv for everything"))
    with pytest.raises(Conflict, match="changed while you were looking at it"), store.write("person") as transaction:
        store.facts.update(transaction, saved.id, rev=saved.rev, status=Status.ARCHIVED)
    assert store.facts.get(saved.id).status is Status.ACTIVE


def test_an_update_that_changes_nothing_writes_nothing(store: Store) -> None:
    saved = add(store)
    before = store.audit.count()
    with store.write("person") as transaction:
        store.facts.update(transaction, saved.id, text=saved.text, tags=saved.tags)
    assert store.audit.count() == before


def test_a_quotation_counts_once(store: Store) -> None:
    saved = add(store, USE_UV, SAID)
    with store.write("person") as transaction:
        assert store.facts.add_evidence(transaction, saved.id, SAID) is None
    assert len(store.facts.evidence([saved.id])[saved.id]) == 1


def test_facts_from_tools_and_files_are_tainted(store: Store) -> None:
    """Provenance is structural: no caller can forget it."""
    assert add(store, USE_UV, Evidence(Clean("x"), role=Role.TOOL)).tainted
    assert add(store, USE_UV, Evidence(Clean("x"), role=Role.IMPORT)).tainted
    assert not add(store, USE_UV, SAID).tainted


def test_use_is_counted_from_evidence_and_recalls(store: Store) -> None:
    """The first saying is no use; each later one and each recall is; sessions count once."""
    saved = add(store, USE_UV, SAID)
    store.accesses.record([saved.id], session="s2")
    store.accesses.record([saved.id], session="s2")
    usage = store.facts.usage([saved.id])[saved.id]
    assert (usage.accesses, usage.sessions) == (2, 2)
    assert usage.reinforced_at == "2026-03-12T09:00:00Z"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (FactFilter(), 1),
        (FactFilter(kinds=(Kind.DECISION,)), 0),
        (FactFilter(statuses=(Status.ARCHIVED,)), 0),
        (FactFilter(tags=("python",)), 1),
        (FactFilter(agents=("claude-code",)), 1),
        (FactFilter(agents=("codex",)), 0),
        (FactFilter(projects=(None,)), 1),
        (FactFilter(projects=("other",)), 0),
        (FactFilter(session="s1", tainted=False, pinned=False, approved=False), 1),
        (FactFilter(after="2026-03-13T00:00:00Z"), 0),
    ],
)
def test_filters_narrow(store: Store, wanted: FactFilter, found: int) -> None:
    add(store, USE_UV, SAID)
    assert store.facts.count(wanted) == len(store.facts.ids(wanted)) == len(store.facts.select(wanted)) == found


def test_links_are_made_once(store: Store) -> None:
    fact, two = add(store), add(store)
    with store.write("person") as transaction:
        first = store.facts.link(transaction, fact.id, LinkKind.SUPERSEDES, two.id)
        assert store.facts.link(transaction, fact.id, LinkKind.SUPERSEDES, two.id) == first
    assert store.facts.links(two.id) == [first]


def test_a_session_read_again_adds_only_what_is_new(store: Store) -> None:
    with store.write("person") as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code"))
        store.sessions.add_turns(transaction, "s1", [turn("a"), turn("b")])
        store.sessions.add_events(transaction, "s1", [Event("s1", "t1", EventKind.COMMAND, Clean("ls"))])
    with store.write("person") as transaction:
        added = store.sessions.add_turns(transaction, "s1", [turn("a"), turn("b"), turn("c")])
        assert store.sessions.add_events(transaction, "s1", [Event("s1", "t1", EventKind.COMMAND, Clean("ls"))]) == 0
    assert [item.source_id for item in added] == ["c"]
    assert [item.position for item in store.sessions.turns("s1")] == [0, 1, 2]
    assert store.sessions.known_ids("s1") == {"a", "b", "c", "t1"}


def test_what_was_said_right_before_a_message_is_found(store: Store) -> None:
    """Back to the message before in a user's name, newest first; what was withdrawn is passed over."""
    roles = [Role.USER, Role.ASSISTANT, Role.SOMEBODY, Role.ASSISTANT, Role.TOOL, Role.USER]
    with store.write("person") as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code"))
        for place, role in enumerate(roles):
            store.sessions.add_turns(transaction, "s1", [replace(turn(f"m{place}"), role=role)])
    exchanges = {name: store.sessions.exchange_before("s1", name) for name in ("m0", "m2", "m5")}
    before = {name: [one.source_id for one in turns] for name, turns in exchanges.items()}
    assert before == {"m0": [], "m2": ["m1", "m0"], "m5": ["m4", "m3", "m2"]}
    newest = store.sessions.newest_turn("s1")
    assert newest and newest.source_id == "m5"
    assert store.sessions.newest_turn("s2") is None
    assert store.sessions.ids_in_role("s1", Role.SOMEBODY) == {"m2"}


def test_the_facts_that_rest_on_a_message_are_found(store: Store) -> None:
    saved = add(store, USE_UV, SAID)
    assert SAID.session and SAID.source_id
    assert [fact.id for fact in store.facts.resting_on(SAID.session, SAID.source_id)] == [saved.id]
    assert store.facts.resting_on(SAID.session, "another") == []


def test_reading_positions_are_kept(store: Store) -> None:
    position = SourcePosition("/a.jsonl", size=10, offset=8, fingerprint="x", session="s1")
    with store.write("person") as transaction:
        store.sources.put(transaction, position)
    assert store.sources.position("/a.jsonl") == position


def test_each_change_of_a_passage_is_announced_once(store: Store) -> None:
    """The derived indexes hear of every fact and turn in the transaction that changed it."""
    saved = add(store)
    with store.write("person") as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code"))
        store.sessions.add_turns(transaction, "s1", [turn("a")])
    assert [row.passage for row in store.changes_since(0, 10)] == [saved.id, "t:1"]
    assert set(store.passages.many([saved.id, "t:1", "f:gone", "t:99"])) == {saved.id, "t:1"}


def test_nothing_is_written_when_the_body_fails(store: Store) -> None:
    def fail() -> None:
        with store.write("person") as transaction:
            store.facts.add(transaction, USE_UV)
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        fail()
    assert (store.facts.count(), store.audit.count(), store.cursor()) == (0, 0, 0)


def test_opening_an_up_to_date_store_writes_nothing(store: Store, home: Path) -> None:
    """Two agents that start at the same time never wait for each other."""
    add(store)
    before = store.data_version()
    with open_store() as other:
        assert other.facts.count() == 1
    assert store.data_version() == before


def test_files_are_the_owners_alone(store: Store, home: Path) -> None:
    add(store)
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in home.iterdir() if path.name.startswith("lore.db")} == {0o600}


def test_the_store_of_a_newer_lore_is_left_alone(home: Path) -> None:
    open_store().close()
    connection = connect(paths.database(home), budget_s=1)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(NewerSchema, match="schema 999"):
        open_store()


def test_the_store_of_a_much_older_lore_is_left_as_it_is(home: Path) -> None:
    """The message says how its facts come over."""
    open_store().close()
    with closing(connect(paths.database(home), budget_s=1)) as connection:
        connection.execute(f"PRAGMA user_version = {OLDEST - 1}")
    before = paths.database(home).read_bytes()
    with pytest.raises(OlderSchema, match=f"schema {OLDEST - 1}") as refused:
        open_store()
    assert "`lore export > facts.jsonl`" in (refused.value.hint or "")
    assert paths.database(home).read_bytes() == before


def test_a_damaged_row_is_noticed(store: Store, home: Path) -> None:
    """A fact that reads differently from what was written is an error, never an answer."""
    saved = add(store)
    connection = connect(paths.database(home), budget_s=1)
    connection.execute("UPDATE facts SET text = 'Use pip'")
    connection.close()
    with pytest.raises(StoreError, match="damaged on disk"):
        store.facts.get(saved.id)


def test_a_folder_that_cannot_be_used_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        open_store(tmp_path / "file" / "home")


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 6), True),
        ((3, 45, 0), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 53, 4), True),
    ],
)
def test_wal_is_used_only_where_sqlite_is_free_of_the_reset_bug(version: tuple[int, ...], safe: bool) -> None:
    assert safe_with_wal(version) is safe


def run_together(count: int, code: str, folder: Path) -> list[subprocess.CompletedProcess[str]]:
    env = {**os.environ, "LORE_HOME": str(folder)}
    command = [sys.executable, "-c", code]
    running = [
        subprocess.Popen([*command, str(n)], env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for n in range(count)
    ]
    return [
        subprocess.CompletedProcess(p.args, p.returncode, *outputs) for p in running for outputs in [p.communicate()]
    ]


WRITE_TEN = """
import sys
from lore.model import Clean, Fact, Kind
from lore.store import open_store
with open_store(budget_s=120) as store:
    for n in range(10):
        with store.write("agent:test") as change:
            store.facts.add(change, Fact("", Clean(f"fact {sys.argv[1]}-{n}"), Kind.NOTE))
"""


def test_many_first_starts_at_once_lose_nothing(tmp_path: Path) -> None:
    """Eight processes open an empty folder and write: no error, nothing lost. On a busy machine they wait for long."""
    done = run_together(8, WRITE_TEN, tmp_path / "new")
    assert [process.stderr for process in done] == [""] * 8
    with open_store(tmp_path / "new") as store:
        assert store.facts.count() == store.cursor() == 80


def test_a_busy_store_sends_accesses_to_the_spool(store: Store, home: Path) -> None:
    """Recording use never waits for a writer; the next writer takes the line over, once."""
    saved = add(store)
    with open_store() as other, other.write("agent:test"):
        store.accesses.record([saved.id])
        assert store.facts.usage([saved.id])[saved.id].accesses == 0
        assert len(list(paths.spool_folder(home).iterdir())) == 1
    assert list(paths.spool_folder(home).iterdir()) == []
    assert store.facts.usage([saved.id])[saved.id].accesses == 1


def test_a_spool_line_that_was_cut_off_stops_nobody(store: Store, home: Path) -> None:
    """A hook was killed while it wrote: that line was never acknowledged, the whole ones are taken over."""
    saved = add(store)
    with open_store() as other, other.write("agent:test"):
        store.accesses.record([saved.id])
        (waiting,) = paths.spool_folder(home).iterdir()
        with waiting.open("ab") as file:
            file.write(b'{"id": "abc", "fac')
        store.accesses.record([saved.id])
    assert store.facts.usage([saved.id])[saved.id].accesses == 2
    assert list(paths.spool_folder(home).iterdir()) == []


def test_a_spool_that_cannot_be_read_does_not_take_back_a_saved_change(store: Store, home: Path) -> None:
    (paths.spool_folder(home) / "1.jsonl").mkdir(parents=True)
    saved = add(store)
    assert store.facts.get(saved.id) == saved
    with pytest.raises(StoreError, match="cannot be used"):
        store.drain_spool()


@pytest.fixture
def no_deleted_database_file() -> Callable[[], list[str]]:
    def deleted() -> list[str]:
        names = [str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()]
        return [name for name in names if name.endswith("(deleted)") and "lore.db" in name]

    return deleted


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="this system does not list the open files of a process")
def test_no_process_writes_to_a_deleted_database(
    store: Store, no_deleted_database_file: Callable[[], list[str]]
) -> None:
    """A lost lock shows as a deleted file that is still open; none of our calls may cause it."""
    saved = add(store)
    with open_store() as other:
        other.facts.get(saved.id)
        add(other)
    store.facts.get(saved.id)
    assert no_deleted_database_file() == []
