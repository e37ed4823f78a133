"""Published files: the approved conventions of a project, in managed blocks of its repository.

`publish`, `check`, `preview`, `remove`, and `hand_edit` with `publish_accepted` are what front ends call; so are
`undo_last` and its siblings, the undo of the store that also puts published files back, and `plan_undo`, which tells
before. May import `lore.memory` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.publish.accept import HandEdit, Line, LineStep, hand_edit
    from lore.publish import markdown
    from lore.publish.memory_pages import (
        HOT, KeptPage, folder_of, keep_page, page_of, projects_with_pages, propose_edits,
    )
    from lore.publish.plan import FileAction, Plan
    from lore.publish.service import (
        OnDrift, check, claimed, damaged, has_something, preview, publish, publish_accepted, published, remove,
        resolve_target,
    )
    from lore.publish.targets.memory import facts_by_kind, readable
    from lore.publish.targets.registry import LISTED
    from lore.publish.targets.shared import others_lines, shared_layers
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
