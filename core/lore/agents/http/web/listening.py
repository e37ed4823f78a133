"""Runs the app in a browser: prints the link in the terminal, and ends every app when it ends."""

import asyncio
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from aiohttp import web

from lore import presence
from lore.agents.http.listening import ENDS, listening_on
from lore.agents.http.web.application import WebApp
from lore.agents.http.web.door import Door

Told = Callable[[str], None]


def serve_app(folder: Path, *, port: int, told: Told, wrong: Told) -> None:
    """Serve the app to the browsers of this machine until a signal ends it.

    folder: where the apps run. port: 0 for any that is free. told: shows a line in the terminal alone, for the link
    stands in it. wrong: hears of an app that failed. Raises NeedsPerson in an agent's shell, Busy where the port is
    taken.
    """
    presence.deciding_in_browser()
    with ExitStack() as held:
        sockets = [held.enter_context(one) for one in listening_on(port)]
        door, port = Door(), int(sockets[0].getsockname()[1])

        def show_link() -> None:
            told(f"open http://127.0.0.1:{port}/#{door.new_link()}")

        async def serve() -> None:
            app = WebApp(door, port, folder, wrong)
            runner = web.AppRunner(app.application(), access_log=None, handle_signals=False, shutdown_timeout=1.0)
            await runner.setup()
            try:
                for one in sockets:
                    await web.SockSite(runner, one).start()
                show_link()
                told("the link works once; Enter prints another one, Ctrl-C ends the app in every tab")
                await _ended(show_link)
            finally:
                await app.end()
                await runner.cleanup()

        asyncio.run(serve())


async def _ended(entered: Callable[[], None]) -> None:
    """Wait for a signal; `entered` is called for each line that is typed meanwhile."""
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    before = {one: signal.signal(one, lambda *_: loop.call_soon_threadsafe(over.set)) for one in ENDS}
    threading.Thread(target=_read_lines, args=(loop, entered), name="lore-enter", daemon=True).start()
    try:
        await over.wait()
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _read_lines(loop: asyncio.AbstractEventLoop, entered: Callable[[], None]) -> None:
    for _ in sys.stdin:
        if loop.is_closed():
            return
        loop.call_soon_threadsafe(entered)
