"""The library that makes the n-th write of a process fail, or be its last."""

import ctypes
import errno
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

MEMORY = Path("/dev/shm")
SOURCE = Path(__file__).with_name("fault.c")
LIBRARY = "LORE_TORTURE_SHIM"
"""Where a process that was started with the library finds it."""


@dataclass(frozen=True)
class Fault:
    """One way for a call to fail."""

    name: str
    error: int
    lasting: bool


FAULTS = (
    Fault("EIO once", errno.EIO, lasting=False),
    Fault("EIO from then on", errno.EIO, lasting=True),
    Fault("ENOSPC once", errno.ENOSPC, lasting=False),
    Fault("ENOSPC from then on", errno.ENOSPC, lasting=True),
)
DEATH = Fault("killed", 0, lasting=False)


def compiler() -> str | None:
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def run_below(module: str, words: list[str], folder: Path) -> Any:
    """What a module of this package reports, run as a program whose writes can fail, in a folder of its own.

    Raises RuntimeError without a C compiler.
    """
    if (cc := compiler()) is None:
        raise RuntimeError("there is no C compiler (`cc`) to build the failing library with")
    library = folder / "fault.so"
    subprocess.run([cc, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"], check=True)
    # Faster than a disk: the failures come from the library, so that what is below does not matter.
    with TemporaryDirectory(prefix="lore-torture-", dir=MEMORY if MEMORY.is_dir() else folder) as own:
        done = subprocess.run(
            [sys.executable, "-m", f"{__package__}.{module}", *words, own],
            env={**os.environ, "LD_PRELOAD": str(library), LIBRARY: str(library)},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return json.loads(done.stdout)


class Shim:
    """Arms the library in this process and the children it forks later."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(os.environ[LIBRARY])
        self._library.fault_arm.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_int, ctypes.c_int]
        self._library.fault_disarm.restype = ctypes.c_long

    def arm(self, folder: Path, nth: int, fault: Fault) -> None:
        self._library.fault_arm(os.fsencode(folder), nth, fault.error, int(fault.lasting))

    def disarm(self) -> int:
        return int(self._library.fault_disarm())


def report(value: object) -> None:
    print(json.dumps(value))
