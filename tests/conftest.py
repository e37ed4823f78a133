"""What every test stands on: a home of its own, a fixed moment, no sockets, no agent around it."""

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lore.presence import AGENT_SIGNS
from lore.store import Store, open_store
from support import examples, headless, long_tests, memory_disk, model_once, quick, sample_store

NOW = "2026-03-12T09:00:00Z"
SHARED = Path(__file__).parent.parent.parent / "shared"
"""Data sets that may not be copied stand beside the repository, or are not there."""

examples.register()
headless.use()
memory_disk.use()
model_once.use()
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each of a thousand processes compiles Lore anew


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick", action="store_true", help="only files that start no process and no app, and embed nothing"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    return True if is_test and config.getoption("quick") and not quick.is_quick(collection_path) else None


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(long_tests.LongTests())


def pytest_collection_finish(session: pytest.Session) -> None:
    """What nine thousand tests stand on stays until the end: nobody has to look through it for garbage."""
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not examples.is_night():
        left = [item for item in items if item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]


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
    monkeypatch.setenv("LORE_BACKGROUND", "off")
    monkeypatch.setattr(
        os, "nice", lambda by: 0, raising=False
    )  # else work of the background slows all later tests down
    for sign in AGENT_SIGNS:
        monkeypatch.delenv(sign, raising=False)
    return folder


@pytest.fixture(scope="session")
def empty_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("empty") / "lore"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LORE_NOW", NOW)
        patch.setenv("LORE_INSTALLATION", "tests")
        open_store(folder).close()
    return folder


@pytest.fixture
def store(empty_folder: Path, home: Path) -> Iterator[Store]:
    shutil.copytree(empty_folder, home)
    with open_store() as opened:
        yield opened


@pytest.fixture(scope="session")
def sample_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "lore"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LORE_NOW", NOW)
        patch.setenv("LORE_INSTALLATION", "tests")
        with open_store(folder) as store:
            sample_store.fill(store)
    return folder


@pytest.fixture
def library(sample_folder: Path, home: Path) -> Iterator[Store]:
    shutil.copytree(sample_folder, home)
    with open_store(home) as store:
        yield store


@pytest.fixture(scope="session")
def shared() -> Path:
    if not (SHARED / "data").is_dir():
        pytest.skip("the licence of this data set forbids shipping it; put it into `../shared` to run this test")
    return SHARED
