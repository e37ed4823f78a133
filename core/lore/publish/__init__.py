"""Published files: the approved conventions of a project, in managed blocks of its repository.

`publish`, `check`, `preview` and `remove` are what front ends call; so are `undo_last` and its siblings, the undo of
the store that also puts published files back, and `plan_undo`, which tells before. May import `lore.memory` and what
lies below.
"""

from lore.publish.files import Folder
from lore.publish.plan import Plan, Step, Target
from lore.publish.service import OnDrift, check, place, preview, publish, published, remove
from lore.publish.undo import UndoPlan, carry_out, plan_redo, plan_undo, redo_last, undo_event, undo_last, undo_run

__all__ = [
    "Folder",
    "OnDrift",
    "Plan",
    "Step",
    "Target",
    "UndoPlan",
    "carry_out",
    "check",
    "place",
    "plan_redo",
    "plan_undo",
    "preview",
    "publish",
    "published",
    "redo_last",
    "remove",
    "undo_event",
    "undo_last",
    "undo_run",
]
