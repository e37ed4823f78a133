"""The command line, run as a person runs it."""

import ctypes
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

LORE = (sys.executable, "-c", "from lore.cli.program import main; main()")
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2


@dataclass(frozen=True)
class Answer:
    """What a command said and how it ended."""

    words: tuple[str, ...]
    status: int
    output: str
    complaint: str

    def __str__(self) -> str:
        return f"`lore {' '.join(self.words)}` ended with {self.status}: {self.complaint.strip()[-300:]}"

    def refused_plainly(self) -> bool:
        return self.status != 0 and "error:" in self.complaint and "Traceback" not in self.complaint


def lore(words: Sequence[str], home: Path, env: Mapping[str, str] | None = None, *, weak: bool = False) -> Answer:
    """Run one command. weak: without the right of root to pass over the permissions of files."""
    done = subprocess.run(
        [*LORE, *words],
        env={**os.environ, "LORE_HOME": str(home), **(env or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_give_up_rights if weak and os.geteuid() == 0 else None,
    )
    return Answer(tuple(words), done.returncode, done.stdout, done.stderr)


def _give_up_rights() -> None:
    library = ctypes.CDLL(None)
    for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        library.prctl(PR_CAPBSET_DROP, right, 0, 0, 0)
