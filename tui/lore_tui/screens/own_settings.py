"""What you choose for the app in the app: its colours and its keys. Both are settings of the store."""

from typing import ClassVar

from lore_tui.key import Key
from lore_tui.look import THEMES, Row, Tone
from lore_tui.presets import KeyChoice
from lore_tui.screens.whole_memory import WholeMemory
from lore_tui.shell import shell_of


class OwnSettings(WholeMemory):
    """Every screen offers it."""

    def action_theme(self) -> None:
        from lore_tui.dialogs.pick import Pick

        shell = shell_of(self)
        chosen = shell.take_theme()
        if not chosen:
            self.show_status("`NO_COLOR` is set: no colours are shown", Tone.WARN)
            return
        rows = [Row(name, look, name=name) for name, (_, look) in THEMES.items()]
        self.app.push_screen(Pick("Colours", rows, keep=chosen, preview=shell.show_theme), self._keep_theme)

    def _keep_theme(self, name: str | None) -> None:
        """Keep the colours that were tried, or go back to those before."""
        shell = shell_of(self)
        if name is None or name == shell.take_theme():
            shell.take_theme()
        else:
            self.enqueue_write("theme", lambda: self.gateway.keep_theme(name))

    def action_keys(self) -> None:
        for saved in self.read_or_say_why(lambda: [self.gateway.keys()]):
            self._change_keys(saved)

    def _change_keys(self, saved: KeyChoice, now: KeyChoice | None = None, refused: str = "") -> None:
        from lore_tui.dialogs.change_keys import KeysDialog

        def keep(chosen: KeyChoice | None) -> None:
            if chosen is not None:
                work = lambda: self.gateway.keep_keys(chosen, saved)  # noqa: E731
                self.enqueue_write("keys", work, reopen=lambda why: self._change_again(chosen, why))

        self.app.push_screen(KeysDialog(saved, now, refused), keep)

    def _change_again(self, chosen: KeyChoice, why: str) -> None:
        """What you chose comes back; saving it then counts against the keys as they are now."""
        for saved in self.read_or_say_why(lambda: [self.gateway.keys()]):
            self._change_keys(saved, chosen, why)


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
