"""The review queue: proposals that wait for a person."""

from collections.abc import Sequence
from dataclasses import replace

from lore import clock
from lore.errors import Conflict, NotFound
from lore.model import Candidate, CandidateStatus
from lore.store.sqlite import rows
from lore.store.sqlite.door import passed_fields, passed_row
from lore.store.sqlite.ids import new_id
from lore.store.sqlite.reading import Reader, batches, marks
from lore.store.sqlite.transaction import Transaction

WAITING = (CandidateStatus.WAITING,)
_MOOT = (
    "(kind = 'question' AND status IN ('waiting', 'snoozed') AND (SELECT count(*) FROM facts WHERE status = 'active'"
    " AND id IN (candidates.fact, candidates.replaces)) < 2)"
)
"""A question one of whose facts is out of force: nothing is left to decide until that comes back."""


class Candidates(Reader):
    """Reads at once; writes inside a `Transaction`."""

    def get(self, candidate_id: str) -> Candidate:
        """The candidate with this id. Raises NotFound."""
        row = self._one("SELECT * FROM candidates WHERE id = ?", candidate_id)
        if row is None:
            raise NotFound(f"there is no candidate `{candidate_id}`", hint="`lore review` lists what waits")
        return rows.candidate(self._verified(row, candidate_id))

    def many(self, ids: Sequence[str]) -> list[Candidate]:
        """The candidates with these ids, in this order; missing ones are left out."""
        found: dict[str, Candidate] = {}
        for batch in batches(ids):
            there = self._all(f"SELECT * FROM candidates WHERE id IN ({marks(batch)})", *batch)
            found |= {candidate.id: candidate for candidate in self._sound(there, rows.candidate)}
        return [found[name] for name in ids if name in found]

    def ids(self, statuses: Sequence[CandidateStatus] = WAITING) -> list[str]:
        """The ids in the order of review: most corrections, then most sessions, then oldest."""
        found = self._all(
            f"SELECT id FROM candidates WHERE status IN ({marks(statuses)}) AND NOT {_MOOT}"
            " ORDER BY corrections DESC, sessions DESC, seq",
            *[status.value for status in statuses],
        )
        return [row[0] for row in found]

    def select(self, statuses: Sequence[CandidateStatus] = WAITING) -> list[Candidate]:
        """The candidates in the order of review."""
        return self.many(self.ids(statuses))

    def of_fact(self, fact_id: str) -> list[Candidate]:
        """Every candidate, of any status, that proposes this fact; oldest first."""
        return self._read("SELECT * FROM candidates WHERE fact = ? ORDER BY seq", fact_id)

    def of_project(self, project: str) -> list[Candidate]:
        """Every candidate of a project, of any status; oldest first."""
        return self._read("SELECT * FROM candidates WHERE project = ? ORDER BY seq", project)

    def with_fingerprint(self, fingerprint: str) -> list[Candidate]:
        """Every candidate, of any status, with this fingerprint; oldest first."""
        return self._read("SELECT * FROM candidates WHERE fingerprint = ? ORDER BY seq", fingerprint)

    def add(self, transaction: Transaction, candidate: Candidate) -> Candidate:
        """Store a new candidate; an empty id or time is filled in."""
        candidate = passed_fields(candidate)
        seed = f"{candidate.fingerprint}|{candidate.fact}"
        named = replace(
            candidate,
            id=candidate.id or new_id(transaction, "c", "candidates", seed),
            created_at=candidate.created_at or clock.now(),
        )
        transaction.insert("candidates", rows.columns(named), "candidate.add")
        return named

    def update(
        self, transaction: Transaction, candidate_id: str, *, action: str, rev: int | None = None, **fields: object
    ) -> Candidate:
        """Change fields of a candidate. With `rev`, raises Conflict when it is no longer at that revision."""
        current = self.get(candidate_id)
        if rev is not None and current.rev != rev:
            raise Conflict(
                f"`{candidate_id}` changed while you were looking at it", hint="look at it again, then decide"
            )
        values = passed_row({name: rows.column(value) for name, value in fields.items()})
        if all(rows.column(getattr(current, name)) == value for name, value in values.items()):
            return current
        transaction.update("candidates", candidate_id, {**values, "rev": current.rev + 1}, action)
        return self.get(candidate_id)

    def _read(self, sql: str, value: str) -> list[Candidate]:
        return self._sound(self._all(sql, value), rows.candidate)
