"""Linux, macOS and Windows: one room knows them apart, and every branch of it runs here, whichever system this is."""

import errno
import io
import os
import pty
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lore.platform import HERE, Linux, MacOS, Platform, Windows, is_terminal, may_draw, writes_unicode
from lore.platform.systems import DETACHED, LOCKED_BYTE, NEW_GROUP, platform_of
from support.quick import LONG, TESTS, is_quick


def test_each_name_of_a_system_leads_to_its_class() -> None:
    expected = {"linux": Linux, "darwin": MacOS, "win32": Windows, "cygwin": Linux, "freebsd14": Linux}
    assert {name: type(platform_of(name)) for name in expected} == expected
    assert type(HERE) is type(platform_of(sys.platform))


# Locks


@dataclass
class Locking:
    """`msvcrt` as it works on Windows: a byte at the current place of a file, until the file is closed."""

    LK_NBLCK: int = 2
    busy_tries: int = 0
    held: dict[tuple[int, int], int] = field(default_factory=dict)

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        key = (os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR))
        holder = self.held.get(key)
        if self.busy_tries:
            self.busy_tries -= 1
            raise PermissionError(errno.EACCES, "Permission denied")
        if holder not in (None, descriptor) and _is_open(holder):
            raise OSError(errno.EDEADLK, "Resource deadlock avoided")
        self.held[key] = descriptor


def _is_open(descriptor: int | None) -> bool:
    try:
        os.fstat(-1 if descriptor is None else descriptor)
    except OSError:
        return False
    return True


SYSTEMS: dict[str, Callable[[], Platform]] = {
    "linux": Linux,
    "macos": MacOS,
    "windows": lambda: Windows(msvcrt=Locking()),
}


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> Platform:
    return SYSTEMS[request.param]()


def opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)


def test_a_lock_has_one_holder_until_its_file_is_closed(system: Platform, tmp_path: Path) -> None:
    first, second = opened(tmp_path / "lock"), opened(tmp_path / "lock")
    assert system.lock(first, wait=False)
    assert not system.lock(second, wait=False)
    os.close(first)
    assert system.lock(second, wait=False)
    os.close(second)


def test_a_lock_that_is_held_is_waited_for(system: Platform, tmp_path: Path) -> None:
    first, second = opened(tmp_path / "lock"), opened(tmp_path / "lock")
    assert system.lock(first, wait=False)
    waiting = threading.Thread(target=system.lock, args=[second], kwargs={"wait": True}, daemon=True)
    waiting.start()
    waiting.join(0.1)
    assert waiting.is_alive()
    os.close(first)
    waiting.join(30)
    assert not waiting.is_alive()
    os.close(second)


def test_on_windows_a_byte_beyond_the_content_is_locked_and_the_place_in_the_file_stays(tmp_path: Path) -> None:
    """Nobody could read what is locked there."""
    module = Locking(busy_tries=3)
    descriptor = opened(tmp_path / "spool.jsonl")
    os.write(descriptor, b"line\n")
    assert Windows(msvcrt=module).lock(descriptor, wait=True)
    assert [place for _, place in module.held] == [LOCKED_BYTE]
    assert os.lseek(descriptor, 0, os.SEEK_CUR) == 5
    os.close(descriptor)


