"""What the list of facts shows: found by a query, or everything in an order. All of it is read in a worker."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lore import actions, model
from lore.actions import FactOrder
from lore.config import APP_LIMIT, in_force

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lore.actions import Engine
    from lore.model import Completions, Hit

NEAREST = 20
"""What is near in meaning alone and shown: the nearest, for behind them everything is near."""
NARROWING = ("kind", "is", "project", "agent", "tag", "status", "layer")
"""The fields that the filter offers."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search answered."""

    matches: tuple[str, ...]
    """Facts that hold a word of the query, or that fit its conditions."""
    nearby: tuple[str, ...]
    """Facts that are near in meaning alone."""
    hits: Mapping[str, Hit]
    """Why each was found."""
    is_cut: bool = False
    """Whether there are more matches than are shown."""
    notes: tuple[str, ...] = ()
    typing: bool = False
    """Whether its last word was looked for as the beginning of one."""

    @property
    def ids(self) -> tuple[str, ...]:
        return self.matches + self.nearby

    @property
    def has_words(self) -> bool:
        """Whether words were looked for; else its matches are listed in an order."""
        return any(hit.by is not None for hit in self.hits.values())


class Finding:
    """Asks one engine, in the thread that it is called in."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def narrowings(self) -> Mapping[str, Completions]:
        """Field → the values by which a list can be narrowed."""
        return {field: actions.complete_query(self._engine, f"{field}:") for field in NARROWING}

    def search(
        self,
        query: str,
        is_wanted: Callable[[], bool],
        order: FactOrder = FactOrder.NEWEST,
        *,
        typing: bool | None = False,
    ) -> Found | None:
        """The facts a query finds, those of conditions alone in an order; None when nobody waits for the answer.

        Never waits for another search. typing: whether the last word may be the beginning of one; None where it is one
        if no fact holds it whole.
        """
        found = self._search(query, is_wanted, order, typing=typing is True)
        if typing is not None or found is None or found.matches:
            return found
        begun = self._search(query, is_wanted, order, typing=True)
        return begun if begun is None or begun.matches else found

    def _search(self, query: str, is_wanted: Callable[[], bool], order: FactOrder, *, typing: bool) -> Found | None:
        if not is_wanted():
            return None
        most = in_force(self._engine.store)[APP_LIMIT]
        asked = actions.Conditions(actions.Place.FACTS, limit=most)
        result = actions.search_while(self._engine, query, asked, is_wanted, typing=typing)
        if result is None:
            return None
        facts = {hit.passage.id: hit for hit in result.hits if hit.passage.type is model.PassageType.FACT}
        others, is_cut = len(result.hits) - len(facts), len(result.hits) == most
        notes = [f"{others} more hits in sessions and documents: `lore search`"] if others else []
        if is_cut:
            notes.append(f"showing the best {most}: add words to narrow it down")
        matches, nearby = _facts(result.matches), _facts(result.nearby)[:NEAREST]
        found = Found(matches, nearby, facts, is_cut, (*notes, *result.notes), typing)
        if found.has_words or not matches:
            return found
        return replace(found, matches=actions.ordered_facts(self._engine, order, facts=matches).ids)


def _facts(hits: Sequence[Hit]) -> tuple[str, ...]:
    return tuple(hit.passage.id for hit in hits if hit.passage.type is model.PassageType.FACT)
