"""The process of `lore mcp`: it lives as long as the agent that started it, and says on stdout what MCP says alone."""

import logging
import os
import signal
import threading
import time
from pathlib import Path

from lore import clock
from lore.agents.mcp import hello
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


LOOKS_EVERY_S = 1.0
"""How often the parent is looked for: the pipe may be held open by somebody else."""
_ENDING = ("SIGTERM", "SIGINT", "SIGHUP")


def serve_mcp() -> None:
    """Answer on stdin and stdout until the client is gone. Never returns: what still loads is not waited for."""
    _end_with_the_client()
    wire = hello.start()
    wire.wait()
    import logging

    try:
        _serve(wire)
    finally:
        logging.shutdown()
        os._exit(0)


def _serve(wire: hello.Wire) -> None:
    import gc
    import logging
    from typing import Any, cast

    import anyio
    from mcp.server.stdio import stdio_server  # the SDK: 0.5 s, behind the hello

    from lore import paths
    from lore.agents.mcp.server import build_server
    from lore.agents.mcp.warm import Warm

    gc.set_threshold(700, 10, 10)  # a command that is over in a second collects less
    logging.getLogger().addHandler(LogFile(paths.server_log(paths.home())))
    logging.getLogger().setLevel(logging.WARNING)
    warm = Warm(_folder())
    warm.listen()
    server = build_server(warm)._lowlevel_server

    async def run() -> None:
        pipe = cast("Any", anyio.wrap_file(cast("Any", wire)))
        async with stdio_server(pipe, pipe) as (heard, told):
            await server.run(heard, told, server.create_initialization_options())

    anyio.run(run)


def _folder() -> Path | None:
    """Where the agent works; None: the current folder."""
    named = os.environ.get("CLAUDE_PROJECT_DIR")
    return Path(named) if named and Path(named).is_dir() else None


def _end_with_the_client() -> None:
    """Every write is one transaction, so ending at once loses nothing that was acknowledged."""
    for name in _ENDING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: os._exit(0))
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOKS_EVERY_S)
    os._exit(0)
