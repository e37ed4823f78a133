"""Damage beside a store: to locks, documents, keys of models, and what agents keep and start. One kind for a check."""

import json
import os
from pathlib import Path
from typing import IO

import pytest

from lore.actions import keep_reading
from lore.distill import Answer, agree, settle, way_named
from lore.handover import faults, files, places
from lore.store import open_store
from lore.store.sqlite.connection import Connection
from support.agents_home import AgentsHome, put_on_path, write_program
from support.person import me

SECRET = "ghp_" + "a1B2c3D4e5F6" * 3
READERS: list[Connection | IO[str]] = []


def hook_does_not_start(home: Path, patch: pytest.MonkeyPatch) -> None:
    user = AgentsHome(home.parent / "user", home.parent / "programs")
    user.set_up("codex")
    write_program(user.programs.hook, "exit 3")
    patch.setattr("lore.doctor.agents.installed_programs", lambda: user.programs)


def another_lore_first(home: Path, patch: pytest.MonkeyPatch) -> None:
    other = home.parent / "another"
    other.mkdir()
    write_program(other / "lore")
    put_on_path(other, patch)


def key_not_set(home: Path, patch: pytest.MonkeyPatch) -> None:
    patch.delenv("OPENAI_API_KEY", raising=False)
    with open_store(home) as store:
        agree(store, way_named("openai:small"), me())


def reader_silent(home: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PATH", str(home))
    patch.setenv("LORE_DISTILL_SILENCE", "0")
    with open_store(home) as store:
        settle(store, Answer.YES, me(), way_named("claude"))
    keep_reading(home)


def remembered_elsewhere(home: Path, patch: pytest.MonkeyPatch) -> None:
    folder = Path(os.environ["HOME"]) / ".claude" / "projects" / "-work" / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Memory\n\n- The staging database is called wombat\n")
    os.utime(folder / "MEMORY.md", (1_700_000_000, 1_700_000_000))


def uncaptured(home: Path, patch: pytest.MonkeyPatch) -> None:
    folder = Path(os.environ["HOME"]) / ".claude" / "projects" / "-work"
    folder.mkdir(parents=True)
    line = {"type": "user", "sessionId": "s9", "message": {"role": "user", "content": "hello"}}
    (folder / "99999999-0000-4000-8000-000000000000.jsonl").write_text(json.dumps(line) + "\n")
    os.utime(folder / "99999999-0000-4000-8000-000000000000.jsonl", (1_700_000_000, 1_700_000_000))


def disconnected(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user = AgentsHome(home.parent / "user", home.parent / "programs")
    user.set_up("codex", "claude-code")
    (user.folder / ".codex/hooks.json").write_text("{}")


def hook_failed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faults.note(str(home), "claude-code", "Stop", "OSError No space left on device")


def words_as_they_came(home: Path, patch: pytest.MonkeyPatch) -> None:
    of: dict[str, object] = {
        "agent": "claude-code",
        "session": "s1",
        "said": [f"Use {SECRET} there"],
        "terms": [3735928559],
    }
    files.write(f"{places.talks(str(home))}/claude-code-s1.json", of)
