"""A store of thirty-seven known facts and seven proposals for every test, and the screens as they should look."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lore.store import Store, open_store
from support.terminal import Terminal

GOLDEN = Path(__file__).parent / "screens"


@pytest.fixture
def elsewhere(library: Store, home: Path) -> Iterator[Store]:
    """The same store as another process has it open."""
    with open_store(home) as store:
        yield store


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the terminal of the developer says must not change a test."""
    for name in ("NO_COLOR", "TMUX", "DISPLAY", "WAYLAND_DISPLAY", "LC_ALL", "LC_CTYPE", "LANG", "VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compares a screen with the file of its name; `LORE_WRITE_SCREENS=1` writes it instead."""

    def check(name: str, screen: str) -> None:
        path = GOLDEN / f"{name}.txt"
        if os.environ.get("LORE_WRITE_SCREENS"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(screen + "\n", encoding="utf-8")
        assert path.read_text(encoding="utf-8") == screen + "\n"

    return check


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed: the real terminal is not tried here")
    folder = Path(tempfile.mkdtemp(prefix="lore"))  # the name of a socket may have 100 characters only
    window = Terminal(folder / "tmux")
    window.tmux("new-session", "-d", "-x", "80", "-y", "24", "sh")
    yield window
    window.tmux("kill-server")
    shutil.rmtree(folder)
