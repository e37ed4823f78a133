"""How quick the app is in a real pseudo-terminal, on a store of many facts: first paint, key to paint, worst stall.

    python tests/bench/bench_app.py [FACTS] [FOLDER]

FOLDER keeps the store for the next time. Times include the operating system and the terminal's end of the line.
"""

import asyncio
import contextlib
import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

from scale import ClusteredEmbedder, embed

from lore.index import catch_up
from lore.model import Clean, Evidence, Fact, Kind
from lore.presence import AGENT_SIGNS
from lore.store import Store, open_store

ROUNDS = 7
KEYS = {"j": b"j", "page down": b"\x04", "end": b"G", "top": b"g"}
QUIET_S = 0.4
BETWEEN_KEYS_S = 0.08
WORDS = ("use", "never", "prefer", "tests", "database", "port", "cache", "queue", "index", "token", "deploy", "staging",
         "branch", "commit", "review", "config", "search", "retry", "timeout", "schema", "python", "swift", "button",
         "colour", "theme", "fixture", "socket", "lock", "write")  # fmt: skip


def fill(store: Store, wanted: int) -> None:
    """Facts that follow from their number alone."""
    kinds = list(Kind)
    for start in range(store.facts.count(), wanted, 1000):
        with store.write("hook") as transaction:
            for number in range(start, min(start + 1000, wanted)):
                words = [WORDS[(number * 7 + step * (3 + number % 11)) % len(WORDS)] for step in range(5 + number % 12)]
                text = Clean(f"{' '.join(words)} {number}")
                at = f"202{3 + number % 3}-{1 + number % 12:02}-{1 + number % 28:02}T{number % 24:02}:00:00Z"
                evidence = Evidence(text, f"s{number % 500}", f"m{number}", agent="codex", at=at)
                store.facts.add(transaction, Fact("", text, kinds[number % len(kinds)], created_at=at), [evidence])


def made_ready(store: Store) -> None:
    """Everything is indexed, with synthetic vectors: what is timed is the app, not the first start after an import."""
    embedder = ClusteredEmbedder(store.folder)
    embed(store, embedder)
    catch_up(store, embedder, wait_s=600)


class Terminal:
    """The app at the other end of a pseudo-terminal of 120 × 40."""

    def __init__(self, folder: Path) -> None:
        self.master, slave = pty.openpty()
        command = [sys.executable, "-c", "from lore.cli.program import main; main(['tui'])"]
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = {**os.environ, "LORE_HOME": str(folder), "TERM": "xterm-256color"}
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, close_fds=True, start_new_session=True
        )
        os.close(slave)

    def until(self, text: bytes) -> float:
        """Seconds until the output holds a text."""
        seen = b""
        while text not in seen:
            seen += os.read(self.master, 65536)
        return time.perf_counter() - self.started

    def settle(self) -> None:
        while select.select([self.master], [], [], QUIET_S)[0]:
            os.read(self.master, 65536)

    def press(self, key: bytes) -> float:
        """Seconds from a key to the first byte of the answer."""
        started = time.perf_counter()
        os.write(self.master, key)
        os.read(self.master, 65536)
        answered = time.perf_counter() - started
        self.settle()
        return answered

    def quit(self) -> None:
        os.write(self.master, b"q")
        with contextlib.suppress(OSError):  # Linux says so when the other end is closed
            while os.read(self.master, 65536):
                pass
        self.process.wait()
        os.close(self.master)


def paints(folder: Path) -> None:
    first: list[float] = []
    answers: dict[str, list[float]] = {name: [] for name in KEYS}
    for _ in range(ROUNDS):
        terminal = Terminal(folder)
        first.append(terminal.until(b"Lore"))
        terminal.settle()
        for name, key in KEYS.items():
            answers[name].append(terminal.press(key))
        terminal.quit()
    print(f"first paint       {1000 * statistics.median(first):6.0f} ms from process start (median of {ROUNDS})")
    for name, times in answers.items():
        print(f"key to paint      {1000 * statistics.median(times):6.1f} ms  {name}")


async def stalls(folder: Path) -> None:
    """The longest pause of the event loop while somebody types a search, with the model not loaded yet and loaded."""
    from lore.actions import Engine
    from lore.presence import deciding_in_app
    from lore_tui.app import LoreApp
    from lore_tui.screens.fact_list import FactList
    from lore_tui.widgets.search_box import SearchBox

    with open_store(folder) as store:
        app = LoreApp(Engine(store, person=deciding_in_app(), stays_open=True))
        async with app.run_test(size=(120, 40)) as pilot:
            await app.workers.wait_for_complete()
            for label in ("first search", "warm search"):
                beat = asyncio.create_task(heartbeat())
                await pilot.press("slash")
                box = app.screen.query_one(SearchBox)
                for end in range(1, len("deploy staging timeout") + 1):
                    await asyncio.sleep(BETWEEN_KEYS_S)
                    box.value = "deploy staging timeout"[:end]
                typed = time.perf_counter()
                await pilot.pause()  # the box has told of it
                screen = app.screen
                assert isinstance(screen, FactList)
                while not screen.is_answered:
                    await asyncio.sleep(0.005)
                answered = time.perf_counter() - typed
                beat.cancel()
                worst = await asyncio.gather(beat, return_exceptions=True)
                print(
                    f"{label:17} {1000 * answered:6.0f} ms from the last key to the list; worst stall {GAPS[-1]:.0f} ms"
                )
                del worst
                await pilot.press("escape")
                await app.workers.wait_for_complete()


GAPS: list[float] = []


async def heartbeat() -> None:
    """Notes the longest time between two beats, in milliseconds."""
    GAPS.append(0.0)
    last = time.perf_counter()
    while True:
        await asyncio.sleep(0.002)
        now = time.perf_counter()
        GAPS[-1] = max(GAPS[-1], 1000 * (now - last) - 2)
        last = now


def main() -> None:
    for sign in AGENT_SIGNS:  # the app does not open in an agent's shell
        os.environ.pop(sign, None)
    facts = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(scratch) / "lore"
        os.environ["LORE_HOME"] = str(folder)
        with open_store(folder) as store:
            fill(store, facts)
            made_ready(store)
            print(f"{store.facts.count():,} facts")
        paints(folder)
        asyncio.run(stalls(folder))


if __name__ == "__main__":
    main()
