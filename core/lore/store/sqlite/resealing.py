"""The hashes of rows after a migration gave their table another column."""

from collections.abc import Collection, Iterator

from lore.store.sqlite.connection import Connection, Row
from lore.store.sqlite.hashes import content, row_hash

PAGE = 1000


def pages(connection: Connection, table: str) -> Iterator[list[Row]]:
    """Every row of a table in the order of their numbers, a thousand at a time."""
    last = 0
    sql = f"SELECT * FROM {table} WHERE seq > ? ORDER BY seq LIMIT ?"
    while found := connection.execute(sql, [last, PAGE]).fetchall():
        last = found[-1]["seq"]
        yield found


def reseal(connection: Connection, table: str, *, added: Collection[str]) -> None:
    """Make the hash of each row again where it fitted before, so that damage stays visible.

    added: the columns that the table did not have. The caller holds the transaction.
    """
    for page in pages(connection, table):
        for row in page:
            now = content(row)
            before = {name: value for name, value in now.items() if name not in added}
            if row_hash(before) == row["row_hash"]:
                connection.execute(f"UPDATE {table} SET row_hash = ? WHERE seq = ?", [row_hash(now), row["seq"]])
