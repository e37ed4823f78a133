"""Statements that are all true together, and statements that take the place of others: made from templates.

Each half of the templates has words of its own. The rule was looked at with the first half alone; the second is the
proof that it was not made for its examples.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from support.data import data

_DATA = data("true_pairs")
_FIRST_WORDS: dict[str, str] = _DATA["first_words"]
FIRST = tuple(_DATA["first"])
_HELD_OUT_WORDS: dict[str, str] = _DATA["held_out_words"]
HELD_OUT = tuple(_DATA["held_out"])


@dataclass(frozen=True, slots=True)
class Replacement:
    """An older statement and the newer one that takes its place."""

    older: str
    newer: str


def true_statements(count: int, *, held_out: bool, seed: int = 7) -> list[str]:
    """Different statements, any two of which hold together: no two of them give one subject two values."""
    chance = random.Random(f"{seed} {held_out}")
    templates, words = (HELD_OUT, _HELD_OUT_WORDS) if held_out else (FIRST, _FIRST_WORDS)
    made: dict[tuple[str, ...], str] = {}
    while len(made) < count:
        template = chance.choice(templates)
        chosen = {name: chance.choice(options.split()) for name, options in words.items()}
        numbers = {
            "n": chance.randrange(20, 9_000),
            "small": chance.randrange(2, 20),
            "small2": chance.randrange(21, 29),
        }
        said = template.format(**chosen, **numbers)
        # One subject gets one value: what is said of the same names a second time would be another value of it.
        names = tuple(chosen[name] for name in words if "{" + name + "}" in template)
        made.setdefault((_subject(template), *names), said)
    return list(made.values())


def _subject(template: str) -> str:
    return (
        template.replace("Do not use", "Use")
        .replace("Do not mock", "Mock")
        .replace("Never log anything", "log")
        .replace("Always log errors", "log")
    )


def replacements() -> list[Replacement]:
    """Pairs of which the newer takes the place of the older: said in so many words."""
    stated = [
        ("Use {1}", "Use {0}, not {1}"), ("Use {1}", "Use {0} instead of {1}"), ("Use {1}", "Prefer {0} over {1}"),
        ("We use {1}", "We no longer use {1}, we use {0}"), ("Use {1} for this", "Use {0} instead of {1} for this"),
        ("Use {1}", "We switched from {1} to {0}"), ("Use {1}", "Not {1} but {0}"),
        ("Use {1}", "Don't use {1}, use {0}"),
        ("Format the code with {1}", "Format the code with {0} rather than {1}"),
    ]  # fmt: skip
    tools = (("pnpm", "npm"), ("uv", "pip"), ("Vitest", "Jest"), ("guard let", "force unwrap"), ("structlog", "print"),
             ("httpx", "requests"), ("Caddy", "nginx"), ("Podman", "Docker"))  # fmt: skip
    return [Replacement(older.format(*pair), newer.format(*pair)) for older, newer in stated for pair in tools]


def pairs_of(statements: Sequence[str]) -> list[tuple[str, str]]:
    return [(one, other) for place, one in enumerate(statements) for other in statements[place + 1 :]]
