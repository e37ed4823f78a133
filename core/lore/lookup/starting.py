"""What sessions in a folder start with now, read from the store: nothing is prepared, so nothing can be out of date."""

from lore.handover import jsons
from lore.lazy import TYPE_CHECKING
from lore.lookup.folders import said
from lore.lookup.reading import WITHHELD, Damage, Unreadable, gone, kept_in, opened, settings_of
from lore.lookup.stands import BUDGET, MOST, Standing, standing

if TYPE_CHECKING:
    import sqlite3

    from lore.lookup.folders import Kept, Known

    Connection = sqlite3.Connection

RULES, DECISIONS, RECALLED = "These rules stand:", "You decided:", "Known about it:"
"""What stands above the lines of each kind, as an agent reads it."""
NAMED = 5
"""Approved facts without room that are named; more are counted."""
_SETTINGS = {"context.budget": BUDGET, "context.unapproved": MOST, "hooks.withheld": WITHHELD}
_WAITING = "SELECT count(*) FROM candidates WHERE status = 'waiting' AND (project IS NULL OR project = ?)"
_UNREAD = (
    "SELECT count(*) FROM sessions WHERE project IS ?"
    " AND NOT EXISTS (SELECT 1 FROM audit WHERE target = sessions.id AND action = 'model.ask')"
    " AND EXISTS (SELECT 1 FROM turns WHERE session = sessions.id AND role = 'user')"
)
_READER = "SELECT value FROM settings WHERE key = 'distill.reader'"
_LAST = "SELECT coalesce(ended_at, started_at) FROM sessions WHERE project = ? ORDER BY started_at DESC LIMIT 1"

_REPLACED = (
    "SELECT DISTINCT gone.text FROM links JOIN facts AS gone ON gone.id = links.target"
    " JOIN facts AS new ON new.id = links.source JOIN audit ON audit.target = gone.id"
    " WHERE links.source = ? AND links.kind = 'supersedes' AND gone.status = 'superseded' AND new.origin != 'read'"
    " AND gone.hash != new.hash AND audit.action = 'fact.supersede'"
    " AND audit.at > coalesce((SELECT max(started_at) FROM sessions WHERE project = ?), '')"
)
"""What the person gave up for a fact since the last session began; a model's wording replaces nothing."""
_SHOWN = 60


class Start:
    """What a session starts with."""

    __slots__ = ("ids", "lines", "seen", "tokens", "withhold")

    def __init__(self, lines: "list[str]", given: "list[Standing]", withhold: float, seen: str = "") -> None:
        self.lines = lines
        self.seen = seen
        """One line for the person; empty where there is nothing to say."""
        self.ids = [one.id for one in given]
        self.tokens = sum(one.tokens for one in given)
        self.withhold = withhold
        """The share of sessions that are given nothing."""


def start_in(folder: str, where: str, known: "list[str] | None" = None) -> Start:
    """What sessions in a folder start with. Raises NoStore, Unreadable.

    folder: the data folder. where: the folder of the session. known: what the session has already, where it started
    before: then it is what came since, and nothing is said of the whole.
    """
    connection = opened(folder)
    try:
        return _start(connection, folder, where, known)
    except Damage as error:
        raise Unreadable(str(error)) from error
    finally:
        connection.close()


def _start(connection: "Connection", folder: str, where: str, known: "list[str] | None") -> Start:
    here, projects = kept_in(connection, where)
    project = here.key if here else None
    values = settings_of(connection, _SETTINGS)
    found = standing(
        connection,
        project,
        jsons.stamp(),
        gone(folder, project),
        budget=int(values["context.budget"]),
        most=int(values["context.unapproved"]),
    )
    given = [one for one in found if not one.left and one.id not in (known or ())]
    told, seen = lines_of(given), ""
    if known is None:
        seen = _seen(given, _waiting(connection, project), _replaced(connection, project, given))
        told += _of_the_whole(connection, project, given, [one for one in found if one.has_no_room])
        told = [*_of_the_folder(here, projects), *told]
    return Start(told, given, values["hooks.withheld"], seen)


