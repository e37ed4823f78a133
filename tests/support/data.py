"""The texts that Lore is held to, in files of `tests/data`."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "data"


def data(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
