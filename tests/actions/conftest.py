"""The store that the faces are compared on."""

from pathlib import Path

import pytest

from lore.store import Store
from support.face_world import World, made_world

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def world(library: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> World:
    """The sample store with a question in its queue and a fact that was put away, seen from a folder of its own."""
    return made_world(library, tmp_path / "web", monkeypatch, capsys)
