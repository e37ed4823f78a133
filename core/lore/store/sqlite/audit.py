"""The log of every change, and the runs that group them. Events are only ever added."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from lore import clock
from lore.errors import NotFound
from lore.model import AuditEvent, Run, SubjectKind
from lore.store.sqlite import rows
from lore.store.sqlite.door import insert, update
from lore.store.sqlite.filters import Clauses
from lore.store.sqlite.ids import new_id
from lore.store.sqlite.images import event_of, image_in
from lore.store.sqlite.reading import Reader, batches, marks
from lore.store.sqlite.subjects import NOTED, TABLES
from lore.store.sqlite.transaction import Transaction, is_marked


class Audit(Reader):
    """Who changed what, when, and how it was before."""

    def select(
        self,
        *,
        actor: str | None = None,
        action: str | None = None,
        subject: str | None = None,
        kind: SubjectKind | None = None,
        run: str | None = None,
        after: str | None = None,
        before: str | None = None,
        limit: int | None = None,
        below_seq: int | None = None,
    ) -> list[AuditEvent]:
        """Events, newest first. `action` may be a noun (`fact`) or a whole action (`fact.edit`).

        subject: the id of what was changed; kind: what sort of thing.
        """
        clauses = Clauses()
        if actor is not None:
            clauses.add("actor = ?", actor)
        if action is not None:
            clauses.add("(action = ? OR action LIKE ? || '.%')", action, action)
        if subject is not None:
            clauses.add("target = ?", subject)
        if kind is not None:
            clauses.add('"table" = ?', TABLES[kind])
        if run is not None:
            clauses.add("run = ?", run)
        if after is not None:
            clauses.add("at >= ?", after)
        if before is not None:
            clauses.add("at < ?", before)
        if below_seq is not None:
            clauses.add("seq < ?", below_seq)
        where, values = clauses.where()
        found = self._all(
            f"SELECT * FROM audit WHERE {where} ORDER BY seq DESC LIMIT ?", *values, -1 if limit is None else limit
        )
        return [event_of(row) for row in found]

    def retired(self, run: str) -> list[str]:
        """The ids of the facts that a run took out of force, or that came in as replaced already."""
        sql = (
            "SELECT target FROM audit WHERE run = ? AND \"table\" = 'facts' AND undoes IS NULL"
            " AND json_extract(after, '$.status') IN ('superseded', 'archived')"
            " AND coalesce(json_extract(before, '$.status'), 'active') = 'active' GROUP BY target ORDER BY min(seq)"
        )
        return [row[0] for row in self._all(sql, run)]

    def get(self, seq: int) -> AuditEvent:
        """The event with this number. Raises NotFound."""
        row = self._one("SELECT * FROM audit WHERE seq = ?", seq)
        if row is None:
            raise NotFound(f"there is no event {seq}", hint="`lore log` lists them")
        return event_of(row)

    def of_unit(self, unit: int) -> list[AuditEvent]:
        """What one transaction did, newest event first."""
        return [event_of(row) for row in self._all("SELECT * FROM audit WHERE unit = ? ORDER BY seq DESC", unit)]

    def units(self, *, actor: str | None, below: int | None, limit: int, run: str | None = None) -> list[int]:
        """The units that left something to take back, newest first. below: only older ones. run: only of this run."""
        found = self._all(
            f'SELECT DISTINCT unit FROM audit WHERE "table" NOT IN ({marks(NOTED)}) AND (? IS NULL OR actor = ?)'
            " AND (? IS NULL OR unit < ?) AND (? IS NULL OR run = ?) ORDER BY unit DESC LIMIT ?",
            *NOTED, actor, actor, below, below, run, run, limit,
        )  # fmt: skip
        return [row[0] for row in found]

    def reversals(self) -> list[tuple[int, int]]:
        """Each unit that reversed others, with each that it reversed."""
        found = self._all("SELECT DISTINCT unit, undoes FROM audit WHERE undoes IS NOT NULL")
        return [(row["unit"], row["undoes"]) for row in found]

    def is_of_here(self, event: AuditEvent, home: Path) -> bool:
        """Whether the installation in the data folder `home` recorded this change of a file, just so."""
        row = self._one("SELECT * FROM audit WHERE seq = ?", event.seq)
        if row is None:
            return False
        return is_marked(home, row["table"], row["target"], image_in(row, "before"), image_in(row, "after"))

    def seqs(self, limit: int | None = None) -> list[int]:
        """The numbers of the events, newest first."""
        return [
            row[0]
            for row in self._all("SELECT seq FROM audit ORDER BY seq DESC LIMIT ?", -1 if limit is None else limit)
        ]

    def count(self) -> int:
        return int(self._value("SELECT count(*) FROM audit"))

    def after(self, seq: int, limit: int) -> list[AuditEvent]:
        """The events that are newer than the one with this number, oldest first."""
        found = self._all("SELECT * FROM audit WHERE seq > ? ORDER BY seq LIMIT ?", seq, limit)
        return [event_of(row) for row in found]

    def first_at(self) -> str | None:
        """When the first change was made; None before it."""
        found = self._value("SELECT min(at) FROM audit")
        return None if found is None else str(found)

    def touched_by(self, actor: str, ids: Sequence[str], actions: Sequence[str]) -> set[str]:
        """Which of these things an actor did one of these actions to."""
        found: set[str] = set()
        for batch in batches(ids):
            sql = (
                f"SELECT DISTINCT target FROM audit WHERE actor = ? AND action IN ({marks(actions)})"
                f" AND target IN ({marks(batch)})"
            )
            found.update(row[0] for row in self._all(sql, actor, *actions, *batch))
        return found

    def was_purged(self, name: str) -> bool:
        """Whether a fact, a session or a collection was purged."""
        sql = "SELECT 1 FROM audit WHERE target = ? AND \"table\" = 'purged' LIMIT 1"
        return self._one(sql, name) is not None


class Runs(Reader):
    """Batches of changes under one id."""

    def start(self, transaction: Transaction, kind: str) -> Run:
        """Begin a run; changes made with its id belong to it."""
        at = clock.now()
        number = self._value("SELECT coalesce(max(seq), 0) + 1 FROM runs")
        name = new_id(transaction, "r", "runs", f"{kind}|{transaction.actor}|{at}|{number}")
        begun = {"id": name, "kind": kind, "actor": transaction.actor, "started_at": at, "summary": "{}"}
        insert(transaction._connection, "runs", begun)
        return Run(name, kind, transaction.actor, at)

    def keep(self, transaction: Transaction, run_id: str, summary: Mapping[str, int]) -> None:
        """Note how far a run is that goes on; `finish` replaces it."""
        update(transaction._connection, "runs", {"summary": json.dumps(summary)}, "id", run_id)

    def finish(self, transaction: Transaction, run_id: str, summary: Mapping[str, int]) -> None:
        """End a run with the counts of what it did."""
        ended = {"finished_at": clock.now(), "summary": json.dumps(summary)}
        update(transaction._connection, "runs", ended, "id", run_id)

    def get(self, run_id: str) -> Run:
        """The run with this id. Raises NotFound."""
        row = self._one("SELECT * FROM runs WHERE id = ?", run_id)
        if row is None:
            raise NotFound(f"there is no run `{run_id}`", hint="`lore log` names the run of each event")
        return rows.run(row)

    def latest(self, kind: str | None = None) -> Run | None:
        """The newest run, or the newest of a kind."""
        row = self._one("SELECT * FROM runs WHERE ? IS NULL OR kind = ? ORDER BY seq DESC LIMIT 1", kind, kind)
        return rows.run(row) if row else None
