"""How search behaves among 10,000, 100,000 and 1,000,000 facts.

    python tests/bench/scale.py [SIZE …] [--keep DIR] [--queries N]

Makes a store of each size (kept and used again with `--keep`) and prints one JSON line: how long it took to fill, index
and embed, what it takes on disk per fact and in memory, warm searches without and with a selective filter (median and
95th percentile), catching up with 1 and with 1,000 changes, and a whole `lore search` process. Beside every time on the
clock stands the time of the processor, which other programs disturb less; `load` says how many of them there were.

The facts are made from sentences of real sessions. Their vectors are synthetic, under the name of the bundled model, in
clusters as texts of one topic make them: embedding a million facts takes hours and would measure nothing else. The
question of each search is embedded by the real model, so that its time counts; then a synthetic vector takes its place.
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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from lore.embedding import bundled_embedder
from lore.embedding.embedder import DIMENSION, MODEL
from lore.index import PassageFilter, catch_up, open_index
from lore.model import Clean, Evidence, Fact, Kind, Layer, PassageType
from lore.paths import database, index_folder
from lore.search import Searcher, SearchRequest
from lore.store import Store, open_store
from lore.store.records import VectorRow
from lore.text import text_hash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

SESSIONS = Path(__file__).parents[1] / "data" / "retrieval" / "commit2session_agentv_dialog.jsonl"
KINDS = tuple(Kind)
PROJECTS = 40
BATCH = 500
TOPICS, SHADES = 2_000, 4_096
"""Centres of the synthetic vectors, and the directions in which they leave them."""
APART = 0.9
"""How far a vector is from its centre: cosines within a topic are about 0.55, those of other topics about 0."""
SELECTIVE = PassageFilter(kinds=("decision",), projects=("project-7",))


class ClusteredEmbedder:
    """Synthetic vectors: the topic of a text is its first word, the rest follows from the whole text."""

    name, dimension = MODEL, DIMENSION

    def __init__(self, folder: Path) -> None:
        import numpy as np

        made = np.random.default_rng(1).standard_normal((TOPICS + SHADES, DIMENSION), dtype=np.float32)
        made /= np.linalg.norm(made, axis=1, keepdims=True)
        self._topics, self._shades = made[:TOPICS], APART * made[TOPICS:]
        self._real = bundled_embedder(folder)

    def load(self) -> None:
        self._real.load()

    def embed(self, texts: Sequence[str]) -> "Floats":
        import numpy as np

        topics = [crc32(text.partition(" ")[0].casefold().encode()) % TOPICS for text in texts]
        hashes = np.array([crc32(text.encode()) for text in texts], dtype=np.int64)
        rows = self._topics[topics] + self._shades[hashes % SHADES] + 0.3 * self._shades[hashes // SHADES % SHADES]
        normalised: Floats = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return normalised

    def embed_query(self, text: str) -> "Floats":
        self._real.embed_query(text)
        row: Floats = self.embed([text])[0]
        return row


@dataclass(frozen=True)
class Took:
    """Seconds on the clock, and of the processor."""

    wall: float
    cpu: float

    def as_json(self) -> dict[str, float]:
        return {"wall_s": round(self.wall, 3), "cpu_s": round(self.cpu, 3)}


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
    embedder = ClusteredEmbedder(folder)
    figures: dict[str, object] = {"facts": size, "load_before": os.getloadavg()[0]}
    with open_store(folder) as store:
        figures["fill"] = taken(lambda: fill(store, size)).as_json()
        figures["embed"] = taken(lambda: embed(store, embedder)).as_json()
        figures["index"] = taken(lambda: catch_up(store, embedder, wait_s=60)).as_json()
        figures["index_bytes_per_fact"] = {
            part: round(sum(map(bytes_below, index_folder(folder).glob(f"*/{pattern}"))) / size)
            for part, pattern in (("words", "words-*"), ("passages and vectors", "passages-*"))
        }
        figures["store_bytes_per_fact"] = round(database(folder).stat().st_size / size)
        searcher = Searcher(store, embedder)
        questions = list(islice(sentences(), 0, 40 * queries, 40))
        figures["memory_mb_before"] = memory()
        figures["first"] = taken(lambda: searcher.search(SearchRequest(questions[0]))).as_json()
        for name, wanted in (("plain", PassageFilter()), ("filtered", SELECTIVE)):
            requests = [SearchRequest(question, filter=wanted) for question in questions]
            searcher.search(requests[0])
            figures[f"{name}_ms"] = percentiles([taken(partial(searcher.search, request)) for request in requests])
        figures["memory_mb_after"] = memory()
        for changes in (1, 1_000):
            known = store.cursor()
            fill(store, store.passages.count()[PassageType.FACT] + changes)
            embed(store, embedder, after=known)
            figures[f"catch_up_{changes}"] = taken(lambda: catch_up(store, embedder, wait_s=60)).as_json()
            figures[f"search_after_{changes}"] = taken(lambda: searcher.search(SearchRequest(questions[1]))).as_json()
        index = open_index(store, embedder)
        figures["indexed"] = index.words.size() if index.words else 0
    starts = [cold(folder, question) for question in questions[:6]][1:]
    figures["cold_s"] = {name: statistics.median(getattr(took, name) for took in starts) for name in ("wall", "cpu")}
    figures["load_after"] = os.getloadavg()[0]
    return figures


def fill(store: Store, size: int) -> None:
    """Add facts until there are `size`."""
    there = store.passages.count()[PassageType.FACT]
    texts = islice(facts(), there, size)
    while batch := list(islice(texts, BATCH)):
        with store.write("import") as transaction:
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
                    transaction, fact, [Evidence(Clean(text), session=f"s{number // 20}", source_id=f"m{number}")]
                )
        there += len(batch)


def embed(store: Store, embedder: ClusteredEmbedder, after: int = 0) -> None:
    """Store a vector of every fact that has none, in larger groups than `embed_pending`, whose model is slower.

    after: look only at what the store announced after this; 0 for everything.
    """
    changed = [list(store.passages.many([row.passage for row in store.changes_since(after, 10_000)]).values())]
    for page in changed if after else store.passages.pages():
        made = store.vectors.hashes([passage.id for passage in page], embedder.name)
        missing = [passage for passage in page if passage.id not in made]
        if missing:
            rows = embedder.embed([passage.text for passage in missing]).astype("<f2")
            store.vectors.put(
                [
                    VectorRow(passage.id, 0, MODEL, DIMENSION, text_hash(passage.text), row.tobytes())
                    for passage, row in zip(missing, rows, strict=True)
                ]
            )


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


def cold(folder: Path, question: str) -> Took:
    command = [sys.executable, "-m", "lore", "search", "--in", "facts", question.lstrip("-")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(command, env={**os.environ, "LORE_HOME": str(folder)}, capture_output=True, check=False)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Took(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def taken(work: Callable[[], object]) -> Took:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Took(time.perf_counter() - wall, time.process_time() - cpu)


def percentiles(times: list[Took]) -> dict[str, float]:
    found = {}
    for name in ("wall", "cpu"):
        ordered = sorted(getattr(took, name) for took in times)
        found[f"{name}_p50"] = round(1000 * statistics.median(ordered), 1)
        found[f"{name}_p95"] = round(1000 * ordered[int(0.95 * len(ordered))], 1)
    return found


def memory() -> dict[str, int]:
    """Megabytes of this process: its own, and those of files that the system may take back at any time."""
    lines = Path("/proc/self/status").read_text().splitlines()
    found = {line.split(":")[0]: int(line.split()[1]) // 1024 for line in lines if line.startswith("Rss")}
    return {"own": found["RssAnon"], "mapped files": found["RssFile"]}


def bytes_below(folder: Path) -> int:
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    main()
