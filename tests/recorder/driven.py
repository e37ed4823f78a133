"""Many commands in one process, so that libraries are loaded once: words in on stdin, what became of them out."""

import io
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Self


class Driven:
    """A process that runs one command after the other."""

    def __init__(self, cwd: Path, env: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=cwd, env=dict(env), text=True
        )

    def run(self, words: Sequence[str]) -> tuple[int, str, str]:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        code, output, complaint = json.loads(self._process.stdout.readline())
        return code, output, complaint

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()


def main() -> None:
    from lore.cli.program import run

    for line in sys.stdin:
        output, complaint = io.StringIO(), io.StringIO()
        with redirect_stdout(output), redirect_stderr(complaint):
            code = run(json.loads(line))
        sys.stdout.write(json.dumps([code, output.getvalue(), complaint.getvalue()]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
