"""What was masked on its way in."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.registry import Touches, action
from lore.errors import NeedsPerson
from lore.model import Session

if TYPE_CHECKING:
    from lore.capture import Masked


@dataclass(frozen=True, slots=True)
class MaskedList:
    """Everything that stands masked in the store, with the words around, never with what is behind a marker."""

    found: "tuple[Masked, ...]"
    """Messages first."""
    sessions: Mapping[str, Session]
    """By id, those that are named."""
    first_prompts: Mapping[str, str]
    """By id, what the user said first in those without a title."""

    @property
    def counts(self) -> Mapping[str, int]:
        """By the kind of secret, how often, the most frequent first."""
        return dict(Counter(one.kind for one in self.found).most_common())


@action("masked", Touches.READS)
def list_masked(engine: Engine) -> MaskedList:
    """List what is masked in the store: where, and the words around. Raises NeedsPerson for an agent."""
    from lore.capture import find_masked

    if visibility.is_bounded():
        raise NeedsPerson(
            "no agent is shown what was masked", hint="run `lore masked` yourself, in a terminal of your own"
        )
    found = find_masked(engine.store)
    named = {one.text.session for one in found if one.text.session}
    sessions = {name: session for name in named if (session := engine.store.sessions.find(name))}
    untitled = [name for name, session in sessions.items() if not session.title]
    return MaskedList(tuple(found), sessions, engine.store.sessions.first_prompts(untitled))
