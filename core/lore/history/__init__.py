"""The history: undo and redo of everything that was recorded, files outside the store included, and how it is told.

There is one undo. `plan_undo` and `plan_redo` tell what would be reversed, `carry_out` does it, `undo_last` and its
siblings do both; `apply` makes a recorded change once, however often it is asked to. Whatever changes something outside
the store has an entry in `effects`. `sentence`, `differences` and `event_object` are how front ends show an event.

May import `lore.publish` and what lies below.
"""

from lore.history.applying import apply, inverted
from lore.history.effects import Effect
from lore.history.telling import Difference, act_of, differences, event_object, phrase, sentence, words_of
from lore.history.undo import (
    UndoPlan,
    UndoReport,
    carry_out,
    plan_redo,
    plan_undo,
    redo_last,
    undo_event,
    undo_last,
    undo_run,
)

__all__ = [
    "Difference",
    "Effect",
    "UndoPlan",
    "UndoReport",
    "act_of",
    "apply",
    "carry_out",
    "differences",
    "event_object",
    "inverted",
    "phrase",
    "plan_redo",
    "plan_undo",
    "redo_last",
    "sentence",
    "undo_event",
    "undo_last",
    "undo_run",
    "words_of",
]
