"""The palette: everything the app can do, each setting, theme and project, and the commands that only a shell has."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from textual import on
from textual.widgets import Input

from lore.config import SETTINGS, Config, Setting
from lore_tui.dialogs.pick import Pick
from lore_tui.key import Group, display
from lore_tui.keymap import Keymap
from lore_tui.look import THEMES, Row

KEY, THEME, PROJECT, SETTING, COMMAND, FIND = "key:", "theme:", "project:", "setting:", "command:", "find:"
"""What the ids of its rows begin with."""
COMMANDS: Mapping[str, str] = {
    "export": "Write all facts as lines, to take them elsewhere",
    "import": "Take facts from such lines",
    "migrate-from": "Take over the memory of another tool",
    "purge": "Remove facts, a session or a secret for good: from every table, the history and all backups",
    "stats": "The memory in figures",
    "model": "Which model makes facts findable by meaning",
    "schedule": "Let Lore consolidate at night",
    "docs": "Search documents beside the memory",
    "share": "Give a team facts through a folder that it shares",
    "hooks": "Switch off what agents are given, here or everywhere",
    "masked": "What was masked as a secret",
    "restore-backup": "Bring back a copy of the store",
    "undo": "Take back a whole run, or any event of the log",
    "serve": "Answer programs over HTTP",
    "setup": "Connect agents, also one by one; `--remove` takes everything out",
    "project": "Say which project a folder belongs to, or that two are one",
    "help": "What a word means",
}
"""Commands of a shell → what they do."""


def palette_rows(
    keymap: Keymap, place: str, config: Config, projects: Mapping[str, str], *, themed: bool
) -> Iterator[Row]:
    """What can be found. projects: key → name. themed: whether colours are shown at all."""
    order = list(Group)
    for key in sorted(keymap.of(place), key=lambda one: order.index(one.group)):
        pressed = " ".join(display(name) for name in key.pressed)
        yield Row(f"{KEY}{key.id}", key.help, name=key.label, note=pressed)
    yield Row(PROJECT, "all projects", name="project")
    for name, called in projects.items():
        yield Row(f"{PROJECT}{name}", called, name="project")
    for name, (_, look) in THEMES.items() if themed else ():
        yield Row(f"{THEME}{name}", f"{name}: {look}", name="colours")
    for setting in SETTINGS.values():
        yield Row(f"{SETTING}{setting.name}", setting.help, name=setting.name, note=_value(config, setting))
    for command, does in COMMANDS.items():
        yield Row(f"{COMMAND}{command}", does, name=f"lore {command}")


def _value(config: Config, setting: Setting[Any]) -> str:
    value = str(setting.plain(config[setting]))
    return value if len(value) <= 20 else f"{value[:19]}…"


class Palette(Pick):
    """Ends with the id of the row that was taken; words that nothing is called by are looked for in the memory."""

    def __init__(self, rows: Iterable[Row]) -> None:
        super().__init__("Anything", rows)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        typed = event.value.strip()
        self._rows = {name: row for name, row in self._rows.items() if not name.startswith(FIND)}
        found = self.found(typed)
        if typed:
            self._rows[f"{FIND}{typed}"] = Row(f"{FIND}{typed}", f"find “{typed}” in the memory", name="facts")
            found.append(f"{FIND}{typed}")
        self.rows.show(found)
