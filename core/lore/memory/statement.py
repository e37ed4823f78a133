"""What a sentence asserts, what it denies, and under which condition: enough to compare two of them.

Not a parser: clauses, the reach of a negation, "X instead of Y", "from X to Y", "for …" and numbers with their units.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile

from lore.memory.words import ADDITIVE, EVERYWHERE, LIGHT_STEMS, STOP, stem, tokens, word_set

LONGEST = 600
"""Characters of a text that are compared: a fact is one sentence, and the cost stays bounded on anything else."""

_ENDS = frozenset(".;:!?—–\n")
_CLAUSE_STARTS = word_set(
    """
    use always never prefer do not don't but so because since as which instead it we i you they there he she run
    write keep avoid put no nobody only if when while although though even then and
    """
)
_FINITE = word_set("is are was were do does did should must can will has have")
_DENIES_REST = word_set("not never no none nobody nothing neither nor without avoid stop")
_CANCELS = word_set("forget fail hesitate only just until")
_DENIES_ALL = frozenset(map(stem, word_set("forbidden banned prohibited disallowed deprecated obsolete wrong bad")))
_CONDITIONS = word_set(
    """
    if when whenever while during for before after unless until except once per via inside outside within
    """
)
_ORDERS = word_set("before after until unless")
"""Conditions that say when: "not before" and "after" are the same rule."""
_PLACES = word_set("in on at under")
_PLACING = word_set("is are live put place store keep save locate run host deploy")
_RULES = word_set("use prefer avoid write never always not do format name no please")
_CHANGES = frozenset(map(stem, word_set("switch move migrate change convert replace swap")))
_IDENTIFIED_BY_NUMBER = frozenset(
    map(
        stem,
        word_set(
            """
    issue pr pull step phase sprint line section chapter ticket milestone task item point rule page row option test
    case commit bug adr rfc day week
    """
        ),
    )
)
_NUMBER = re.compile(r"v?(\d+(?:[.,:]\d+)*)(%|[a-z]{0,3})")
_COUNTED = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty
"""
NUMBER_WORDS = {word: str(value) for value, word in enumerate(_COUNTED.split())}


