"""What was done, counted: the log by acts, the sessions by what was kept of them, and a span of days. Reads only."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lore.model import SubjectKind
from lore.store.sqlite.reading import Reader, batches, marks
from lore.store.sqlite.subjects import subject_of

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


class Activity(Reader):
    """Every answer is a few queries over a part of a table; slow on a large one, so ask in a worker."""

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


def _by_act(tallies: Sequence[ActTally]) -> list[ActTally]:
    """In the order of the acts, newest first; within an act as they come."""
    newest: dict[str, int] = {}
    for one in tallies:
        newest[one.act] = max(one.newest, newest.get(one.act, 0))
    return sorted(tallies, key=lambda one: newest[one.act], reverse=True)
