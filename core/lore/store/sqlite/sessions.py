"""The journal: sessions with their turns and events, and how far each transcript file was read."""

from collections.abc import Sequence
from dataclasses import replace

from lore.audit import SESSION_CLAIM, SESSION_MOVE
from lore.errors import NotFound
from lore.model import Clean, Event, PassageType, Role, Session, Turn
from lore.store.filters import SessionFilter
from lore.store.records import SessionHeard, SourcePosition
from lore.store.sqlite import rows
from lore.store.sqlite.door import insert, passed, passed_fields, passed_row, spellings, update
from lore.store.sqlite.filters import sessions_where
from lore.store.sqlite.hashes import entry_hash
from lore.store.sqlite.reading import Reader, batches, marks
from lore.store.sqlite.rewording import reword
from lore.store.sqlite.transaction import Transaction


class Sessions(Reader):
    """Reads at once; writes inside a `Transaction`. What an undo withdrew is not seen."""

    def get(self, session_id: str) -> Session:
        """The session with this id. Raises NotFound."""
        session = self.find(session_id)
        if session is None:
            raise NotFound(f"there is no session `{session_id}`", hint="`lore sessions` lists them")
        return session

    def find(self, session_id: str) -> Session | None:
        for name in spellings(session_id):
            if row := self._one("SELECT * FROM sessions WHERE id = ?", name):
                return rows.session(row)
        return None

    def select(self, wanted: SessionFilter | None = None, *, limit: int | None = None) -> list[Session]:
        """The sessions that pass the filter and hold anything, newest first."""
        where, values = sessions_where(wanted)
        sql = f"SELECT * FROM sessions WHERE {where} AND {_HOLDS_SOMETHING} ORDER BY started_at DESC, seq DESC LIMIT ?"
        return [rows.session(row) for row in self._all(sql, *values, -1 if limit is None else limit)]

    def count(self, wanted: SessionFilter | None = None) -> int:
        where, values = sessions_where(wanted)
        return int(self._value(f"SELECT count(*) FROM sessions WHERE {where} AND {_HOLDS_SOMETHING}", *values))

    def turns(self, session_id: str) -> list[Turn]:
        """The turns of a session in order."""
        sql = "SELECT * FROM turns WHERE session = ? AND withdrawn = 0 ORDER BY position"
        return [rows.turn(row) for row in self._all(sql, session_id)]

    def turn(self, session_id: str, source_id: str) -> Turn | None:
        """The turn with the agent's own id, or None where it is not stored."""
        row = self._one(
            "SELECT * FROM turns WHERE session = ? AND source_id = ? AND withdrawn = 0", session_id, source_id
        )
        return rows.turn(row) if row else None

    def first_prompts(self, ids: Sequence[str]) -> dict[str, Clean]:
        """By session, the first words of a user; sessions in which none said anything are left out."""
        found: dict[str, Clean] = {}
        for batch in batches(ids):
            sql = (
                f"SELECT session, text, min(position) FROM turns WHERE session IN ({marks(batch)})"
                " AND role = ? AND withdrawn = 0 GROUP BY session"
            )
            found.update((row["session"], Clean(row["text"])) for row in self._all(sql, *batch, Role.USER.value))
        return found

    def with_prefix(self, text: str, *, limit: int = 2) -> list[Session]:
        """At most `limit` sessions that hold anything and whose id begins with `text`, newest first."""
        sql = (
            f"SELECT * FROM sessions WHERE substr(id, 1, length(?1)) = ?1 AND {_HOLDS_SOMETHING}"
            " ORDER BY started_at DESC, seq DESC LIMIT ?2"
        )
        return [rows.session(row) for row in self._all(sql, text, limit)]

    def newest_turn(self, session_id: str) -> Turn | None:
        """The last turn of a session, or None for one without any."""
        sql = "SELECT * FROM turns WHERE session = ? AND withdrawn = 0 ORDER BY position DESC LIMIT 1"
        row = self._one(sql, session_id)
        return rows.turn(row) if row else None

    def newest_prompts(self, project: str | None, *, limit: int) -> list[Clean]:
        """What the person typed last in a project, newest first."""
        newest = "SELECT id FROM sessions WHERE project IS ? ORDER BY started_at DESC, seq DESC LIMIT ?"
        sql = (
            f"SELECT text FROM turns WHERE session IN ({newest}) AND role = 'user' AND withdrawn = 0"
            " ORDER BY seq DESC LIMIT ?"
        )
        return [Clean(row["text"]) for row in self._all(sql, project, limit, limit)]

    def exchange_before(self, session_id: str, source_id: str) -> list[Turn]:
        """What was said before a turn, newest first, back to the last message in a user's name and with it."""
        there = "FROM turns WHERE session = ?1 AND withdrawn = 0"
        here = f"(SELECT position {there} AND source_id = ?2)"
        asked = f"(SELECT max(position) {there} AND role IN ('user', 'somebody') AND position < {here})"
        sql = f"SELECT * {there} AND position < {here} AND position >= coalesce({asked}, 0) ORDER BY position DESC"
        return [rows.turn(row) for row in self._all(sql, session_id, source_id)]

    def said_before(self, turn: Turn, words: Sequence[str], *, among: int) -> list[Turn]:
        """What was said before a stored turn and holds all these words but one at most, as spelt, oldest first.

        In the session of the turn by position, in others by time. Looks at the `among` newest turns of the store.
        """
        held = " + ".join("(instr(text, ?) > 0)" for _ in words)
        sql = (
            f"SELECT * FROM (SELECT * FROM turns ORDER BY seq DESC LIMIT ?) WHERE withdrawn = 0"
            " AND (session = ? AND position < ? OR session <> ? AND at < ?)"
            f" AND {held} >= ? ORDER BY at, seq"
        )
        least = max(1, len(words) - 1)
        found = self._all(sql, among, turn.session, turn.position, turn.session, turn.at, *words, least)
        return [rows.turn(row) for row in found]

    def went_on(self, numbers: Sequence[int]) -> set[int]:
        """Of turns by their `seq`, those of an agent after which the agent, not the person, spoke next."""
        found: set[int] = set()
        following = (
            "SELECT role FROM turns AS later WHERE later.session = turns.session"
            " AND later.position > turns.position AND later.withdrawn = 0 ORDER BY later.position LIMIT 1"
        )
        for batch in batches(numbers):
            sql = f"SELECT seq FROM turns WHERE seq IN ({marks(batch)}) AND role = ? AND ({following}) IN (?, ?)"
            agent = Role.ASSISTANT.value
            found.update(row[0] for row in self._all(sql, *batch, agent, agent, Role.TOOL.value))
        return found

    def events(self, session_id: str) -> list[Event]:
        """The events of a session in order."""
        sql = "SELECT * FROM events WHERE session = ? AND withdrawn = 0 ORDER BY seq"
        return [rows.event(row) for row in self._all(sql, session_id)]

    def heard(self) -> list[SessionHeard]:
        """Who spoke in each session that holds a message, newest first."""
        sql = (
            "SELECT sessions.id, sessions.agent, sessions.parent, sessions.project, turns.role, count(*) AS number"
            " FROM sessions JOIN turns ON turns.session = sessions.id AND turns.withdrawn = 0"
            " GROUP BY sessions.id, turns.role"
            " ORDER BY sessions.started_at DESC, sessions.seq DESC"
        )
        found: dict[str, SessionHeard] = {}
        spoken: dict[str, dict[Role, int]] = {}
        for row in self._all(sql):
            said = spoken.setdefault(row["id"], dict.fromkeys(Role, 0))
            said[Role(row["role"])] = row["number"]
            found[row["id"]] = SessionHeard(row["id"], row["agent"], row["parent"] is not None, said, row["project"])
        return list(found.values())

    def known_ids(self, session_id: str) -> set[str]:
        """The source ids of the turns and events that are stored for a session."""
        sql = (
            "SELECT source_id FROM turns WHERE session = ? AND withdrawn = 0"
            " UNION SELECT source_id FROM events WHERE session = ? AND withdrawn = 0"
        )
        return {row[0] for row in self._all(sql, session_id, session_id)}

    def ids_in_role(self, session_id: str, role: Role) -> set[str]:
        """The source ids of the turns of a session that were said in this role."""
        sql = "SELECT source_id FROM turns WHERE session = ? AND role = ? AND withdrawn = 0"
        return {row[0] for row in self._all(sql, session_id, role.value)}

    def put(self, transaction: Transaction, session: Session) -> Session:
        """Store a session, or fill in what was not known of it; its end moves on."""
        session = passed_fields(session)
        known = self.find(session.id)
        if known is None:
            values = rows.columns(session)
            insert(transaction._connection, "sessions", values)
            transaction.record("session.add", "sessions", session.id, None, values)
            return session
        merged = replace(
            session,
            agent=known.agent,
            project=known.project or session.project,
            cwd=known.cwd or session.cwd,
            title=known.title or session.title,
            started_at=min(filter(None, (known.started_at, session.started_at)), default=None),
            ended_at=max(filter(None, (known.ended_at, session.ended_at)), default=None),
            parent=known.parent or session.parent,
        )
        if merged != known:
            values = rows.columns(merged)
            update(transaction._connection, "sessions", values, "id", session.id)
            transaction.record("session.extend", "sessions", session.id, rows.columns(known), values)
        return merged

    def folders(self) -> list[tuple[str, str | None, int]]:
        """(project, folder, sessions) of all sessions that are of a project."""
        found = self._all("SELECT project, cwd, count(*) FROM sessions WHERE project IS NOT NULL GROUP BY project, cwd")
        return [(row[0], row[1], row[2]) for row in found]

    def move_all(self, transaction: Transaction, former: str, into: str) -> int:
        """Let every session of a project be of another one, the withdrawn ones too; returns how many they are."""
        names = [row[0] for row in self._all("SELECT id FROM sessions WHERE project = ? ORDER BY seq", former)]
        for name in names:
            move_session(transaction, name, former, into, SESSION_MOVE)
        return len(names)

    def add_turns(self, transaction: Transaction, session_id: str, turns: Sequence[Turn]) -> list[Turn]:
        """Store the turns whose source id is new to the session; returns those, with `seq` and `position`."""
        start = self._value("SELECT coalesce(max(position) + 1, 0) FROM turns WHERE session = ?", session_id)
        added: list[Turn] = []
        for turn in turns:
            placed = replace(turn, session=session_id, position=start + len(added))
            seq = _insert(transaction, "turns", rows.columns(placed))
            if seq:
                added.append(replace(placed, seq=seq))
        if added:
            transaction.record("turns.add", "turns", session_id, None, {"seqs": _runs([turn.seq for turn in added])})
            transaction.enqueue_for_index(PassageType.TURN.ids_of(turn.seq for turn in added))
        return added

    def claim(self, transaction: Transaction, session_id: str, source_id: str) -> Turn | None:
        """Let the person have typed a message that is stored as somebody's; None where it is theirs already."""
        turn = self.turn(session_id, source_id)
        if turn is None or turn.role is not Role.SOMEBODY:
            return None
        place = f"{PassageType.TURN.mark}:{turn.seq} role"
        reword(transaction, session_id, {place: Role.USER.value}, SESSION_CLAIM)
        return replace(turn, role=Role.USER)

    def add_events(self, transaction: Transaction, session_id: str, events: Sequence[Event]) -> int:
        """Store the events whose source id is new to the session; returns how many those are."""
        seqs = [
            seq
            for event in events
            if (seq := _insert(transaction, "events", rows.columns(replace(event, session=session_id))))
        ]
        if seqs:
            transaction.record("events.add", "events", session_id, None, {"seqs": _runs(seqs)})
        return len(seqs)


