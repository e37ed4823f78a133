"""What a memory has to keep, asked through its rooms alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lore.store import Store, open_store


@pytest.fixture
def memory(home: Path) -> Iterator[Store]:
    """An empty memory."""
    with open_store() as opened:
        yield opened


@pytest.fixture
def again(home: Path, memory: Store) -> Iterator[Store]:
    """The same memory, opened a second time, as another program does."""
    with open_store() as opened:
        yield opened
