"""The marks by which a person says that something holds for good: one data file a language, read when it is needed."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lore.model import Kind

FILES = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Mark:
    """Ways to say for good how things are."""

    kind: Kind | None
    """None where the form of what follows the mark says it."""
    standing: bool
    """Whether what is said so holds in every session."""
    sure: bool
    """Whether it leaves no doubt, even beside words of a complaint."""
    patterns: tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class Language:
    """One language in which sentences are found."""

    name: str
    common: frozenset[str]
    """Words that nearly every message in it holds one of."""
    questions: tuple[re.Pattern[str], ...]
    passing: tuple[re.Pattern[str], ...]
    """What no lasting sentence holds: a report, a guess, praise, what is of the moment."""
    faults: tuple[re.Pattern[str], ...]
    """The words of a complaint."""
    jokes: tuple[re.Pattern[str], ...]
    """What is not meant as it is said."""
    after: re.Pattern[str]
    """What says so of the sentence before it."""
    others: tuple[re.Pattern[str], ...]
    """What somebody else says."""
    announcing: tuple[re.Pattern[str], ...]
    """What shows that the words after it are not the person's own."""
    own: re.Pattern[str]
    """What stands before a colon over the person's own rules."""
    not_own: re.Pattern[str]
    """What no such words hold."""
    pointing: tuple[re.Pattern[str], ...]
    """What says nothing without the message before."""
    taking_back: re.Pattern[str]
    filler: re.Pattern[str]
    """What may stand beside words that take back."""
    marks: tuple[Mark, ...]
    """In the order in which they are tried."""


@cache
def languages() -> tuple[Language, ...]:
    """Every language that has a data file."""
    return tuple(_language(tomllib.loads(path.read_text("utf-8"))) for path in sorted(FILES.glob("*.toml")))


def _language(stored: Mapping[str, Any]) -> Language:
    names: dict[str, str] = {}
    for name, pattern in stored["words"].items():
        names[name] = _filled(pattern, names)

    def compiled(patterns: Sequence[str]) -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(_filled(pattern, names), re.IGNORECASE) for pattern in patterns)

    back = stored["taking_back"]
    return Language(
        name=stored["language"],
        common=frozenset(stored["common"].split()),
        questions=compiled(stored["questions"]["patterns"]),
        passing=compiled(stored["passing"]["patterns"]),
        faults=compiled(stored["faults"]["patterns"]),
        jokes=compiled(stored["jokes"]["patterns"]),
        after=compiled([stored["jokes"]["after"]])[0],
        others=compiled(stored["others"]["patterns"]),
        announcing=compiled(stored["announcing"]["patterns"]),
        own=compiled([stored["announcing"]["own"]])[0],
        not_own=compiled([stored["announcing"]["not_own"]])[0],
        pointing=compiled(stored["pointing"]["patterns"]),
        taking_back=re.compile(rf"\b(?:{back['words']})\b", re.IGNORECASE),
        filler=re.compile(rf"\b(?:{back['filler']})\b", re.IGNORECASE),
        marks=tuple(_mark(mark, compiled(mark["patterns"])) for mark in stored["mark"]),
    )


def _mark(stored: Mapping[str, Any], patterns: tuple[re.Pattern[str], ...]) -> Mark:
    kind = Kind(stored["kind"]) if "kind" in stored else None
    return Mark(kind, stored["standing"], stored.get("sure", False), patterns)


def _filled(pattern: str, names: Mapping[str, str]) -> str:
    """The pattern with the patterns that it names."""
    for name, meant in names.items():
        pattern = pattern.replace(f"{{{name}}}", meant)
    return pattern
