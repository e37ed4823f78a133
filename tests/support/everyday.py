"""Eighty everyday rules, each with a plain question: tools, style, process, language, values."""

import json
from pathlib import Path

_DATA = json.loads((Path(__file__).parents[1] / "data" / "everyday.json").read_text(encoding="utf-8"))
QUESTIONS: dict[str, str] = _DATA["questions"]
RULES = tuple(QUESTIONS)
