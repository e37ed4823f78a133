"""What the store holds and what was done, counted: facts, acts of the log, sessions, days, and figures by day."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lore.model import UNTRUSTED_ROLES, CandidateStatus, LinkKind, PassageType, Status, SubjectKind
from lore.store.sqlite.door import insert
from lore.store.sqlite.passage_tables import EVERY
from lore.store.sqlite.reading import Reader, batches, marks
from lore.store.sqlite.subjects import NOTED, subject_of
from lore.store.sqlite.transaction import Transaction
from lore.text import said_alike

_ROLES = sorted(role.value for role in UNTRUSTED_ROLES)
_STORED_AT = "(SELECT min(at) FROM audit WHERE target = facts.id)"
"""Not `created_at`, which for a captured fact is when it was said."""
_COLUMNS = frozenset({"status", "kind", "layer", "tier"})


_ACT = "CASE WHEN run IS NOT NULL AND undoes IS NULL THEN run ELSE CAST(unit AS TEXT) END"
"""What is taken back together: a run, or a unit of no run."""
_WORDS = "coalesce(json_extract({0}, '$.text'), json_extract({0}, '$.quote'), json_extract({0}, '$.name'), '')"


@dataclass(frozen=True, slots=True)
class ActTally:
    """How often an act did one thing to one sort of thing."""

    act: str
    """The run, or the number of the unit."""
    run: str | None
    run_kind: str | None
    actor: str
    action: str
    kind: SubjectKind
    things: int
    events: int
    newest: int
    """The number of the last event."""
    at: str
    """Of the last event."""
    unit: int
    """The last unit."""


@dataclass(frozen=True, slots=True)
class DayTally:
    """What one day brought."""

    learnt: int = 0
    """Facts that were said, or written, on it."""
    approved: int = 0
    forgotten: int = 0
    """Facts that were archived on it."""
    sessions: int = 0
    """That began on it."""


@dataclass(frozen=True, slots=True)
class DailyFigures:
    """The figures of one day; of several on one day the last counts."""

    day: str
    """`2026-03-12`, in UTC."""
    measures: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Share:
    """Some of a number."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """0 to 1; 0 of nothing."""
        return self.part / self.whole if self.whole else 0.0


class Statistics(Reader):
    """Every answer is a few queries; slow on a large table, so ask in a worker."""

    def facts_by(self, column: str, *, active: bool = True) -> dict[str, int]:
        """Facts by `status`, `kind`, `layer` or `tier`, only active ones by default."""
        if column not in _COLUMNS:
            raise ValueError(column)
        rows = self._all(
            f"SELECT {column}, count(*) FROM facts WHERE status = ? OR NOT ? GROUP BY 1",
            Status.ACTIVE.value,
            active,
        )
        return {row[0]: row[1] for row in rows}

    def conventions(self) -> int:
        """Active facts that a person approved."""
        return int(self._value("SELECT count(*) FROM facts WHERE status = 'active' AND approved_at IS NOT NULL"))

    def duplicates(self) -> list[list[str]]:
        """Ids of active facts that say the same in the same scope, oldest first; trusted and tainted ones apart."""
        hashed = self._all(
            "SELECT json_group_array(json_array(id, text))"
            " FROM (SELECT * FROM facts WHERE status = 'active' ORDER BY seq)"
            " GROUP BY hash, layer, project, tainted HAVING count(*) > 1 ORDER BY min(seq)"
        )
        groups: list[list[str]] = []
        for row in hashed:
            by_words: dict[str, list[str]] = {}
            for name, text in json.loads(row[0]):
                by_words.setdefault(said_alike(text), []).append(name)
            groups += [names for names in by_words.values() if len(names) > 1]
        return groups

    def contradictions(self) -> list[tuple[str, str]]:
        """Pairs of active facts that are linked as contradicting."""
        rows = self._all(
            "SELECT min(source, target), max(source, target) FROM links"
            " JOIN facts AS one ON one.id = source AND one.status = 'active'"
            " JOIN facts AS other ON other.id = target AND other.status = 'active'"
            " WHERE links.kind = ? GROUP BY 1, 2 ORDER BY min(links.seq)",
            LinkKind.CONTRADICTS.value,
        )  # fmt: skip
        return [(row[0], row[1]) for row in rows]

    def expired(self, before: str) -> list[str]:
        """Active facts whose date had passed at a time."""
        rows = self._all(
            "SELECT id FROM facts WHERE status = 'active' AND expires_at IS NOT NULL AND expires_at <= ? ORDER BY seq",
            before,
        )
        return [row[0] for row in rows]

    def never_recalled(self, before: str) -> Share:
        """Active facts stored before a time that no recall ever returned, of all active facts stored before it."""
        row = self._one(
            "SELECT count(*) FILTER (WHERE NOT EXISTS (SELECT 1 FROM accesses WHERE fact = facts.id)), count(*)"
            f" FROM facts WHERE status = 'active' AND {_STORED_AT} < ?",
            before,
        )
        return Share(row[0], row[1]) if row else Share(0, 0)

    def tainted(self, before: str) -> list[str]:
        """Tainted facts stored before a time that still wait for a person, oldest first."""
        rows = self._all(
            "SELECT id FROM facts WHERE tainted = 1 AND approved_at IS NULL AND status IN ('active', 'pending')"
            f" AND {_STORED_AT} < ? ORDER BY seq",
            before,
        )
        return [row[0] for row in rows]

    def unmarked(self) -> list[str]:
        """Facts that rest on what somebody else than the person said, not approved, but not marked as tainted."""
        rows = self._all(
            "SELECT id FROM facts WHERE tainted = 0 AND approved_at IS NULL AND status IN ('active', 'pending')"
            f" AND EXISTS (SELECT 1 FROM evidence WHERE fact = facts.id AND role IN ({marks(_ROLES)}))"
            " ORDER BY seq",
            *_ROLES,
        )
        return [row[0] for row in rows]

    def unproved(self) -> list[str]:
        """Active facts without any quotation, or with one that is not in the message it names."""
        rows = self._all(
            "SELECT id FROM facts WHERE status = 'active' AND"
            " (NOT EXISTS (SELECT 1 FROM evidence WHERE fact = facts.id) OR EXISTS (SELECT 1 FROM evidence JOIN turns"
            " ON turns.session = evidence.session AND turns.source_id = evidence.source_id"
            " WHERE evidence.fact = facts.id AND NOT instr(turns.text, evidence.quote))) ORDER BY seq"
        )
        return [row[0] for row in rows]

    def waiting(self, before: str) -> list[str]:
        """Candidates proposed before a time that wait for a person, oldest first."""
        rows = self._all(
            "SELECT id FROM candidates WHERE status = ? AND created_at < ? ORDER BY created_at, seq",
            CandidateStatus.WAITING.value, before,
        )  # fmt: skip
        return [row[0] for row in rows]

    def last_fact_at(self) -> str | None:
        """When the newest fact came into the store, whatever became of it."""
        return self._optional("SELECT max(at) FROM audit WHERE action = 'fact.add'")

    def facts_since(self, at: str) -> int:
        """Facts that came into the store after a time."""
        return int(self._value("SELECT count(*) FROM audit WHERE action = 'fact.add' AND at > ?", at))

    def span(self) -> tuple[str | None, str | None]:
        """When the first and the last change was made; visits of the doctor are none."""
        row = self._one(f'SELECT min(at), max(at) FROM audit WHERE "table" NOT IN ({marks(NOTED)})', *NOTED)
        return (row[0], row[1]) if row else (None, None)

    def captures(self) -> dict[str, str]:
        """By agent, when messages of it were last captured."""
        rows = self._all(
            "SELECT sessions.agent, max(audit.at) FROM audit JOIN sessions ON sessions.id = audit.target"
            " WHERE audit.action = 'turns.add' GROUP BY 1 ORDER BY 1"
        )
        return {row[0]: row[1] for row in rows}

    def journal(self) -> dict[str, int]:
        """Sessions, turns and events that are not withdrawn."""
        return {
            "sessions": int(self._value("SELECT count(DISTINCT session) FROM turns WHERE withdrawn = 0")),
            "turns": int(self._value("SELECT count(*) FROM turns WHERE withdrawn = 0")),
            "events": int(self._value("SELECT count(*) FROM events WHERE withdrawn = 0")),
        }

    def without_vectors(self, model: str) -> dict[PassageType, int]:
        """Passages that have no vector of a model for the text they now hold."""
        return {of.type: int(self._value(f"SELECT count(*) FROM {of.visible} AND {of.lacking}", model)) for of in EVERY}

    def vectors_in_use(self, model: str) -> int:
        """Vectors of a model whose passage is there and not withdrawn."""
        there = " ".join(
            f"WHEN '{of.type.mark}:' THEN EXISTS (SELECT 1 FROM {of.visible} AND {of.is_of_vector})" for of in EVERY
        )
        sql = f"SELECT count(*) FROM embeddings WHERE model = ? AND CASE substr(passage, 1, 2) {there} ELSE 1 END"
        return int(self._value(sql, model))

    def orphaned_vectors(self) -> list[str]:
        """Passages that have vectors but are gone; what is withdrawn or hidden is not gone, it may come back."""
        gone = " ".join(
            f"WHEN '{of.type.mark}:' THEN NOT EXISTS (SELECT 1 FROM {of.table} WHERE {of.is_of_vector})" for of in EVERY
        )
        sql = f"SELECT DISTINCT passage FROM embeddings WHERE CASE substr(passage, 1, 2) {gone} ELSE 0 END"
        return [row[0] for row in self._all(sql)]

    def _optional(self, sql: str, *values: object) -> str | None:
        found = self._value(sql, *values)
        return None if found is None else str(found)

    def acts(self, *, newest: int) -> list[ActTally]:
        """What the newest events come to, by act, newest act first. newest: events that are looked at, at most."""
        found = self._all(
            f'SELECT {_ACT} AS act, audit.run AS run, runs.kind AS kind, audit.actor AS actor, action, "table",'
            " count(DISTINCT target) AS things, count(*) AS events, max(audit.seq) AS newest, max(at) AS at,"
            " max(unit) AS unit FROM audit LEFT JOIN runs ON runs.id = audit.run"
            " WHERE audit.seq > (SELECT coalesce(max(seq), 0) FROM audit) - ?"
            ' GROUP BY act, audit.actor, action, "table"',
            newest,
        )
        return _by_act(
            [
                ActTally(
                    row["act"], row["run"], row["kind"], row["actor"], row["action"],
                    subject_of(row["table"], "").kind, row["things"], row["events"], row["newest"], row["at"],
                    row["unit"],
                )
                for row in found
            ]
        )  # fmt: skip

    def acts_saying(self, words: Sequence[str], *, newest: int) -> set[str]:
        """The acts with an event whose thing is called so, or says all of these words, in any case."""
        wanted = [word.casefold() for word in words]
        found = self._all(
            f"SELECT {_ACT} AS act, action || ' ' || actor || ' ' || target || ' '"
            f" || {_WORDS.format('after')} || ' ' || {_WORDS.format('before')} AS said FROM audit"
            " WHERE seq > (SELECT coalesce(max(seq), 0) FROM audit) - ?",
            newest,
        )
        return {row["act"] for row in found if all(word in row["said"].casefold() for word in wanted)}

    def events_of(self, act: str) -> list[int]:
        """The numbers of the events of an act, newest first."""
        column = "unit" if act.isdecimal() else "undoes IS NULL AND run"
        return [row[0] for row in self._all(f"SELECT seq FROM audit WHERE {column} = ? ORDER BY seq DESC", act)]

    def facts_kept(self, sessions: Sequence[str]) -> dict[str, int]:
        """By session, the active facts that rest on words of it; sessions without any are left out."""
        found: dict[str, int] = {}
        for batch in batches(sessions):
            sql = (
                "SELECT session, count(DISTINCT fact) FROM evidence JOIN facts ON facts.id = evidence.fact"
                f" WHERE facts.status = 'active' AND session IN ({marks(batch)}) GROUP BY session"
            )
            found.update((row[0], row[1]) for row in self._all(sql, *batch))
        return found

    def quoted(self, session: str) -> dict[str, list[tuple[str, str]]]:
        """By message of a session, each active fact that rests on it with the words it quotes."""
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        sql = (
            "SELECT source_id, fact, quote FROM evidence JOIN facts ON facts.id = evidence.fact"
            " WHERE session = ? AND source_id IS NOT NULL AND facts.status = 'active' ORDER BY evidence.seq"
        )
        for row in self._all(sql, session):
            found[row["source_id"]].append((row["fact"], row["quote"]))
        return dict(found)

    def days(self, first: str, end: str) -> Mapping[str, DayTally]:
        """By day where the reader is (`2026-03-12`) from `first` on and before `end`; empty days are left out."""
        columns = {
            "learnt": ("created_at", "count(*) FROM facts"),
            "approved": ("approved_at", "count(*) FROM facts"),
            "forgotten": ("at", "count(DISTINCT target) FROM audit"),
            "sessions": ("started_at", "count(*) FROM sessions"),
        }
        counted: dict[str, dict[str, int]] = defaultdict(dict)
        for name, (column, counting) in columns.items():
            only = " AND action = 'fact.archive'" if name == "forgotten" else ""
            # A day of the reader begins up to a day before or after that of UTC, by which the rows are found.
            sql = (
                f"SELECT date({column}, 'localtime'), {counting} WHERE {column} >= date(?, '-1 day')"
                f" AND {column} < date(?, '+1 day'){only} GROUP BY 1"
            )
            for day, count in self._all(sql, first, end):
                if first <= day < end:
                    counted[day][name] = count
        return {day: DayTally(**numbers) for day, numbers in counted.items()}

    def keep_figures(self, transaction: Transaction, figures: DailyFigures) -> None:
        """Keep the figures of a day, without audit: they are derived, and replaced within a day."""
        values = {"day": figures.day, "measures": json.dumps(dict(figures.measures))}
        replaced = "ON CONFLICT (day) DO UPDATE SET measures = excluded.measures"
        insert(transaction._connection, "fitness", values, conflict=replaced)

    def newest_figures(self, *, until: str) -> DailyFigures | None:
        """The newest figures of a day or before, or None."""
        row = self._one("SELECT * FROM fitness WHERE day <= ? ORDER BY day DESC LIMIT 1", until)
        return DailyFigures(row["day"], json.loads(row["measures"])) if row else None


def _by_act(tallies: Sequence[ActTally]) -> list[ActTally]:
    """In the order of the acts, newest first; within an act as they come."""
    newest: dict[str, int] = {}
    for one in tallies:
        newest[one.act] = max(one.newest, newest.get(one.act, 0))
    return sorted(tallies, key=lambda one: newest[one.act], reverse=True)
