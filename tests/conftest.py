"""What every test stands on: a home of its own, a fixed moment, no sockets, no agent around it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lore.presence import AGENT_SIGNS
from lore.store import Store, open_store

NOW = "2026-03-12T09:00:00Z"
SHARED = Path(__file__).parent.parent.parent / "shared"
"""Data sets that may not be copied stand beside the repository, or are not there."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Moves the data folder and HOME into the test's own folder, and fixes the time and the installation.

    Tests run in agents' shells as well: what such a shell says of itself is taken away.
    """
    folder = tmp_path / "lore-home"
    monkeypatch.setenv("LORE_HOME", str(folder))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LORE_NOW", NOW)
    monkeypatch.setenv("LORE_INSTALLATION", "tests")
    for sign in AGENT_SIGNS:
        monkeypatch.delenv(sign, raising=False)
    return folder


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    """An empty store."""
    with open_store() as opened:
        yield opened


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of data sets that may not be shipped with the project."""
    if not (SHARED / "data").is_dir():
        pytest.skip("the licence of this data set forbids shipping it; put it into `../shared` to run this test")
    return SHARED
