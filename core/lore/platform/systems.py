"""Linux, macOS and Windows: locks, modes, folders and processes, one class each.

Each class works on every system as far as the calls it makes are there, so that tests run all of them; the modules that
only one system has are parameters.
"""

import errno
import importlib
import os
import stat
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from lore.lazy import TYPE_CHECKING
from lore.platform.flags import FLAGS

if TYPE_CHECKING:
    from typing import Any

    from lore.platform.folders import OpenFolder

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""The bits of a mode that let anybody but the owner in."""
PAUSE_S = 0.02
"""Between two tries for a lock, where the system cannot wait for one."""
LOCKED_BYTE = 1 << 30
"""The byte that is locked on Windows: beyond what the file holds, for nobody may read what another process locked."""
DETACHED, NEW_GROUP = 0x8, 0x200
"""`DETACHED_PROCESS` and `CREATE_NEW_PROCESS_GROUP`, which `subprocess` names on Windows alone."""
KILLED = 9
"""`SIGKILL`; on Windows the exit code of a process that was ended."""
TERMINATED = 15
"""`SIGTERM`, which a process may hear and end by itself."""
QUERY, STILL_ACTIVE = 0x1000, 259
"""`PROCESS_QUERY_LIMITED_INFORMATION`, and the exit code of a process that runs."""
PROCESSES, AFTER_NAME = "/proc", 19
"""Where Linux tells of processes, and which field behind a name is the tick at which it started (`proc_pid_stat`)."""


class Platform(ABC):
    """One operating system."""

    ignores_case: bool
    """Whether two names that differ in case alone usually are one file."""

    @abstractmethod
    def lock(self, descriptor: int, *, wait: bool) -> bool:
        """Lock an open file against other processes, until it is closed. False where another one has it.

        wait: wait for it, however long that takes. Raises OSError where the file system has no locks.
        """

    @abstractmethod
    def is_open_to_others(self, state: os.stat_result) -> bool:
        """Whether the mode of a file or folder lets anybody but its owner in."""

    @abstractmethod
    def is_mine(self, state: os.stat_result) -> bool:
        """Whether it belongs to the user who runs this."""

    @abstractmethod
    def may_be_run(self, state: os.stat_result) -> bool:
        """Whether a program is this user's or the system's, and not everybody may write into it."""

    @abstractmethod
    def lets_owner(self, state: os.stat_result, wanted: int) -> bool:
        """Whether the mode of a file or folder lets its owner do all that `wanted` names."""

    @abstractmethod
    def set_mode(self, descriptor: int, mode: int) -> None:
        """Give an open file a mode, where files have one. Raises OSError."""

    @abstractmethod
    def sync(self, descriptor: int) -> None:
        """Return when what was written to an open file is on the disk. Raises OSError."""

    @abstractmethod
    def open_folder(self, path: Path) -> "OpenFolder":
        """A folder to open files in. Raises OSError, also where the path is a link."""

    @abstractmethod
    def started(self, pid: int) -> str:
        """When the process of this number started, as the system tells it; "" where none runs. Sends it nothing.

        With its number it names one process, for numbers are given again.
        """

    @abstractmethod
    def data_folder(self, name: str) -> Path:
        """Where an application of this name keeps what belongs to the user."""

    @abstractmethod
    def account_home(self) -> Path | None:
        """The home folder that the system's list of users names for this one; None for a user who is not listed.

        Windows keeps no such list that is light to read: there it is what the environment says.
        """

    @abstractmethod
    def detached(self) -> "Mapping[str, Any]":
        """The arguments of `subprocess.Popen` for a process that outlives this one and its terminal."""

    @abstractmethod
    def command_line(self, words: "Sequence[str]") -> str:
        """A program and its arguments as one line for the shell of the system."""

    @abstractmethod
    def end(self, pid: int) -> None:
        """End a process that was started with `detached`, and all that it started, also after it ended by itself.

        It must not have been waited for: its number is its own until then. What gave itself a session of its own is not
        ended, and on Windows nothing that it started.
        """

    @abstractmethod
    def ask_to_end(self, pid: int) -> None:
        """Let a process of ours end by itself, at once; nothing happens where it is gone already."""

    def is_case_insensitive(self, folder: Path) -> bool:
        """Whether two names that differ in case alone are one file there, as far as the folder's own name tells."""
        for path in (folder, *folder.parents):
            other = path.with_name(path.name.swapcase()) if path.name else path
            if other.name != path.name:
                try:
                    return other.samefile(path)
                except OSError:
                    return False
        return self.ignores_case


