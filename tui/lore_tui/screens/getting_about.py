"""Help, the palette, other screens, the shell: what leads away from a screen."""

from typing import ClassVar

from lore_tui.key import Key
from lore_tui.screens.own_settings import OwnSettings
from lore_tui.shell import shell_of


class GettingAbout(OwnSettings):
    """Every screen offers it."""

    PLACE: ClassVar[str]

    def action_help(self) -> None:
        from lore_tui.dialogs.help import Help

        self.app.push_screen(Help(shell_of(self).keys, self.PLACE, everything=True), self._run_key)

    def action_palette(self) -> None:
        from lore_tui.dialogs.help import Help

        self.app.push_screen(Help(shell_of(self).keys, self.PLACE, everything=False), self._run_key)

    async def _run_key(self, key: Key | None) -> None:
        if key is not None:
            await self.app.run_action(key.action, self)

    def action_go(self, place: str) -> None:
        """To another screen of the registry."""
        self.app.switch_mode(place)

    async def action_quit(self) -> None:
        await shell_of(self).leave()

    def action_suspend(self) -> None:
        self.app.action_suspend_process()
