"""Runs programs below the recorder, and reads what it wrote down."""

import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from torture.shim import compiler

SOURCE = Path(__file__).with_name("recorder.c")
NETWORK = frozenset({"connect", "sendto", "sendmsg", "getaddrinfo", "gethostbyname"})
BIND = "bind"
"""It asks the system for an address of this machine: by itself it sends nothing, and lets others in."""
DEVICES = ("/dev/", "/proc/self/")
"""Terminals, `/dev/null` and the like: nothing is left there."""
MEMORY = "/dev/shm/"
"""Among the devices, but a folder of files like any other."""


@dataclass(frozen=True, order=True)
class Act:
    """One recorded call."""

    program: str
    call: str
    what: str
    """An address, a name, or the absolute path of a file."""

    @property
    def opened_to(self) -> str | None:
        return self.what if self.call == BIND and not self.what.startswith("unix ") else None

    @property
    def is_network(self) -> bool:
        return self.call in NETWORK and not self.what.startswith("unix ")


class Recorder:
    """The built library, and the file that it writes to."""

    def __init__(self, folder: Path) -> None:
        """folder: for the library and its record. Raises RuntimeError without a C compiler."""
        if (cc := compiler()) is None:
            raise RuntimeError("there is no C compiler (`cc`) to build the recorder with")
        self._library, self._record = folder / "recorder.so", folder / "record"
        subprocess.run([cc, "-shared", "-fPIC", "-O1", "-o", str(self._library), str(SOURCE), "-ldl"], check=True)

    def environment(self) -> Mapping[str, str]:
        return {"LD_PRELOAD": str(self._library), "LORE_RECORD": str(self._record)}

    def run(self, command: Sequence[str], **options: object) -> "subprocess.CompletedProcess[str]":
        """A program with its output, recorded. options: those of `subprocess.run`."""
        env = {**os.environ, **self.environment()}
        return subprocess.run(  # type: ignore[call-overload, no-any-return]
            command, **{"env": env, "capture_output": True, "text": True, "check": False, **options}
        )

    def take(self) -> set[Act]:
        if not self._record.exists():
            return set()
        lines = self._record.read_text(errors="replace").splitlines()
        self._record.unlink()
        return {Act(*line.split("\t", 3)[1:]) for line in lines if line.count("\t") >= 3}


def foreign(acts: Iterable[Act], allowed: Iterable[Path]) -> list[Act]:
    """Those that reach the network, or write outside of the folders that are allowed; see `opened_to` for the rest."""
    roots = [path.resolve() for path in allowed]
    return sorted(act for act in set(acts) if act.is_network or (act.call != BIND and not _is_below(act.what, roots)))


def _is_below(path: str, roots: Sequence[Path]) -> bool:
    if path.startswith("unix ") or (path.startswith(DEVICES) and not path.startswith(MEMORY)):
        return True
    # The folder is resolved, not the file: a link that is replaced lies where its folder does.
    real = Path(path).parent.resolve() / Path(path).name
    return any(real.is_relative_to(root) for root in roots)
