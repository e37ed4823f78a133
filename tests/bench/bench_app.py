"""How quick the app is in a real pseudo-terminal, on a store of many facts: first paint, key to paint, worst stall.

    python tests/bench/bench_app.py [FACTS] [FOLDER]

FOLDER keeps the store for the next time. Times include the operating system and the terminal's end of the line. First
paint is told beside that of a bare Textual app, started in turn with it: other work on the machine slows both. The
times of the processor, up to the first paint, are disturbed less.
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

ROUNDS = 9
KEYS = {"j": b"j", "page down": b"\x04", "end": b"G", "top": b"g"}
QUIET_S = 0.4
BETWEEN_KEYS_S = 0.08
REPEATED = 40
BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App[None]):
    BINDINGS = [("q", "quit", "Quit")]

    def compose(self):
        yield Static("nothing else")

Bare().run()
"""
APP = "from lore.cli.program import main; main(['tui'])"
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
    """A program at the other end of a pseudo-terminal of 120 × 40."""

    def __init__(self, folder: Path, program: str = APP) -> None:
        self.master, slave = pty.openpty()
        command = [sys.executable, "-c", program]
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = {**os.environ, "LORE_HOME": str(folder), "TERM": "xterm-256color"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, close_fds=True, start_new_session=True
        )
        os.close(slave)

    def until(self, text: bytes) -> tuple[float, float]:
        """Seconds until the output holds a text: on the clock, and of the processor."""
        seen = b""
        while text not in seen:
            seen += os.read(self.master, 65536)
        taken = time.perf_counter() - self.started
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return taken, sum(int(one.read_text().split()[0]) for one in threads) / 1e9

    def memory_mb(self) -> float:
        """What it keeps in memory now, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def settle(self) -> None:
        while select.select([self.master], [], [], QUIET_S)[0]:
            os.read(self.master, 65536)

    def press(self, key: bytes) -> float:
        """Seconds from a key to the first byte of the answer; the rest of it is read before the next."""
        started = time.perf_counter()
        os.write(self.master, key)
        os.read(self.master, 65536)
        answered = time.perf_counter() - started
        while select.select([self.master], [], [], BETWEEN_KEYS_S)[0]:
            os.read(self.master, 65536)
        return answered

    def quit(self) -> None:
        os.write(self.master, b"q")
        with contextlib.suppress(OSError):  # Linux says so when the other end is closed
            while os.read(self.master, 65536):
                pass
        self.process.wait()
        os.close(self.master)


def paints(folder: Path) -> None:
    """First paint of the facts beside that of a bare app, each key, and memory."""
    newest = first_words(folder)
    bare: list[tuple[float, float]] = []
    first: list[tuple[float, float]] = []
    answers: dict[str, list[float]] = {}
    for number in range(ROUNDS + 1):
        plain = Terminal(folder, BARE)
        alone = plain.until(b"nothing else")
        plain.settle()
        plain.quit()
        terminal = Terminal(folder)
        shown = terminal.until(newest)
        terminal.settle()
        if number:  # the first round compiles and fills the caches
            bare.append(alone)
            first.append(shown)
        if number == ROUNDS:
            answers = {name: pressed(terminal, name) for name in KEYS}
            print(f"memory            {terminal.memory_mb():6.0f} MB")
        terminal.quit()
    for place, clock in enumerate(("on the clock", "of the processor")):
        lore, textual = (1000 * statistics.median(one[place] for one in times) for times in (first, bare))
        print(f"first paint       {lore:6.0f} ms, bare {textual:.0f} ms, ratio {lore / textual:.2f} ({clock})")
    for name, times in answers.items():
        middle, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        print(f"key to paint      {1000 * middle:6.1f} ms, p95 {1000 * late:.1f} ms  {name}")
    print(f"load              {os.getloadavg()[0]:6.1f}")


def pressed(terminal: Terminal, name: str) -> list[float]:
    """Seconds to the answer of one key, pressed again and again; what goes to an edge is pressed from the other one."""
    back = {"end": KEYS["top"], "top": KEYS["end"]}.get(name)
    if name == "top":
        terminal.press(KEYS["end"])
    times = []
    for _ in range(REPEATED):
        times.append(terminal.press(KEYS[name]))
        if back:
            terminal.press(back)
    return times


def first_words(folder: Path) -> bytes:
    """Words of the newest fact, which stands in the first row."""
    with open_store(folder) as store:
        newest = store.facts.many(store.facts.ids(limit=1))[0]
    return " ".join(newest.text.split()[:2]).encode()


async def stalls(folder: Path) -> None:
    """The longest pause of the event loop while somebody types a search, with the model not loaded yet and loaded."""
    from lore.actions import Engine
    from lore.presence import deciding_in_app
    from lore_tui.app import opened
    from lore_tui.screens.fact_list import FactList
    from lore_tui.widgets.search_box import SearchBox

    with open_store(folder) as store:
        app = opened(Engine(store, person=deciding_in_app(), stays_open=True))
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
                screen, painted = app.screen, asyncio.Event()
                assert isinstance(screen, FactList)
                while screen.words != "deploy staging timeout" or not screen.is_answered:
                    await asyncio.sleep(0.002)
                screen.call_after_refresh(painted.set)
                await painted.wait()
                answered = time.perf_counter() - typed
                beat.cancel()
                worst = await asyncio.gather(beat, return_exceptions=True)
                print(f"{label:17} {1000 * answered:6.0f} ms from the last key to paint; worst stall {GAPS[-1]:.0f} ms")
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
