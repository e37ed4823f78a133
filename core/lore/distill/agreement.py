"""What a person agreed to: which models may be sent the words of sessions, and which of them reads each by itself."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from lore.distill.programs import PROGRAMS
from lore.distill.route import Route, not_kept, route_here, route_of
from lore.distill.ways import ENDPOINTS, Way
from lore.endpoint import is_local
from lore.errors import NeedsPerson
from lore.intake import fits, local_key, mark
from lore.presence import Person
from lore.store import SEAL, Store, Transaction

SETTING = "distill.agreed"
READER = "distill.reader"
NOT_READ = "distill.not_read"
ROUTE = "route"


class Answer(StrEnum):
    """What a person said when they were asked whether a model reads each session."""

    YES = "yes"
    LATER = "later"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Agreement:
    """Whether a model reads each session by itself."""

    answer: Answer | None = None
    """None: nobody was asked in this very store."""
    way: Way | None = None
    """The reader, where the answer is yes."""
    route: Route | None = None
    """How it is run; None where an earlier release asked, which kept nothing of it."""

    @property
    def fault(self) -> str:
        """Why the reader is not started now, with what helps; empty where it may be."""
        if self.way is None:
            return ""
        return not_kept(self.way) if self.route is None else self.route.fault(self.way)


def settled(store: Store) -> Agreement:
    """What a person answered here; what somebody else's store says does not count."""
    found = store.settings.get(READER)
    if not isinstance(found, dict):
        return Agreement()
    row = {name: value for name, value in found.items() if name != SEAL}
    if not fits(local_key(store.folder), row, found.get(SEAL)):
        return Agreement()
    way = _way_of(row["way"]) if row["way"] else None
    return Agreement(Answer(row["answer"]), way, route_of(row.get(ROUTE))) if way or not row["way"] else Agreement()


def settle(store: Store, answer: Answer, by: Person, way: Way | None = None) -> None:
    """Remember what a person answered, in one step that one undo takes back. way: the reader, where that is yes: it is
    run as it would be here and now.

    A no is no to every model: whoever is to be sent sessions again is asked for again.
    """
    row = {"answer": answer.value, "way": asdict(way) if way else None}
    row |= {ROUTE: route_here(way).kept()} if way else {}
    with store.write(by) as transaction:
        if way is not None:
            _agree(store, transaction, way)
        elif answer is Answer.NO:
            store.settings.put(transaction, SETTING, [])
        store.settings.put(transaction, READER, {**row, SEAL: mark(local_key(store.folder), row)})


def not_read(store: Store) -> Sequence[str]:
    """The keys of the projects that are off: their sessions are read by nobody, and no other question tells of them.

    It only holds back, so it counts from anywhere.
    """
    found = store.settings.get(NOT_READ)
    return tuple(key for key in found if isinstance(key, str)) if isinstance(found, list) else ()


def let_be_read(store: Store, key: str, by: Person, *, reads: bool) -> None:
    """Let the sessions of a project be read, or not."""
    others = [one for one in not_read(store) if one != key]
    with store.write(by) as transaction:
        store.settings.put(transaction, NOT_READ, others if reads else [*others, key])


def is_agreed(store: Store, way: Way) -> bool:
    """Whether a person agreed to this way here; what somebody else's store says does not count."""
    if not way.leaves:
        return True
    return agreed_route(store, way) is not None


def agreed_route(store: Store, way: Way) -> Route | None:
    """How this way is run, as a person agreed to it here; None where nobody did, or before it was kept."""
    key = local_key(store.folder)
    for row, seal in reversed(_rows(store)):
        named = {name: value for name, value in row.items() if name != ROUTE}
        if named == asdict(way) and fits(key, row, seal) and (route := route_of(row.get(ROUTE))) is not None:
            return route
    return None


def agree(store: Store, way: Way, by: Person) -> None:
    """Remember that a person agreed. Undone like any change."""
    with store.write(by) as transaction:
        _agree(store, transaction, way)


def _agree(store: Store, transaction: Transaction, way: Way) -> None:
    row = {**asdict(way), ROUTE: route_here(way).kept()}
    known = [{**one, SEAL: seal} for one, seal in _rows(store) if {**one, ROUTE: row[ROUTE]} != row]
    store.settings.put(transaction, SETTING, [*known, {**row, SEAL: mark(local_key(store.folder), row)}])


def newest_agreed(store: Store) -> Way | None:
    """The way that was agreed to last here, also before it was kept how it is run: then a person is asked anew."""
    key = local_key(store.folder)
    sealed = (row for row, seal in reversed(_rows(store)) if fits(key, row, seal))
    ways = (_way_of({name: value for name, value in row.items() if name != ROUTE}) for row in sealed)
    return next((way for way in ways if way), None)


def refuse(way: Way, what: str, tokens: int) -> NeedsPerson:
    """The error that tells a person what would be sent, and how to agree. what: such as "12 messages"."""
    secure = not way.url or way.url.startswith("https:") or is_local(way.url)
    plain = "" if secure else ", not encrypted"
    return NeedsPerson(
        f"nobody agreed yet that {what} (about {tokens:,} tokens) go to {way.where}{plain}",
        hint="run it in a terminal to be asked, or add `--yes`; `--dry-run` shows what would be sent",
    )


def _way_of(row: object) -> Way | None:
    """The way that a row names; None where it is none that is asked today."""
    if not isinstance(row, dict) or row.keys() != asdict(Way("")).keys():
        return None
    way = Way(**row)
    return way if way.kind in PROGRAMS or way.kind in ENDPOINTS else None


def _rows(store: Store) -> list[tuple[dict[str, object], object]]:
    found = store.settings.get(SETTING)
    rows = [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []
    return [({name: value for name, value in row.items() if name != SEAL}, row.get(SEAL)) for row in rows]
