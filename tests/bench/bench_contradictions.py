"""How many contradictions are found, and how many that are none, on sentence pairs people labelled.

Prints one line per set and label: pairs, share that may contradict, share where the newer replaces the older, share
whose vectors are alike enough to be compared by consolidation.
"""

import json
import time
from collections import defaultdict
from pathlib import Path

from lore import paths
from lore.consolidate.similarity import RELATED
from lore.embedding.embedder import MODEL, BundledEmbedder
from lore.memory.judgement import Relation, judge

PAIRS = Path(__file__).parents[3] / "shared" / "data" / "pairs"
SETS = ("sick_test", "breaking_nli", "mrpc_val", "stsb_dev")


def label_of(row: dict[str, object]) -> str:
    if "label" in row:
        return str(row["label"])
    return "alike" if float(str(row["score"])) >= 4 else "other"


def main() -> None:
    embedder = BundledEmbedder(paths.models_folder() / MODEL, Path("/nonexistent/receipt"))
    for name in SETS:
        rows = [json.loads(line) for line in (PAIRS / f"{name}.jsonl").read_text().splitlines()]
        groups: defaultdict[str, list[dict[str, object]]] = defaultdict(list)
        for row in rows:
            groups[label_of(row)].append(row)
        started = time.perf_counter()
        found = {id(row): judge(row["b"], row["a"]).relation for row in rows}
        micros = (time.perf_counter() - started) / len(rows) * 1e6
        for label, members in sorted(groups.items()):
            sample = members[:200]
            left = embedder.embed([str(row["a"]) for row in sample])
            right = embedder.embed([str(row["b"]) for row in sample])
            related = float(((left * right).sum(axis=1) >= RELATED).mean())
            hits = [found[id(row)] for row in members]
            some = sum(hit in (Relation.REPLACES, Relation.UNCERTAIN) for hit in hits) / len(hits)
            replaced = sum(hit is Relation.REPLACES for hit in hits) / len(hits)
            print(
                f"{name:<13} {label:<14} {len(members):>4} pairs  found {some:.2f}  replaced {replaced:.2f}"
                f"  related {related:.2f}  {micros:.0f} µs a pair"
            )


if __name__ == "__main__":
    main()
