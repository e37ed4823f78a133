"""What each way in loads: a list of what it may, so that nobody makes it slower unseen.

What it costs is printed by `tests/bench/bench_loading.py`.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lore.store import open_store

LORE = "import sys; from lore.cli.program import run; run({words!r}); "
OPEN = "from lore.store import open_store; store = open_store(); "
OPENING = """
lore lore.errors lore.lazy lore.paths lore.platform lore.platform.flags lore.platform.here lore.platform.systems
lore.store lore.store.local lore.store.local.preparing lore.store.local.store lore.store.sqlite
lore.store.sqlite.connection lore.store.sqlite.database lore.store.sqlite.locks lore.store.sqlite.memory
lore.store.sqlite.owned lore.store.sqlite.version
"""
STANDING = f"""
{OPENING} lore.clean lore.clock lore.config lore.config.registry lore.config.setting lore.config.values lore.kinds
lore.memory lore.memory.policies lore.memory.policy lore.memory.standing lore.memory.strength lore.model
lore.model.facts lore.model.names lore.model.words lore.store.filters lore.store.sqlite.damage lore.store.sqlite.door
lore.store.sqlite.facts lore.store.sqlite.filters lore.store.sqlite.hashes lore.store.sqlite.ids
lore.store.sqlite.reading lore.store.sqlite.rows lore.store.sqlite.settings lore.text lore.intake
"""
COMMAND = "lore lore.cli lore.cli.console lore.cli.program lore.cli.terminal lore.errors lore.lazy lore.platform"
ENTRIES = {
    "lore --version": (LORE.format(words=["--version"]), f"{COMMAND} lore.progress lore.platform.streams"),
    "lore --help": (LORE.format(words=["--help"]), f"{COMMAND} lore.progress lore.platform.streams"),
    "open a store": (OPEN, OPENING),
    "standing rules": (f"{OPEN}from lore.memory import standing_rules; standing_rules(store, 'shop')", STANDING),
}
ROOMS_OF_SEARCH = """
actions brief clean cli clock config embedding errors index intake kinds lazy model opening paths platform presence
progress projects search small_files store text timespans wire memory audit
"""
ROOMS_OF_APP = """
actions audit clean clock config errors history intake kinds lazy memory model opening paths platform presence progress
projects store text wire
"""
SLOW = {"dataclasses", "hashlib", "inspect", "json", "typing"}
"""Of the standard library, each 1 to 10 ms: opening a store loads none."""


def loaded(code: str) -> set[str]:
    """The modules that are there when this was run."""
    script = f"{code}\nimport sys; print(); print(*sys.modules)"
    asked = {name: value for name, value in os.environ.items() if name != "LORE_NOW"}  # a time that was chosen asks who
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=asked)
    return set(done.stdout.splitlines()[-1].split())


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] in ("lore", "lore_tui")}


@pytest.fixture
def made(home: Path) -> Path:
    """A store, so that nothing is loaded to make one."""
    open_store().close()
    return home


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_way_in_loads_what_it_may(entry: str, made: Path) -> None:
    """A module that is not listed is loaded where it is needed first, or the list says that it is."""
    code, allowed = ENTRIES[entry]
    assert ours(loaded(code)) - set(allowed.split()) == set()


def test_the_lists_name_only_what_there_is(made: Path) -> None:
    """What is no longer loaded is taken off, or it could come back unseen."""
    for code, allowed in ENTRIES.values():
        assert set(allowed.split()) - ours(loaded(code)) == set()


def test_opening_a_store_loads_nothing_slow(made: Path) -> None:
    assert loaded(OPEN) & SLOW == set()


def test_a_search_enters_only_the_rooms_that_it_needs(made: Path) -> None:
    rooms = {name.split(".")[1] for name in ours(loaded(LORE.format(words=["search", "commit"]))) if "." in name}
    assert rooms - set(ROOMS_OF_SEARCH.split()) == set()


def test_the_app_enters_only_the_rooms_that_it_needs() -> None:
    """No model, no index and no search before somebody searches."""
    there = loaded("import lore_tui.app")
    rooms = {name.split(".")[1] for name in there if name.startswith("lore.")}
    assert rooms - set(ROOMS_OF_APP.split()) == set()
    assert not there & {"onnxruntime", "numpy", "tantivy", "sqlite_utils", "fastembed"}
