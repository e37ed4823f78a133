"""Where the server writes what went wrong: a file beside the store. Its stdout is the protocol's alone."""

import logging
import os
from pathlib import Path

from lore import clock
from lore.intake import sanitise, without_secrets

LARGEST = 256_000
"""Bytes after which the file begins anew; the former one stays beside it."""


class LogFile(logging.Handler):
    """Appends records, without secrets and without what acts on a terminal."""

    def __init__(self, path: Path) -> None:
        super().__init__(logging.WARNING)
        self._path = path

    def emit(self, record: logging.LogRecord) -> None:
        try:
            text = without_secrets(sanitise(self.format(record)))
            self._append(f"{clock.now()} {record.levelname.lower()} {text}\n".encode())
        except OSError:
            self.handleError(record)

    def _append(self, line: bytes) -> None:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._path.exists() and self._path.stat().st_size > LARGEST:
            self._path.replace(self._path.with_suffix(".log.1"))
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, line)
        finally:
            os.close(descriptor)
