"""A model of the user's, where there is one, proposes what is worth keeping of a session; the session decides."""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.distill.agreement import (
        Agreement, Answer, agree, is_agreed, let_be_read, newest_agreed, not_read, refuse, settle, settled,
    )
    from lore.distill.answers import Note, note_of
    from lore.distill.calls import pass_over
    from lore.distill.left_to_read import Unread, unread
    from lore.distill.notes import Checked, check
    from lore.distill.programs import PROGRAMS
    from lore.distill.run import Distilled, Waiting, distill, waiting
    from lore.distill.state import ReaderState, is_read_now, progress_of, reader_state
    from lore.distill.storing import draft
    from lore.distill.ways import Way, way_named
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
