"""After some saves a consolidation is done by itself, in a process that ends."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from lore.actions import background
from lore.config import change_settings
from lore.consolidate import KIND, consolidate
from lore.store import Store, open_store
from support.consolidating import say
from support.person import me


def test_it_is_due_after_ten_saves_or_a_day(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not background.is_due(store)
    for day in range(1, 10):
        say(store, f"The port of service number {day} is {4_000 + day}", day)
    assert not background.is_due(store)
    say(store, "Dates are stored in UTC", 10)
    assert background.is_due(store)
    consolidate(store)
    monkeypatch.setenv("LORE_NOW", "2026-03-13T08:59:00Z")
    assert not background.is_due(store)
    say(store, "Names are stored in lower case", 11)
    assert not background.is_due(store)
    monkeypatch.setenv("LORE_NOW", "2026-03-13T09:01:00Z")
    assert background.is_due(store)
    change_settings(store, {"consolidation.after_saves": 0}, by=me())
    assert not background.is_due(store)


def test_nothing_is_noted_where_it_may_not_start(store: Store) -> None:
    for day in range(1, 12):
        say(store, f"The port of service number {day} is {4_000 + day}", day)
    background.note_if_due(store)
    assert background.start_noted() == []


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells whether a process is left")
def test_a_command_starts_it_and_nothing_is_left(home: Path) -> None:
    """The command does not wait for it; the log tells of it, and no process of this store is there afterwards."""
    with open_store(home) as store:
        change_settings(store, {"consolidation.after_saves": 2}, by=me())
    environment = {name: value for name, value in os.environ.items() if name != "LORE_BACKGROUND"}
    for text in ("The office is in Basel", "Dates are stored in UTC", "Deploys go out on Tuesdays"):
        subprocess.run([sys.executable, "-m", "lore", "add", text], env=environment, capture_output=True, check=True)
    end = time.monotonic() + 60
    with open_store(home) as store:
        while (run := store.runs.latest(KIND)) is None or run.finished_at is None:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert run.actor == "consolidation"
    while _of(home):
        assert time.monotonic() < end
        time.sleep(0.05)


def _of(home: Path) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it ended meanwhile
            words = (process / "cmdline").read_bytes()
            if b"--quietly" in words and str(home).encode() in (process / "environ").read_bytes():
                found.append(process.name)
    return found
