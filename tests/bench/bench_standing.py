"""What of the junk that extraction lets through would stand over a session: the second line of defence, in figures.

    python tests/bench/bench_standing.py [--data ../shared/data/extraction/extraction-dev.jsonl]

Captures the labelled messages as transcripts into an empty store, then counts by the labels: all facts, those that a
session start would bring, and these once more after a consolidation. Junk is a fact that rests only on messages
without any gold fact.
"""

import argparse
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lore.capture import Options, capture
from lore.consolidate import consolidate
from lore.embedding import bundled_embedder
from lore.model import Fact, Status
from lore.store import FactFilter, Store, open_store
from support.standing import standing_rules

DATA = Path(__file__).parents[3] / "shared" / "data" / "extraction" / "extraction-dev.jsonl"


@dataclass(frozen=True)
class Share:
    """How many facts, and how many of them are junk."""

    facts: int
    junk: int

    @property
    def rate(self) -> float:
        return self.junk / self.facts if self.facts else 0.0


def transcript(messages: Sequence[Mapping[str, Any]], file: Path) -> None:
    """The messages as a transcript in the neutral format."""
    lines = (
        {key: message[key] for key in ("session", "id", "role", "text")} | {"project": message["source"]}
        for message in messages
    )
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


def junk_among(store: Store, facts: Sequence[Fact], messages: Sequence[Mapping[str, Any]]) -> Share:
    """The share of facts without a labelled message behind them."""
    holds = {message["id"] for message in messages if message["facts"]}
    evidence = store.facts.evidence([fact.id for fact in facts])
    return Share(len(facts), sum(all(one.source_id not in holds for one in evidence[fact.id]) for fact in facts))


def standing(store: Store) -> list[Fact]:
    """The standing facts of all projects together."""
    found = {
        rule.fact.id: rule.fact for project in store.projects.all_known() for rule in standing_rules(store, project.key)
    }
    return list(found.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    messages = [json.loads(line) for line in parser.parse_args().data.read_text().splitlines()]
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "lore") as store:
        file = Path(folder) / "gold.jsonl"
        transcript(messages, file)
        capture(store, [file], Options(mine=True))
        stored = store.facts.select(FactFilter(statuses=tuple(Status)))
        shares = {"stored": junk_among(store, stored, messages)}
        shares["standing"] = junk_among(store, standing(store), messages)
        consolidate(store, bundled_embedder(store.folder))
        shares["standing, consolidated"] = junk_among(store, standing(store), messages)
    for name, share in shares.items():
        print(f"{name:24}{share.facts:>5} facts, {share.junk:>4} junk, {share.rate:.1%}")


if __name__ == "__main__":
    main()
