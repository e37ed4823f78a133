"""The settings a person made."""

import json
from collections.abc import Iterable

from lore.errors import StoreError
from lore.lazy import TYPE_CHECKING
from lore.store.sqlite.reading import Reader, marks

if TYPE_CHECKING:
    from lore.store.sqlite.transaction import Transaction


class Settings(Reader):
    """Named values that a person set; anything JSON holds."""

    def get(self, key: str, default: object = None) -> object:
        text = self._value("SELECT value FROM settings WHERE key = ?", key)
        return default if text is None else _value(key, text)

    def put(self, transaction: "Transaction", key: str, value: object) -> None:
        text = json.dumps(value, ensure_ascii=False)
        if transaction.row("settings", key) is None:
            transaction.insert("settings", {"key": key, "value": text}, "setting.add")
        else:
            transaction.update("settings", key, {"value": text}, "setting.edit")

    def many(self, keys: Iterable[str]) -> dict[str, object]:
        """The values of those of the keys that have one."""
        wanted = list(keys)
        rows = self._all(f"SELECT key, value FROM settings WHERE key IN ({marks(wanted)})", *wanted)
        return {row["key"]: _value(row["key"], row["value"]) for row in rows}

    def below(self, prefix: str) -> dict[str, object]:
        """The values whose names begin so, by what follows, in their order."""
        rows = self._all(
            "SELECT key, value FROM settings WHERE substr(key, 1, ?) = ? ORDER BY key", len(prefix), prefix
        )
        return {row["key"][len(prefix) :]: _value(row["key"], row["value"]) for row in rows}

    def remove(self, transaction: "Transaction", key: str) -> None:
        """Forget a value. Raises LookupError where there is none."""
        transaction.delete("settings", key, "setting.remove")


def _value(key: str, text: str) -> object:
    """Raises StoreError where what is stored is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreError(
            f"the setting `{key}` is damaged on disk", hint="run `lore doctor`, or `lore restore-backup`"
        ) from error
