"""Events speak of things; whatever is recorded can be applied again without harm, here and in another store."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import lore
from lore import wire
from lore.capture.rewinds import Rewind, apply as go_back
from lore.cli.program import run
from lore.distill.calls import note_call
from lore.distill.ways import Way
from lore.errors import Conflict, NotFound
from lore.history import apply, carry_out, differences, inverted, plan_undo, redo_last, sentence, undo_last, undo_run
from lore.history.telling import OUTSIDE, known_effects
from lore.memory.editing import NewFact, add_fact, propose
from lore.model import (
    AuditEvent,
    Candidate,
    Clean,
    Collection,
    Digest,
    DigestSpan,
    Event,
    EventKind,
    Evidence,
    Fact,
    Kind,
    Link,
    LinkKind,
    Project,
    Role,
    Session,
    Status,
    Subject,
    SubjectKind,
    Turn,
)
from lore.store import Store, open_store
from lore.store.local.backup import make_backup, restore_backup
from lore.store.local.purge import purge_facts
from lore.store.records import SourcePosition
from lore.store.sqlite.rewording import reword
from lore.store.sqlite.subjects import TABLES
from support.agents_home import AgentsHome
from support.examples import examples
from support.person import approve, me, reject
from support.publishing import approved, make_repository, publish_into

GOLDEN = Path(__file__).parents[1] / "data" / "events.jsonl"
THINGS = {
    SubjectKind.FACT: Fact,
    SubjectKind.EVIDENCE: Evidence,
    SubjectKind.LINK: Link,
    SubjectKind.CANDIDATE: Candidate,
    SubjectKind.PROJECT: Project,
    SubjectKind.COLLECTION: Collection,
    SubjectKind.SOURCE: SourcePosition,
    SubjectKind.SESSION: Session,
}


@pytest.fixture
def eventful(store: Store, tmp_path: Path) -> Store:
    """A store in which everything happened once that the log tells of."""
    root = make_repository(tmp_path / "web")
    rule = approved(store, "Use pnpm, never npm or yarn, in this repository")
    publish_into(store, root)
    with store.write(me()) as transaction:  # as `lore compress` wrote it once
        states = [{"root": str(root), "facts": [rule.id], "content": text} for text in ("- Use pnpm\n", "\n")]
        transaction.note("memory_file.compress", Subject(SubjectKind.MEMORY_FILE, "CLAUDE.md"), *states)
    turned_down = propose(store, add_fact(store, NewFact("Deploy on Fridays", tags=("ops", "risk"))).fact.id)
    reject(store, [turned_down.id], "no")
    with store.write("hook") as transaction:
        capture = store.runs.start(transaction, "capture").id
    with store.write("hook", capture) as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code", started_at="2026-03-01T09:00:00Z"))
        store.sessions.put(transaction, Session("s1", "claude-code", ended_at="2026-03-01T10:00:00Z"))
        store.sessions.add_turns(transaction, "s1", [Turn("s1", "m1", Role.USER, Clean("Use uv"))])
        store.sessions.add_events(transaction, "s1", [Event("s1", "t1", EventKind.COMMAND, Clean("ls"))])
        reword(transaction, "s1", {"t:1 text": "Use uv", "e:1 name": "ls"}, "session.reread")
        assert list(go_back(store, transaction, Rewind("s1", frozenset({"m1"}), ()))) == []
        store.sources.put(transaction, SourcePosition("s1.jsonl", 9, 9, "abc", "s1"))
        store.projects.put(transaction, Project("web", "set", aliases=("one", "two")))
        store.settings.put(transaction, "memory.some", ["a", True, None])
        times = ("2026-03-01T09:00:00Z", "2026-03-01T10:00:00Z")
        told = Digest(DigestSpan.SESSION, "web", *times, Clean("Goals:\n- Use uv"), (), ("s1",), False, "s1")
        store.digests.add(transaction, told)
        noted = store.facts.add(
            transaction, Fact("", Clean("Use uv"), Kind.NOTE), [Evidence(Clean("Use uv"), "s1", "m1")]
        )
        store.facts.link(transaction, noted.id, LinkKind.RELATED, rule.id)
        store.facts.update(transaction, noted.id, text=Clean("Use uv here"), pinned=True, tags=(Clean("tools"),))
    undo_run(store, capture)
    redo_last(store)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("# A\n\nText\n")
    assert run(["docs", "add", str(tmp_path / "notes")]) == 0
    assert run(["doctor"]) in (0, 1)
    with store.write("model") as transaction:
        note_call(transaction, "s1", Way("replay", "notes.jsonl"), {"tokens": 812, "kept": 0, "up_to": "m1"})
    purge_facts(store, [turned_down.fact])
    restore_backup(store, make_backup(store, "asked").name, by=me())
    AgentsHome(tmp_path / "user", tmp_path / "programs").set_up("zed")
    with store.write(me()) as transaction:
        state = {"timer": "cron", "command": ["lore", "schedule", "run"], "hour": 3, "environment": [], "before": {}}
        transaction.note("schedule.install", Subject(SubjectKind.TIMER, "cron"), {}, state)
    return store


def _told(event: AuditEvent, folder: Path) -> dict[str, Any]:
    text = json.dumps({**wire.of(event), "sentence": sentence(event)}, ensure_ascii=False)
    text = text.replace(str(folder), "HOME").replace(str(Path.home()), "HOME")
    text = re.sub(r'"after": "[0-9a-f]{16}"', '"after": "HASH"', text)  # of a file that names a folder of the test
    text = re.sub(r"(?<=[{}])\\n *", "", text)  # a settings file has more lines where the path of the program is longer
    return dict(json.loads(re.sub(r"d:[a-z2-7]{16}", "d:notes", text)))  # it follows from the path


def test_each_action_is_told_in_the_words_of_the_domain(eventful: Store, tmp_path: Path) -> None:
    """One line for the first event of each action; `LORE_WRITE_GOLDEN=1` writes them."""
    first: dict[str, dict[str, Any]] = {}
    for event in reversed(eventful.audit.select()):
        first.setdefault(event.action, _told(event, tmp_path))
    for told in first.values():
        for state in (told["before"], told["after"]):
            if state and (told["subject"]["kind"] in ("doctor", "store") or told["action"] == "folder.see"):
                state.clear()  # figures, names and inodes that follow the machine
    lines = "".join(f"{json.dumps(event, ensure_ascii=False)}\n" for event in first.values())
    if os.environ.get("LORE_WRITE_GOLDEN"):
        GOLDEN.write_text(lines, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8").splitlines() == lines.splitlines()


def test_every_kind_of_subject_is_told_of(eventful: Store) -> None:
    assert {event.subject.kind for event in eventful.audit.select()} == set(SubjectKind) == set(TABLES)


def test_fields_are_those_of_the_model_with_values_of_json(eventful: Store) -> None:
    for event in eventful.audit.select():
        thing = THINGS.get(event.subject.kind)
        for state in filter(None, (event.before, event.after)):
            assert not state.keys() & {"row_hash", "seal", "withdrawn", "seqs"}
            if thing is not None:
                assert state.keys() == {field.name for field in fields(thing)}
            for name in state.keys() & {"tags", "concepts", "files", "aliases"}:
                assert isinstance(state[name], list)
            for name in state.keys() & {"tainted", "pinned", "code"}:
                assert isinstance(state[name], bool)
            assert json.loads(json.dumps(state)) == state


def test_what_changed_is_told_field_by_field(eventful: Store) -> None:
    (event,) = (one for one in eventful.audit.select(action="fact.edit") if "uv" in one.state["text"])
    assert [(difference.label, difference.before, difference.after) for difference in differences(event)] == [
        ("text", "Use uv", "Use uv here"), ("pinned", False, True), ("tags", [], ["tools"]),
    ]  # fmt: skip


def test_only_the_store_knows_rows() -> None:
    """Whoever stands above it records with `note`, and reads events; tables and images are the store's own.

    `lookup` stands below: there hooks read rows, as the store does itself, and may not load it.
    """
    rows = re.compile(
        r"change\.(record|row|insert|update|delete)\(|\brow_hash\b|image_of|state_of|json_extract|\baudit WHERE"
    )
    root = Path(lore.__file__ or "").parent
    outside = [path for path in root.rglob("*.py") if path.relative_to(root).parts[0] not in ("store", "lookup")]
    assert outside
    assert [path.name for path in outside if rows.search(path.read_text(encoding="utf-8"))] == []


def test_whatever_stands_outside_the_store_has_an_effect() -> None:
    """A kind that undo would have to put back on the disk cannot be forgotten."""
    assert known_effects().keys() == OUTSIDE


def test_each_event_names_where_it_happened(store: Store, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_fact(store, NewFact("Use pnpm"))
    monkeypatch.setenv("LORE_INSTALLATION", "another")
    with open_store(home) as there:
        add_fact(there, NewFact("Use uv"))
    names = [event.installation for event in store.audit.select(action="fact.add")]
    assert len(set(names)) == 2


def test_a_copied_folder_is_another_installation(
    store: Store, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil

    monkeypatch.delenv("LORE_INSTALLATION")
    shutil.copytree(home, tmp_path / "copied")
    ids: set[str] = set()
    for folder in (home, tmp_path / "copied", home):
        with open_store(folder) as opened:
            ids.add(add_fact(opened, NewFact(f"Use uv {len(ids)}")).fact.id[:2])
            ids.add(opened.audit.select(limit=1)[0].installation)
    assert len(ids) == 3


def test_numbers_are_not_given_again_after_a_return_to_a_copy(store: Store) -> None:
    copy = make_backup(store, "asked").name
    add_fact(store, NewFact("Use pnpm"))
    last = store.audit.select(limit=1)[0].number
    restore_backup(store, copy, by=me())
    assert store.audit.select(limit=100)[-1].number > last


# Applying


def _changes(store: Store) -> Sequence[AuditEvent]:
    kinds = {SubjectKind.FACT, SubjectKind.EVIDENCE, SubjectKind.LINK, SubjectKind.CANDIDATE, SubjectKind.SETTING}
    return [event for event in reversed(store.audit.select()) if event.subject.kind in kinds]


def _rows(store: Store) -> dict[str, object]:
    facts = store.facts.many(sorted(event.subject.id for event in store.audit.select(kind=SubjectKind.FACT)))
    return {
        "facts": facts,
        "evidence": store.facts.evidence([fact.id for fact in facts]),
        "links": [store.facts.links(fact.id) for fact in facts],
        "candidates": [store.candidates.of_fact(fact.id) for fact in facts],
        "setting": store.settings.get("number"),
    }


WHAT = ("add", "edit", "move", "link", "propose", "decide", "set", "undo", "redo")
STEP = st.tuples(st.sampled_from(WHAT), st.integers(0, 9))


def _act(store: Store, what: str, number: int) -> None:
    facts = store.facts.ids(None)
    candidates = store.candidates.ids()
    if what in ("undo", "redo"):
        try:
            (undo_last if what == "undo" else redo_last)(store, "person")
        except (NotFound, Conflict):
            return
    elif what in ("add", "set") or (candidates if what == "decide" else facts):
        with store.write("person") as transaction:
            _write(store, transaction, what, number, facts, candidates)


def _write(store: Store, change: Any, what: str, number: int, facts: Sequence[str], candidates: Sequence[str]) -> None:
    text = Clean(f"Use tool {number}")
    name = facts[number % len(facts)] if facts else ""
    match what:
        case "add":
            store.facts.add(change, Fact("", text, Kind.NOTE, tags=(Clean("a"),)), [Evidence(text, f"s{number}")])
        case "set":
            store.settings.put(change, "number", [number])
        case "edit":
            store.facts.update(change, name, text=text)
        case "move":
            store.facts.update(change, name, status=Status.ARCHIVED, action="fact.archive")
        case "link":
            store.facts.link(change, name, LinkKind.RELATED, facts[-1])
        case "propose":
            store.candidates.add(change, Candidate("", text, name, fingerprint=str(number)))
        case "decide":
            store.candidates.update(change, candidates[0], action="candidate.edit", text=text)


@pytest.fixture(scope="module")
def two_stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[tuple[Store, Store]]]:
    def made() -> Iterator[tuple[Store, Store]]:
        while True:
            folder = tmp_path_factory.mktemp("pair")
            with open_store(folder / "one") as store, open_store(folder / "other") as other:
                yield store, other

    yield made()


@examples(40)
@given(steps=st.lists(STEP, max_size=25), again=st.lists(st.integers(0, 60), max_size=10))
def test_applying_is_idempotent(
    two_stores: Iterator[tuple[Store, Store]], steps: Sequence[tuple[str, int]], again: Sequence[int]
) -> None:
    """Another store that is told everything, some of it twice and late, holds the same and has recorded it once."""
    store, other = next(two_stores)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LORE_INSTALLATION", "one")
        for what, number in steps:
            _act(store, what, number)
        patch.setenv("LORE_INSTALLATION", "other")
        events = _changes(store)
        for place, event in enumerate(events):
            with other.write("sync") as transaction:
                assert apply(transaction, event)
                assert not apply(transaction, event)
            for earlier in events[: place + 1] if place in again else ():
                with other.write("sync") as transaction:
                    assert not apply(transaction, earlier)
    assert _rows(other) == _rows(store)
    told = [(event.installation, event.number, event.after) for event in events]
    assert [(event.installation, event.number, event.after) for event in _changes(other)] == told


def test_taking_back_twice_changes_nothing(store: Store) -> None:
    fact = add_fact(store, NewFact("Use pnpm")).fact
    with store.write("person") as transaction:
        store.facts.update(transaction, fact.id, text=Clean("Use uv"))
    event = store.audit.select(action="fact.edit")[0]
    with store.write("person") as transaction:
        assert apply(transaction, inverted(event))
        assert not apply(transaction, inverted(event))
    assert store.facts.get(fact.id) == fact
    with store.write("person") as transaction:
        assert not apply(transaction, event)  # it is known: what came since decides


def test_what_is_in_neither_state_is_a_conflict(store: Store) -> None:
    fact = add_fact(store, NewFact("Use pnpm")).fact
    with store.write("person") as transaction:
        store.facts.update(transaction, fact.id, text=Clean("Use uv"))
    edit = store.audit.select(action="fact.edit")[0]
    with store.write("person") as transaction:
        store.facts.update(transaction, fact.id, text=Clean("Use npm"))
    with pytest.raises(Conflict, match="neither as"), store.write("person") as transaction:
        apply(transaction, inverted(edit))


def test_a_published_file_is_applied_once(store: Store, tmp_path: Path) -> None:
    root = make_repository(tmp_path / "web")
    approved(store, "Use pnpm")
    publish_into(store, root)
    event = store.audit.select(kind=SubjectKind.FILE)[0]
    with store.write(me()) as transaction:
        assert apply(transaction, inverted(event))
        assert not (root / "CONVENTIONS.md").exists()
        assert not apply(transaction, inverted(event))


# Redo


def test_redo_of_an_approval_that_was_published(store: Store, tmp_path: Path) -> None:
    root = make_repository(tmp_path / "web")
    candidate = propose(
        store, add_fact(store, NewFact("Use pnpm", Kind.CONVENTION, project="github.com/me/web")).fact.id
    )
    approve(store, candidate.id)
    publish_into(store, root)
    text = (root / "CONVENTIONS.md").read_bytes()
    undo_last(store)
    undo_last(store)
    assert store.candidates.get(candidate.id) == candidate
    redo_last(store)
    redo_last(store)
    assert (root / "CONVENTIONS.md").read_bytes() == text
    undo_last(store)
    add_fact(store, NewFact("Use uv"))
    with pytest.raises(NotFound, match="nothing to redo"):
        redo_last(store)
    assert not (root / "CONVENTIONS.md").exists()


def test_an_event_is_not_taken_back_twice(store: Store) -> None:
    add_fact(store, NewFact("Use pnpm"))
    seq = store.audit.select(limit=1)[0].seq
    carry_out(store, plan_undo(store, event=seq))
    with pytest.raises(Conflict, match="undone already"):
        carry_out(store, plan_undo(store, event=seq))
