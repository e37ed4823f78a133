"""The marks by which a person says that something holds for good, in ten languages: `marks.toml` is all there is."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path

from lore.language.quoted import IN_CODE, IN_MARKS
from lore.language.splitter import sentences, straight

MOST_LEADS = 4
"""Words before the head of a sentence: "ok so, please"."""
LOOKED_AT = 400
"""Characters of a sentence in which marks are looked for."""
MOST_LOOKED_AT = 200
"""Sentences of a message that are looked at."""
FEW_WORDS = 4
"""Words of a message that tell its language."""
_GAP = r"[^.!?;:\n]{1,60}?"
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_ASKED = re.compile(r"[?？]\W{0,20}$")
_SPACELESS = frozenset({"Japanese", "Chinese", "Korean"})
"""Languages that write other words right at a word."""


@dataclass(frozen=True, slots=True)
class Mark:
    """That a sentence bears a mark."""

    for_good: bool
    """Whether it leaves no doubt; another one asks."""
    start: int
    end: int
    """Where it begins and ends in the sentence as `blotted` gives it."""


@dataclass(frozen=True, slots=True)
class Language:
    """The marks of one language, compiled."""

    name: str
    common: frozenset[str]
    script: re.Pattern[str] | None
    """What tells it where it has no common words."""
    for_good: re.Pattern[str]
    perhaps: re.Pattern[str]
    taking_back: re.Pattern[str]
    behind: re.Pattern[str]
    """What says so of the sentence before it alone."""
    filler: re.Pattern[str]
    tentative: re.Pattern[str]
    """Beside it nothing holds for good by itself."""
    request: re.Pattern[str]
    """A question with it asks for something."""


@cache
def languages() -> tuple[Language, ...]:
    """Every language that has a table."""
    tables = tomllib.loads((Path(__file__).parent / "marks.toml").read_text("utf-8"))
    return tuple(_language(name, _folded(table)) for name, table in tables.items())


def known_languages() -> list[str]:
    """The languages whose marks are known, by their English names."""
    return [language.name for language in languages()]


def mark_of(sentence: str) -> Mark | None:
    """The mark that a sentence bears; none where it asks, or begins with taking back: "never mind the tests"."""
    seen = blotted(sentence)
    if asks(seen) or begins_with_taking_back(seen):
        return None
    for strong in (True, False):
        for language in languages():
            if found := (language.for_good if strong else language.perhaps).search(seen):
                return Mark(strong and not language.tentative.search(seen), *found.span())
    return None


def asks(sentence: str) -> bool:
    """Whether it ends with a question mark: nothing else makes a question."""
    return _ASKED.search(sentence) is not None


def requests(sentence: str) -> bool:
    """Whether a question asks for something to be done: "could you always …?" """
    return any(language.request.search(_fold(straight(sentence))) for language in languages())


def blotted(sentence: str) -> str:
    """The sentence as the marks see it: what stands in code or in quotation marks says nothing by its words."""
    seen = straight(sentence[:LOOKED_AT])
    for pattern in (IN_CODE, IN_MARKS):
        seen = pattern.sub(lambda match: "x" * len(match[0]), seen)
    return _fold(" ".join(seen.split()))


def begins_with_taking_back(sentence: str) -> bool:
    """Whether the first words say that what was said before does not hold: "just kidding, …", "no, forget that"."""
    said = _fold(" ".join(straight(sentence).split()))
    for language in languages():
        found = language.taking_back.search(said)
        is_first = found and not re.search(r"\w", language.filler.sub(" ", said[: found.start()]))
        if is_first or language.behind.fullmatch(said.strip(" .!…")):
            return True
    return False


def only_takes_back(text: str) -> bool:
    """Whether a message, or a sentence, says nothing but that what was said before does not hold: "never mind"."""
    said = _fold(" ".join(straight(text).split()))
    return any(
        language.taking_back.search(said) is not None
        and not re.search(r"\w", language.filler.sub(" ", language.taking_back.sub(" ", said)))
        for language in languages()
    )


def end_with_taking_back(text: str, start: int, end: int) -> int:
    """Where a part of a message ends with the sentence behind it that takes it back; where it ends by itself else."""
    behind = next((one for one in islice(sentences(text), MOST_LOOKED_AT) if one.start >= end), None)
    return behind.end if behind and begins_with_taking_back(behind.text) else end


def is_known_language(text: str) -> bool | None:
    """Whether a message is in a language whose marks are known; None where it is too short to tell."""
    words = [word.casefold() for word in _WORD.findall(_fold(straight(text)))]
    if len(words) < FEW_WORDS and text.isascii():
        return None
    return any(
        not language.common.isdisjoint(words) or bool(language.script and language.script.search(text))
        for language in languages()
    )


def _fold(text: str) -> str:
    """The text with Latin letters without their accents, which many leave out; every character keeps its place."""
    return text if text.isascii() else "".join(map(_bare, text))


@lru_cache(maxsize=4_096)
def _bare(sign: str) -> str:
    base = unicodedata.normalize("NFD", sign)[0]
    return base if base.isascii() else sign


def _folded(table: dict[str, str | list[str]]) -> dict[str, str | list[str]]:
    return {
        key: [_fold(one) for one in value] if isinstance(value, list) else _fold(value) for key, value in table.items()
    }


def _language(name: str, table: dict[str, str | list[str]]) -> Language:
    spaceless = name in _SPACELESS
    leads = "|".join(sorted(str(table["lead"]).split(), key=len, reverse=True))
    ends = "" if spaceless else r"\b"
    lead = rf"^\W*(?:(?:{leads}){ends}[\s,.:!;…–—-]*){{0,{MOST_LEADS}}}" if leads else r"^\W*"

    def either(anywhere: Iterable[str], head: Iterable[str]) -> re.Pattern[str]:
        found = [_words(one, spaceless) for one in anywhere] + [lead + _words(one, spaceless) for one in head]
        return re.compile("|".join(found), re.IGNORECASE)

    def words(key: str) -> re.Pattern[str]:
        return re.compile(_words(str(table[key]), spaceless), re.IGNORECASE)

    script = table.get("script")
    return Language(
        name=name,
        common=frozenset(str(table["common"]).split()),
        script=re.compile(str(script)) if script else None,
        for_good=either(table["anywhere"], table["head"]),
        perhaps=either(table["perhaps"], table["perhaps_head"]),
        tentative=words("tentative"),
        request=words("request"),
        taking_back=words("taking_back"),
        behind=re.compile(str(table.get("behind", r"(?!)")), re.IGNORECASE),
        filler=words("filler"),
    )


def _words(pattern: str, spaceless: bool) -> str:
    """A pattern of words, with nothing of a word left out at its ends."""
    pattern = pattern.replace(" … ", f" {_GAP} ").replace("…", _GAP)
    return rf"(?:{pattern})" if spaceless else rf"(?<!\w)(?:{pattern})(?!\w)"
