"""What the person is told who asks where they were: what they wanted in the last session, and what was left open."""

from lore.handover import asks_where_we_were, jsons
from lore.lazy import TYPE_CHECKING
from lore.lookup.reading import Damage, NoStore, Unreadable, opened, project_of

if TYPE_CHECKING:
    from typing import Any

    Connection = Any

WIDTH, NEWEST = 240, 3
"""Characters of a line, and the newest messages of the person that are told."""
_LAST = (
    "SELECT id, agent, coalesce(ended_at, started_at) FROM sessions WHERE project IS ? AND id != ?"
    " AND EXISTS (SELECT 1 FROM turns WHERE session = sessions.id AND role = 'user' AND withdrawn = 0)"
    " ORDER BY coalesce(ended_at, started_at) DESC, seq DESC LIMIT 5"
)
_TOLD = (
    "SELECT after FROM audit WHERE action = 'session.narrate' AND target = ?"
    " AND NOT EXISTS (SELECT 1 FROM audit AS other WHERE other.undoes = audit.unit) ORDER BY seq DESC LIMIT 1"
)
_SAID = "SELECT text FROM turns WHERE session = ? AND role = 'user' AND withdrawn = 0 ORDER BY position"


def where_we_were(folder: str, where: str, session: str) -> "list[str]":
    """The last session of a folder's project but this one: in a reader's words its goal and what is open, else the
    first and newest words of the person. Nothing where there is none. Raises Unreadable.

    folder: the data folder. where: the folder of the session.
    """
    try:
        connection = opened(folder)
    except NoStore:
        return []
    try:
        return _told(connection, project_of(connection, where), session)
    except Damage as error:
        raise Unreadable(str(error)) from error
    finally:
        connection.close()


def _told(connection: "Connection", project: "str | None", session: str) -> "list[str]":
    for name, agent, at in connection.execute(_LAST, (project, session)) if project else ():
        said = [text for (text,) in connection.execute(_SAID, (name,)) if not asks_where_we_were(text)]
        if not said:  # it only asked the same
            continue
        head = f"The last session here, {(at or '')[:10]} in {agent}:"
        row = connection.execute(_TOLD, (name,)).fetchone()
        state = jsons.loads(row[0]) if row else {}
        lines = state.get("lines") if isinstance(state, dict) else None
        if isinstance(lines, dict) and lines.get("intent"):
            goal = f"- goal, as {state.get('with')} worded it: {_line(lines['intent'])}"
            return [head, goal, *([f"- open: {_line(lines['open'])}"] if lines.get("open") else [])]
        first, *others = said
        told = [f"- the person's first words: “{_line(first)}”"]
        return [head, *told, *(f"- then: “{_line(one)}”" for one in others[-NEWEST:])]
    return []


def _line(text: object) -> str:
    words = " ".join(str(text).split())
    return words if len(words) <= WIDTH else f"{words[:WIDTH].rpartition(' ')[0]}…"
