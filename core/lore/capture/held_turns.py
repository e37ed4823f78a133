"""Which messages of a session hold: neither what the person left by going back, nor what they took back at once."""

from collections.abc import Sequence

from lore.capture.drafts import USERS
from lore.capture.rewinds import positions_left
from lore.capture.taking_back import takes_back
from lore.model import Role, Turn
from lore.store import Store


def holding(store: Store, turns: Sequence[Turn]) -> list[Turn]:
    """The messages of one session, in order, that a fact may rest on, and that a model may be sent."""
    left = positions_left(store, turns[0].session) if turns else frozenset()
    held = list[Turn]()
    for turn in turns:
        if turn.position in left:
            continue
        if not takes_back(turn):
            held.append(turn)
            continue
        before = next((place for place in reversed(range(len(held))) if held[place].role in USERS), None)
        if before is not None and held[before].role is Role.USER:
            del held[before]
    return held
