"""The brief of a prompt where no server answers: the engine by words alone, in this process, within its time."""

import gc
from pathlib import Path

from lore import actions


def recalled(prompt: str, session: str, cwd: str) -> "list[str]":
    """The lines of the brief; none where nothing passes the gate. Raises LoreError."""
    gc.disable()  # this process ends before there is anything worth collecting
    engine = actions.Engine(folder=Path(cwd) if cwd else None, budget_s=0.05, backs_up=False, by_words=True)
    with engine:
        return list(actions.hook_brief(engine, prompt, session=session).lines)
