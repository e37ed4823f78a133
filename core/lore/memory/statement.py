"""What a sentence asserts, what it denies, and under which condition: enough to compare two of them.

Not a parser: clauses, the reach of a negation, "X instead of Y", "from X to Y", "for …" and numbers with their units.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lore.memory.words import ADDITIVE, EVERYWHERE, LIGHT_VERBS, STOP, stem, tokens, word_set

LONGEST = 600
"""Characters of a text that are compared: a fact is one sentence, and the cost stays bounded on anything else."""

_ENDS = frozenset(".;:!?—–\n")
_CLAUSE_STARTS = word_set(
    """
    use always never prefer do not don't but so because since as which instead it we i you they there he she run
    write keep avoid put no nobody only if when while although though even then and
    """
)
_DENIES_REST = word_set("not never no none nobody nothing neither nor without avoid stop")
_CANCELS = word_set("forget fail hesitate only just until")
_DENIES_ALL = frozenset(map(stem, word_set("forbidden banned prohibited disallowed deprecated obsolete wrong bad")))
_CONDITIONS = word_set(
    """
    if when whenever while during for before after unless until except once per via inside outside within
    """
)
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

    @property
    def content(self) -> frozenset[str]:
        """What it speaks about, whether it asserts or denies it."""
        return self.asserted | self.denied


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
        following = words[position + 1] if position + 1 < len(words) else ""
        ends = word in _ENDS or (word == "," and following in _CLAUSE_STARTS and following != "not") or word == "but"
        if ends and clause:
            yield clause
            clause = []
        elif not ends:
            clause.append(word)
    if clause:
        yield clause


class _Parts:
    """Collects the parts while the clauses are read."""

    def __init__(self) -> None:
        self.asserted: set[str] = set()
        self.denied: set[str] = set()
        self.condition: set[str] = set()
        self.core: list[str] = []
        self.numbers: set[tuple[str, str]] = set()
        self.replaces: set[str] = set()
        self.additive = False

    def statement(self) -> Statement:
        return Statement(
            frozenset(self.asserted),
            frozenset(self.denied),
            frozenset(self.condition),
            tuple(self.core),
            frozenset(self.numbers),
            frozenset(self.replaces),
            self.additive,
        )

    def read(self, clause: list[str]) -> None:
        stems = [NUMBER_WORDS.get(word) or stem(word) for word in clause]
        self.numbers.update(_numbers(clause))
        rule = bool(_RULES & set(stems[:3])) and not _PLACING & set(stems)
        denied = bool(_DENIES_ALL & set(stems))
        giving_up = conditional = False
        changing = bool(_CHANGES & set(stems)) and ("to" in clause or "with" in clause)
        for position, word in enumerate(clause):
            before = clause[position - 1] if position else ""
            after = clause[position + 1] if position + 1 < len(clause) else ""
            if _contrasts(word, before, after, stems):
                denied, giving_up, conditional = True, True, False
            elif changing and (word == "from" or stems[position] == "replac"):
                denied, giving_up = True, True
            elif changing and giving_up and word in {"to", "with", "by"}:
                denied, giving_up = False, False
            elif word in _DENIES_REST and after not in _CANCELS and not (word == "no" and after == "matter"):
                denied = not denied if before not in {"do", "does"} or word != "not" else True
                giving_up = giving_up or (word == "no" and after == "longer")
            elif word in _CONDITIONS or (rule and word in _PLACES and position):
                conditional = True
            else:
                self._take(word, stems[position], denied, giving_up, conditional)

    def _take(self, word: str, root: str, denied: bool, giving_up: bool, conditional: bool) -> None:
        if word in STOP or word == "," or word == "longer":
            return
        if root in _DENIES_ALL:
            return
        if conditional:
            if root not in EVERYWHERE:
                self.condition.add(root)
            return
        self.core.append(root)
        self.additive = self.additive or root in _ADDITIVE_STEMS
        (self.denied if denied else self.asserted).add(root)
        if giving_up and root not in _LIGHT_STEMS:
            self.replaces.add(root)


_ADDITIVE_STEMS = frozenset(stem(word) for word in ADDITIVE)
_LIGHT_STEMS = frozenset(stem(word) for word in LIGHT_VERBS)


def _contrasts(word: str, before: str, after: str, stems: list[str]) -> bool:
    if word == "not" and before in {",", "and"}:
        return True
    if (word, after) in {("instead", "of"), ("rather", "than"), ("opposed", "to")}:
        return True
    return word == "over" and "prefer" in stems


def _numbers(clause: list[str]) -> Iterator[tuple[str, str]]:
    """Every number with the words it counts or qualifies: (unit or name, value). Ordinals of things are left out."""
    for position, word in enumerate(clause):
        before = clause[position - 1] if position else ""
        found = _NUMBER.fullmatch(word)
        value = found.group(1) if found else NUMBER_WORDS.get(word)
        if value is None or stem(before) in _IDENTIFIED_BY_NUMBER or before.endswith("#"):
            continue
        unit = (found.group(2) if found else "") or _unit(clause[position + 1 : position + 3])
        yield unit or _named(clause[:position]), value.rstrip(".,:")


def _unit(following: list[str]) -> str:
    return next((stem(word) for word in following if word not in STOP and word.isalpha()), "")


def _named(preceding: list[str]) -> str:
    return next((stem(word) for word in reversed(preceding) if word not in STOP and word.isalpha()), "")