class Posix(Platform):
    """What Linux and macOS share."""

    ignores_case = False

    def __init__(self, fcntl: "Any" = None) -> None:
        """fcntl: the module; default the system's, loaded when it is needed."""
        self._given = fcntl

    @cached_property
    def _fcntl(self) -> "Any":
        return self._given or importlib.import_module("fcntl")

    def lock(self, descriptor: int, *, wait: bool) -> bool:
        try:
            self._fcntl.flock(descriptor, self._fcntl.LOCK_EX | (0 if wait else self._fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True

    def is_open_to_others(self, state: os.stat_result) -> bool:
        return bool(state.st_mode & OTHERS)

    def is_mine(self, state: os.stat_result) -> bool:
        return state.st_uid == os.geteuid()

    def may_be_run(self, state: os.stat_result) -> bool:
        return state.st_uid in (0, os.geteuid()) and not state.st_mode & stat.S_IWOTH

    def lets_owner(self, state: os.stat_result, wanted: int) -> bool:
        return state.st_mode & wanted == wanted

    def set_mode(self, descriptor: int, mode: int) -> None:
        os.fchmod(descriptor, mode)

    def sync(self, descriptor: int) -> None:
        os.fsync(descriptor)

    def open_folder(self, path: Path) -> "OpenFolder":
        from lore.platform.folders import ByHandle

        return ByHandle(os.open(path, os.O_RDONLY | FLAGS.directory | FLAGS.nofollow), self.sync)

    def started(self, pid: int) -> str:
        import subprocess  # 10 ms, where no file tells it

        if pid <= 0:
            return ""
        command = ["/bin/ps", "-o", "lstart=", "-p", str(pid)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, env={"LC_ALL": "C"}, check=False)
        except OSError:  # a system without it: there no number is known to be ours
            return ""
        return done.stdout.strip()

    def data_folder(self, name: str) -> Path:
        from platformdirs.unix import Unix  # 8 ms

        return Path(Unix(name, appauthor=False).user_data_dir)

    def account_home(self) -> Path | None:
        pwd = importlib.import_module("pwd")
        try:
            return Path(pwd.getpwuid(os.getuid()).pw_dir)
        except KeyError:
            return None

    def detached(self) -> "Mapping[str, Any]":
        return {"start_new_session": True}

    def command_line(self, words: "Sequence[str]") -> str:
        import shlex  # which only whoever writes a command line pays

        return shlex.join(words)

    def end(self, pid: int) -> None:
        with suppress(ProcessLookupError, PermissionError):  # macOS says the latter where all of them ended
            os.killpg(pid, KILLED)

    def ask_to_end(self, pid: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, TERMINATED)


class Linux(Posix):
    """Linux, and every other system that is like it."""

    def started(self, pid: int) -> str:
        if not Path(PROCESSES, "self", "stat").exists():
            return super().started(pid)
        try:
            told = Path(PROCESSES, str(pid), "stat").read_text("utf-8", "replace")
        except OSError:
            return ""
        return told.rpartition(")")[2].split()[AFTER_NAME]


class MacOS(Posix):
    """macOS."""

    ignores_case = True

    def sync(self, descriptor: int) -> None:
        """`fsync` leaves what was written in the cache of the disk there; this does not."""
        try:
            self._fcntl.fcntl(descriptor, self._fcntl.F_FULLFSYNC)
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY):
                raise
            os.fsync(descriptor)  # a network file system, which knows no other way

    def data_folder(self, name: str) -> Path:
        from platformdirs.macos import MacOS as Folders

        return Path(Folders(name, appauthor=False).user_data_dir)


class Windows(Platform):
    """Windows. Who may read a file follows from its folder there, and the user's own folder is closed to others."""

    ignores_case = True

    def __init__(self, msvcrt: "Any" = None, kernel: "Any" = None) -> None:
        """msvcrt, kernel: the module and `kernel32`; default the system's, loaded when they are needed."""
        self._given = msvcrt
        self._given_kernel = kernel

    @cached_property
    def _msvcrt(self) -> "Any":
        return self._given or importlib.import_module("msvcrt")

    @cached_property
    def _kernel(self) -> "Any":
        return self._given_kernel or importlib.import_module("ctypes").windll.kernel32

    def lock(self, descriptor: int, *, wait: bool) -> bool:
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
        try:
            while not self._locked(descriptor):
                if not wait:
                    return False
                time.sleep(PAUSE_S)
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)
        return True

    def _locked(self, descriptor: int) -> bool:
        try:
            self._msvcrt.locking(descriptor, self._msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EDEADLK):
                raise
            return False
        return True

    def is_open_to_others(self, state: os.stat_result) -> bool:
        return False

    def is_mine(self, state: os.stat_result) -> bool:
        return True

    def may_be_run(self, state: os.stat_result) -> bool:
        return True

    def lets_owner(self, state: os.stat_result, wanted: int) -> bool:
        return state.st_mode & (wanted & ~stat.S_IXUSR) == wanted & ~stat.S_IXUSR

    def set_mode(self, descriptor: int, mode: int) -> None:
        """Files have none there."""

    def sync(self, descriptor: int) -> None:
        os.fsync(descriptor)

    def open_folder(self, path: Path) -> "OpenFolder":
        from lore.platform.folders import ByPath

        return ByPath(path)

    def started(self, pid: int) -> str:
        import ctypes  # 10 ms

        handle = self._kernel.OpenProcess(QUERY, False, pid) if pid > 0 else 0
        if not handle:
            return ""
        times = [ctypes.c_ulonglong() for _ in range(4)]
        code = ctypes.c_ulong()
        try:
            told = self._kernel.GetProcessTimes(handle, *map(ctypes.byref, times))
            runs = self._kernel.GetExitCodeProcess(handle, ctypes.byref(code)) and code.value == STILL_ACTIVE
            return str(times[0].value) if told and runs else ""
        finally:
            self._kernel.CloseHandle(handle)

    def data_folder(self, name: str) -> Path:
        from platformdirs.windows import Windows as Folders

        return Path(Folders(name, appauthor=False).user_data_dir)

    def account_home(self) -> Path | None:
        return Path.home()

    def detached(self) -> "Mapping[str, Any]":
        return {"creationflags": DETACHED | NEW_GROUP}

    def command_line(self, words: "Sequence[str]") -> str:
        return " ".join(f'"{word}"' if " " in word else word for word in words)

    def end(self, pid: int) -> None:
        with suppress(OSError):  # it ended a moment ago
            os.kill(pid, KILLED)

    def ask_to_end(self, pid: int) -> None:
        """No process can be asked there: it is ended."""
        with suppress(OSError):
            os.kill(pid, TERMINATED)


def platform_of(name: str) -> Platform:
    """The system that `sys.platform` names."""
    if name == "win32":
        return Windows()
    return MacOS() if name == "darwin" else Linux()
