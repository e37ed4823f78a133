"""The process of `lore mcp`: it lives as long as the agent that started it, and says on stdout what MCP says alone."""

import os
import signal
import threading
import time
from pathlib import Path

from lore.agents.mcp import hello

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
    from lore.agents.mcp.log_file import LogFile
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
