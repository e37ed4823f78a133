"""The application over the stores of tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lore.agents.http.application import Api
from lore.agents.http.lane import Lanes
from lore.store import Store
from support.asgi import PORT
from support.face_world import World, made_world
from support.http_api import TOKEN, Asked

Start = Callable[[], Asked]


@pytest.fixture
def serving(home: Path, tmp_path: Path) -> Iterator[Start]:
    """Starts the application over the store of this test, in a folder that belongs to no project."""
    opened: list[Lanes] = []

    def start() -> Asked:
        opened.append(Lanes(home, tmp_path))
        told: list[str] = []
        return Asked(Api(opened[-1], TOKEN, PORT, told.append), told)

    yield start
    for lanes in opened:
        lanes.close()


@pytest.fixture
def world(library: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> World:
    return made_world(library, tmp_path / "web", monkeypatch, capsys)


@pytest.fixture
def asked(library: Store, serving: Start) -> Asked:
    return serving()
