"""The app in a tab of a browser, as `lore serve --web` runs it: it draws into a pipe, and ends when nobody reads it."""

import asyncio

from textual.drivers.web_driver import WebDriver

from lore.actions import Engine
from lore_tui.app import LoreApp


class TabDriver(WebDriver):
    """Leaves the app as `q` does, once what is being saved is saved, when its tab is closed or its server is gone."""

    def run_input_thread(self) -> None:
        super().run_input_thread()
        app = self._app
        if not self.exit_event.is_set() and isinstance(app, LoreApp):
            asyncio.run_coroutine_threadsafe(app.leave(), self._loop)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """The page opens nothing else."""


def run_in_tab(engine: Engine, width: int, height: int) -> int:
    """Open the app on a screen of so many cells; returns the exit code."""
    app = LoreApp(engine)
    app.driver_class = TabDriver
    app.run(size=(width, height))
    return app.return_code or 0
