"""R18: random histories of everything that can be undone, compared row by row with a model after every step."""

import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, seed, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from lore.errors import Conflict, NotFound
from lore.history import UndoReport, carry_out, plan_undo, redo_last, undo_last, undo_run
from lore.index import PassageFilter, catch_up, open_index
from lore.model import (
    Candidate,
    CandidateStatus,
    Clean,
    Evidence,
    Fact,
    Kind,
    Link,
    LinkKind,
    Role,
    Session,
    Status,
    Turn,
)  # fmt: skip
from lore.store import FactFilter, Store, Transaction, open_store
from lore.store.local.backup import make_backup, restore_backup
from lore.text import text_hash

from .figures import Figure, Scale
from .processes import Child, ask
from .undo_model import Changed, Key, Nothing, Refused, Row, Unit, World

STEPS = 50
NOW = "2026-03-12T09:00:00Z"
EVERY_STATUS = FactFilter(statuses=tuple(Status))
ACTORS = st.sampled_from(["person", "agent:one", "consolidation"])
UNDOERS = st.sampled_from(["person", "consolidation"])
SOMEBODY = st.none() | ACTORS
TEXTS = st.sampled_from([Clean(text) for text in ("Use uv", "Use pip", "The port is 8080", "Tabs in Makefiles")])
PICK = st.integers(min_value=0, max_value=999)


def run(scale: Scale) -> Iterator[Figure]:
    steps, complaint = ask(partial(_play, scale))
    yield Figure("R18", f"{steps:,} steps, every undo and redo exact {complaint or ''}", kept=not complaint)


