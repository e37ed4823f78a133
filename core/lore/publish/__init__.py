"""Published files: the approved conventions of a project, in managed blocks of its repository.

`publish`, `check`, `preview`, `remove`, and `hand_edit` with `publish_accepted` are what front ends call; so are
`undo_last` and its siblings, the undo of the store that also puts published files back, and `plan_undo`, which tells
before. May import `lore.memory` and what lies below.
"""

from lore.files.folder import Folder
from lore.publish.accept import HandEdit, Line, hand_edit
from lore.publish.accept import Step as LineStep
from lore.publish.plan import Plan, Step, Target
from lore.publish.service import OnDrift, check, claimed, place, preview, publish, publish_accepted, published, remove
from lore.publish.undo import UndoPlan, carry_out, plan_redo, plan_undo, redo_last, undo_event, undo_last, undo_run

__all__ = [
    "Folder",
    "HandEdit",
    "Line",
    "LineStep",
    "OnDrift",
    "Plan",
    "Step",
    "Target",
    "UndoPlan",
    "carry_out",
    "check",
    "claimed",
    "hand_edit",
    "place",
    "plan_redo",
    "plan_undo",
    "preview",
    "publish",
    "publish_accepted",
    "published",
    "redo_last",
    "remove",
    "undo_event",
    "undo_last",
    "undo_run",
]
