"""What the list of facts shows: found by a query, or everything in an order. All of it is read in a worker."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from lore import actions
from lore.actions import Conditions, Engine, Place
from lore.config import APP_LIMIT, in_force
from lore.model import Completions, Hit, PassageType

NEAREST = 20
"""What is near in meaning alone and shown: the nearest, for behind them everything is near."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search answered."""

    matches: tuple[str, ...]
    """Facts that hold a word of the query, or that fit its conditions."""
    nearby: tuple[str, ...]
    """Facts that are near in meaning alone."""
    hits: Mapping[str, Hit]
    """Why each was found."""
    took_ms: float
    is_cut: bool = False
    """Whether there are more matches than are shown."""
    notes: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        return self.matches + self.nearby


class Words(Protocol):
    """The words a query looks for."""

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where in a text they stand, from and to, in order."""
        ...

    def held_by(self, text: str) -> list[str]:
        """Those that a text holds, as they stand there."""
        ...


class Finding:
    """Asks one engine, in the thread that it is called in."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._completed: tuple[int, dict[str, Completions]] = (-1, {})

    def search(self, query: str, is_wanted: Callable[[], bool]) -> Found | None:
        """The facts a query finds; None when nobody waits for the answer any more. Never waits for another search."""
        if not is_wanted():
            return None
        most = in_force(self._engine.store)[APP_LIMIT]
        asked = Conditions(Place.FACTS, limit=most)
        result = actions.search_while(self._engine, query, asked, is_wanted)
        if result is None:
            return None
        facts = {hit.passage.id: hit for hit in result.hits if hit.passage.type is PassageType.FACT}
        others, is_cut = len(result.hits) - len(facts), len(result.hits) == most
        notes = [f"{others} more hits in sessions and documents: `lore search`"] if others else []
        if is_cut:
            notes.append(f"showing the best {most}: add words to narrow it down")
        matches, nearby = _facts(result.matches), _facts(result.nearby)[:NEAREST]
        return Found(matches, nearby, facts, result.took_ms, is_cut, (*notes, *result.notes))

    def words(self, query: str) -> Words:
        """The words a query looks for, which find themselves in a text. At once."""
        return actions.words_of_query(query)

    def complete(self, typed: str) -> Completions:
        """How a query can go on; values are counted again once something was written."""
        version, known = self._completed
        if version != (now := self._engine.data_version()):
            known = {}
            self._completed = now, known
        if typed not in known:
            known[typed] = actions.complete_query(self._engine, typed)
        return known[typed]


def _facts(hits: Sequence[Hit]) -> tuple[str, ...]:
    return tuple(hit.passage.id for hit in hits if hit.passage.type is PassageType.FACT)
