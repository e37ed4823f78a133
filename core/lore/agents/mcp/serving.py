"""The process of `lore mcp`: it lives as long as the agent that started it, and says on stdout what MCP says alone."""

import gc
import logging
import os
import signal
import threading
import time
from pathlib import Path

from lore import __version__, paths
from lore.agents.mcp.log_file import LogFile
from lore.agents.mcp.warm import Warm

LOOKS_EVERY_S = 1.0
"""How often the parent is looked for: the pipe may be held open by somebody else."""
_ENDING = ("SIGTERM", "SIGINT", "SIGHUP")


def serve_mcp() -> None:
    """Answer on stdin and stdout until the client is gone. Never returns: what still loads is not waited for."""
    _end_with_the_client()
    gc.set_threshold(700, 10, 10)  # a command that is over in a second collects less
    logging.getLogger().addHandler(LogFile(paths.server_log(paths.home())))
    logging.getLogger().setLevel(logging.WARNING)
    import anyio

    from lore.agents.mcp.hello import let_client_discover
    from lore.agents.mcp.server import INSTRUCTIONS, NAME, TITLE, build_server  # the SDK: 0.5 s

    server = build_server(Warm(_folder()))
    let_client_discover(INSTRUCTIONS, {"name": NAME, "title": TITLE, "version": __version__})
    try:
        anyio.run(server.run_stdio_async)
    finally:
        logging.shutdown()
        os._exit(0)


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
