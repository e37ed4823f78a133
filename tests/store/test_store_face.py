"""The store keeps its SQL to itself: above it nobody sees a query, a row or a connection."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from lore.store import Store
from lore.store.sqlite.reading import Reader
from support import faces

OUTSIDE = {
    module: path
    for module, path in faces.modules().items()
    if faces.room_of(module) not in ("lore.store", "lore.migrate", "lore.lookup", "lore.databases")
    and module
    not in (
        "lore.capture.readers.opencode_database",
        "lore.capture.readers.opencode",
        "lore.capture.readers.openclaw_database",
    )
}
"""`lore.migrate` and the readers of opencode and OpenClaw read the databases of other tools, through `lore.databases`;
`lore.lookup` the store, as hooks do."""
SQL = re.compile(
    r"\b(SELECT\s.+\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(TABLE|INDEX)\s|PRAGMA\s)",
    re.S,
)
QUERIES = {"all", "one", "value", "execute", "executemany", "executescript", "_all", "_one", "_value", "_connection"}
NAMES_OF_STORES = {"store", "_store", "memory", "copy", "change"}
ON_DEMAND = ("backup", "copying", "purge", "revive", "health", "statistics", "texts", "forms")
"""Modules of `lore.store.local` that opening a store does not need."""


def literals(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text())
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def past_the_face(path: Path) -> Iterator[str]:
    """Where a module asks a store, a room of it or a running change by a name of `QUERIES`, or by a private one."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute) and (node.attr in QUERIES or node.attr.startswith("_")):
            owner = ast.unparse(node.value).split(".")
            if NAMES_OF_STORES & set(owner):
                yield ast.unparse(node)


def needed(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text()))
    return {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def test_no_sql_stands_above_the_store() -> None:
    found = {module: [text for text in literals(path) if SQL.search(text)] for module, path in OUTSIDE.items()}
    assert {module: texts for module, texts in found.items() if texts} == {}


def test_nobody_above_the_store_asks_past_its_questions() -> None:
    found = {module: list(past_the_face(path)) for module, path in OUTSIDE.items()}
    assert {module: places for module, places in found.items() if places} == {}


def test_the_scan_finds_what_it_looks_for(tmp_path: Path) -> None:
    """Or it would find nothing for ever."""
    (tmp_path / "past.py").write_text("store.facts.all('x')\nself._store._database\nchange._connection.execute('x')\n")
    assert len(list(past_the_face(tmp_path / "past.py"))) >= 4
    ours = [text for module, path in faces.modules().items() if module not in OUTSIDE for text in literals(path)]
    assert len([text for text in ours if SQL.search(text)]) > 100
    assert SQL.search("SELECT text\nFROM facts")
    assert not SQL.search("select a title from the list")


def test_a_room_offers_no_way_to_ask_in_sql(store: Store) -> None:
    rooms = [room for name, room in inspect.getmembers(store) if not name.startswith("_") and isinstance(room, Reader)]
    assert len(rooms) > 12
    for room in rooms:
        public = {name for name, _ in inspect.getmembers(room) if not name.startswith("_")}
        assert not public & (QUERIES | {"where", "sound", "verified", "connection", "database", "path"}), room
    with store.write("person") as transaction:
        assert not {name for name in dir(transaction) if "connection" in name and not name.startswith("_")}


def test_a_filter_is_plain_data() -> None:
    from lore.store import FactFilter, SessionFilter

    for of in (FactFilter, SessionFilter):
        assert {name for name in vars(of) if not name.startswith("_")} == set(of.__slots__)


def test_opening_a_store_loads_no_administration(home: Path) -> None:
    script = (
        "import sys\nfrom lore.store import open_store\n"
        "with open_store() as store: store.facts.select(); store.sessions.select(); store.audit.select()\n"
        "print(*[name for name in sys.modules if name.startswith('lore.store.local.')])"
    )
    subprocess.run([sys.executable, "-c", script], check=True)  # makes the store
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    assert "lore.store.local.store" in loaded
    assert {name.rpartition(".")[2] for name in loaded} & set(ON_DEMAND) == set()


def test_what_a_backend_has_to_do_knows_no_administration() -> None:
    """`lore.store.sqlite` imports nothing of `lore.store.local`."""
    for module, path in faces.modules().items():
        needed = {
            node.module or "" for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)
        }
        if module.startswith("lore.store.sqlite"):
            assert not any(one.startswith("lore.store.local") for one in needed), module
