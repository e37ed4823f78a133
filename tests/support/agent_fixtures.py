"""Inputs of agents' events, as they came in a run or as their documentation shows them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "data" / "agents"


@dataclass(frozen=True)
class Case:
    """One input of one event, and what each of our fields is in it."""

    agent: str
    event: str
    input: dict[str, Any]
    fields: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.agent} {self.event}"


def cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.glob("*.json")):
        for case in json.loads(path.read_text())["cases"]:
            found.append(Case(path.stem, case["event"], case["input"], case["fields"]))
    return found


def picked(value: object, paths: Sequence[str]) -> object:
    """What stands at the first of these paths that is there; None if none is."""
    for path in paths:
        found = value
        for key in path.split("."):
            if isinstance(found, dict):
                found = found.get(key)
            elif isinstance(found, list):
                found = found[int(key)] if key.isdecimal() and int(key) < len(found) else None
            else:
                found = None
        if found is not None:
            return found
    return None
