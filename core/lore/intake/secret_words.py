"""The words by which a text says that a secret follows, or that none does. They are data (`secret_words.tsv`)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Found:
    """A secret: from character `start` up to `end`, and what kind it is."""

    start: int
    end: int
    kind: str


def _words() -> Mapping[str, tuple[str, ...]]:
    """The words of each kind, in small letters."""
    lines = Path(__file__).with_name("secret_words.tsv").read_text("utf-8").splitlines()
    return {kind: tuple(json.loads(words)) for kind, words in (line.split("\t") for line in lines if line[:1] != "#")}


WORDS = _words()
FORM_WORDS = frozenset(WORDS["form"])
