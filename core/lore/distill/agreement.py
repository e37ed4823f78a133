"""What a person agreed to: which models may be sent the words of sessions, asked before the first time."""

from dataclasses import asdict

from lore.distill.ways import Way
from lore.endpoint import is_local
from lore.errors import NeedsPerson
from lore.intake import fits, local_key, mark
from lore.presence import Person
from lore.store import SEAL, Store

SETTING = "distill.agreed"


def is_agreed(store: Store, way: Way) -> bool:
    """Whether a person agreed to this way here; what somebody else's store says does not count."""
    if not way.leaves:
        return True
    key = local_key(store.folder)
    return any(row == asdict(way) and fits(key, row, seal) for row, seal in _rows(store))


def agree(store: Store, way: Way, by: Person) -> None:
    """Remember that a person agreed. Undone like any change."""
    row = asdict(way)
    known = [{**one, SEAL: seal} for one, seal in _rows(store) if one != row]
    with store.write(by) as transaction:
        store.settings.put(transaction, SETTING, [*known, {**row, SEAL: mark(local_key(store.folder), row)}])


def newest_agreed(store: Store) -> Way | None:
    """The way that was agreed to last and still counts."""
    ways = [Way(**row) for row, _ in _rows(store) if row.keys() == asdict(Way("")).keys()]
    return next((way for way in reversed(ways) if is_agreed(store, way)), None)


def refuse(way: Way, what: str, tokens: int) -> NeedsPerson:
    """The error that tells a person what would be sent, and how to agree. what: such as "12 messages"."""
    secure = not way.url or way.url.startswith("https:") or is_local(way.url)
    plain = "" if secure else ", not encrypted"
    return NeedsPerson(
        f"nobody agreed yet that {what} (about {tokens:,} tokens) go to {way.where}{plain}",
        hint="run it in a terminal to be asked, or add `--yes`; `--dry-run` shows what would be sent",
    )


def _rows(store: Store) -> list[tuple[dict[str, str], object]]:
    found = store.settings.get(SETTING)
    rows = [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []
    return [({name: value for name, value in row.items() if name != SEAL}, row.get(SEAL)) for row in rows]
