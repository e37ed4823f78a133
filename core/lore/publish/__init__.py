"""Published files: the approved conventions of a project, in managed blocks of its repository.

`publish`, `check`, `preview` and `remove` are what front ends call; `undo_last` and its siblings are the undo of the
store that also puts published files back: front ends use these. May import `lore.memory` and what lies below.
"""

from lore.publish.effect import redo_last, undo_event, undo_last, undo_run
from lore.publish.files import Folder
from lore.publish.plan import Plan, Step, Target
from lore.publish.service import OnDrift, check, claimed, place, preview, publish, remove

__all__ = [
    "Folder",
    "OnDrift",
    "Plan",
    "Step",
    "Target",
    "check",
    "claimed",
    "place",
    "preview",
    "publish",
    "redo_last",
    "remove",
    "undo_event",
    "undo_last",
    "undo_run",
]
