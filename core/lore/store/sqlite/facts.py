"""Facts with their evidence, links and use."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from lore import clock
from lore.errors import Conflict, NotFound
from lore.lazy import TYPE_CHECKING
from lore.model import (
    UNTRUSTED_ROLES,
    Clean,
    Evidence,
    Fact,
    Kind,
    Layer,
    Link,
    LinkKind,
    PassageType,
    Tier,
    Usage,
    taints,
)
from lore.store.filters import FactFilter
from lore.store.sqlite import rows
from lore.store.sqlite.accesses import NO_USES
from lore.store.sqlite.connection import DatabaseError
from lore.store.sqlite.door import passed, passed_fields, passed_row
from lore.store.sqlite.filters import facts_where
from lore.store.sqlite.hashes import is_sound
from lore.store.sqlite.ids import new_id
from lore.store.sqlite.reading import Reader, batches, marks
from lore.text import said_alike, text_hash

if TYPE_CHECKING:
    from lore.lookup import Prompts, Recalled, Standing
    from lore.store.records import StrengthInputs
    from lore.store.sqlite.transaction import Transaction

CHECK = "fact.check"
"""The action of an event that says that a fact still holds."""


AHEAD_DAYS = 2.0
"""How far ahead a moment may lie: time zones are less than that apart."""


class Facts(Reader):
    """Reads at once; writes inside a `Transaction`."""

    def get(self, fact_id: str) -> Fact:
        """The fact with this id. Raises NotFound, or StoreError where its row is damaged."""
        row = self._one("SELECT * FROM facts WHERE id = ?", fact_id)
        if row is None:
            raise NotFound(f"there is no fact `{fact_id}`", hint="`lore search` finds facts by their words")
        return rows.fact(self._verified(row, fact_id))

    def has(self, fact_id: str) -> bool:
        """Whether there is a fact with this id, of any status."""
        return self._one("SELECT 1 FROM facts WHERE id = ?", fact_id) is not None

    def many(self, ids: Sequence[str]) -> list[Fact]:
        """The facts with these ids, in this order; missing and damaged ones are left out, those told by `damage`."""
        found: dict[str, Fact] = {}
        for batch in batches(ids):
            there = self._all(f"SELECT * FROM facts WHERE id IN ({marks(batch)})", *batch)
            found |= {fact.id: fact for fact in self._sound(there, rows.fact)}
        return [found[name] for name in ids if name in found]

    def ids(
        self, wanted: FactFilter | None = None, *, newest_first: bool = True, limit: int | None = None
    ) -> list[str]:
        """The ids of the facts that pass the filter, by age."""
        where, values = facts_where(wanted)
        order = "DESC" if newest_first else "ASC"
        sql = f"SELECT id FROM facts WHERE {where} ORDER BY created_at {order}, seq {order} LIMIT ?"
        return [row[0] for row in self._all(sql, *values, -1 if limit is None else limit)]

    def by_scope(self) -> dict[tuple[str | None, Layer], list[str]]:
        """The ids of the active facts of each project and layer, newest first: one look at all of them."""
        found: dict[tuple[str | None, Layer], list[str]] = {}
        sql = "SELECT project, layer, id FROM facts WHERE status = 'active' ORDER BY created_at DESC, seq DESC"
        for project, layer, name in self._all(sql):
            with suppress(ValueError):  # damaged: told where the fact is read
                found.setdefault((project, Layer(layer)), []).append(name)
        return found

    def times(self, wanted: FactFilter | None = None, *, limit: int | None = None) -> dict[str, str]:
        """When the facts that pass the filter were stored, by id, newest first: as cheap as their ids."""
        where, values = facts_where(wanted)
        sql = f"SELECT id, created_at FROM facts WHERE {where} ORDER BY created_at DESC, seq DESC LIMIT ?"
        return {row[0]: row[1] for row in self._all(sql, *values, -1 if limit is None else limit)}

    def select(self, wanted: FactFilter | None = None, *, limit: int | None = None) -> list[Fact]:
        """The facts that pass the filter, newest first."""
        where, values = facts_where(wanted)
        sql = f"SELECT * FROM facts WHERE {where} ORDER BY created_at DESC, seq DESC LIMIT ?"
        found = self._all(sql, *values, -1 if limit is None else limit)
        return self._sound(found, rows.fact)

    def texts(self, wanted: FactFilter | None = None, *, limit: int | None = None) -> dict[str, Clean]:
        """Only the texts of the facts that pass the filter, by id, newest first: 50 times cheaper than the facts."""
        where, values = facts_where(wanted)
        sql = f"SELECT id, text FROM facts WHERE {where} ORDER BY created_at DESC, seq DESC LIMIT ?"
        return {row[0]: Clean(row[1]) for row in self._all(sql, *values, -1 if limit is None else limit)}

    def count(self, wanted: FactFilter | None = None) -> int:
        where, values = facts_where(wanted)
        return int(self._value(f"SELECT count(*) FROM facts WHERE {where}", *values))

    def values(self, field: str) -> dict[str, int]:
        """The values that active facts have for a field of a query, with their number; states are of any fact."""
        return {row[0]: row[1] for row in self._all(_VALUES[field])}

    def same_text(self, text: str) -> list[Fact]:
        """The facts of any status that say this word for word, oldest first."""
        found = self._all("SELECT * FROM facts WHERE hash = ? ORDER BY seq", text_hash(text))
        alike = [row for row in found if said_alike(row["text"]) == said_alike(text)]
        return self._sound(alike, rows.fact)

    def evidence(self, ids: Sequence[str]) -> dict[str, list[Evidence]]:
        """The evidence of each fact, oldest first; a fact without any has an empty list."""
        found: dict[str, list[Evidence]] = {name: [] for name in ids}
        for batch in batches(ids):
            there = self._all(f"SELECT * FROM evidence WHERE fact IN ({marks(batch)}) ORDER BY seq", *batch)
            for item in self._sound(there, rows.evidence):
                found[item.fact].append(item)
        return found

    def resting_on(self, session_id: str, source_id: str) -> list[Fact]:
        """The facts of any status that one message is evidence of, oldest first."""
        said = "SELECT fact FROM evidence WHERE session = ? AND source_id = ?"
        there = self._all(f"SELECT * FROM facts WHERE id IN ({said}) ORDER BY seq", session_id, source_id)
        return self._sound(there, rows.fact)

    def links(self, fact_id: str) -> list[Link]:
        """The links from and to a fact."""
        found = self._all("SELECT * FROM links WHERE source = ? OR target = ? ORDER BY seq", fact_id, fact_id)
        return self._sound(found, rows.link)

    def usage(self, ids: Sequence[str]) -> dict[str, Usage]:
        """How each fact was used: saying it again and using it count alike, sessions count once."""
        found = {name: Usage(reinforced_at=None) for name in ids}
        for batch in batches(ids):
            for row in self._all(_USAGE.format(marks=marks(batch)), *batch, *batch):
                accesses, sessions = max(0, row["accesses"]), max(1, row["sessions"])
                gaps = clock.gaps((row["times"] or "").split(",")) if accesses else ()
                found[row["fact"]] = Usage(accesses, sessions, row["reinforced_at"], gaps, row["said_sessions"])
        return found

    def standing(self, project: str | None, now: str, gone: set[str], *, budget: int, most: int) -> "list[Standing]":
        """What could stand over sessions of a project: `lore.lookup.stands`, asked of this store."""
        from lore.lookup import standing

        try:
            connection = self._database.connection()
            return standing(connection, project, now, gone, budget=budget, most=most)
        except DatabaseError as error:
            raise self._database.explained(error) from error

    def recalled(self, prompt: str, project: str | None, before: "Prompts | None" = None) -> "list[Recalled]":
        """What a prompt recalls by words alone: `lore.lookup.recalling`, asked of this store."""
        from lore.lookup import Prompts, recalled

        try:
            return recalled(self._database.connection(), prompt, project, before or Prompts(0, {}))
        except DatabaseError as error:
            raise self._database.explained(error) from error

    def damaged(self, ids: Sequence[str]) -> list[str]:
        """Which of these facts are not as they were written."""
        wrong: list[str] = []
        for batch in batches(ids):
            there = self._all(f"SELECT * FROM facts WHERE id IN ({marks(batch)})", *batch)
            wrong += [row["id"] for row in there if not is_sound(row)]
        return wrong

    def strength_inputs(self, ids: Sequence[str]) -> "list[StrengthInputs]":
        """What the strength of these facts follows from, in no order: unverified, a seventh of the cost of `many`."""
        from lore.store.records import StrengthInputs

        found: list[StrengthInputs] = []
        for batch in batches(ids):
            for row in self._all(f"{_VITALS} WHERE id IN ({marks(batch)})", *batch):
                name, kind, tier, confidence, pinned, approved_at, created_at = row
                with suppress(ValueError):  # damaged: left out of an answer where that is verified
                    kind, tier = Kind(kind), Tier(tier)
                    found.append(StrengthInputs(name, kind, tier, confidence, bool(pinned), approved_at, created_at))
        return found

    def uses(self, ids: Sequence[str]) -> dict[str, list[dict[str, str | None]]]:
        """Each recall of each fact, oldest first: `session`, `kind`, `at`."""
        found: dict[str, list[dict[str, str | None]]] = {name: [] for name in ids}
        for batch in batches(ids):
            for row in self._all(f"SELECT * FROM accesses WHERE fact IN ({marks(batch)}) ORDER BY seq", *batch):
                found[row["fact"]].append({"session": row["session"], "kind": row["kind"], "at": row["at"]})
        return found

    def add_uses(self, transaction: "Transaction", fact_id: str, uses: Sequence[Mapping[str, str | None]]) -> None:
        """Take over the recalls of a fact that comes from another store."""
        from lore.store.sqlite.accesses import insert_access

        for use in uses:
            insert_access(transaction._connection, {"id": None, "fact": passed(fact_id), "session": None, **use})

    def expired(self, now: str) -> list[str]:
        """The ids of facts whose time was over before `now`, whatever their status."""
        found = self._all("SELECT id FROM facts WHERE expires_at IS NOT NULL AND expires_at <= ? ORDER BY seq", now)
        return [row[0] for row in found]

    def entered(self, ids: Sequence[str]) -> dict[str, str]:
        """When each fact came into the store, however old its words are, was last said again or brought back."""
        found: dict[str, str] = {}
        for batch in batches(ids):
            sql = (
                f"SELECT facts.id, coalesce(max(audit.at), facts.created_at) FROM facts LEFT JOIN audit"
                " ON audit.target = facts.id AND audit.action IN ('fact.add', 'fact.restore', 'fact.reinforce')"
                f" WHERE facts.id IN ({marks(batch)}) GROUP BY facts.id"
            )
            found.update((row[0], row[1]) for row in self._all(sql, *batch))
        return found

    def contradicted(self) -> list[str]:
        """The ids of facts that a link says contradict another."""
        kind = LinkKind.CONTRADICTS.value
        sql = "SELECT source FROM links WHERE kind = ? UNION SELECT target FROM links WHERE kind = ? ORDER BY 1"
        return [row[0] for row in self._all(sql, kind, kind)]

    def add(self, transaction: "Transaction", fact: Fact, evidence: Sequence[Evidence] = ()) -> Fact:
        """Store a new fact with its evidence; an empty id or time is filled in.

        What rests on the words of anybody but the person is tainted, whatever the caller says, until it is approved.
        """
        fact = passed_fields(fact)
        digest = text_hash(fact.text)
        named = replace(
            fact,
            id=fact.id or new_id(transaction, PassageType.FACT.mark, "facts", f"{digest}|{fact.kind}|{fact.project}"),
            hash=digest,
            created_at=_not_ahead(fact.created_at) or clock.now(),
            tainted=fact.tainted or (fact.approved_at is None and taints(evidence)),
        )
        transaction.insert("facts", rows.columns(named), "fact.add")
        for item in evidence:
            self._quote(transaction, named.id, item)
        return named

    def update(
        self,
        transaction: "Transaction",
        fact_id: str,
        *,
        action: str = "fact.edit",
        rev: int | None = None,
        **fields: object,
    ) -> Fact:
        """Change fields of a fact. With `rev`, raises Conflict when the fact is no longer at that revision."""
        current = self.get(fact_id)
        if rev is not None and current.rev != rev:
            raise Conflict(f"`{fact_id}` changed while you were looking at it", hint="look at it again, then decide")
        values = passed_row({name: rows.column(value) for name, value in fields.items()})
        if "text" in fields:
            values["hash"] = text_hash(str(values["text"]))
        if all(rows.column(getattr(current, name)) == value for name, value in values.items()):
            return current
        transaction.update("facts", fact_id, {**values, "rev": current.rev + 1}, action)
        return self.get(fact_id)

    def add_evidence(self, transaction: "Transaction", fact_id: str, evidence: Evidence) -> Evidence | None:
        """Add a quotation to a fact. None where it is there already, or where it cannot stand under a trusted fact.

        What anybody but the person says neither taints a trusted fact nor strengthens it.
        """
        if evidence.role in UNTRUSTED_ROLES and not self.get(fact_id).tainted:
            return None
        return self._quote(transaction, fact_id, evidence)

    def _quote(self, transaction: "Transaction", fact_id: str, evidence: Evidence) -> Evidence | None:
        evidence = passed_fields(replace(evidence, at=_not_ahead(evidence.at)))
        same = self._one(
            "SELECT 1 FROM evidence WHERE fact = ? AND session IS ? AND source_id IS ? AND quote = ?",
            fact_id, evidence.session, evidence.source_id, evidence.quote,
        )  # fmt: skip
        if same:
            return None
        seed = f"{fact_id}|{evidence.session}|{evidence.source_id}|{evidence.quote}"
        named = replace(evidence, fact=fact_id, id=new_id(transaction, "e", "evidence", seed))
        transaction.insert("evidence", rows.columns(named), "evidence.add")
        return named

    def link(self, transaction: "Transaction", source: str, kind: LinkKind, target: str) -> Link:
        """Relate two facts; a relation that is there already is returned as it is."""
        there = self._one(
            "SELECT * FROM links WHERE source = ? AND kind = ? AND target = ?", source, kind.value, target
        )
        if there:
            return rows.link(there)
        named = Link(source, kind, target, new_id(transaction, "l", "links", f"{source}|{kind}|{target}"))
        transaction.insert("links", rows.columns(named), "link.add")
        return named

    def check(self, transaction: "Transaction", fact_id: str) -> Fact:
        """Note in the log that somebody says a fact still holds: nothing of it changes. Raises NotFound."""
        transaction.update("facts", fact_id, {"rev": self.get(fact_id).rev + 1}, CHECK)
        return self.get(fact_id)

    def checked(self, fact_id: str) -> str:
        """When that was said last, by what the log says and nobody undid; "" where it never was."""
        sql = "SELECT at, action FROM audit WHERE target = ? AND action IN (?, ?, ?) ORDER BY seq DESC LIMIT 1"
        last = self._one(sql, fact_id, CHECK, f"undo {CHECK}", f"redo {CHECK}")
        return str(last["at"]) if last and not str(last["action"]).startswith("undo ") else ""

    def settle(self, transaction: "Transaction", link: Link) -> Link:
        """Turn a contradiction into two facts that both hold, as a person said."""
        transaction.update("links", link.id, {"kind": LinkKind.COMPATIBLE.value}, "link.settle")
        return replace(link, kind=LinkKind.COMPATIBLE)


_VITALS = "SELECT id, kind, tier, confidence, pinned, approved_at, created_at FROM facts"
_USAGE = """
WITH used AS (
    SELECT fact, session, at, 0 AS said, NULL AS told FROM accesses WHERE fact IN ({marks}) AND kind NOT IN {no_uses}
    UNION ALL
    SELECT fact, session, at, 1 AS said, iif(role = 'user', session, NULL) AS told FROM evidence WHERE fact IN ({marks})
)
SELECT fact, count(*) - min(1, sum(said)) AS accesses, count(DISTINCT session) AS sessions, max(at) AS reinforced_at,
    group_concat(at) AS times, count(DISTINCT told) AS said_sessions
