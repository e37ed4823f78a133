"""A home folder with agents in it, and the programs that set-up names."""

import json
import os
from collections.abc import Collection
from pathlib import Path

import pytest

from lore.adapters.install.carry_out import SetUp, carry_out
from lore.adapters.install.places import Machine, Programs
from lore.adapters.install.plan import SetUpPlan, plan_removal, plan_setup
from lore.adapters.install.record import records
from lore.adapters.table import agent
from lore.store import open_store
from support.person import me

Tree = dict[str, bytes | None]


def tree(folder: Path) -> Tree:
    """Every file and folder below one, with its bytes; None for a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


class AgentsHome:
    """A user's home folder, apart from the one of the test."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.programs = Programs(programs / "lore-hook", programs / "lore")
        programs.mkdir()
        write_program(self.programs.hook)
        write_program(self.programs.lore)
        self.machine = Machine(folder, {"PATH": str(programs)})

    def write(self, path: str, text: str) -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")
        return file

    def plan(self, *names: str, project: Path | None = None, extras: Collection[str] = ()) -> SetUpPlan:
        with open_store() as store:
            agents = [agent(name) for name in names]
            return plan_setup(agents, records(store), self.programs, self.machine, project, extras)

    def set_up(self, *names: str, project: Path | None = None, extras: Collection[str] = ()) -> SetUp:
        planned = self.plan(*names, project=project, extras=extras)
        with open_store() as store:
            return carry_out(store, planned, me())

    def remove(self, *names: str, project: Path | None = None) -> SetUp:
        with open_store() as store:
            agents = [agent(name) for name in names]
            planned = plan_removal(agents, records(store), self.programs, self.machine, project)
            return carry_out(store, planned, me())

    def json(self, path: str) -> object:
        return json.loads((self.folder / path).read_text(encoding="utf-8"))


def write_program(path: Path, script: str = "cat > /dev/null") -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def put_on_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
