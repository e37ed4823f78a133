"""What every memory has to keep, whatever it is made of. A second backend is one entry of `BACKENDS`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lore.history import redo_last, undo_last
from lore.store import open_store
from lore.store.api import Memory

AnyMemory = Memory[Any]


@dataclass(frozen=True)
class Backend:
    """How one kind of memory is opened in a folder, and how what was done in it is taken back and done again."""

    open: Callable[[Path], AnyMemory]
    undo: Callable[[Any], object]
    redo: Callable[[Any], object]


BACKENDS: Mapping[str, Backend] = {"sqlite": Backend(open_store, undo_last, redo_last)}


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Backend:
    return BACKENDS[request.param]


@pytest.fixture
def memory(backend: Backend, home: Path) -> Iterator[AnyMemory]:
    opened = backend.open(home)
    yield opened
    opened.close()


@pytest.fixture
def again(backend: Backend, home: Path, memory: AnyMemory) -> Iterator[AnyMemory]:
    opened = backend.open(home)
    yield opened
    opened.close()
