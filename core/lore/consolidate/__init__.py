"""From episodes to knowledge to candidates: the pipeline that keeps a memory in order.

`consolidate` does it, `rehearse` shows what it would do. Needs no language model and decides nothing for a person. May
import `lore.memory`, `lore.index` and what lies below.
"""

from lore.consolidate.pipeline import STEPS, Report, Step, consolidate, rehearse

__all__ = ["STEPS", "Report", "Step", "consolidate", "rehearse"]
