"""Digests: what sessions, weeks and months came to. Made by consolidation, from what is stored."""

from collections.abc import Sequence
from dataclasses import replace

from lore import clock
from lore.errors import NotFound
from lore.model import Digest, DigestSpan
from lore.store.records import Undigested
from lore.store.sqlite import rows
from lore.store.sqlite.door import passed_fields, passed_row
from lore.store.sqlite.ids import new_id
from lore.store.sqlite.passage_tables import DIGESTED
from lore.store.sqlite.reading import Reader, batches, marks
from lore.store.sqlite.transaction import Transaction
from lore.text import text_hash


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
