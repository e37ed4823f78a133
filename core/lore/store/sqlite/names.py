"""What people and files call things: whole ids, their beginnings, and the ids of older releases."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from lore.errors import UsageError
from lore.store.sqlite.door import insert
from lore.store.sqlite.ids import LENGTH, SHORTEST, grown, is_form, is_old
from lore.store.sqlite.reading import Reader, batches, marks
from lore.text import shorten

if TYPE_CHECKING:
    from lore.store.sqlite.transaction import Transaction


_NAMED = {
    "f": ("facts", "text", "facts"),
    "c": ("candidates", "text", "candidates"),
    "e": ("evidence", "quote", "quotations"),
    "l": ("links", "source || ' → ' || target", "links"),
    "d": ("collections", "name", "collections"),
    "g": ("digests", "text", "digests"),
    "r": ("runs", "kind", "runs"),
}
"""By the mark of an id: the table of what it names, the column that tells it, and what several are called."""
_TABLES, _TEXTS, _NOUNS = ({mark: named[place] for mark, named in _NAMED.items()} for place in range(3))
SHOWN = 8
"""Matches that a message lists."""
_TITLE = 60
_PAST = "~"
"""Sorts behind every character of an id."""


class Names(Reader):
    """Reads; `adopt` writes inside a `Transaction`."""

    def find(self, typed: str) -> str:
        """The whole id that a whole id, the beginning of one, or an id of an older release stands for.

        What stands for nothing comes back as it is. Raises UsageError, which lists them, where several things fit.
        """
        found = self.fitting(typed)
        if len(found) > 1:
            raise UsageError(self._ambiguous(typed, found), hint="type more of the id you mean")
        return found[0]

    def find_all(self, typed: Sequence[str]) -> list[str]:
        """The same of several, in their order: whole ids of one table that are there take one query together."""
        whole: dict[str, list[str]] = {}
        for name in dict.fromkeys(typed):
            mark, _, body = name.partition(":")
            if mark in _TABLES and len(body) == LENGTH:
                whole.setdefault(_TABLES[mark], []).append(name)
        there = {
            row[0]
            for table, names in whole.items()
            for batch in batches(names)
            for row in self._all(f"SELECT id FROM {table} WHERE id IN ({marks(batch)})", *batch)
        }
        return [name if name in there else self.find(name) for name in typed]

    def fitting(self, typed: str) -> list[str]:
        """Every whole id that `typed` may stand for, some at most; where there is none, `typed` as it is."""
        mark, _, body = typed.partition(":")
        table = _TABLES.get(mark)
        if table is None or not body or not is_form(typed):
            return [typed]
        known = self.known([typed]).get(typed, typed)
        if self._is_there(table, known):
            return [known]
        found = self._beginning(f"SELECT id FROM {table} WHERE id >= ? AND id < ? ORDER BY id", typed)
        if found or known != typed:
            return found if known == typed else [known]
        # What was undone or purged is in the log alone.
        return self._beginning("SELECT DISTINCT target FROM audit WHERE target >= ? AND target < ?", typed) or [typed]

    def known(self, ids: Iterable[str]) -> dict[str, str]:
        """Of these ids those of older releases, each with the whole id that it stands for."""
        wanted = [name for name in dict.fromkeys(ids) if is_old(name)]
        found: dict[str, str] = {}
        for batch in batches(wanted):
            there = self._all(f"SELECT alias, id FROM aliases WHERE alias IN ({marks(batch)})", *batch)
            found |= {row["alias"]: row["id"] for row in there}
        return found

    def with_aliases(self, ids: Iterable[str]) -> set[str]:
        """These ids, and the ones that older releases had for the same things."""
        names = list(ids)
        found = {*names}
        for batch in batches(names):
            found |= {row[0] for row in self._all(f"SELECT alias FROM aliases WHERE id IN ({marks(batch)})", *batch)}
        return found

    def whole(self, name: str) -> str:
        """The id that stands in a file, as it is today."""
        return self.known([name]).get(name, name)

    def short(self, ids: Iterable[str]) -> dict[str, str]:
        """By id, its shortest beginning that stands for nothing else; what has no such form stays as it is."""
        return {name: self._short(name) for name in dict.fromkeys(ids)}

    def adopt(self, transaction: "Transaction", name: str) -> str:
        """The whole id for a thing that comes in under an id of an older release, which is kept as an alias."""
        whole = grown(name, transaction.installation)
        if whole != name:
            insert(transaction._connection, "aliases", {"alias": name, "id": whole}, conflict="ON CONFLICT DO NOTHING")
        return whole

    def _short(self, name: str) -> str:
        mark, _, body = name.partition(":")
        if len(body) != LENGTH or mark not in _TABLES:
            return name
        table = _TABLES[mark]
        beside = (
            self._value(f"SELECT max(id) FROM {table} WHERE id < ?", name),
            self._value(f"SELECT min(id) FROM {table} WHERE id > ?", name),
        )
        shared = max(_shared(name, other) for other in beside)
        length = max(len(mark) + 1 + SHORTEST, shared + 1)
        while length < len(name) and self.known([name[:length]]).get(name[:length], name) != name:
            length += 1
        return name[:length]

    def _is_there(self, table: str, name: str) -> bool:
        return self._one(f"SELECT 1 FROM {table} WHERE id = ?", name) is not None

    def _beginning(self, sql: str, typed: str) -> list[str]:
        return [row[0] for row in self._all(f"{sql} LIMIT ?", typed, typed + _PAST, SHOWN + 1)]

    def _ambiguous(self, typed: str, found: Sequence[str]) -> str:
        mark = typed[0]
        texts = {
            row[0]: row[1]
            for row in self._all(f"SELECT id, {_TEXTS[mark]} FROM {_TABLES[mark]} WHERE id IN ({marks(found)})", *found)
        }
        short = self.short(found)
        lines = [f"  {short[name]}  {shorten(texts.get(name, 'is gone'), _TITLE)}" for name in found[:SHOWN]]
        more = ["  and others"] if len(found) > SHOWN else []
        return "\n".join([f"`{typed}` fits several {_NOUNS[mark]}:", *lines, *more])


def _shared(name: str, other: str | None) -> int:
    """How many characters two names begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(name, other or "", strict=False)))
