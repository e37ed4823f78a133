"""Published files: the approved conventions of a project, in managed blocks of its repository.

`publish`, `check`, `preview`, `remove`, and `hand_edit` with `publish_accepted` are what front ends call; so are
`undo_last` and its siblings, the undo of the store that also puts published files back, and `plan_undo`, which tells
before. May import `lore.memory` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    from lore.publish.accept import HandEdit as HandEdit, Line as Line, LineStep as LineStep, hand_edit as hand_edit
    from lore.publish.plan import FileAction as FileAction, Plan as Plan, diff_of as diff_of
    from lore.publish.service import (
        OnDrift as OnDrift,
        check as check,
        claimed as claimed,
        has_something as has_something,
        preview as preview,
        publish as publish,
        publish_accepted as publish_accepted,
        published as published,
        remove as remove,
        resolve_target as resolve_target,
    )
    from lore.publish.targets.registry import LISTED as LISTED
    from lore.publish.undo_files import WholeChange as WholeChange, record_whole as record_whole

__getattr__ = lazy_face(
    __name__,
    {
        "accept": "HandEdit Line LineStep hand_edit",
        "plan": "FileAction Plan diff_of",
        "service": "OnDrift check claimed has_something preview publish publish_accepted published remove "
        "resolve_target",
        "targets.registry": "LISTED",
        "undo_files": "WholeChange record_whole",
    },
)