@dataclass(frozen=True, slots=True)
class Statement:
    """The parts of one or more sentences that a comparison needs. All words are stems."""

    asserted: frozenset[str]
    denied: frozenset[str]
    condition: frozenset[str]
    """What follows "if", "when", "for", "in …": two rules with different conditions do not contradict."""
    core: tuple[str, ...]
    """Everything but conditions, in order."""
    numbers: frozenset[tuple[str, str]]
    """(the words beside it, the value)."""
    replaces: frozenset[str]
    """What it says is given up: "instead of …", "no longer …", "from … to"."""
    additive: bool
    """Whether its verb takes many objects at once, as "supports" does."""
    content: frozenset[str] = field(init=False)
    """What it speaks about, whether it asserts or denies it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "content", self.asserted | self.denied)


@lru_cache(maxsize=8_192)
def parse(text: str) -> Statement:
    """The statement of a text. Cached: a new fact is compared with many old ones."""
    parts = _Parts()
    for clause in _clauses(tokens(text[:LONGEST])):
        parts.read(clause)
    return parts.statement()


def _clauses(words: list[str]) -> Iterator[list[str]]:
    clause: list[str] = []
    for position, word in enumerate(words):
        ends = word in _ENDS or word == "but" or (word == "," and _starts_clause(words[position + 1 : position + 5]))
        if ends and clause:
            yield clause
            clause = []
        elif not ends:
            clause.append(word)
    if clause:
        yield clause


def _starts_clause(following: list[str]) -> bool:
    """Whether a clause of its own follows a comma, not a further item of a list."""
    if not following or following[0] == "not":
        return False
    if following[0] in _CLAUSE_STARTS:
        return True
    same = takewhile(lambda word: word != "," and word not in _ENDS, following)
    return bool(_FINITE.intersection(same))


class _Parts:
    """Collects the parts while the clauses are read."""

    def __init__(self) -> None:
        self.clauses: list[_Clause] = []
        self.numbers: set[tuple[str, str]] = set()

    def read(self, words: list[str]) -> None:
        clause = _Clause(words)
        clause.read()
        self.clauses.append(clause)
        self.numbers.update(_numbers(words))

    def statement(self) -> Statement:
        return Statement(
            asserted=frozenset(root for clause in self.clauses for root in clause.asserted),
            denied=frozenset(root for clause in self.clauses for root in clause.denied),
            condition=frozenset(root for clause in self.clauses for root in clause.condition),
            core=tuple(root for clause in self.clauses for root in clause.core),
            numbers=frozenset(self.numbers),
            replaces=frozenset(root for clause in self.clauses for root in clause.replaces),
            additive=any(root in _ADDITIVE_STEMS for clause in self.clauses for root in clause.core),
        )


class _Clause:
    """One clause, read from left to right."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.stems = [NUMBER_WORDS.get(word) or stem(word) for word in words]
        self.asserted: list[str] = []
        self.denied: list[str] = []
        self.condition: list[str] = []
        self.core: list[str] = []
        self.replaces: list[str] = []
        self._denying = bool(_DENIES_ALL & set(self.stems))
        self._giving_up = False
        self._conditional = False

    def read(self) -> None:
        known = set(self.stems)
        rule = bool(_RULES & set(self.stems[:3])) and not _PLACING & known
        changing = bool(_CHANGES & known) and ("to" in self.words or "with" in self.words)
        for position, word in enumerate(self.words):
            if not (self._negates(position) or (changing and self._changes(position))):
                if word in _CONDITIONS or (rule and word in _PLACES and position):
                    self._conditional = True
                    if word in _ORDERS:
                        self.condition.append(self.stems[position])
                else:
                    self._take(word, self.stems[position])
        if self.denied and self.asserted and _EMPTY.issuperset(self.denied):
            self._deny_subject()

    def _negates(self, position: int) -> bool:
        word, before, after = self.words[position], self._word(position - 1), self._word(position + 1)
        if _contrasts(word, before, after, self.stems):
            self._denying, self._giving_up, self._conditional = True, True, False
            return True
        if word not in _DENIES_REST or after in _CANCELS or (word == "no" and after == "matter"):
            return False
        self._denying = word == "not" if before in {"do", "does"} else not self._denying
        self._giving_up = self._giving_up or (word == "no" and after == "longer")
        return True

    def _changes(self, position: int) -> bool:
        """Whether this word opens or closes what a change leaves behind: "from X to Y", "replace X with Y"."""
        word = self.words[position]
        if word == "from" or self.stems[position] == "replac":
            self._denying = self._giving_up = True
            return True
        if self._giving_up and word in {"to", "with", "by"}:
            self._denying = self._giving_up = False
            return True
        return False

    def _take(self, word: str, root: str) -> None:
        if word in STOP or word in {",", "longer"} or root in _DENIES_ALL:
            return
        if self._conditional:
            if root not in EVERYWHERE:
                self.condition.append(root)
            return
        self.core.append(root)
        (self.denied if self._denying else self.asserted).append(root)
        if self._giving_up and root not in LIGHT_STEMS:
            self.replaces.append(root)

    def _deny_subject(self) -> None:
        """ "npm is not used" says nothing about using and all about npm."""
        self.denied = self.asserted
        if self._giving_up:
            self.replaces += [root for root in self.asserted if root not in LIGHT_STEMS]
        self.asserted = []

    def _word(self, position: int) -> str:
        return self.words[position] if 0 <= position < len(self.words) else ""


_ADDITIVE_STEMS = frozenset(map(stem, ADDITIVE))
_EMPTY = LIGHT_STEMS | frozenset(
    map(
        stem,
        word_set("need allow support require want permit recommend accept ok okay fine option good necessary possible"),
    )
)


def _contrasts(word: str, before: str, after: str, stems: list[str]) -> bool:
    if word == "not" and before in {",", "and"}:
        return True
    if (word, after) in {("instead", "of"), ("rather", "than"), ("opposed", "to")}:
        return True
    return word == "over" and "prefer" in stems


def _numbers(clause: list[str]) -> Iterator[tuple[str, str]]:
    """Every number with its unit, and again with what it is of. The numbers of issues and steps are left out."""
    for position, word in enumerate(clause):
        before = clause[position - 1] if position else ""
        match = _NUMBER.fullmatch(word)
        value = match.group(1) if match else NUMBER_WORDS.get(word)
        if value is None or stem(before) in _IDENTIFIED_BY_NUMBER or before.endswith("#"):
            continue
        unit = (match.group(2) if match else "") or _unit(clause[position + 1 : position + 3])
        for name in {unit, _named(clause[:position])} - {""}:
            yield name, value.rstrip(".,:")


def _unit(following: list[str]) -> str:
    return next((stem(word) for word in following if word not in STOP and word.isalpha()), "")


def _named(preceding: list[str]) -> str:
    return next((stem(word) for word in reversed(preceding) if word not in STOP and word.isalpha()), "")
