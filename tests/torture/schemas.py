"""A stored store of every released schema, as SQL text; `python -m tests.torture.schemas` adds that of this release."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from lore import paths
from lore.store.sqlite.fact_words import NAME, SCHEMA
from lore.store.sqlite.version import SCHEMA_VERSION

FOLDER = Path(__file__).parent.parent / "data" / "schemas"
NOW = "2026-03-12T09:00:00Z"


@dataclass(frozen=True)
class StoredSchema:
    """The store of one release."""

    version: int
    path: Path

    def build(self, home: Path) -> None:
        home.mkdir(mode=0o700)
        database = paths.database(home)
        database.touch(mode=0o600)
        with closing(sqlite3.connect(database)) as connection:
            connection.executescript(self.path.read_text(encoding="utf-8"))


def stored_schemas() -> list[StoredSchema]:
    """All of them, oldest first. Raises FileNotFoundError where that of this release is missing."""
    found = {int(path.stem.removeprefix("schema-")): path for path in FOLDER.glob("schema-*.sql")}
    if SCHEMA_VERSION not in found:
        raise FileNotFoundError(f"no stored schema {SCHEMA_VERSION}: run `python -m {__package__}.schemas`")
    return [StoredSchema(version, path) for version, path in sorted(found.items())]


def dump(home: Path) -> Iterator[str]:
    # The standard library's driver: the other one cannot dump.
    with closing(sqlite3.connect(paths.database(home))) as connection:
        # Nor can it dump a virtual table so that it can be read again.
        yield from (line for line in connection.iterdump() if NAME not in line and "writable_schema" not in line)
        yield f"{SCHEMA};"
        for seq, words in connection.execute(f"SELECT rowid, words FROM {NAME}"):
            yield f"INSERT INTO {NAME} (rowid, words) VALUES ({seq}, '{words}');"
    yield f"PRAGMA user_version = {SCHEMA_VERSION};"


def main() -> None:
    """Store the schema of this release. One that was stored before is never changed."""
    from .operations import prepare

    os.environ["LORE_NOW"] = NOW
    os.environ["LORE_INSTALLATION"] = "schemas"
    target = FOLDER / f"schema-{SCHEMA_VERSION}.sql"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="lore-torture-") as folder:
        prepare(Path(folder))
        text = "\n".join(dump(Path(folder))) + "\n"
    with target.open("x", encoding="utf-8") as file:
        file.write(text)
    print(target)


if __name__ == "__main__":
    main()
