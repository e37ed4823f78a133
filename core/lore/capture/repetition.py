"""What an agent says that is known already: it may only repeat what it was told, so it is no new evidence."""

from collections.abc import Sequence
from functools import cached_property

from lore.capture.prepare import Drawn
from lore.model import Role, Status
from lore.store import FactFilter, Store
from lore.text import normalise

COMPARED = 2_000
"""The newest facts whose words are looked for in what an agent says."""
_FEWEST_WORDS = 3
"""Of a fact that is recognised inside another sentence."""


class Repetitions:
    """Tells what is news from what an agent only repeats, through one capture."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._said: list[str] = []
        """What this capture has found so far, in the form in which texts are compared."""

    def without(self, drawn: Sequence[Drawn]) -> list[Drawn]:
        """The facts that are news: all that a user said, and of an agent's those that hold no known one."""
        news: list[Drawn] = []
        for one in drawn:
            if one.evidence.role is not Role.ASSISTANT or not self._is_known(one):
                news.append(one)
                self._said.append(normalise(one.fact.text))
        return news

    def _is_known(self, one: Drawn) -> bool:
        said = normalise(f"{one.fact.text} {one.evidence.quote}")
        return any(text in said for text in (*self._stored, *self._said) if text.count(" ") >= _FEWEST_WORDS - 1)

    @cached_property
    def _stored(self) -> list[str]:
        """The newest facts; read when an agent first says something."""
        texts = self._store.facts.texts(FactFilter(statuses=tuple(Status)), limit=COMPARED)
        return [normalise(text) for text in texts.values()]
