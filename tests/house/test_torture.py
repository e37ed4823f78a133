"""Lore is killed, starved of disk, damaged and raced, in the short form of `python -m tests.torture`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from torture.processes import deleted_databases
from torture.shim import compiler

REPOSITORY = Path(__file__).parents[2]
KILLS = int(os.environ.get("LORE_TORTURE_KILLS", "30"))
"""Processes killed; a nightly run sets 500 or more."""

at_night = pytest.mark.nightly("`make torture` goes on with the long form; tests of the room hold each step of it")
needs_compiler = pytest.mark.skipif(
    compiler() is None, reason="there is no C compiler (`cc`) here to build the library with that makes writes fail"
)


@pytest.mark.skipif(sys.platform != "linux", reason="the torture watches its processes through Linux's /proc")
@pytest.mark.slow("each starts dozens of processes and kills, starves or races them")
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("kills", KILLS),
        ("contention", 8),
        pytest.param("faults", 28, marks=[needs_compiler, at_night]),
        ("found", 10),
        ("hooks", 8),
        ("reindex", 1_000),
        ("damaged-store", 4),
        ("undo", 100),
        pytest.param("upgrades", 1, marks=needs_compiler),
        pytest.param("nights", 2, marks=at_night),
        ("bad-inputs", 8),
    ],
)
def test_what_lore_promises_survives(name: str, size: int, tmp_path: Path) -> None:
    """Nothing acknowledged is lost, nothing is silently wrong, nobody sees a traceback; the output has the figures."""
    env = {name: value for name, value in os.environ.items() if name not in ("LORE_HOME", "LORE_NOW", "HOME")}
    done = subprocess.run(
        [sys.executable, "-m", "tests.torture", name, "--size", str(size), "--untimed"],
        cwd=REPOSITORY,
        env={**env, "HOME": str(tmp_path), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the open files of a process in /proc")
@pytest.mark.parametrize(("name", "seen"), [("lore.db", True), ("lore.db-wal", True), ("lore.db-shm", False)])
def test_a_deleted_database_file_is_seen(name: str, seen: bool, tmp_path: Path) -> None:
    """The watch over lost locks works, in this process and from another; SQLite's own last close does not alarm it."""
    with (tmp_path / name).open("w"):
        assert deleted_databases() == []
        (tmp_path / name).unlink()
        wanted = [f"{tmp_path / name} (deleted)"] if seen else []
        assert deleted_databases() == deleted_databases(os.getpid()) == wanted
    assert deleted_databases() == []
