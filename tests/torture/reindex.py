"""R11: the word index is built again from nothing while searches go on."""

import random
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lore.errors import ModelError
from lore.index import catch_up, rebuild
from lore.model import Clean, Fact, Kind
from lore.search import Searcher, SearchRequest
from lore.store import open_store

from .figures import Figure, Scale, within
from .processes import Asked, Gate, ask
from .work import sentence, token

if TYPE_CHECKING:
    from lore.embedding.embedder import Floats

REBUILD_LIMIT_S = 5.0
TOGETHER = 1_000
PAUSE_S = 0.02
FEWEST = 3
"""Searches of each searcher, however quick the index is built."""
PATIENCE_S = 120.0
"""The searchers hold the lock of the index again and again; on a busy machine the builder waits its turn."""


class NoModel:
    """An embedder whose model is missing: searches go by words alone."""

    name = "none"
    dimension = 1

    def load(self) -> None:
        raise ModelError("no model in this torture")

    def embed(self, texts: Sequence[str]) -> "Floats":
        raise ModelError("no model in this torture")

    def embed_query(self, text: str) -> "Floats":
        raise ModelError("no model in this torture")


def run(scale: Scale) -> Iterator[Figure]:
    """Size: facts."""
    home = scale.folder / "store"
    ask(partial(_fill, home, scale.size))
    warm = [Gate(), Gate()]
    searchers = [
        Asked(partial(_search, home, gate, scale.size, kept_open))
        for gate, kept_open in zip(warm, (True, False), strict=True)
    ]
    for gate in warm:
        gate.wait()
    builder = Asked(partial(_rebuild, home))
    try:
        seconds = builder.answer()
    finally:
        (home / "stop").touch()  # nothing else ends the searchers
    answers = [searcher.answer() for searcher in searchers]
    yield within(scale, "R11", seconds, REBUILD_LIMIT_S, f"{scale.size:,} facts re-indexed in", "s")
    for (asked, wrong, longest), who in zip(
        answers, ("one app that stays open", "an app for each search"), strict=True
    ):
        among = f"{asked:,} searches meanwhile, {who}, the longest {longest:.2f} s"
        yield Figure("R11", f"{wrong} wrong answers in {among}", kept=asked > 0 and wrong == 0)


def _fill(home: Path, facts: int) -> None:
    rng = random.Random(0)
    with open_store(home) as store:
        for start in range(0, facts, TOGETHER):
            with store.write("import") as transaction:
                for number in range(start, min(facts, start + TOGETHER)):
                    store.facts.add(transaction, Fact("", _long(rng, number), Kind.NOTE))
        catch_up(store, None)


def _long(rng: random.Random, number: int) -> Clean:
    return Clean(" and ".join([sentence(rng, str(number)), *(sentence(rng, f"{number} {part}") for part in "ab")]))


def _rebuild(home: Path) -> float:
    with open_store(home) as store:
        started = time.perf_counter()
        rebuild(store, None, wait_s=PATIENCE_S)
        return time.perf_counter() - started


def _search(home: Path, warm: Gate, facts: int, kept_open: bool) -> tuple[int, int, float]:
    """Search for single facts until told to stop. Returns searches, wrong answers and the longest, in seconds."""
    rng = random.Random(1)
    asked = wrong = 0
    longest = 0.0
    with open_store(home) as store:
        searcher = Searcher(store, NoModel())
        searcher.search(SearchRequest(token("0")))
        warm.open()
        while home.exists() and (asked < FEWEST or not (home / "stop").exists()):
            if not kept_open:
                searcher = Searcher(store, NoModel())
            word = token(str(rng.randrange(facts)))
            started = time.perf_counter()
            hits = searcher.search(SearchRequest(word)).hits
            longest = max(longest, time.perf_counter() - started)
            asked += 1
            wrong += not (hits and hits[0].passage.text.startswith(word))
            time.sleep(PAUSE_S)
    return asked, wrong, longest
