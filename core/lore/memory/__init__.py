"""What keeps a memory true: strength, duplicates, contradictions, and the decisions of a person.

`remember` is the one way a fact enters; `facts` and `review` hold what a person does, one undo unit each; `card` is
what a person sees to decide. May import `lore.index` and what lies below.
"""

from lore.memory.remember import Action, Outcome, remember
from lore.memory.standing import explained, standing_facts, strengths

__all__ = ["Action", "Outcome", "explained", "remember", "standing_facts", "strengths"]
