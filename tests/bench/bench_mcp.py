"""How fast `lore mcp` says hello, and how fast it answers the hook of each prompt.

    python tests/bench/bench_mcp.py [SIZE …] [--keep DIR] [--calls N] [--starts N]

Makes a store of each size as `scale.py` does (kept and used again with `--keep`), starts the real process over stdio
and prints one JSON line: from the start of the process to the answer to `initialize` (median, and worst), the first
`hook_recall`, which waits for the model, then `hook_recall` as a client sees it (median, 95th and 99th percentile, and
how many recalled something), each with a prompt and a session of its own. `load` says how many other programs ran.
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
            figures |= asyncio.run(_recalls(folder, options.calls))
            print(json.dumps(figures | {"load_after": round(os.getloadavg()[0], 1)}), flush=True)


def _prepare(folder: Path, size: int) -> None:
    embedder = ClusteredEmbedder(folder)
    with open_store(folder) as store:
        fill(store, size)
        embed(store, embedder)
        catch_up(store, embedder, wait_s=60)


def _hellos(folder: Path, starts: int) -> dict[str, float]:
    """From the start of the process to its first answer."""
    times = []
    for _ in range(starts):
        started = time.perf_counter()
        process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "LORE_HOME": str(folder)}
        )
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(HELLO).encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        times.append(1000 * (time.perf_counter() - started))
        process.stdin.close()
        process.wait(10)
    return {"median": round(statistics.median(times)), "worst": round(max(times))}


async def _recalls(folder: Path, calls: int) -> dict[str, object]:
    """As the client of a hook sees them."""
    prompts = list(islice(sentences(), 0, 40 * calls, 40))
    environment = {**os.environ, "LORE_HOME": str(folder)}
    server = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=environment)
    times, recalled = [], 0
    async with Client(server) as client:
        for number in range(calls + 1):
            asked = {"prompt": prompts[number % len(prompts)], "session": f"bench-{number}", "cwd": str(folder)}
            started = time.perf_counter()
            answer = await client.call_tool("hook_recall", asked)
            times.append(1000 * (time.perf_counter() - started))
            recalled += answer.content[0].model_dump()["text"] != "{}"
    first, rest = times[0], times[1:]
    cuts = statistics.quantiles(rest, n=100)
    percentiles = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "worst": max(rest)}
    return {
        "first_recall_ms": round(first),
        "recall_ms": {name: round(value, 1) for name, value in percentiles.items()},
        "recalled": recalled,
    }


if __name__ == "__main__":
    main()