def _play(scale: Scale) -> tuple[int, str | None]:
    os.environ["LORE_NOW"] = NOW
    Histories.folder = scale.folder
    Histories.steps = 0
    wanted = settings(
        max_examples=max(1, scale.size // STEPS),
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    try:
        while Histories.steps < scale.size:
            run_state_machine_as_test(seed(scale.seed + Histories.steps)(Histories), settings=wanted)
    except Exception as error:  # noqa: BLE001 -- whatever it is, it is the finding
        return Histories.steps, f"broken: {error!r} {' '.join(getattr(error, '__notes__', []))}"
    return Histories.steps, None


class Histories(RuleBasedStateMachine):
    """Two programs work on one store; what either does, the model does."""

    folder: Path
    steps = 0

    @initialize()
    def begin(self) -> None:
        self.home = Path(tempfile.mkdtemp(dir=self.folder))
        self.stores = [open_store(self.home), open_store(self.home)]
        self.world = World()
        self.backups: dict[str, World] = {}
        self.runs: list[str] = []
        self.captured = 0

    def teardown(self) -> None:
        for store in getattr(self, "stores", []):
            store.close()

    # Changes

    @rule(actor=ACTORS, text=TEXTS, which=PICK, quoted=st.booleans())
    def add(self, actor: str, text: Clean, which: int, quoted: bool) -> None:
        said = [Evidence(text, session=f"s{which % 3}", source_id=str(which))] if quoted else []

        def work(store: Store, transaction: Transaction) -> list[Changed]:
            fact = store.facts.add(transaction, Fact("", text, Kind.NOTE), said)
            assert fact == Fact(fact.id, text, Kind.NOTE, created_at=NOW, hash=text_hash(text))
            evidence = [] if not quoted else store.facts.evidence([fact.id])[fact.id]
            return [_new("facts", fact), *(_new("evidence", item) for item in evidence)]

        self._write(which, actor, work)

    @precondition(lambda self: self.world.of("facts"))
    @rule(actor=ACTORS, text=TEXTS, which=PICK)
    def edit(self, actor: str, text: Clean, which: int) -> None:
        self._change_fact(which, actor, text=text, hash=text_hash(text))

    @precondition(lambda self: self.world.of("facts"))
    @rule(actor=ACTORS, status=st.sampled_from([Status.ACTIVE, Status.ARCHIVED, Status.SUPERSEDED]), which=PICK)
    def move(self, actor: str, status: Status, which: int) -> None:
        self._change_fact(which, actor, status=status)

    @precondition(lambda self: self.world.of("facts"))
    @rule(actor=ACTORS, pinned=st.booleans(), which=PICK)
    def pin(self, actor: str, pinned: bool, which: int) -> None:
        self._change_fact(which, actor, pinned=pinned)

    @precondition(lambda self: len(self.world.of("facts")) > 1)
    @rule(actor=ACTORS, kind=st.sampled_from(LinkKind), which=PICK, other=PICK)
    def link(self, actor: str, kind: LinkKind, which: int, other: int) -> None:
        source, target = self._fact(which).id, self._fact(other).id
        known = [
            link
            for link in self.world.of("links").values()
            if isinstance(link, Link) and (link.source, link.kind, link.target) == (source, kind, target)
        ]

        def work(store: Store, transaction: Transaction) -> list[Changed]:
            link = store.facts.link(transaction, source, kind, target)
            assert not known or link == known[0]
            return [] if known else [_new("links", link)]

        self._write(which, actor, work)

    @precondition(lambda self: self.world.of("facts"))
    @rule(actor=ACTORS, which=PICK)
    def propose(self, actor: str, which: int) -> None:
        fact = self._fact(which)

        def work(store: Store, transaction: Transaction) -> list[Changed]:
            return [
                _new(
                    "candidates", store.candidates.add(transaction, Candidate("", fact.text, fact.id, fingerprint="x"))
                )
            ]

        self._write(which, actor, work)

    @precondition(lambda self: self.world.of("candidates"))
    @rule(actor=ACTORS, approved=st.booleans(), which=PICK)
    def decide(self, actor: str, approved: bool, which: int) -> None:
        """Approve a candidate, which makes its fact a convention, or reject it: one step for a person."""
        names = sorted(self.world.of("candidates"))
        before = self.world.rows["candidates", names[which % len(names)]]
        assert isinstance(before, Candidate)
        fact = self.world.rows["facts", before.fact]
        assert isinstance(fact, Fact)
        status = CandidateStatus.APPROVED if approved else CandidateStatus.REJECTED
        after = replace(before, status=status, decided_at=NOW)
        kept = replace(fact, approved_at=NOW) if approved else fact

        def work(store: Store, transaction: Transaction) -> list[Changed]:
            store.candidates.update(transaction, before.id, action="candidate.decide", status=status, decided_at=NOW)
            if approved:
                store.facts.update(transaction, fact.id, action="fact.approve", approved_at=NOW)
            return [*_changed("candidates", before, after), *_changed("facts", fact, kept)]

        self._write(which, actor, work)

    @precondition(lambda self: len(self.world.of("facts")) > 1)
    @rule(actor=ACTORS, text=TEXTS, which=PICK, count=st.integers(min_value=1, max_value=4))
    def work_in_a_run(self, actor: str, text: Clean, which: int, count: int) -> None:
        store = self._store(which)
        with store.write(actor) as transaction:
            run = store.runs.start(transaction, "consolidation").id
        self.runs.append(run)
        for number in range(count):
            self._change_fact(which + number, actor, run=run, text=text, hash=text_hash(text))

    @rule(which=PICK, again=st.booleans(), count=st.integers(min_value=1, max_value=3))
    def capture(self, which: int, again: bool, count: int) -> None:
        """Store messages of a session, or read one again that was stored before."""
        self.captured += not again
        session = f"session-{which % self.captured if again and self.captured else self.captured}"
        turns = [Turn(session, f"m{number}", Role.USER, Clean(f"{session} {number}")) for number in range(count)]

        def work(store: Store, transaction: Transaction) -> list[Changed]:
            store.sessions.put(transaction, Session(session, "claude-code"))
            added = store.sessions.add_turns(transaction, session, turns)
            shown = self.world.of("turns")
            names = [f"{session}/{turn.source_id}" for turn in turns]
            assert [f"{session}/{turn.source_id}" for turn in added] == [name for name in names if name not in shown]
            return [Changed(("turns", f"{session}/{turn.source_id}"), None, turn.text) for turn in added]

        self._write(which, "hook", work)

    # Back and forth

    @rule(actor=UNDOERS, by=SOMEBODY, which=PICK)
    def undo(self, actor: str, by: str | None, which: int) -> None:
        self._reverse(lambda: self.world.to_undo(by), lambda: undo_last(self._store(which), actor, by=by), actor)

    @rule(actor=UNDOERS, by=SOMEBODY, which=PICK)
    def redo(self, actor: str, by: str | None, which: int) -> None:
        self._reverse(lambda: self.world.to_redo(by), lambda: redo_last(self._store(which), actor, by=by), actor)

    @precondition(lambda self: self.runs)
    @rule(actor=UNDOERS, which=PICK)
    def undo_a_run(self, actor: str, which: int) -> None:
        run = self.runs[which % len(self.runs)]
        self._reverse(lambda: self.world.of_run(run), lambda: undo_run(self._store(which), run, actor), actor)

    @precondition(lambda self: self.world.units)
    @rule(actor=UNDOERS, which=PICK)
    def undo_any(self, actor: str, which: int) -> None:
        unit = self.world.units[which % len(self.world.units)]

        def wanted() -> list[Unit]:
            if self.world.is_reversed(unit):
                raise Refused
            return [unit]

        self._reverse(wanted, lambda: self._undone(which, unit.number, actor), actor)

    def _undone(self, which: int, number: int, actor: str) -> UndoReport:
        store = self._store(which)
        return carry_out(store, plan_undo(store, event=number), actor)

    # Ends and beginnings

    @rule(which=PICK)
    def crash(self, which: int) -> None:
        self._close()
        Child(partial(_die_writing, self.home, which)).wait()
        self._open()

    @rule()
    def restart(self) -> None:
        self._close()
        self._open()

    @rule(which=PICK)
    def back_up(self, which: int) -> None:
        self.backups[make_backup(self._store(which), "asked").name] = self.world.copy()

    @precondition(lambda self: self.backups)
    @rule(actor=ACTORS, which=PICK)
    def restore(self, actor: str, which: int) -> None:
        name = sorted(self.backups)[which % len(self.backups)]
        _, before = restore_backup(self._store(which), name, by=actor)
        self._gone_back(name, before.name, actor)

    @rule(which=PICK)
    def search(self, which: int) -> None:
        store = self._store(which)
        assert catch_up(store, None)
        words = open_index(store, None).words
        held = words.matching(PassageFilter(), 10_000) if words else []
        assert len(held) == len(set(held))
        assert {name for name in held if name.startswith("f:")} == self.world.of("facts").keys()
        assert sum(name.startswith("t:") for name in held) == len(self.world.of("turns"))

    @invariant()
    def the_store_is_the_model(self) -> None:
        if not hasattr(self, "world"):
            return
        type(self).steps += 1
        store = self.stores[self.steps % 2]
        facts = {fact.id: fact for fact in store.facts.select(EVERY_STATUS)}
        assert facts == self.world.of("facts")
        evidence = {item.id: item for found in store.facts.evidence(list(facts)).values() for item in found}
        assert evidence == self.world.of("evidence")
        assert {link.id: link for name in facts for link in store.facts.links(name)} == self.world.of("links")
        candidates = {candidate.id: candidate for candidate in store.candidates.select(tuple(CandidateStatus))}
        assert candidates == self.world.of("candidates")
        turns = {
            f"{turn.session}/{turn.source_id}": turn.text
            for number in range(self.captured + 1)
            for turn in store.sessions.turns(f"session-{number}")
        }
        assert turns == self.world.of("turns")

    # What the rules share

    def _store(self, which: int) -> Store:
        return self.stores[which % len(self.stores)]

    def _fact(self, which: int) -> Fact:
        names = sorted(self.world.of("facts"))
        found = self.world.rows["facts", names[which % len(names)]]
        assert isinstance(found, Fact)
        return found

    def _change_fact(self, which: int, actor: str, run: str | None = None, **fields: Any) -> None:
        before = self._fact(which)
        given = {name: value for name, value in fields.items() if name != "hash"}

        def work(store: Store, transaction: Transaction) -> list[Changed]:
            store.facts.update(transaction, before.id, **given)
            return _changed("facts", before, replace(before, **fields))

        self._write(which, actor, work, run)

    def _write(
        self, which: int, actor: str, work: Callable[[Store, Transaction], list[Changed]], run: str | None = None
    ) -> None:
        store = self._store(which)
        with store.write(actor, run) as transaction:
            changes = work(store, transaction)
        if transaction.unit:
            self.world.apply(Unit(transaction.unit, actor, tuple(changes), run))
        else:
            assert not changes

    def _reverse(self, wanted: Callable[[], list[Unit]], act: Callable[[], UndoReport], actor: str) -> None:
        try:
            units = wanted()
            back = units[0].goes_back_to
            changes = () if back else self.world.reversal(units)
        except (Nothing, Refused) as refusal:
            expected = NotFound if isinstance(refusal, Nothing) else Conflict
            try:
                act()
            except expected:
                return
            raise AssertionError(f"{expected.__name__} was to be raised") from refusal
        before = self._backup_names()
        report = act()
        if back:
            (made,) = self._backup_names() - before
            self._gone_back(back, made, actor)
            return
        undone = frozenset(unit.number for unit in units)
        self.world.apply(Unit(report.unit, actor, changes, undoes=undone, depth=units[0].depth + 1))

    def _gone_back(self, name: str, made_before: str, actor: str) -> None:
        self.backups[made_before] = self.world
        self.world = self.backups[name].copy()
        newest = self.stores[0].audit.select(limit=1)[0]
        self.world.units.append(Unit(newest.unit, actor, (), goes_back_to=made_before))

    def _backup_names(self) -> set[str]:
        return {path.name for path in (self.home / "backups").glob("*.db")}

    def _close(self) -> None:
        for store in self.stores:
            store.close()

    def _open(self) -> None:
        self.stores = [open_store(self.home), open_store(self.home)]


def _new(table: str, row: Row) -> Changed:
    return Changed((table, row.id), None, row)  # type: ignore[union-attr]


def _changed(table: str, before: Any, after: Any) -> list[Changed]:
    key: Key = (table, before.id)
    return [] if before == after else [Changed(key, before, replace(after, rev=before.rev + 1))]


def _die_writing(home: Path, which: int) -> None:
    store = open_store(home)
    with store.write("agent:doomed") as transaction:
        store.facts.add(transaction, Fact("", Clean(f"never said {which}"), Kind.NOTE))
        for fact in store.facts.select(EVERY_STATUS, limit=3):
            store.facts.update(transaction, fact.id, text=Clean("never said"))
        os.kill(os.getpid(), signal.SIGKILL)
