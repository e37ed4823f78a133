"""Hooks whose lines nobody reads by himself."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.hooking import nobody_drains


@pytest.fixture
def undrained(home: Path) -> Iterator[None]:
    with nobody_drains(home):
        yield
