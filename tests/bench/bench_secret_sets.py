"""How much of each set of secrets is masked, by tier and class, and how much of what is masked is a secret.

`PYTHONPATH=tests python tests/bench/bench_secret_sets.py [SET…] [--wrong WORD]`; `--wrong` shows what went wrong in
kinds that have the word in their name. A class is the first word of a kind of the fifth set and the later ones.
"""

import argparse
import re
import sys
from collections import Counter, defaultdict

from lore.intake import clean
from support.secret_frames import SETS, frames
from support.secret_sets import Row, leaks

_MARKER = re.compile(r"\[secret:[^\]]*\]")


def lost(row: Row, masked: str) -> float:
    beside = len(row.text) - len(row.secret)
    return max(0, beside - len(_MARKER.sub("", masked))) / max(1, beside)


def figures(name: str, wrong_of: str | None) -> None:
    tried: Counter[tuple[str, str]] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    collateral: dict[str, list[float]] = defaultdict(list)
    for tier, row in frames(2, 11, SETS[name]):
        masked = clean(row.text)
        good = not leaks(row, masked) if row.secret else masked == row.text
        group = row.kind.split()[1] if row.kind[0].isdigit() else ""
        for key in ((tier, ""), (tier, group)) if group else ((tier, ""),):
            tried[key] += 1
            right[key] += good
        if row.secret and good:
            collateral[tier].append(lost(row, masked))
        if not good and wrong_of is not None and wrong_of in f"{tier} {row.kind}":
            sys.stdout.write(f"  {tier} {row.kind}: {row.text!r} -> {masked!r}\n"[:400])
    found = sum(right[tier, ""] for tier in ("structured", "generic"))
    taken = tried["like", ""] - right["like", ""]
    tiers = ", ".join(
        f"{tier} {right[tier, ''] / tried[tier, '']:.3f} of {tried[tier, '']}"
        for tier in ("structured", "generic", "like")
    )
    beside = [part for parts in collateral.values() for part in parts]
    sys.stdout.write(f"{name}: {tiers}; precision {found / max(1, found + taken):.3f}; ")
    sys.stdout.write(f"beside the secrets {sum(beside) / max(1, len(beside)):.3f} lost\n")
    if groups := sorted(key for key in tried if key[1]):
        sys.stdout.write(
            "  "
            + "; ".join(f"{tier[:4]} {group} {right[tier, group]}/{tried[tier, group]}" for tier, group in groups)
            + "\n"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--wrong")
    given = parser.parse_args()
    for one in given.sets or SETS:
        figures(one, given.wrong)
