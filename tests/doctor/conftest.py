"""A healthy store, made once, of which each test damages a copy."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support import damage


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return damage.prepare(tmp_path_factory.mktemp("prepared") / "lore-home")


@pytest.fixture
def healthy(prepared: Path, home: Path) -> Iterator[Path]:
    yield from damage.copy_of(prepared, home)
