"""R19, R20: the stores of older releases are brought up to date, killed at each step; newer ones are left alone."""

import hashlib
import json
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lore import paths
from lore.errors import NewerSchema
from lore.platform import remove_folder
from lore.store import open_store
from lore.store.local import backup, preparing
from lore.store.sqlite import migrations, schema, version
from lore.store.sqlite.connection import connect
from lore.store.sqlite.version import SCHEMA_VERSION, version_of

from .checks import soundness
from .command import lore
from .figures import Figure, Scale, none_of
from .processes import Child, ask
from .schemas import stored_schemas
from .shim import DEATH, Shim, report, run_below

if TYPE_CHECKING:
    from lore.store.sqlite.connection import Connection

COMMANDS = (["search", "port"], ["add", "a new fact"], ["backup"], ["undo"], ["log"], ["doctor"])
"""What an older Lore may be asked to do with a newer store."""
LATER = {"facts": {"origin", "standing", "theme"}}
"""Columns that some release adds to a table. What a row hash says is checked with the structure."""
Rows = dict[str, list[dict[str, object]]]


def run(scale: Scale) -> Iterator[Figure]:
    """Size: kills per stored schema, every step where it is larger than their number; 1: of the first and the last."""
    found = run_below("upgrades", [str(scale.size), str(scale.seed)], scale.folder)
    for name, kills in found["kills"].items():
        wrong = [line for line in found["wrong"] if line.startswith(f"{name},")]
        yield none_of("R19", len(wrong), "rows lost or stores unusable", f"{kills:,} upgrades killed, {name}")
        yield from (Figure("R19", line, kept=False) for line in wrong[:10])
    yield from _newer(scale.folder)


def main() -> None:
    size, seed, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    shim = Shim()
    kills: dict[str, int] = {}
    wrong: list[str] = []
    every = stored_schemas()
    _list_next(folder / "schemas")
    for stored in every if size > 1 else (every[0], every[-1]):
        for name, opening in (
            (f"schema {stored.version}", _open),
            (f"schema {stored.version} to the next", _open_next),
        ):
            template = folder / f"{stored.version}"
            if not template.exists():
                ask(partial(stored.build, template))
            steps = ask(partial(_count, shim, _copied(template, folder), opening))
            chosen = sorted(random.Random(seed).sample(range(1, steps + 1), min(size, steps)))
            for nth in chosen:
                problems = _killed(shim, _copied(template, folder), opening, nth, ask(partial(_rows, template)))
                wrong += [f"{name}, step {nth} of {steps}: {problem}" for problem in problems]
            kills[name] = len(chosen)
    report({"kills": kills, "wrong": wrong})


def _copied(template: Path, folder: Path) -> Path:
    home = folder / "home"
    remove_folder(home)
    shutil.copytree(template, home)
    return home


def _count(shim: Shim, home: Path, opening: Callable[[Path], None]) -> int:
    shim.arm(home, 0, DEATH)
    opening(home)
    return shim.disarm()


def _killed(shim: Shim, home: Path, opening: Callable[[Path], None], nth: int, before: Rows) -> list[str]:
    def die() -> None:
        shim.arm(home, nth, DEATH)
        opening(home)

    Child(die).wait()
    if status := Child(partial(opening, home)).wait():
        return [f"cannot be opened again, status {status}"]
    faults = [f"{table}: other rows" for table, rows in ask(partial(_rows, home)).items() if rows != before[table]]
    return [*faults, *ask(partial(soundness, home, up_to_date=opening is _open)).structure]


def _open(home: Path) -> None:
    with open_store(home) as opened:
        opened.facts.select()


def _open_next(home: Path) -> None:
    migrations.STEPS = (*migrations.STEPS, _next_schema)
    for module in (preparing, backup):
        module.SCHEMA_VERSION = SCHEMA_VERSION + 1  # type: ignore[attr-defined]
    open_store(home).close()
    with closing(connect(paths.database(home), budget_s=1)) as connection:
        if version_of(connection) != SCHEMA_VERSION + 1:
            raise AssertionError("the upgrade did not happen")
        connection.execute("SELECT theme FROM facts, topics LIMIT 1")


def _list_next(folder: Path) -> None:
    """The lists of all versions, with that of the next."""
    shutil.copytree(version.SCHEMAS, folder)
    version.SCHEMAS = folder
    with closing(connect(Path(":memory:"), budget_s=1)) as connection:
        migrations.make(connection, SCHEMA_VERSION)
        _next_schema(connection)
        made = version.listed(schema.objects(connection))
    (folder / f"{SCHEMA_VERSION + 1}.txt").write_text(made, encoding="utf-8")


def _next_schema(connection: "Connection") -> None:
    connection.execute("ALTER TABLE facts ADD COLUMN theme TEXT")
    connection.execute("CREATE TABLE topics (seq INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL)")
    connection.execute("CREATE INDEX facts_by_theme ON facts (theme, status)")
    connection.execute("INSERT INTO topics (name) SELECT text FROM facts")


def _rows(home: Path) -> Rows:
    """Every row that a person, an agent or the log wrote, by table; columns of later releases left out."""
    found = {}
    with closing(connect(paths.database(home), budget_s=1)) as connection:
        for table in ("facts", "evidence", "links", "candidates", "sessions", "turns", "audit", "outbox"):
            rows = connection.execute(f"SELECT * FROM {table} ORDER BY seq")
            left_out = {"row_hash", *LATER.get(table, ())}
            contents = [{name: row[name] for name in row.keys()} for row in rows]  # noqa: SIM118
            found[table] = [
                {name: _read(name, value) for name, value in row.items() if name not in left_out} for row in contents
            ]
    return found


def _read(name: str, value: object) -> object:
    return json.loads(value) if name in ("before", "after") and isinstance(value, str) else value


def _newer(folder: Path) -> Iterator[Figure]:
    home = folder / "newer"
    stored_schemas()[-1].build(home)
    ask(partial(_make_newer, home))
    before = _bytes(home)
    wrong = []
    for words in COMMANDS:
        answer = lore(words, home)
        said = answer.output + answer.complaint
        if not (answer.status and "newer Lore" in said and "Traceback" not in said):
            wrong.append(str(answer))
    changed = sum(before.get(name) != digest for name, digest in _bytes(home).items())
    yield none_of("R20", len(wrong), "commands that did not refuse", f"{len(COMMANDS)} on the store of a newer Lore")
    yield none_of("R20", changed, "files changed", f"{len(before)} of that store")
    yield from (Figure("R20", line, kept=False) for line in wrong)


def _make_newer(home: Path) -> None:
    open_store(home).close()
    with closing(connect(paths.database(home), budget_s=1)) as connection:
        connection.execute("PRAGMA user_version = 999")
    try:
        open_store(home)
    except NewerSchema:
        return
    raise AssertionError("a newer store was opened")


def _bytes(home: Path) -> dict[str, str]:
    return {
        str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(home.rglob("*"))
        if path.is_file()
    }


if __name__ == "__main__":
    main()
