"""Trains `core/lore/capture/authorship/pasted.json`, and says how well it does on repositories that it never saw.

`python tests/bench/authorship.py [--write]`
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from lore.capture.authorship.pasted import FILE
from lore.capture.authorship.shape import SHAPE
from support.authorship import examples, figures, left_out, trained


def main() -> None:
    found = examples()
    judged = list(left_out(found))
    for group in ("long", "short", "made"):
        print(group, {name: round(value, 3) for name, value in figures(judged, group).items()})
    if "--write" in sys.argv:
        model = trained(found)
        weights = {name: round(float(weight), 4) for name, weight in zip(SHAPE, model.weights, strict=True)}
        FILE.write_text(json.dumps({"weights": weights, "bias": round(model.bias, 4)}, indent=1) + "\n")


if __name__ == "__main__":
    main()
