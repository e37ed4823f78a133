"""How fast `lore mcp` says hello, what it holds until somebody searches, and how fast it searches.

    python tests/bench/bench_mcp.py [SIZE …] [--keep DIR] [--calls N] [--starts N]

Makes a store of each size as `scale.py` does (kept and used again with `--keep`), starts the real process over stdio
and prints one JSON line: from the start of the process to the answer to `initialize` (median, and worst, and how often
Python that does nothing fits into it), what it holds then, the first search, which is answered by words, the second,
which waits for nothing either, then searches as a client sees them (median, 95th and 99th percentile) with the
characters of an answer. `load` says how many other programs ran.
"""

import argparse
import asyncio
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from mcp import Client
from mcp.client.stdio import StdioServerParameters
from scale import ClusteredEmbedder, embed, fill, sentences

from lore.index import catch_up
from lore.store import open_store

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}
COMMAND = [sys.executable, "-m", "lore", "mcp"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[1_000, 100_000])
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--calls", type=int, default=1_000)
    parser.add_argument("--starts", type=int, default=20)
    options = parser.parse_args()
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as scratch:
            folder = (options.keep or Path(scratch)) / str(size)
            _prepare(folder, size)
            figures = {"facts": size, "machine": platform.machine(), "cores": os.cpu_count()}
            figures |= {"load_before": round(os.getloadavg()[0], 1), "hello_ms": _hellos(folder, options.starts)}
            figures |= asyncio.run(_searches(folder, options.calls))
            print(json.dumps(figures | {"load_after": round(os.getloadavg()[0], 1)}), flush=True)


def _prepare(folder: Path, size: int) -> None:
    embedder = ClusteredEmbedder(folder)
    with open_store(folder) as store:
        fill(store, size)
        embed(store, embedder)
        catch_up(store, embedder, wait_s=60)


def _hellos(folder: Path, starts: int) -> dict[str, float]:
    """From the start of the process to its first answer."""
    times, bare = [], []
    for _ in range(starts):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        bare.append(1000 * (time.perf_counter() - began))
        began = time.perf_counter()
        process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "LORE_HOME": str(folder)}
        )
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(HELLO).encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        times.append(1000 * (time.perf_counter() - began))
        process.stdin.close()
        process.wait(10)
    median = statistics.median(times)
    return {"median": round(median), "worst": round(max(times)), "of_bare": round(median / statistics.median(bare), 1)}


async def _searches(folder: Path, calls: int) -> dict[str, object]:
    """As the client sees them."""
    queries = list(islice(sentences(), 0, 40 * calls, 40))
    environment = {**os.environ, "LORE_HOME": str(folder)}
    server = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=environment)
    times, characters = [], []
    async with Client(server) as client:
        await client.list_tools()
        await client.get_prompt("review")
        idle = _held()
        for number in range(calls + 1):
            began = time.perf_counter()
            answer = await client.call_tool("memory_search", {"query": queries[number % len(queries)]})
            times.append(1000 * (time.perf_counter() - began))
            characters.append(len(answer.content[0].model_dump()["text"]))
        searched = _held()
    first, rest = times[0], times[1:]
    cuts = statistics.quantiles(rest, n=100)
    percentiles = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "worst": max(rest)}
    return {
        "idle_mb": idle,
        "searched_mb": searched,
        "first_search_ms": round(first),
        "search_ms": {name: round(value, 1) for name, value in percentiles.items()},
        "characters": round(statistics.median(characters)),
    }


def _held() -> list[int]:
    """What the servers that this process started hold, in megabytes."""
    done = subprocess.run(["ps", "-o", "rss=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=True)
    return [int(size) // 1000 for size in done.stdout.split() if int(size) > 20_000]


if __name__ == "__main__":
    main()