FROM used GROUP BY fact
""".replace("{no_uses}", repr(NO_USES))
_OF_FACTS = "SELECT {0}, count(*) FROM facts WHERE status = 'active' AND {0} IS NOT NULL GROUP BY 1"
_OF_LISTS = (
    "SELECT value, count(DISTINCT facts.id) FROM facts, json_each(iif(json_valid(facts.{0}), facts.{0}, '[]'))"
    " WHERE status = 'active' GROUP BY 1"
)
_OF_QUOTATIONS = (
    "SELECT evidence.{0}, count(DISTINCT fact) FROM evidence JOIN facts ON facts.id = fact"
    " WHERE status = 'active' AND evidence.{0} IS NOT NULL GROUP BY 1"
)
_VALUES = {
    **{field: _OF_FACTS.format(field) for field in ("kind", "layer", "project")},
    **{field: _OF_LISTS.format(f"{field}s") for field in ("tag", "file")},
    **{field: _OF_QUOTATIONS.format(field) for field in ("agent", "role")},
    "status": "SELECT status, count(*) FROM facts GROUP BY 1",
}


def _not_ahead(at: str | None) -> str | None:
    """A moment, or now where it lies more than days ahead: a clock was wrong, and it fades from when it came in."""
    return clock.now() if at and at > clock.shifted(timedelta(days=AHEAD_DAYS)) else at
