"""What a sentence says was replaced: "X instead of Y", "no longer Y", "switched from Y to X", in English and German.

`replacement.toml` holds the words. Only such words name an old value; that two sentences are alike, or give other
numbers, says nothing.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from lore.language.marks import asks
from lore.language.quoted import IN_MARKS
from lore.language.splitter import straight
from lore.language.words import STOP, root, tokens

LONGEST = 400
"""Characters of a sentence that is read."""
LONGEST_NEW = 2
"""Words of a new value before the old: what stands in front may be what the sentence is about."""
_TOKEN = r"[`*_]{0,2}[\w@./+#~-]*\w[`*_+#]{0,2}"
_MARKS = "`*_.,;:!?\"'"
_CLAUSE = re.compile(r"[,;.]")


@dataclass(frozen=True, slots=True)
class Replaced:
    """What a sentence says was replaced."""

    old: tuple[str, ...]
    """The words of what is given up, in small letters, as they stand."""
    new: tuple[str, ...]
    """Those of what takes its place; none where it does not say."""
    rest: frozenset[str]
    """The roots of what else it says."""
    conditions: tuple[frozenset[str], ...]
    """Of each "in …", "when …", "only …" its words."""
    is_sure: bool
    """Whether it states it for good: no errand, plan or order, and no form that only asks."""


@dataclass(frozen=True, slots=True)
class _Grammar:
    """All languages' words, compiled."""

    forms: tuple[tuple[re.Pattern[str], bool], ...]
    """Each with whether it decides."""
    denied: tuple[re.Pattern[str], ...]
    condition: re.Pattern[str]
    denies: re.Pattern[str]
    report: re.Pattern[str]
    passing: tuple[re.Pattern[str], ...]
    """What makes an errand, a plan or an order of it."""
    reason: re.Pattern[str]
    markers: re.Pattern[str]
    articles: re.Pattern[str]
    narrows: frozenset[str]
    little: frozenset[str]


@lru_cache(maxsize=4_096)
def replaced_in(sentence: str) -> Replaced | None:
    """What a sentence says was replaced; None for a question, a quotation, a report, and what denies it."""
    said = without_reason(straight(sentence)[:LONGEST])
    seen = " ".join(IN_MARKS.sub(lambda match: "\x00" * len(match[0]), said).split())
    if asks(sentence) or _grammar().report.search(seen):
        return None
    for form, decides in _grammar().forms:
        found = form.search(seen)
        if found and not _grammar().denies.search(seen[: found.start()]):
            return _read(seen, found, decides=decides)
    return None


def corrects(text: str, wrong: str) -> Replaced | None:
    """The same for a statement of which its speaker says what it corrects; None where it asks."""
    old = value_words(wrong)
    left = re.sub(re.escape(wrong), " , ", without_reason(straight(text)), flags=re.IGNORECASE)
    is_sure = not any(sign.search(left) for sign in _grammar().passing[:1])
    return Replaced(old, (), telling(left), tuple(_conditions(left)), is_sure) if old and not asks(text) else None


def denied(text: str) -> frozenset[str]:
    """The roots of what a statement forbids or gives up: "uv, never pip", "npm is not used", "from npm to pnpm"."""
    seen, said = " ".join(straight(text)[:LONGEST].split()), replaced_in(text)
    whats = [match["what"] for form in _grammar().denied for match in form.finditer(seen)]
    words = [word for what in whats for word in value_words(what)] + list(said.old if said else ())
    return frozenset(map(root, words)) - STOP


def without_reason(text: str) -> str:
    """A statement without why it holds; as it is where nothing else is left."""
    return _grammar().reason.sub("", text).strip() or text


def telling(text: str) -> frozenset[str]:
    """The roots of the words of a text that say anything about its subject."""
    return frozenset(root(word) for word in value_words(text) if word not in STOP | _grammar().little)