def move_session(transaction: Transaction, session_id: str, former: str | None, into: str | None, action: str) -> None:
    """Give a session another project and record it; its turns are passages of that one from now on."""
    update(transaction._connection, "sessions", {"project": into}, "id", session_id)
    transaction.record(action, "sessions", session_id, {"project": former}, {"project": into})
    turns = transaction._connection.execute("SELECT seq FROM turns WHERE session = ?", [session_id]).fetchall()
    transaction.enqueue_for_index(PassageType.TURN.ids_of(row[0] for row in turns))


class Sources(Reader):
    """How far each transcript file was read."""

    def position(self, path: str) -> SourcePosition | None:
        row = self._one("SELECT * FROM sources WHERE path = ?", passed(path))
        if row is None:
            return None
        return SourcePosition(row["path"], row["size"], row["offset"], row["fingerprint"], row["session"])

    def all_positions(self) -> list[SourcePosition]:
        """Every file that was read."""
        rows = self._all('SELECT path, size, "offset", fingerprint, session FROM sources ORDER BY path')
        return [SourcePosition(*row) for row in rows]

    def put(self, transaction: Transaction, position: SourcePosition) -> None:
        position = passed_fields(position)
        values = rows.columns(position)
        if self.position(position.path) is None:
            transaction.insert("sources", values, "source.add")
        else:
            transaction.update("sources", position.path, values, "source.advance")


