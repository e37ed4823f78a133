"""What the engine's dataclasses look like: as a row of a list, as the paragraphs of a card, as text to copy. Pure.

A module is loaded when the first of its names is used: the first screen needs few.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore_tui.present.card_of_fact import Told, fact_card, link_label
    from lore_tui.present.facts import State, as_text, fact_row, states_of
    from lore_tui.present.history import act_row, day_blocks, session_row, step_row, step_text, told_card
    from lore_tui.present.parts import LAYERS, damaged_row, message_card, project_name, told_apart
    from lore_tui.present.whole import diff_blocks, publishing_blocks, report_blocks, written
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
