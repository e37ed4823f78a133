"""A model of the user's, where there is one, proposes what is worth keeping of a session; the session decides."""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.distill.agreement import (
        Agreement as Agreement, Answer as Answer, agree as agree, is_agreed as is_agreed, let_be_read as let_be_read,
        newest_agreed as newest_agreed, not_read as not_read, refuse as refuse, settle as settle, settled as settled,
    )
    from lore.distill.answers import (
        Note as Note, note_of as note_of,
    )
    from lore.distill.calls import (
        pass_over as pass_over,
    )
    from lore.distill.drafts import (
        draft as draft,
    )
    from lore.distill.left_to_read import (
        Unread as Unread, unread as unread,
    )
    from lore.distill.notes import (
        Checked as Checked, check as check,
    )
    from lore.distill.programs import (
        PROGRAMS as PROGRAMS,
    )
    from lore.distill.run import (
        Distilled as Distilled, Waiting as Waiting, distill as distill, waiting as waiting,
    )
    from lore.distill.state import (
        ReaderState as ReaderState, is_read_now as is_read_now, reader_state as reader_state,
    )
    from lore.distill.ways import (
        Way as Way, way_named as way_named,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "agreement": "Agreement Answer agree is_agreed let_be_read newest_agreed not_read refuse settle settled",
        "answers": "Note note_of",
        "calls": "pass_over",
        "drafts": "draft",
        "left_to_read": "Unread unread",
        "notes": "Checked check",
        "programs": "PROGRAMS",
        "run": "Distilled Waiting distill waiting",
        "state": "ReaderState is_read_now reader_state",
        "ways": "Way way_named",
    },
)
