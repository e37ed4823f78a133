"""The review queue: proposals that wait for a person."""

from collections.abc import Sequence
from dataclasses import replace

from lore import clock
from lore.errors import Conflict, NotFound
from lore.model import Candidate, CandidateStatus, Digest, DigestSpan
from lore.store.records import Undigested
from lore.store.sqlite import rows
from lore.store.sqlite.door import passed_fields, passed_row
from lore.store.sqlite.ids import new_id
from lore.store.sqlite.passage_tables import DIGESTED
from lore.store.sqlite.reading import MOOT, Reader, batches, marks
from lore.store.sqlite.transaction import Transaction
from lore.text import text_hash

WAITING = (CandidateStatus.WAITING,)


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
            f"SELECT id FROM candidates WHERE status IN ({marks(statuses)}) AND NOT {MOOT}"
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


# Digests: what sessions, weeks and months came to. Made by consolidation, from what is stored


class Digests(Reader):
    """Reads at once; writes inside a `Transaction`."""

    def get(self, digest_id: str) -> Digest:
        """The digest with this id. Raises NotFound."""
        row = self._one("SELECT * FROM digests WHERE id = ?", digest_id)
        if row is None:
            raise NotFound(f"there is no digest `{digest_id}`", hint="`lore digest` lists them")
        return rows.digest(self._verified(row, digest_id))

    def many(self, ids: Sequence[str]) -> list[Digest]:
        """The digests with these ids, in this order; missing and damaged ones are left out."""
        found: dict[str, Digest] = {}
        for batch in batches(ids):
            there = self._all(f"SELECT * FROM digests WHERE id IN ({marks(batch)})", *batch)
            found |= {digest.id: digest for digest in self._sound(there, rows.digest)}
        return [found[name] for name in ids if name in found]

    def select(
        self, span: DigestSpan | None = None, *, project: str | None = None, limit: int | None = None
    ) -> list[Digest]:
        """Digests, the newest first; None does not narrow."""
        found = self._all(
            f"SELECT * FROM digests WHERE {DIGESTED} AND (? IS NULL OR span = ?) AND (? IS NULL OR project = ?)"
            " ORDER BY starts_at DESC, seq DESC LIMIT ?",
            span, span, project, project, -1 if limit is None else limit,
        )  # fmt: skip
        return self._sound(found, rows.digest)

    def of_session(self, session: str) -> Digest | None:
        """The digest of a session, or None."""
        found = self._sound(self._all("SELECT * FROM digests WHERE session = ?", session), rows.digest)
        return found[0] if found else None

    def undigested(self, before: str) -> list[Undigested]:
        """The sessions that ended before a time and whose digest does not tell what is stored of them, oldest first."""
        found = self._all(_UNDIGESTED, before)
        return [Undigested(row["session"], row["stamp"], row["digest"]) for row in found]

    def add(self, transaction: Transaction, digest: Digest) -> Digest:
        """Store a new digest; its id, hash and time are filled in."""
        digest = passed_fields(digest)
        seed = f"{digest.span}|{digest.project}|{digest.session}|{digest.starts_at}"
        named = replace(
            digest,
            id=digest.id or new_id(transaction, "g", "digests", seed),
            hash=text_hash(digest.text),
            created_at=digest.created_at or clock.now(),
        )
        transaction.insert("digests", rows.columns(named), "digest.add")
        return named

    def update(
        self, transaction: Transaction, digest_id: str, *, action: str = "digest.write", **fields: object
    ) -> None:
        """Change fields of a digest; values that change nothing write nothing."""
        values = passed_row({name: rows.column(value) for name, value in fields.items()})
        if "text" in fields:
            values["hash"] = text_hash(str(values["text"]))
        transaction.update("digests", digest_id, values, action)

    def remove(self, transaction: Transaction, digest_id: str) -> None:
        """Remove a digest that nothing is left of; an undo brings it back."""
        transaction.delete("digests", digest_id, "digest.remove")


_UNDIGESTED = """
WITH said AS (
    SELECT session, count(*) AS turns, max(seq) AS last FROM turns WHERE withdrawn = 0 GROUP BY session
), held AS (
    SELECT session, count(*) AS facts, sum(numbers) AS numbers FROM (
        SELECT DISTINCT evidence.session, facts.id, facts.seq + length(facts.text) + 7 * facts.tainted AS numbers
        FROM evidence JOIN facts ON facts.id = evidence.fact
        WHERE facts.status = 'active' AND evidence.session IS NOT NULL
    ) GROUP BY session
), told AS (
    SELECT sessions.id AS session, sessions.started_at AS started_at,
        coalesce(sessions.project, '') || '|' || said.turns || '|' || said.last || '|' || coalesce(held.facts, 0)
        || '|' || coalesce(held.numbers, 0) AS stamp
    FROM sessions JOIN said ON said.session = sessions.id LEFT JOIN held ON held.session = sessions.id
    WHERE coalesce(sessions.ended_at, sessions.started_at) < ?
)
SELECT told.session, told.stamp, digests.id AS digest FROM told LEFT JOIN digests ON digests.session = told.session
WHERE digests.stamp IS NOT told.stamp ORDER BY told.started_at, told.session
"""
