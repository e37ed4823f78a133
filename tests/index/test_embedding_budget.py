"""The time that a command gives to embedding holds, however slow the model is and however much waits."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from lore.embedding.hashing_embedder import HashingEmbedder
from lore.index import embed_pending
from lore.store import Store
from support.searching import save

if TYPE_CHECKING:
    from lore.embedding.hashing_embedder import Floats


from lore.index import catch_up
from lore.index.lexical_by_type import open_words
from lore.index.refresh import words_folder

FACTS = 400
BUDGET_S = 10.0


class Slow(HashingEmbedder):
    """Takes time of its own clock for each text, and more and more of it."""

    def __init__(self, seconds: float, growth: float = 1.0) -> None:
        super().__init__()
        self.now = 0.0
        self.groups: list[int] = []
        self._seconds, self._growth = seconds, growth

    def embed(self, texts: Sequence[str]) -> "Floats":
        self.groups.append(len(texts))
        for _ in texts:
            self.now += self._seconds
            self._seconds *= self._growth
        return super().embed(texts)


@pytest.fixture
def filled(store: Store) -> Store:
    for number in range(FACTS):
        save(store, f"Service {number} listens on port {5000 + number}")
    return store


@pytest.mark.parametrize(("seconds", "growth"), [(0.1, 1.0), (0.5, 1.0), (0.02, 1.01), (2.0, 1.0)])
def test_embedding_ends_with_its_time(
    filled: Store, monkeypatch: pytest.MonkeyPatch, seconds: float, growth: float
) -> None:
    """No group begins that would take longer than what is left at the pace of the one before; what was made is kept."""
    slow = Slow(seconds, growth)
    monkeypatch.setattr("lore.index.pending.monotonic", lambda: slow.now)
    report = embed_pending(filled, slow, budget_s=BUDGET_S)
    assert not report.complete
    assert slow.now <= max(BUDGET_S * 1.1, 2 * seconds)
    assert slow.now >= BUDGET_S
    assert filled.vectors.pending(slow.name) == FACTS - report.passages


def test_a_quick_model_embeds_large_groups(filled: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small group tells the pace; requests to a model that answers quickly are as large as without a limit."""
    slow = Slow(0.001)
    monkeypatch.setattr("lore.index.pending.monotonic", lambda: slow.now)
    assert embed_pending(filled, slow, budget_s=BUDGET_S).complete
    assert slow.groups == [2, 128, 128, 128, 14]


def test_what_lies_behind_the_bound_of_a_passage_is_set_aside(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Catching up takes a bounded time whatever was saved."""
    monkeypatch.setattr("lore.index.analysis.MOST_SEARCHED", 40)
    save(store, f"The zebra is striped {'and more ' * 9} giraffe")
    catch_up(store, None, wait_s=5.0)
    words = open_words(words_folder(store))
    assert words is not None
    assert (words.frequencies(["zebra"]), words.frequencies(["giraff"])) == ([1], [0])
