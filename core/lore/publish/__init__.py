"""Published files: the approved conventions of a project, in managed blocks of its repository.

`publish`, `check`, `preview`, `remove`, and `hand_edit` with `publish_accepted` are what front ends call; `undo_last`
and its siblings are the undo of the store that also puts published files back: front ends use these. May import
`lore.memory` and what lies below.
"""

from lore.publish.accept import HandEdit, Line, hand_edit
from lore.publish.accept import Step as LineStep
from lore.publish.effect import redo_last, undo_event, undo_last, undo_run
from lore.publish.files import Folder
from lore.publish.plan import Plan, Step, Target
from lore.publish.service import OnDrift, check, place, preview, publish, publish_accepted, remove

__all__ = [
    "Folder",
    "HandEdit",
    "Line",
    "LineStep",
    "OnDrift",
    "Plan",
    "Step",
    "Target",
    "check",
    "hand_edit",
    "place",
    "preview",
    "publish",
    "publish_accepted",
    "redo_last",
    "remove",
    "undo_event",
    "undo_last",
    "undo_run",
]
