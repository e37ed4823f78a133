"""Published files: the approved conventions of a project, in managed blocks of its repository.

`publish`, `check`, `preview`, `remove`, and `hand_edit` with `publish_accepted` are what front ends call; so are
`undo_last` and its siblings, the undo of the store that also puts published files back, and `plan_undo`, which tells
before. May import `lore.memory` and what lies below.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.publish import conventions as conventions
    from lore.publish.accept import HandEdit as HandEdit
    from lore.publish.accept import Line as Line
    from lore.publish.accept import LineStep as LineStep
    from lore.publish.accept import hand_edit as hand_edit
    from lore.publish.conventions import approved as approved
    from lore.publish.effect import TABLE as TABLE
    from lore.publish.plan import Plan as Plan
    from lore.publish.plan import Step as Step
    from lore.publish.plan import diff_of as diff_of
    from lore.publish.service import (
        OnDrift as OnDrift,
    )
    from lore.publish.service import (
        check as check,
    )
    from lore.publish.service import (
        claimed as claimed,
    )
    from lore.publish.service import (
        place as place,
    )
    from lore.publish.service import (
        preview as preview,
    )
    from lore.publish.service import (
        publish as publish,
    )
    from lore.publish.service import (
        publish_accepted as publish_accepted,
    )
    from lore.publish.service import (
        published as published,
    )
    from lore.publish.service import (
        remove as remove,
    )
    from lore.publish.undo import (
        UndoPlan as UndoPlan,
    )
    from lore.publish.undo import (
        carry_out as carry_out,
    )
    from lore.publish.undo import (
        plan_redo as plan_redo,
    )
    from lore.publish.undo import (
        plan_undo as plan_undo,
    )
    from lore.publish.undo import (
        redo_last as redo_last,
    )
    from lore.publish.undo import (
        undo_last as undo_last,
    )
    from lore.publish.undo import (
        undo_run as undo_run,
    )
    from lore.publish.whole import WholeChange as WholeChange
    from lore.publish.whole import record_whole as record_whole

__getattr__ = lazy_face(
    __name__,
    {
        "accept": "HandEdit Line LineStep hand_edit",
        "conventions": "approved",
        "effect": "TABLE",
        "plan": "Plan Step diff_of",
        "service": "OnDrift check claimed place preview publish publish_accepted published remove",
        "undo": "UndoPlan carry_out plan_redo plan_undo redo_last undo_last undo_run",
        "whole": "WholeChange record_whole",
    },
)
