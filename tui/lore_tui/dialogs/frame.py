"""Something to read over the screen, such as exactly what an agent is given when the next session starts."""

from collections.abc import Sequence

from lore.actions import Brief
from lore.text import counted, one_line
from lore_tui import keys
from lore_tui.dialogs.asking import ReadingDialog
from lore_tui.key import KeyContext
from lore_tui.look import BLANK, Block, Tone
from lore_tui.present.parts import project_name

_TITLES = {"rule": "These rules stand:", "decision": "You decided:", "recalled": "Known about it:"}
_MOST_LEFT = 20


class Reading(ReadingDialog[None], inherit_bindings=False):
    """Read, and closed."""

    PLACE = KeyContext.FRAME
    BINDINGS = keys.bindings(KeyContext.FRAME)

    def __init__(self, heading: str, blocks: Sequence[Block]) -> None:
        super().__init__()
        self.HEADING = heading  # type: ignore[misc]  # of this one
        self._blocks = blocks

    def on_mount(self) -> None:
        super().on_mount()
        self.show(self._blocks)

    def action_frame_close(self) -> None:
        self.dismiss(None)


def frame_blocks(brief: Brief, project: str | None) -> list[Block]:
    """What the next session of a project starts with, and what was left out of it and why."""
    blocks, title = [], ""
    for item in brief.items:
        if item.section.value != title:
            title = item.section.value
            blocks.append(Block(_TITLES[title], Tone.TITLE, label=None))
        blocks.append(Block(item.line, label=None))
    if not brief.items:
        blocks.append(Block("The next session is given nothing.", label=None))
    where = project_name(project) if project else "any folder"
    told = f"{counted(len(brief.items), 'line')}, {brief.tokens:,} tokens, at each start in {where}"
    blocks += [BLANK, Block(told, Tone.DIM, label=None)]
    if brief.left_out:
        blocks += [BLANK, Block(f"{counted(len(brief.left_out), 'fact')} left out:", Tone.DIM, label=None)]
        blocks += [
            Block(f"{one_line(one.text)}: {one.why}", Tone.FAINT, label=None, lead="  ")
            for one in brief.left_out[:_MOST_LEFT]
        ]
    return blocks