def value_words(text: str) -> tuple[str, ...]:
    """The words of a value in small letters, without marks, articles and emphasis."""
    words = (word.strip(_MARKS) for word in tokens(straight(text)))
    return tuple(word for word in words if word.strip("\n—–") and not _grammar().articles.fullmatch(word))


def _read(seen: str, found: re.Match[str], *, decides: bool) -> Replaced:
    old, new = value_words(found["old"]), value_words(found.groupdict().get("new") or "")
    subject = new[:-LONGEST_NEW] if new and found.start("new") < found.start("old") else ()
    new = new[len(subject) :]
    shared = frozenset(old) & frozenset(new)
    old, new = (tuple(word for word in words if word not in shared) or words for words in (old, new))
    left = f"{seen[: found.start()]} , {_between(found)} , {seen[found.end() :]}"
    is_sure = decides and not any(sign.search(seen) for sign in _grammar().passing)
    return Replaced(
        old, new, telling(left) | frozenset(map(root, (*shared, *subject))), tuple(_conditions(left)), is_sure
    )


def _between(found: re.Match[str]) -> str:
    """What stands within a form and is neither of its values: "moved *the build* from Jenkins to Actions"."""
    text = list(found[0])
    for start, end in (found.span(name) for name in ("old", "new") if found.groupdict().get(name)):
        text[start - found.start() : end - found.start()] = " " * (end - start)
    return _grammar().markers.sub(" ", "".join(text))


def _conditions(left: str) -> Iterator[frozenset[str]]:
    for clause in _CLAUSE.split(left):
        if (start := _grammar().condition.search(clause)) is None:
            continue
        words = [one for one in value_words(clause[start.end() :]) if one not in STOP]
        words += [word] if (word := start[0].casefold()) in _grammar().narrows else []
        if words:
            yield frozenset(words)


@cache
def _grammar() -> _Grammar:
    stored = tomllib.loads((Path(__file__).parent / "replacement.toml").read_text("utf-8"))
    tables = [{key: _filled(value, table) for key, value in table.items()} for table in stored.values()]

    def all_of(key: str) -> str:
        return "|".join(str(table[key]) for table in tables)

    def compiled(key: str, around: str = "{}") -> re.Pattern[str]:
        return re.compile(around.replace("{}", all_of(key)), re.IGNORECASE)

    word = rf"(?!(?:{all_of('binds')}|{all_of('verbs')})\b){_TOKEN}"
    value = rf"(?<![\w./@+#~-])(?:(?:{all_of('articles')})\s+)?{word}(?:\s+{word}){{0,3}}(?![\w/@~-])"

    def form(pattern: str, then: str = "") -> re.Pattern[str]:
        pattern = pattern.replace("THEN", then)
        for name in ("OLD", "NEW", "WHAT"):
            pattern = pattern.replace(name, f"(?P<{name.lower()}>{value})")
        return re.compile(pattern, re.IGNORECASE)

    return _Grammar(
        forms=tuple(
            (form(pattern, str(table["then"])), key == "decides")
            for key in ("decides", "asks")
            for table in tables
            for pattern in table[key]
        ),
        denied=tuple(form(pattern) for table in tables for pattern in table["denied"]),
        condition=compiled("condition", r"\b(?:{})\b"),
        denies=compiled("denies"),
        report=compiled("report"),
        passing=tuple(compiled(key) for key in ("errand", "plan", "order")),
        reason=compiled("reason"),
        markers=compiled("markers", r"\b(?:{})\b"),
        articles=compiled("articles"),
        narrows=frozenset(word for table in tables for word in str(table["narrows"]).split()),
        little=frozenset(word for table in tables for word in str(table["little"]).split()),
    )


def _filled(value: str | list[str], table: Mapping[str, str | list[str]]) -> str | list[str]:
    """An entry with the entries that it names."""
    if isinstance(value, list):
        return [str(_filled(one, table)) for one in value]
    for name in ("uses", "moves"):
        value = value.replace(f"{{{name}}}", str(table[name]))
    return value
