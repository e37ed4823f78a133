"""A thousand pages of markdown taken in: cold, unchanged, with ten of them changed; then embedding, and searches.

python tests/bench/bench_docs.py [PAGES]
"""

import os
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

PAGES = 1_000
SECTIONS, WORDS = 8, 90
EMBEDDED = 200
"""Parts that are embedded to tell the time of one; all of them take minutes."""
SEARCHES = 100
VOCABULARY = [
    first + second + third
    for first in ("ba", "co", "de", "fu", "ga", "hi", "lo", "mi", "nu", "pe")
    for second in ("ck", "nd", "rt", "st", "ll", "mp", "xi", "vo")
    for third in ("er", "ing", "ed", "ion", "al", "y", "ful", "ness", "or", "um")
]


def page(rng: random.Random, number: int) -> str:
    """About five kilobytes: a title, eight sections, a table and a piece of code."""
    lines = [f"# Page {number}", ""]
    for section in range(SECTIONS):
        words = rng.choices(VOCABULARY, k=WORDS)
        lines += [f"## {' '.join(rng.choices(VOCABULARY, k=3)).title()} {section}", "", " ".join(words) + ".", ""]
    return "\n".join([*lines, "| a | b |", "|---|---|", "| 1 | 2 |", "", "```sh", "# no heading", "make", "```", ""])


def timed(label: str, work: Callable[[], object]) -> None:
    started, used = time.perf_counter(), time.process_time()
    told = work()
    wall, cpu = time.perf_counter() - started, time.process_time() - used
    print(f"{label:<26}{wall:8.3f} s {cpu:8.3f} s of CPU  {told}")


def main() -> None:
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else PAGES
    with TemporaryDirectory(prefix="lore-bench-") as name:
        os.environ["LORE_HOME"] = f"{name}/home"
        folder = Path(name, "pages")
        rng = random.Random(1)
        for number in range(pages):
            file = folder / f"{number % 20}" / f"{number}.md"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(page(rng, number), encoding="utf-8")
        measure(folder, rng)


def measure(folder: Path, rng: random.Random) -> None:
    from lore import library
    from lore.embedding import bundled_embedder
    from lore.embedding.hashing_embedder import HashingEmbedder
    from lore.index import catch_up, embed_pending
    from lore.search import Searcher, SearchRequest
    from lore.store import open_store

    files = sorted(folder.rglob("*.md"))
    size = sum(file.stat().st_size for file in files)
    print(f"{len(files):,} pages, {size / 1e6:.1f} MB, load {os.getloadavg()[0]:.1f}")
    with open_store() as store:
        collection = library.add(store, folder, library.Settings())

        def sync() -> str:
            report = library.sync(store, collection)
            return f"{sum(map(len, report.files.values())):,} of {report.documents:,} files, {report.parts:,} parts"

        timed("cold", sync)
        timed("nothing changed", sync)
        for file in files[:10]:
            file.write_text(file.read_text() + "\nOne more line.\n", encoding="utf-8")
        timed("ten changed", sync)
        for file in files[10:20]:
            file.rename(file.with_name(f"moved-{file.name}"))
        timed("ten renamed", sync)
        timed("word index and catalogue", lambda: catch_up(store, None, wait_s=60))
        embedder = bundled_embedder(store.folder)
        timed("embedding", lambda: f"{embed_pending(store, embedder, most=EMBEDDED).passages:,} parts")
        searcher = Searcher(store, HashingEmbedder())  # all vectors at once, as after some minutes with the model
        searcher.prepare()
        times = []
        for _ in range(SEARCHES):
            query = " ".join(rng.choices(VOCABULARY, k=4))
            times.append(searcher.search(SearchRequest(query, places="docs")).took_ms)
        print(f"search in documents        p50 {statistics.median(times):.1f} ms, worst {max(times):.1f} ms")
        print(f"memory                     {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
