"""Secrets that can be told by their shape: structures that no other text has, addresses, commands, what signs.

The shapes are data (`secret_shapes.tsv`). One is tried only where one of its anchors stands in the text, which makes a
text without secrets cheap.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Scope(StrEnum):
    """Where the anchor of a rule stands, wherever the rule applies."""

    LONG_WORD = "long_word"
    """In the same long word as the secret."""
    TEXT = "text"
    """Anywhere in the text."""
    LOWERED = "lowered"
    """At the beginning of the secret's surroundings, in small letters whatever the text has."""
    OPTION = "option"
    """The same, in a text that gives an option to a command."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Text of this shape is a secret. Where the expression has a group `value`, only that part is."""

    kind: str
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    scope: Scope

    @property
    def at_anchor(self) -> bool:
        """Whether the expression matches at an anchor or not at all."""
        return self.scope in (Scope.LOWERED, Scope.OPTION)


def _shapes() -> Mapping[str, tuple[Rule, ...]]:
    """The rules of each group of shapes."""
    groups: dict[str, list[Rule]] = {}
    for line in Path(__file__).with_name("secret_shapes.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            group, kind, scope, anchors, pattern = line.split("\t")
            rule = Rule(kind, tuple(json.loads(anchors)), re.compile(pattern), Scope(scope))
            groups.setdefault(group, []).append(rule)
    return {group: tuple(rules) for group, rules in groups.items()}


SHAPES = _shapes()