def lines_of(given: "list[Standing]") -> "list[str]":
    """What is given, each under the title of its kind, rules before decisions."""
    rules = [one.line for one in given if not one.is_decision]
    decisions = [one.line for one in given if one.is_decision]
    return [*([RULES, *rules] if rules else []), *([DECISIONS, *decisions] if decisions else [])]


def _of_the_folder(here: "Kept | None", known: "Known") -> "list[str]":
    """What is to be said of the folder itself: that it was another project, or may be."""
    try:
        found = said(here, known, str) if here else None
    except OSError:  # a published file that cannot be read: the doctor tells of it
        return []
    return [found.text] if found else []


def _of_the_whole(
    connection: "Connection", project: "str | None", given: "list[Standing]", no_room: "list[Standing]"
) -> "list[str]":
    """What is new, what waits for the person, how much was loaded, and what the person approved and has no room."""
    waiting = _waiting(connection, project)
    unread = _unread(connection, project)
    if not given and not waiting:
        return unread
    last = connection.execute(_LAST, (project,)).fetchone()
    new = sum((one.fact["approved_at"] or one.fact["created_at"]) > last[0] for one in given) if last and last[0] else 0
    told = [f"New since your last session: {new} of these."] if new else []
    if waiting:
        told.append(f"{waiting} {'proposal waits' if waiting == 1 else 'proposals wait'} for review (`lore review`).")
    told += unread
    approved = [one for one in no_room if one.is_approved]
    more = f"; {len(no_room)} more did not fit" if no_room else ""
    if approved:
        named = ", ".join(f"`{one.id}`" for one in approved[:NAMED])
        more += f", of which the person approved {len(approved)}: {named}{', …' if len(approved) > NAMED else ''}"
    return [*told, f"{len(given)} {'memory' if len(given) == 1 else 'memories'} loaded{more}."]


def _waiting(connection: "Connection", project: "str | None") -> int:
    """How many proposals wait for the person."""
    return int(connection.execute(_WAITING, (project,)).fetchone()[0])


def _replaced(connection: "Connection", project: "str | None", given: "list[Standing]") -> "list[str]":
    """The beginnings of what gave way to what is given, since the last session began."""
    gone = [row[0] for one in given for row in connection.execute(_REPLACED, (one.id, project))]
    return [f"{text[:_SHOWN].rpartition(' ')[0]}…" if len(text) > _SHOWN else text for text in gone]


def _seen(given: "list[Standing]", waiting: int, replaced: "list[str]") -> str:
    """What the person sees of it: how much is given, what gave way to it, and that something waits."""
    decisions = sum(one.is_decision for one in given)
    rules = len(given) - decisions
    parts = [f"{rules} {'rule' if rules == 1 else 'rules'}"] if rules else []
    parts += [f"{decisions} {'decision' if decisions == 1 else 'decisions'}"] if decisions else []
    told = [", ".join(parts)] if parts else []
    told += [f"replaced: “{'”, “'.join(replaced)}”"] if replaced else []
    told += [f"{waiting} {'waits' if waiting == 1 else 'wait'}, say “review lore”"] if waiting else []
    return f"Lore: {' · '.join(told)}" if told else ""


def _unread(connection: "Connection", project: "str | None") -> "list[str]":
    """How many sessions wait for a reader, where the person was not asked about one, or put it off."""
    row = connection.execute(_READER).fetchone()
    answer = jsons.loads(row[0]) if row else None
    if project is None or (isinstance(answer, dict) and answer.get("answer") != "later"):
        return []
    count = connection.execute(_UNREAD, (project,)).fetchone()[0]
    who = f"{count} {'session waits' if count == 1 else 'sessions wait'}"
    return [f"{who} for a reader: `lore setup` says what that is."] if count else []
