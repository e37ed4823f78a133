"""Published files: the approved conventions of a project, in managed blocks of its repository.

`publish`, `check`, `preview`, `remove`, and `hand_edit` with `publish_accepted` are what front ends call. Their undo is
that of `lore.history`. May import `lore.memory` and what lies below.
"""

from lore.publish.accept import HandEdit, Line, hand_edit
from lore.publish.accept import Step as LineStep
from lore.publish.files import Folder
from lore.publish.plan import Plan, Step, Target
from lore.publish.service import OnDrift, check, claimed, place, preview, publish, publish_accepted, published, remove

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
    "claimed",
    "hand_edit",
    "place",
    "preview",
    "publish",
    "publish_accepted",
    "published",
    "remove",
]
