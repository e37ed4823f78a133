"""Published files: the approved conventions of a project, in managed blocks of its repository.

`publish`, `check`, `preview`, `remove`, and `hand_edit` with `publish_accepted` are what front ends call; so are
`undo_last` and its siblings, the undo of the store that also puts published files back, and `plan_undo`, which tells
before. May import `lore.memory` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    from lore.publish.accept import HandEdit as HandEdit, Line as Line, LineStep as LineStep, hand_edit as hand_edit
    from lore.publish.plan import Plan as Plan, Step as Step, diff_of as diff_of
    from lore.publish.service import (
        OnDrift as OnDrift,
        check as check,
        claimed as claimed,
        has_something as has_something,
        place as place,
        preview as preview,
        publish as publish,
        publish_accepted as publish_accepted,
        published as published,
        remove as remove,
    )
    from lore.publish.targets.registry import LISTED as LISTED
    from lore.publish.whole import WholeChange as WholeChange, record_whole as record_whole

__getattr__ = lazy_face(
    __name__,
    {
        "accept": "HandEdit Line LineStep hand_edit",
        "plan": "Plan Step diff_of",
        "service": "OnDrift check claimed has_something place preview publish publish_accepted published remove",
        "targets.registry": "LISTED",
        "whole": "WholeChange record_whole",
    },
)
