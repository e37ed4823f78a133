"""What kind of fact a line of an instruction or memory file is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lore.migrate.markdown import Statement, statements
from lore.migrate.records import Skipped
from lore.model import Kind, kind_of

_RULE = re.compile(
    r"(?:^|[;:—–(,]\s*|\b(?:please|and|but|so|then)\s+)(?:always|never|do not|don'?t|avoid|prefer|make sure|ensure)\b"
    r"|^(?:use|run|keep|write|add|put|name|follow|test|commit|check|read|update|return|document|place|store|treat|handle"
    r"|import|include|exclude|create|build|format|lint|install|validate|mock|wrap|start|stop|ask|verify|log|throw|raise"
    r"|catch|declare|define|export|group|sort|limit|wait|remember|stick to|leave|let)\b"
    r"|\b(?:must|mustn'?t|should|shouldn'?t|shall|not allowed|forbidden|by convention)\b",
    re.IGNORECASE,
)
"""How a rule for all later work is worded."""
_WHERE = re.compile(
    r"\bports? \d{2,5}\b|\blocalhost\b|https?://|\b(?:version|requires?) v?\d+(?:\.\d+)*\b"
    r"|\b(?:runs?|listens?|lives?|is|are|hosted|deployed|installed|stored|kept) (?:on|at|in|under) [^.]*[/:\d]",
    re.IGNORECASE,
)
"""How a port, a host, a path or a version is told."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'(])")
_CORRECTS = re.compile(r"\b(?:not|never|do not|don'?t|stop|instead of|rather than|no longer|wrong)\b", re.IGNORECASE)
_DECISIONS = frozenset({"decision", "decisions", "decision outcome", "our decision", "what we decided"})
"""Headings of records of decisions."""
_OF_NAMES: dict[str, Kind] = {
    "architecture": Kind.DECISION,
    "bug": Kind.SOLUTION,
    "bugfix": Kind.SOLUTION,
    "change": Kind.EVENT,
    "config": Kind.SYSTEM,
    "constraint": Kind.CONVENTION,
    "discovery": Kind.LESSON,
    "environment": Kind.SYSTEM,
    "feature": Kind.EVENT,
    "fix": Kind.SOLUTION,
    "gotcha": Kind.LESSON,
    "insight": Kind.LESSON,
    "issue": Kind.BLOCKER,
    "learning": Kind.LESSON,
    "personal_details": Kind.IDENTITY,
    "refactor": Kind.EVENT,
    "reference": Kind.SYSTEM,
    "requirement": Kind.CONVENTION,
    "rule": Kind.CONVENTION,
    "standard": Kind.CONVENTION,
    "todo": Kind.TASK,
    "user": Kind.IDENTITY,
    "user_preferences": Kind.PREFERENCE,
}
"""Names that other tools give to kinds of memory; our own names stand for themselves."""


def stated(body: str) -> Iterator[tuple[Statement, Kind] | Skipped]:
    """What a page of markdown says as a rule or of the system, and what it says under a heading such as `Decision`.

    A statement is an item of a list or a sentence. Where a page is nothing but a list of rules, each of its items is
    one, however it is worded. All else describes, and is left out.
    """
    found = [one for statement in statements(body) for one in _parts(statement)]
    rules = _are_rules(found)
    for one in found:
        if why := one.says_too_little:
            yield Skipped(why, one.text)
        elif kind := _stated_as(one) or (Kind.CONVENTION if rules else None):
            yield one, kind
        else:
            yield Skipped("a description, not a rule", one.text)


def _parts(statement: Statement) -> Iterator[Statement]:
    whole = statement.is_task or (statement.is_item and not statement.says_too_little)
    for sentence in [statement.text] if whole else sentences(statement.text):
        yield replace(statement, text=sentence)


def _are_rules(found: Sequence[Statement]) -> bool:
    """Whether these are a list of rules and nothing else: items alone, at least a third worded as one."""
    said = [one for one in found if not one.says_too_little]
    return all(one.is_item for one in said) and 3 * sum(is_rule(one.text) for one in said) >= len(said)


def _stated_as(one: Statement) -> Kind | None:
    if is_rule(one.text):
        return Kind.CONVENTION
    if is_about_the_system(one.text):
        return Kind.SYSTEM
    return Kind.DECISION if one.heading.strip().lower() in _DECISIONS else None


def is_rule(text: str) -> bool:
    """Whether a line tells how things are to be done."""
    return _RULE.search(text) is not None


def is_about_the_system(text: str) -> bool:
    """Whether a line says where something runs or lies, or in which version."""
    return _WHERE.search(text) is not None


def sentences(text: str) -> list[str]:
    """The sentences of a text on one line."""
    return _SENTENCE_END.split(text)


def corrects(text: str) -> bool:
    """Whether a line says what not to do."""
    return _CORRECTS.search(text) is not None


def kind_named(name: str) -> Kind | None:
    """The kind that another tool's word stands for, or None where it is none."""
    lowered = name.strip().lower().replace(" ", "_")
    if lowered in _OF_NAMES:
        return _OF_NAMES[lowered]
    try:
        return kind_of(lowered)
    except ValueError:
        return None
