"""What an agent says that is known already: it may only repeat what it was told, so it is no new evidence."""

import heapq

from lore.capture.drafts import DraftFact
from lore.model import Fact, Role, Status
from lore.store import FactFilter, Store
from lore.text import normalise

COMPARED = 2_000
"""The newest facts whose words are looked for in what an agent says."""
_FEWEST_WORDS = 3
"""Of a fact that is recognised inside another sentence."""


class AgentRepeats:
    """Tells what is news from what an agent only repeats: the newest facts as the store holds them at each moment."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._count = 0
        self._newest: list[tuple[str, int, str]] | None = None
        """Time, place in the order of storing, and compared form of each fact, as a heap; None until it is needed."""

    def is_repeat(self, draft: DraftFact) -> bool:
        """Whether an agent says what is known; what a user says never is a repeat."""
        if draft.evidence.role is not Role.ASSISTANT:
            return False
        said = normalise(f"{draft.fact.text} {draft.evidence.quote}")
        known = any(text in said for _, _, text in self._facts() if text.count(" ") >= _FEWEST_WORDS - 1)
        return known or self._was_given(draft)

    def _was_given(self, draft: DraftFact) -> bool:
        """Whether its session was given a message of another one that says it."""
        if draft.evidence.session is None:
            return False
        given = self._store.passages.many(self._store.accesses.given(draft.evidence.session))
        quote = normalise(draft.evidence.quote)
        return any(quote in normalise(passage.text) for passage in given.values())

    def add(self, fact: Fact) -> None:
        """Take in a fact that was stored now."""
        if self._newest is not None:
            self._count += 1
            self._push((fact.created_at, self._count, normalise(fact.text)))

    def forget(self) -> None:
        """Read the store again: something was undone."""
        self._newest = None

    def _facts(self) -> list[tuple[str, int, str]]:
        if self._newest is None:
            self._newest = []
            texts = self._store.facts.texts(FactFilter(statuses=tuple(Status)), limit=COMPARED)
            times = {inputs.id: inputs.created_at for inputs in self._store.facts.strength_inputs(list(texts))}
            for place, (name, text) in enumerate(texts.items()):
                if name in times:
                    self._push((times[name], -place, normalise(text)))
        return self._newest

    def _push(self, fact: tuple[str, int, str]) -> None:
        assert self._newest is not None
        heapq.heappush(self._newest, fact)
        if len(self._newest) > COMPARED:
            heapq.heappop(self._newest)
