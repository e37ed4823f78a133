"""What a hook needs of the system, in the few milliseconds that it has: no `pathlib`, no `platformdirs`, no classes.

The same as `HERE` does, which `tests/house/test_platform_files.py` compares. May import the standard library only.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NAME = sys.platform
LAST_WORDS_S = 0.2
"""How long a process may take to say that its time is up."""
HANDS_LOCKS = NAME != "win32"
"""Whether an open file that is handed to a program brings its lock along."""
IN = "--in"
"""What stands before the data folder in the arguments of a program of ours."""
ISOLATED = ("-E", "-P")
"""Flags of Python with which nothing of the folder that it starts in runs, nor of one that `PYTHONPATH` names. `-I`
would also leave out what `pip install --user` installed."""


def data_folder(name: str) -> str:
    """Where an application of this name keeps what belongs to the user, where no variable moves it; empty where the
    system knows no home folder of theirs. On Windows that stands in a variable alone."""
    if NAME == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local"), name)
    import pwd

    try:
        home = pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""
    return os.path.join(home, "Library/Application Support" if NAME == "darwin" else ".local/share", name)


def spare_folder(name: str) -> str:
    """A place of this user's on another file system, mostly: for what the data folder has no room for."""
    told = os.environ.get("XDG_RUNTIME_DIR", "").strip()
    if told and os.path.isdir(told):
        return os.path.join(told, name)
    place = os.environ.get("TEMP" if NAME == "win32" else "TMPDIR") or os.path.expanduser("~/AppData/Local/Temp")
    # `tempfile.gettempdir` tries to write to find out, and takes 5 ms to load.
    return os.path.join(place if os.path.isdir(place) else "/tmp", f"{name}-{_user()}")


def is_mine(path: str) -> bool:
    """Whether a folder is one, is no link, belongs to this user, and lets nobody else in."""
    state = os.lstat(path)
    if not os.path.isdir(path) or os.path.islink(path):
        return False
    return NAME == "win32" or (state.st_uid == os.geteuid() and not state.st_mode & 0o077)


def lock(descriptor: int) -> bool:
    """Lock an open file against other processes until it is closed; False where another one has it. Never waits."""
    if NAME == "win32":
        from lore.platform import HERE

        return HERE.lock(descriptor, wait=False)
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def sync(descriptor: int) -> None:
    """Return when what was written to an open file is on the disk. Raises OSError."""
    if NAME == "darwin":
        from lore.platform import HERE

        HERE.sync(descriptor)
    else:
        os.fsync(descriptor)


def give_way() -> None:
    """Let other programs go first; Windows has no such number, and there it stays as it is."""
    if NAME != "win32":
        os.nice(10)


def leave_after(seconds: float, told: "Callable[[], None] | None" = None) -> None:
    """Let this process exit with 0 when its time is up, whatever it waits for. told: says so first, at once."""

    def leave(*_: object) -> None:
        try:
            if told is not None:
                told()
        finally:
            os._exit(0)

    if NAME == "win32":
        import threading

        for after, end in ((seconds, leave), (seconds + LAST_WORDS_S, lambda: os._exit(0))):
            timer = threading.Timer(after, end)
            timer.daemon = True
            timer.start()
        return
    import signal

    def begin_to_leave(*_: object) -> None:
        signal.signal(signal.SIGALRM, lambda number, frame: os._exit(0))
        signal.setitimer(signal.ITIMER_REAL, LAST_WORDS_S)
        leave()

    signal.signal(signal.SIGALRM, begin_to_leave)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def place_in_program(handed: int) -> int:
    """The number that an open file has in a program which it is handed to: never the one that it has here."""
    return 4 if handed == 3 else 3


def start_detached(
    arguments: "list[str]", environment: "dict[str, str]", folder: str, handed: "int | None" = None
) -> int:
    """Start a program that outlives this one, without a terminal, and with nothing open but the file that it is handed
    where locks can be. Returns its number. Raises OSError."""
    environment = without_here(environment)
    if NAME == "win32":
        import subprocess

        from lore.platform import HERE

        nothing = subprocess.DEVNULL
        return subprocess.Popen(
            arguments, env=environment, cwd=folder, stdin=nothing, stdout=nothing, stderr=nothing, **HERE.detached()
        ).pid
    nowhere = os.devnull
    opening: list[tuple[object, ...]] = []
    if handed is not None and HANDS_LOCKS:  # before the others: it may be one of them
        opening.append((os.POSIX_SPAWN_DUP2, handed, place_in_program(handed)))
    opening += [(os.POSIX_SPAWN_OPEN, place, nowhere, os.O_RDWR, 0) for place in (0, 1, 2)]
    before = os.getcwd()
    os.chdir(folder)
    try:
        return os.posix_spawn(arguments[0], arguments, environment, file_actions=opening, setsid=True)
    finally:
        os.chdir(before)


def without_here(environment: "dict[str, str]") -> "dict[str, str]":
    """The environment without the entries of `PATH` that name the folder a program is started in: that may be a
    repository, which is input. Without any whole entry it has no `PATH`, and the system's own folders count."""
    entries = [entry for entry in environment.get("PATH", "").split(os.pathsep) if os.path.isabs(entry)]
    rest = {name: value for name, value in environment.items() if name != "PATH"}
    return {**rest, "PATH": os.pathsep.join(entries)} if entries else rest


def _user() -> str:
    return os.environ.get("USERNAME", "user") if NAME == "win32" else str(os.geteuid())
