"""The palette: everything the app can do, each setting, theme and project, and what only a shell has. And the help."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.widgets import Static

from lore.config import SETTINGS, Config, Setting
from lore.glossary import WORDS
from lore_tui.dialogs.pick import Pick
from lore_tui.keymap import Keymap
from lore_tui.keys import Group, display
from lore_tui.look import LEGEND, THEMES, Row
from lore_tui.present.parts import told_apart
from lore_tui.widgets.row_list import RowList

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


def key_rows(keymap: Keymap, place: str) -> Iterator[Row]:
    """The actions of a screen, with the keys that they have there."""
    order = list(Group)
    for key in sorted(keymap.of(place), key=lambda one: order.index(one.group)):
        yield Row(f"key:{key.id}", key.help, name=key.label, note=" ".join(display(name) for name in key.pressed))


def palette_rows(keymap: Keymap, place: str, config: Config, projects: Iterable[str], *, themed: bool) -> Iterator[Row]:
    """What can be found. themed: whether colours are shown at all."""
    yield from key_rows(keymap, place)
    yield Row("project:", "all projects", name="project")
    for name, called in told_apart(projects).items():
        yield Row(f"project:{name}", called, name="project")
    for name, (_, look) in THEMES.items() if themed else ():
        yield Row(f"theme:{name}", f"{name}: {look}", name="colours")
    for setting in SETTINGS.values():
        yield Row(f"setting:{setting.name}", setting.help, name=setting.name, note=_value(config, setting))
    for command, does in COMMANDS.items():
        yield Row(f"command:{command}", does, name=f"lore {command}")


def _value(config: Config, setting: Setting[Any]) -> str:
    value = str(setting.plain(config[setting]))
    return value if len(value) <= 20 else f"{value[:19]}…"


class Palette(Pick):
    """Ends with the id of the row that was taken; words that nothing is called by are looked for in the memory."""

    def __init__(self, rows: Iterable[Row]) -> None:
        super().__init__("Anything", rows)

    def found(self, typed: str) -> list[str]:
        typed = typed.strip()
        self._rows = {name: row for name, row in self._rows.items() if not name.startswith("find:")}
        found = super().found(typed)
        if typed:
            self._rows[f"find:{typed}"] = Row(f"find:{typed}", f"find “{typed}” in the memory", name="facts")
            found.append(f"find:{typed}")
        return found


class Help(Pick):
    """Every action of a screen, run with Enter; and what marks and words mean."""

    HINT = "type to find an action or a word"

    def __init__(self, keymap: Keymap, place: str) -> None:
        legend = (Row(f"legend:{mark}", told, name=mark, note="mark") for mark, told in LEGEND.items())
        words = (Row(f"word:{word}", told, name=word, note="word") for word, told in WORDS.items())
        super().__init__(f"{place}: keys", [*key_rows(keymap, place), *legend, *words])

    def compose_inside(self) -> ComposeResult:
        yield from super().compose_inside()
        yield Static(classes="explained", markup=False)

    @on(RowList.Highlighted)
    def _explain(self, event: RowList.Highlighted) -> None:
        """Show the whole text of the row under the cursor: a list shows one line of it."""
        self.query_one(Static).update(self._rows[event.row_id].text if event.row_id else "")

    def action_pick_take(self) -> None:
        if (self.rows.current or "").startswith("key:"):
            super().action_pick_take()
