"""How search behaves among 10,000, 100,000 and 1,000,000 facts.

    python tests/bench/scale.py [SIZE …] [--keep DIR] [--queries N]

Makes a store of each size (kept and used again with `--keep`) and prints one JSON line: how long it took to fill, index
and embed, what it takes on disk per fact and in memory, warm searches without and with a selective filter (median and
95th percentile), catching up with 1 and with 1,000 changes, and a whole `lore search` process.

The facts are made from sentences of real sessions. Their vectors are those of `lore.index.twin`, under the name of the
bundled model: embedding a million facts with that takes hours and would measure nothing else.
"""

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from lore.index import bundled_embedder, catch_up, embed_pending, open_index
from lore.index.twin import WordEmbedder
from lore.model import Clean, Evidence, Fact, Kind, Layer, PassageType
from lore.paths import database, index_folder
from lore.search import PassageFilter, Searcher, SearchRequest
from lore.store import Store, open_store

SESSIONS = Path(__file__).parents[1] / "data" / "retrieval" / "commit2session_agentv_dialog.jsonl"
KINDS = tuple(Kind)
PROJECTS = 40
BATCH = 500
SELECTIVE = PassageFilter(kinds=("decision",), projects=("project-7",))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[10_000, 100_000])
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--queries", type=int, default=200)
    options = parser.parse_args()
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as scratch:
            print(json.dumps(measure((options.keep or Path(scratch)) / str(size), size, options.queries)), flush=True)


def measure(folder: Path, size: int, queries: int) -> dict[str, object]:
    """Every figure of one size."""
    embedder = WordEmbedder(bundled_embedder(folder).name)
    figures: dict[str, object] = {"facts": size}
    with open_store(folder) as store:
        figures["fill_s"] = seconds(lambda: fill(store, size))
        figures["embed_s"] = seconds(lambda: embed_pending(store, embedder))
        figures["index_s"] = seconds(lambda: catch_up(store, embedder, wait_s=60))
        figures["index_bytes_per_fact"] = round(bytes_below(index_folder(folder)) / size)
        figures["store_bytes_per_fact"] = round(database(folder).stat().st_size / size)
        searcher = Searcher(store, embedder)
        questions = list(islice(sentences(), 0, 40 * queries, 40))
        searcher.search(SearchRequest(questions[0]))
        before = memory()
        for name, wanted in (("plain", PassageFilter()), ("filtered", SELECTIVE)):
            requests = [SearchRequest(question, filter=wanted) for question in questions]
            times = [seconds(partial(searcher.search, request)) for request in requests]
            figures[f"{name}_ms"] = percentiles(times)
        figures["memory_mb"] = {"before": before, "after": memory()}
        for changes in (1, 1_000):
            figures[f"catch_up_{changes}_ms"] = round(1000 * catching_up(store, embedder, size, changes), 1)
        index = open_index(store, embedder)
        figures["indexed"] = index.words.size if index.words else 0
    figures["cold_s"] = statistics.median(seconds(partial(cold, folder, question)) for question in questions[:5])
    return figures


def fill(store: Store, size: int) -> None:
    """Add facts until there are `size`."""
    there = store.passages.count()[PassageType.FACT]
    texts = islice(facts(), there, size)
    while batch := list(islice(texts, BATCH)):
        with store.write("import") as change:
            for number, text in enumerate(batch, there):
                fact = Fact(
                    "",
                    Clean(text),
                    KINDS[number % len(KINDS)],
                    layer=Layer.PROJECT,
                    project=f"project-{number // 7 % PROJECTS}",
                    created_at=f"20{20 + number % 6}-{1 + number % 12:02}-{1 + number % 28:02}T09:00:00Z",
                )
                store.facts.add(
                    change, fact, [Evidence(Clean(text), session=f"s{number // 20}", source_id=f"m{number}")]
                )
        there += len(batch)


def facts() -> Iterator[str]:
    """Sentences, then pairs of half sentences, each with its own name: no two alike, none unlike all others."""
    pool = list(sentences())
    for number in range(10**9):
        first, second = pool[number % len(pool)], pool[(number * 7919 + number // len(pool)) % len(pool)]
        words, others = first.split(), second.split()
        name = f"{words[0].strip('`*_').lower() or 'thing'}_{number}"
        yield " ".join([*words[: 4 + number % 12], name, *others[len(others) // 2 :][:12]])


def sentences() -> Iterator[str]:
    for line in SESSIONS.read_text().splitlines():
        for text in json.loads(line)["docs"].values():
            yield from (part for part in re.split(r"(?<=[.!?])\s+|\n+", text) if 5 <= len(part.split()) <= 40)


def catching_up(store: Store, embedder: WordEmbedder, size: int, changes: int) -> float:
    """Seconds to take in so many new facts."""
    fill(store, store.passages.count()[PassageType.FACT] + changes)
    embed_pending(store, embedder)
    return seconds(lambda: catch_up(store, embedder, wait_s=60))


def cold(folder: Path, question: str) -> None:
    command = [sys.executable, "-m", "lore", "search", "--in", "facts", question.lstrip("-")]
    subprocess.run(command, env={**os.environ, "LORE_HOME": str(folder)}, capture_output=True, check=False)


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return round(time.perf_counter() - started, 4)


def percentiles(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "p50": round(1000 * statistics.median(ordered), 1),
        "p95": round(1000 * ordered[int(0.95 * len(ordered))], 1),
        "max": round(1000 * ordered[-1], 1),
    }


def memory() -> int:
    """Megabytes this process has used at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def bytes_below(folder: Path) -> int:
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    main()