def test_a_file_system_without_locks_is_no_busy_lock(tmp_path: Path) -> None:
    """Else a wait would never end."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    flock = SimpleNamespace(flock=refuse, LOCK_EX=2, LOCK_NB=4)
    descriptor = opened(tmp_path / "lock")
    for refusing in (Linux(flock), Windows(SimpleNamespace(locking=refuse, LK_NBLCK=2))):
        with pytest.raises(OSError, match="No locks"):
            refusing.lock(descriptor, wait=False)
    os.close(descriptor)


# Folders of the user


@pytest.mark.parametrize(
    ("system", "variables", "expected"),
    [
        (Linux(), {"HOME": "/home/me"}, "/home/me/.local/share/lore"),
        (Linux(), {"HOME": "/home/me", "XDG_DATA_HOME": "/data"}, "/data/lore"),
        (MacOS(), {"HOME": "/Users/me"}, "/Users/me/Library/Application Support/lore"),
        (Windows(), {"WIN_PD_OVERRIDE_LOCAL_APPDATA": r"C:\Users\me\Local"}, r"C:\Users\me\Local/lore"),
    ],
    ids=["linux", "linux, moved", "macos", "windows"],
)
def test_each_system_has_its_place_for_data(
    system: Platform, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert system.data_folder("lore") == Path(expected)


# Processes


class Kernel:
    """`kernel32` of Windows, with one process."""

    def __init__(self, *, handle: int = 8, code: int = 259, told: int = 1) -> None:
        self.handle, self.code, self.told, self.closed = handle, code, told, 0

    def OpenProcess(self, access: int, inherit: bool, pid: int) -> int:  # noqa: N802 -- the name there
        return self.handle

    def GetProcessTimes(self, handle: int, created: Any, *others: Any) -> int:  # noqa: N802
        created._obj.value = 133_000
        return self.told

    def GetExitCodeProcess(self, handle: int, code: Any) -> int:  # noqa: N802
        code._obj.value = self.code
        return 1

    def CloseHandle(self, handle: int) -> None:  # noqa: N802
        self.closed += 1


def test_a_process_that_runs_has_a_start_and_one_that_ended_has_none() -> None:
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    child.wait()
    for posix in (Linux(), MacOS()):
        assert posix.started(os.getpid()) == posix.started(os.getpid()) != ""
        assert posix.started(1)
        assert not any(map(posix.started, (child.pid, 0, -1)))


def test_a_number_that_is_given_again_has_another_start() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert Linux().started(child.pid) != Linux().started(os.getpid())


def test_on_windows_a_process_is_asked_for_its_exit_code_and_its_times() -> None:
    """There a signal of number 0 would end it."""
    for kernel, started in ((Kernel(), "133000"), (Kernel(code=1), ""), (Kernel(told=0), ""), (Kernel(handle=0), "")):
        assert Windows(kernel=kernel).started(4_321) == started
        assert kernel.closed == (kernel.handle > 0)
    assert not Windows(kernel=Kernel()).started(0)


def test_a_detached_process_has_a_session_of_its_own() -> None:
    code = "import os; print(os.getsid(0) == os.getpid())"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, **Linux().detached()
    )
    assert done.stdout == "True\n"
    assert Windows().detached() == {"creationflags": DETACHED | NEW_GROUP}


# Streams


def test_a_terminal_is_one_and_nothing_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard, terminal = pty.openpty()
    monkeypatch.setenv("TERM", "xterm")
    with os.fdopen(terminal, "w") as stream:
        assert is_terminal(stream)
        assert may_draw(stream)
        monkeypatch.setenv("TERM", "dumb")
        assert not may_draw(stream)
    os.close(keyboard)
    for other in (None, io.StringIO()):
        assert not is_terminal(other)
        assert not may_draw(other)


@pytest.mark.parametrize(
    ("encoding", "expected"), [("utf-8", True), ("UTF-16", True), ("cp1252", False), ("ascii", False)]
)
def test_what_can_be_written_follows_from_the_encoding(encoding: str, expected: bool) -> None:
    assert writes_unicode(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is expected
    assert writes_unicode(None)
    assert writes_unicode(io.StringIO())


FILES = sorted(TESTS.glob("*/test_*.py"))
ROOT = TESTS.parent


def test_quick_runs_a_third_of_the_files_and_most_rooms() -> None:
    """Otherwise nobody would trust it before a commit."""
    quick = [file for file in FILES if is_quick(file)]
    assert len(quick) >= len(FILES) / 3
    rooms = {file.parent.name for file in FILES}
    assert len({file.parent.name for file in quick}) >= 0.7 * len(rooms)


def test_what_is_left_out_by_name_is_there() -> None:
    assert {name for name in LONG if not (TESTS / name).is_file()} == set()


def test_make_has_the_targets_that_the_page_names() -> None:
    """`docs/contributing.md` opens with them."""
    page = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"`make (\w+)`", page))
    assert {"check", "quick", "test", "torture"} <= named
    assert named <= set(re.findall(r"^(\w+):", makefile, re.MULTILINE))
