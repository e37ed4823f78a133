"""D5: what one process was told is saved, the next search of any other finds, in the very moment it was saved."""

import os
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from lore.model import Fact, Kind
from lore.search import Searcher, SearchRequest
from lore.store import open_store

from .command import lore
from .figures import Figure, Scale, none_of
from .processes import Asked, Child
from .work import save, sentence, token

PROGRAMS = 100
"""One in so many searches with everything fresh is made by a program of its own: `lore search`."""
BUSY = 10
"""After one in so many facts the writer goes on writing while the others search."""
Find = Callable[[str], list[str]]
"""The ids of the facts that a search for a word finds."""


class Line:
    """A pipe for whole lines, from one process to another."""

    def __init__(self) -> None:
        self._reading, self._writing = os.pipe()

    def say(self, text: str) -> None:
        os.write(self._writing, f"{text:<63}\n".encode())

    def heard(self) -> str:
        line = b""
        while len(line) < 64:
            line += os.read(self._reading, 64 - len(line))
        return line.decode().rstrip()


def run(scale: Scale) -> Iterator[Figure]:
    """Size: facts, each looked for at once by a process that keeps its indexes open and by one that opens them anew."""
    home = scale.folder / "store"
    with open_store(home):
        pass
    saved = {name: Line() for name in ("open", "fresh")}
    answered = Line()
    searchers = {
        "open": Asked(partial(_search_open, home, scale.size, saved["open"], answered)),
        "fresh": Asked(partial(_search_fresh, home, scale.size, saved["fresh"], answered)),
    }
    writer = Child(partial(_write, home, scale, list(saved.values()), answered))
    missed = {name: searcher.answer() for name, searcher in searchers.items()}
    yield none_of("D5", writer.wait(), "writers failed", "1")
    yield none_of("D5", missed["open"], "saved facts missed", f"{scale.size:,} next searches of an open searcher")
    yield none_of("D5", missed["fresh"], "saved facts missed", f"{scale.size:,} searches with everything fresh")


def _write(home: Path, scale: Scale, saved: list[Line], answered: Line) -> None:
    rng = random.Random(scale.seed)
    with open_store(home) as store:
        for number in range(scale.size):
            label = f"found {scale.seed} {number}"
            with store.write("agent:torture") as transaction:
                text = sentence(rng, label)
                fact = store.facts.add(transaction, Fact("", text, Kind.NOTE, project="torture"))
            for line in saved:
                line.say(f"{fact.id} {token(label)}")
            if number % BUSY == 0:
                save(store, rng, number)
            for _ in saved:
                answered.heard()


def _search_open(home: Path, size: int, saved: Line, answered: Line) -> int:
    with open_store(home) as store:
        searcher = Searcher(store)
        return _missed(size, saved, answered, lambda word: _ids(searcher, word))


def _search_fresh(home: Path, size: int, saved: Line, answered: Line) -> int:
    tried = 0

    def find(word: str) -> list[str]:
        nonlocal tried
        tried += 1
        if tried % PROGRAMS == 0:
            return lore(["search", "--json", word], home).output.replace('"', " ").split()
        with open_store(home) as store:
            return _ids(Searcher(store), word)

    return _missed(size, saved, answered, find)


def _missed(size: int, saved: Line, answered: Line, find: Find) -> int:
    """How many facts were not found by the first search after they were saved."""
    missed = 0
    for _ in range(size):
        fact, word = saved.heard().split()
        try:
            there = fact in find(word)
        except Exception:  # noqa: BLE001 -- a search that fails finds nothing; the others wait for this process
            traceback.print_exc()
            there = False
        if not there:
            missed += 1
            print(f"  not found: {fact} {word}", file=sys.stderr, flush=True)
        answered.say("done")
    return missed


def _ids(searcher: Searcher, word: str) -> list[str]:
    return [hit.passage.id for hit in searcher.search(SearchRequest(word)).hits]
