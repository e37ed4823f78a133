"""How long `lore doctor` looks, on a store of many facts: the first visit, which scans all for secrets, and the next.

    python tests/bench/bench_doctor.py [FACTS] [FOLDER]

FOLDER keeps the store for the next time. The vectors of the store are made up: what they say costs no time.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from lore.doctor import Report, run_checks
from lore.doctor.leaks import TOGETHER_CHARS
from lore.embedding import bundled_embedder
from lore.index import catch_up
from lore.intake.scanners import OWN
from lore.model import Clean, Evidence, Fact, Kind, Role, Session, Turn
from lore.store import Store, open_store
from lore.store.records import VectorRow
from lore.text import text_hash

SHOWN = 6
TOGETHER = 500
WORDS = ("use", "never", "prefer", "tests", "database", "port", "cache", "queue", "index", "deploy", "staging",
         "branch", "commit", "review", "config", "search", "retry", "timeout", "schema", "python", "swift", "button",
         "colour", "theme", "fixture", "socket", "lock", "write", "because", "when", "module")  # fmt: skip


def sentence(number: int, length: int) -> Clean:
    words = [WORDS[(number * 7 + step * (3 + number % 13)) % len(WORDS)] for step in range(length)]
    return Clean(f"{' '.join(words)} {number}")


def fill(store: Store, wanted: int) -> None:
    """Facts with their quotation in a message of their own, and a vector for each."""
    store.backs_up = False
    kinds = list(Kind)
    for start in range(0, wanted, TOGETHER):
        session = f"s{start}"
        numbers = range(start, min(start + TOGETHER, wanted))
        with store.write("hook") as transaction:
            store.sessions.put(transaction, Session(session, "claude-code"))
            turns = [
                Turn(session, f"m{n}", Role.USER, Clean(f"{sentence(n, 60)}. {sentence(n, 16)}.")) for n in numbers
            ]
            store.sessions.add_turns(transaction, session, turns)
            for n in numbers:
                quote = Evidence(sentence(n, 16), session, f"m{n}")
                store.facts.add(
                    transaction, Fact("", quote.quote, kinds[n % len(kinds)], project=f"p{n % 20}"), [quote]
                )
    for page in store.passages.pages():
        store.vectors.put([_vector(passage.id, passage.text) for passage in page])
    catch_up(store, bundled_embedder(store.folder), wait_s=60)


def _vector(passage: str, text: str) -> VectorRow:
    import numpy as np

    numbers = np.random.default_rng(int(text_hash(text)[:8], 16)).normal(size=384)
    return VectorRow(passage, 0, "all-MiniLM-L6-v2", 384, text_hash(text), (numbers / 20).astype("<f2").tobytes())


def show(name: str, report: Report, seconds: float, cpu: float) -> None:
    slowest = sorted(report.results, key=lambda result: -result.took_ms)[:SHOWN]
    told = ", ".join(f"{result.check.id} {result.took_ms / 1000:.2f}" for result in slowest)
    print(f"{name:<14}{seconds:6.2f} s, {cpu:5.2f} s of CPU   {told}")
    print(f"{'':<14}wrong: {', '.join(result.check.id for result in report.wrong) or 'nothing'}")


def scan_one_by_one(texts: Sequence[str]) -> None:
    """What scanning short texts together gains."""
    started = time.process_time()
    for text in texts:
        OWN.find(text)
    alone = time.process_time() - started
    started = time.process_time()
    joined = "\n\n".join(texts)
    for start in range(0, len(joined), TOGETHER_CHARS):
        OWN.find(joined[start : start + TOGETHER_CHARS])
    together = time.process_time() - started
    print(f"{'secret scan':<14}{1e6 * alone / len(joined):.2f} µs a character one by one, "
          f"{1e6 * together / len(joined):.2f} in pieces of {TOGETHER_CHARS:,}")  # fmt: skip


def main(facts: int, folder: Path) -> None:
    os.environ["LORE_HOME"] = str(folder)
    with open_store() as store:
        if not store.facts.count():
            fill(store, facts)
        print(f"{store.facts.count():,} facts, {store.sessions.count():,} sessions")
    for name in ("first visit", "next visit", "and the next"):
        started, cpu = time.perf_counter(), time.process_time()
        show(name, run_checks(), time.perf_counter() - started, time.process_time() - cpu)
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "from lore.cli import main; main(['doctor', '--watch'])"], check=False)
    print(f"{'lore doctor':<14}{time.perf_counter() - started:6.2f} s as a whole process")
    scan_one_by_one([sentence(number, 16) for number in range(facts)])


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    if len(sys.argv) > 2:
        main(count, Path(sys.argv[2]))
    else:
        with tempfile.TemporaryDirectory() as made:
            main(count, Path(made) / "lore")
