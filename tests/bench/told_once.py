"""Whether your agent knows next time what you told it: a replay in one process.

    python tests/bench/told_once.py [REPO …] [--review none|perfect] [--limit N] [--keep DIR] [--vectors FILE]

Replays `../shared/data/told_once/REPO` (default: all three) as `../shared/bench/told_once.py` does, which holds the
rules of matching and the figures; instead of a process for each step, one open engine.

With `--keep` the stores stay there, to look at with `LORE_HOME=DIR/REPO lore …`. With `--vectors` what the models made
of a text or a pair is kept in a file, so that the next replay takes a third of the time.
"""

import argparse
import importlib.util
import json
import os
import pickle
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from lore import actions, wire
from lore.actions import Engine
from lore.embedding.embedder import BundledEmbedder
from lore.errors import LoreError
from lore.memory import decisions, queue, review_card
from lore.presence import deciding
from lore.store import Store, open_store

SHARED = Path(__file__).parents[3] / "shared"
REPOS = ("agentv", "packmind", "pi-mono")


def _driver() -> Any:
    """The module that replays by the command line: its rules are the rules."""
    spec = importlib.util.spec_from_file_location("told_once_driver", SHARED / "bench" / "told_once.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


DRIVER = _driver()


@contextmanager
def remembered_vectors(file: Path | None) -> Iterator[None]:
    """Ask the models only for the vectors that the file does not hold; keeps the new ones in it."""
    known: dict[Any, Any] = pickle.loads(file.read_bytes()) if file and file.exists() else {}
    made, before = BundledEmbedder.embed, len(known)

    def embed(self: BundledEmbedder, texts: Sequence[str]) -> Any:
        missing = list(dict.fromkeys(text for text in texts if text not in known))
        if missing:
            known.update(zip(missing, made(self, missing), strict=True))
        return np.array([known[text] for text in texts], dtype=np.float32).reshape(len(texts), self.dimension)

    if file:
        BundledEmbedder.embed = embed  # type: ignore[method-assign]
    try:
        yield
    finally:
        BundledEmbedder.embed = made  # type: ignore[method-assign]
        if file and len(known) > before:
            file.write_bytes(pickle.dumps(known))


class Replayed:
    """One store, asked as the driver asks `lore`."""

    last: "Replayed"

    def __init__(self, lore: Sequence[str], home: Path, project: str) -> None:
        del lore
        self.project = project
        self.store: Store = open_store(home)
        self.store.backs_up = False
        self.engine = Engine(self.store, person=deciding("decide in a replay", yes=True), stays_open=True)
        self.seconds: dict[str, float] = defaultdict(float)
        Replayed.last = self

    def context(self, now: str | None) -> list[dict[str, Any]]:
        with self._at(now, "context"):
            items: list[dict[str, Any]] = wire.of(actions.context(self.engine, project=self.project))["items"]
        return items

    def recall(self, prompt: str, session: str, now: str | None) -> list[dict[str, Any]]:
        with self._at(now, "recall"):
            brief = actions.recall(self.engine, prompt, project=self.project, session=session)
            items: list[dict[str, Any]] = wire.of(brief)["items"]
        return items

    def run(self, *arguments: str, now: str | None, stdin: str | None = None, codes: tuple[int, ...] = (0,)) -> str:
        del stdin, codes
        verb, rest = arguments[0], arguments[1:]
        if rest[-1:] == ("--help",):
            return "--mine"
        with self._at(now, verb):
            return str(getattr(self, f"_{verb}")(*rest))

    def _capture(self, *arguments: str) -> str:
        actions.capture(self.engine, [Path(arguments[-1])], project=self.project, mine=True)
        return ""

    def _consolidate(self) -> str:
        actions.consolidate(self.engine)
        return ""

    def _distill(self, *arguments: str) -> str:
        from lore.cli.program import run

        home = os.environ.get("LORE_HOME")
        os.environ["LORE_HOME"] = str(self.store.folder)
        try:
            run(["distill", *arguments])
        finally:
            os.environ.pop("LORE_HOME") if home is None else os.environ.update(LORE_HOME=home)
        return ""

    def _review(self, *arguments: str) -> str:
        if arguments[0] == "--json":
            return json.dumps(wire.queue([review_card(self.store, name) for name in queue(self.store)], 0, {}))
        name, by = arguments[-1], self.engine.person
        assert by is not None
        try:
            if arguments[0] == "approve":
                decisions.approve(self.store, name, by=by)
            else:
                decisions.reject(self.store, decisions.seen(self.store, [name]), by=by)
        except LoreError as error:  # a card with warnings, or one that another decision settled
            print(f"  {arguments[0]} {name}: {error.message}", file=sys.stderr)
        return ""

    def _search(self, *arguments: str) -> str:
        limit = int(arguments[arguments.index("--limit") + 1])
        return json.dumps(wire.of(actions.search(self.engine, arguments[-1], limit=limit)))

    def _show(self, *arguments: str) -> str:
        return json.dumps(wire.of(actions.show(self.engine, arguments[0])))

    @contextmanager
    def _at(self, now: str | None, verb: str) -> Iterator[None]:
        os.environ.pop("LORE_NOW", None)
        if now:
            os.environ["LORE_NOW"] = now
        started = time.perf_counter()
        yield
        self.seconds[verb] += time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repos", nargs="*", default=list(REPOS))
    parser.add_argument("--review", choices=["none", "perfect"], default="none")
    parser.add_argument("--distilled", type=Path)
    parser.add_argument("--consolidate", type=int, default=1)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--vectors", type=Path)
    options = parser.parse_args()
    options.lore = "lore"
    DRIVER.Store = Replayed
    parts = []
    with tempfile.TemporaryDirectory() as scratch, remembered_vectors(options.vectors):
        for repo in options.repos:
            folder = SHARED / "data" / "told_once" / repo
            part = DRIVER.replay(folder.resolve(), options, (options.keep or Path(scratch)) / repo)
            parts.append(part)
            took = ", ".join(f"{verb} {seconds:.1f} s" for verb, seconds in Replayed.last.seconds.items())
            print(f"{repo}: {took}", file=sys.stderr)
            Replayed.last.store.close()
    tables = {part["repo"]: DRIVER.summary([part]) for part in parts} | {"all": DRIVER.summary(parts)}
    for name, figures in tables.items():
        print(name)
        for key, value in figures.items():
            print(f"  {key:<24}{value}")


if __name__ == "__main__":
    main()
