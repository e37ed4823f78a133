"""The history: undo and redo of everything that was recorded, files outside the store included, and how it is told.

There is one undo. `plan_undo` and `plan_redo` tell what would be reversed, `carry_out` does it, `undo_last` and its
siblings do both; `apply` makes a recorded change once, however often it is asked to. Whatever changes something outside
the store has an entry in `effects`. `sentence`, `differences` and `event_object` are how front ends show an event.

May import `lore.store` and what lies below. What puts files back stands in rooms above, and is loaded when it is needed.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.history.acts import Act, NEWEST_ACTS, acts_of, things_named, told
    from lore.history.telling import Difference, act_of, details, differences, phrase, sentence, words_of
    from lore.history.undo import (
        UndoPlan, UndoReport, apply, carry_out, inverted, plan_redo, plan_undo, redo_last, undo_last, undo_run,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
