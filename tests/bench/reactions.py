"""Trains `core/lore/capture/extraction/reaction.json`, and says how well it does on repositories that it never saw.

`python tests/bench/reactions.py [--write]`
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from lore.capture.extraction.reaction import FILE, features
from support.reactions import BORDER, figures, left_out, openings, trained


def main() -> None:
    found, models = openings(), {}
    for says in BORDER:
        taken = list(left_out(found, says))
        print(says, {name: round(value, 3) for name, value in figures(taken, says).items()})
        model = trained(found, says)
        weights = {name: round(float(weight), 4) for name, weight in zip(features(""), model.weights, strict=True)}
        models[says] = {"weights": weights, "bias": round(model.bias - BORDER[says], 4)}
    if "--write" in sys.argv:
        FILE.write_text(json.dumps(models, indent=1) + "\n")


if __name__ == "__main__":
    main()
