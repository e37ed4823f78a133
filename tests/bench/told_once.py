"""Whether your agent knows next time what you told it, and where each statement was lost: a replay in one process.

    python tests/bench/told_once.py [REPO …] [--review none|perfect] [--losses] [--limit N]
        [--keep DIR] [--vectors FILE]

Replays `../shared/data/told_once/REPO` (default: all three) as `../shared/bench/told_once.py` does, which holds the
rules of matching and the figures; instead of a process for each step, one open engine. `--losses` then prints for each
statement, and counts, the last step that it reached:

    not read       no message of yours with these words is in the store
    not extracted  no fact rests on them
    tainted        a fact rests on them, as somebody else's words
    retired        that fact was superseded, archived or rejected
    not standing   it is active, and no session starts with it (standing statements)
    left out       it stands, and the budget was spent
    not recalled   it is active, and the prompts that needed it did not recall it (topical statements)
    not needed     it is active, and no later session needed it
    given          at the start of a later session, or with a prompt

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
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from lore import actions, wire
from lore.actions import Engine
from lore.embedding.embedder import BundledEmbedder
from lore.errors import LoreError
from lore.memory import decisions, queue, review_card
from lore.model import Fact, Role, Status
from lore.presence import deciding
from lore.store import FactFilter, Store, open_store
from support.standing import standing_rules

SHARED = Path(__file__).parents[3] / "shared"
REPOS = ("agentv", "packmind", "pi-mono")
STEPS = (
    "not read",
    "not extracted",
    "tainted",
    "retired",
    "not standing",
    "left out",
    "not recalled",
    "not needed",
    "given",
)


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
    """One store, asked as the driver asks `lore`. What was given stays here, for the losses."""

    last: "Replayed"

    def __init__(self, lore: Sequence[str], home: Path, project: str) -> None:
        del lore
        self.project = project
        self.store: Store = open_store(home)
        self.store.backs_up = False
        self.engine = Engine(self.store, person=deciding("decide in a replay", yes=True), stays_open=True)
        self.seconds: dict[str, float] = defaultdict(float)
        self.given: list[tuple[str, str, list[dict[str, Any]]]] = []
        """What was given: (`context` or `recall`, the time, the items)."""
        Replayed.last = self

    def context(self, now: str | None) -> list[dict[str, Any]]:
        with self._at(now, "context"):
            items: list[dict[str, Any]] = wire.of(actions.context(self.engine, project=self.project))["items"]
        self.given.append(("context", now or "", items))
        return items

    def recall(self, prompt: str, session: str, now: str | None) -> list[dict[str, Any]]:
        with self._at(now, "recall"):
            brief = actions.recall(self.engine, prompt, project=self.project, session=session)
            items: list[dict[str, Any]] = wire.of(brief)["items"]
        self.given.append(("recall", now or "", items))
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


def reached(replay: Replayed, statement: Mapping[str, Any]) -> tuple[str, str]:
    """The last step that a statement reached, and what to look at."""
    store, said = replay.store, statement["said"]
    turns = [store.sessions.turn(one["session"], one["source_id"]) for one in said]
    if not any(turn is not None and turn.role is Role.USER for turn in turns):
        return "not read", ", ".join(turn.role.value if turn else "no message" for turn in turns)
    facts = [fact for fact in store.facts.select(FactFilter(statuses=tuple(Status))) if _states(store, fact, statement)]
    given = [kind for kind, _, items in replay.given if any(DRIVER.matches(item, statement) for item in items)]
    if given:
        return "given", f"{given.count('context')} starts, {given.count('recall')} prompts"
    if not facts:
        return "not extracted", f"“{said[0]['quote'][:90]}”"
    trusted = [fact for fact in facts if not fact.tainted]
    if not trusted:
        return "tainted", _shown(facts)
    active = [fact for fact in trusted if fact.status is Status.ACTIVE]
    if not active:
        return "retired", _shown(trusted)
    if statement["class"] == "topical":
        return ("not recalled" if statement["occasions"] else "not needed"), _shown(active)
    rules = {rule.fact.id for rule in standing_rules(store, replay.project)}
    return ("left out" if any(fact.id in rules for fact in active) else "not standing"), _shown(active)


def _states(store: Store, fact: Fact, statement: Mapping[str, Any]) -> bool:
    quotes = [
        {"source_id": evidence.source_id, "quote": evidence.quote}
        for evidence in store.facts.evidence([fact.id])[fact.id]
    ]
    return bool(DRIVER.matches({"text": fact.text, "evidence": quotes}, statement))


def _shown(facts: Sequence[Fact]) -> str:
    return " | ".join(
        f"{fact.kind} {fact.layer} {fact.status} {fact.confidence:.2f}: {fact.text[:90]}" for fact in facts[:2]
    )


def losses(replay: Replayed, folder: Path) -> Counter[tuple[str, str]]:
    """Print where each statement was lost; how many, by class and step."""
    counts: Counter[tuple[str, str]] = Counter()
    for line in (folder / "statements.jsonl").read_text().splitlines():
        statement = json.loads(line)
        if statement["sure"] >= 2 and statement["said"]:
            step, seen = reached(replay, statement)
            counts[statement["class"], step] += 1
            print(f"  {statement['id']:<12}{statement['class']:<9}{step:<14}{statement['text'][:70]}\n{'':37}{seen}")
    return counts


def junk(replay: Replayed, folder: Path) -> None:
    """Print what the last session started with, and whether each item matches a statement."""
    statements = [json.loads(line) for line in (folder / "statements.jsonl").read_text().splitlines()]
    starts = [items for kind, _, items in replay.given if kind == "context"]
    for item in starts[-1] if starts else []:
        good = any(DRIVER.matches(item, one) for one in statements)
        print(f"  {'+' if good else '-'} {item['kind']:<11} {item['text'][:110]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repos", nargs="*", default=list(REPOS))
    parser.add_argument("--review", choices=["none", "perfect"], default="none")
    parser.add_argument("--distilled", type=Path)
    parser.add_argument("--consolidate", type=int, default=1)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--losses", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--vectors", type=Path)
    options = parser.parse_args()
    options.lore = "lore"
    DRIVER.Store = Replayed
    parts, lost = [], Counter[tuple[str, str]]()
    with tempfile.TemporaryDirectory() as scratch, remembered_vectors(options.vectors):
        for repo in options.repos:
            folder = SHARED / "data" / "told_once" / repo
            part = DRIVER.replay(folder.resolve(), options, (options.keep or Path(scratch)) / repo)
            parts.append(part)
            took = ", ".join(f"{verb} {seconds:.1f} s" for verb, seconds in Replayed.last.seconds.items())
            print(f"{repo}: {took}", file=sys.stderr)
            if options.losses:
                print(repo)
                lost += losses(Replayed.last, folder)
                print("the last session started with")
                junk(Replayed.last, folder)
            Replayed.last.store.close()
    tables = {part["repo"]: DRIVER.summary([part]) for part in parts} | {"all": DRIVER.summary(parts)}
    for name, figures in tables.items():
        print(name)
        for key, value in figures.items():
            print(f"  {key:<24}{value}")
    for (kind, step), count in sorted(lost.items(), key=lambda one: (one[0][0], STEPS.index(one[0][1]))):
        print(f"{kind:<10}{step:<15}{count}")


if __name__ == "__main__":
    main()