_HOLDS_SOMETHING = (
    "(EXISTS (SELECT 1 FROM turns WHERE turns.session = sessions.id AND turns.withdrawn = 0)"
    " OR EXISTS (SELECT 1 FROM events WHERE events.session = sessions.id AND events.withdrawn = 0))"
)


def _insert(transaction: Transaction, table: str, values: dict[str, object]) -> int:
    """Add a row of the journal, or bring back the one that was withdrawn; 0 where it is there already."""
    del values["seq"]
    values = passed_row(values)
    sealed = {**values, "row_hash": entry_hash(values)}
    cursor = insert(transaction._connection, table, sealed, conflict="ON CONFLICT DO NOTHING", ready=True)
    if cursor.rowcount:
        return int(cursor.lastrowid or 0)
    back = transaction._connection.execute(
        f"UPDATE {table} SET withdrawn = 0 WHERE session = ? AND source_id = ? AND withdrawn = 1 RETURNING seq",
        [values["session"], values["source_id"]],
    ).fetchone()
    return int(back[0]) if back else 0


def _runs(seqs: Sequence[int]) -> list[list[int]]:
    """Numbers as closed ranges: 3, 4, 5, 9 becomes [[3, 5], [9, 9]]."""
    ranges: list[list[int]] = []
    for seq in sorted(seqs):
        if ranges and seq == ranges[-1][1] + 1:
            ranges[-1][1] = seq
        else:
            ranges.append([seq, seq])
    return ranges
