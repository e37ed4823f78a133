"""What you choose for the app in the app: its colours, kept as a setting of the store; and how one gets about."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from lore import actions
from lore_tui import clipboard
from lore_tui.key import Key
from lore_tui.look import THEMES, Row, Tone
from lore_tui.screens.names import MEMORY, QUERY
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


class GettingAbout(OwnSettings):
    """Every screen offers it."""

    PLACE: ClassVar[str]

    def on_screen_suspend(self) -> None:
        """What was said here is old when you come back from another screen; a dialog is none."""
        if self.app.current_mode != self.PLACE:
            self.forget_said()

    def action_help(self) -> None:
        from lore_tui.dialogs.help import Help

        self.app.push_screen(Help(shell_of(self).keys, self.PLACE), self._run_key)

    def action_palette(self) -> None:
        """Everything the app can do, and what only a shell has."""
        from lore_tui.dialogs.palette import Palette, palette_rows
        from lore_tui.present import told_apart

        shell = shell_of(self)
        for config in self.read_or_say_why(lambda: [actions.settings(self.engine)]):
            projects = told_apart(actions.list_projects(self.engine).facts)
            rows = palette_rows(shell.keys, self.PLACE, config, projects, themed=bool(shell.take_theme()))
            self.app.push_screen(Palette(rows), self._run_row)

    async def _run_row(self, taken: str | None) -> None:
        """Do what was taken."""
        from lore_tui.dialogs import palette

        sort, _, value = (taken or "").partition(":")
        if f"{sort}:" == palette.KEY:
            await self._run_key(shell_of(self).keys.by_id(value))
        elif f"{sort}:" == palette.PROJECT:
            shell_of(self).take_project(value)
        elif f"{sort}:" == palette.THEME:
            self._keep_theme(value)
        elif f"{sort}:" == palette.SETTING:
            self._change_setting(value)
        elif f"{sort}:" == palette.FIND:
            shell_of(self).go_to(MEMORY, f"{QUERY}{value}")
        elif f"{sort}:" == palette.COMMAND:
            self.copy(f"lore {value}", f"`lore {value}`, a command of the shell,")

    def _change_setting(self, name: str, typed: str | None = None, why: str = "") -> None:
        """One line with the value in force; where it is refused, it comes back with the reason."""
        from lore.config import setting_named
        from lore_tui.dialogs.typed import Typed

        setting = setting_named(name)
        for config in self.read_or_say_why(lambda: [actions.settings(self.engine)]):
            told = "\n".join(word for word in (why, setting.help, setting.bounds) if word)
            start = str(setting.plain(config[setting]))

            def keep(value: str | None, start: str = start) -> None:
                if value is not None and value != start:
                    again = partial(self._change_setting, name, value)
                    self.enqueue_write("setting", partial(self.gateway.set_value, name, value), reopen=again)

            self.app.push_screen(Typed(name, told, start if typed is None else typed), keep)

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

    def in_editor(self, text: str, take: Callable[[str], None], reopen: Callable[[str, str], None]) -> None:
        """Change a text in your editor: `take` gets it where it changed.

        Where the editor failed and left other words, `reopen` puts them into a form with the reason.
        """
        from lore_tui import editor

        edited = editor.edit(text, self.app)
        changed = edited.text != text.strip()
        if edited.failure:
            self.show_status(edited.failure, Tone.BAD)
        if changed and edited.failure:
            reopen(edited.text, f"not saved: {edited.failure}")
        elif changed:
            take(edited.text)

    def copy(self, text: str, what: str) -> None:
        """Put a text on the clipboard and say how."""
        self.show_status(f"copied {what} {clipboard.copy(text, self.app)}", Tone.DIM)
