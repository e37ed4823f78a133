"""What an agent says that is known already: it may only repeat what it was told, so it is no new evidence."""

from collections.abc import Iterable, Sequence

from lore.capture.prepare import Drawn
from lore.model import Role, Status
from lore.store import FactFilter, Store
from lore.text import normalise

COMPARED = 2_000
"""The newest facts whose words are looked for in what an agent says."""
_FEWEST_WORDS = 3
"""Of a fact that is recognised inside another sentence."""


def without_repetitions(store: Store, drawn: Sequence[Drawn]) -> list[Drawn]:
    """The facts that are news: all that a person said, and of an agent's those that hold no known one."""
    if all(one.evidence.role is Role.USER for one in drawn):
        return list(drawn)
    known = [normalise(text) for text in store.facts.texts(FactFilter(statuses=tuple(Status)), limit=COMPARED).values()]
    said: list[str] = []
    news: list[Drawn] = []
    for one in drawn:
        quote = normalise(f"{one.fact.text} {one.evidence.quote}")
        if one.evidence.role is Role.USER or not _holds_one_of(quote, (*known, *said)):
            news.append(one)
            said.append(normalise(one.fact.text))
    return news


def _holds_one_of(quote: str, known: Iterable[str]) -> bool:
    return any(text in quote for text in known if text.count(" ") >= _FEWEST_WORDS - 1)
