"""The kinds of things: what a fact states, and what can be searched."""

from collections.abc import Iterable, Mapping
from enum import StrEnum


class Kind(StrEnum):
    """What a fact states."""

    CORRECTION = "correction"
    PREFERENCE = "preference"
    IDENTITY = "identity"
    CONVENTION = "convention"
    DECISION = "decision"
    SOLUTION = "solution"
    LESSON = "lesson"
    SYSTEM = "system"
    PROJECT = "project"
    EVENT = "event"
    BLOCKER = "blocker"
    TASK = "task"
    NOTE = "note"


PASSING = frozenset({Kind.EVENT, Kind.TASK, Kind.BLOCKER})
"""What passes: an episode even when a person saves it by hand, and never proposed as a convention."""

RULE_KINDS = (Kind.CORRECTION, Kind.CONVENTION, Kind.PREFERENCE, Kind.IDENTITY)
"""What holds whatever a session is about, in the order in which an agent is given it; the rest is searched for."""

KIND_ALIASES: Mapping[str, Kind] = {
    "fact": Kind.NOTE,
    "knowledge": Kind.NOTE,
    "casual": Kind.NOTE,
    "context": Kind.NOTE,
    "pattern": Kind.CONVENTION,
    "system_config": Kind.SYSTEM,
    "profile": Kind.IDENTITY,
    "behavior": Kind.PREFERENCE,
}


def kind_of(name: str) -> Kind:
    """The kind a name or an alias stands for. Raises ValueError for any other word."""
    lowered = name.strip().lower()
    return KIND_ALIASES.get(lowered) or Kind(lowered)


class PassageType(StrEnum):
    """What can be searched. A new type is one entry here, and one in `lore.store.sqlite.passage_tables`.

    Each entry: its name, the mark of its ids, what several are called, the word of `lore search --in`, and whether its
    ids are numbers that the store gave.
    """

    mark: str
    """The letter before the colon of an id."""
    plural: str
    place: str
    """Where it is searched, as `lore search --in` takes it."""
    numbered: bool
    """Whether an id is the mark and a number; otherwise it is the mark and letters."""

    FACT = "fact", "f", "facts", "facts", False
    TURN = "turn", "t", "turns", "turns", True
    CHUNK = "chunk", "k", "document parts", "docs", True
    DIGEST = "digest", "g", "digests", "digests", False

    def __new__(cls, name: str, mark: str, plural: str, place: str, numbered: bool) -> "PassageType":
        passage_type = str.__new__(cls, name)
        passage_type._value_ = name
        passage_type.mark, passage_type.plural, passage_type.place, passage_type.numbered = (
            mark,
            plural,
            place,
            numbered,
        )
        return passage_type

    @staticmethod
    def of(passage_id: str) -> "PassageType":
        """What an id names; whatever has no mark of another type, or a mark without its number, is the id of a fact."""
        if 2 < len(passage_id) < _LONGEST_ID and passage_id[2:].isdecimal():
            return _NUMBERED.get(passage_id[:2], PassageType.FACT)
        whole = len(passage_id) == _WHOLE_ID and passage_id[2:].isalnum()
        return _LETTERED.get(passage_id[:2], PassageType.FACT) if whole else PassageType.FACT

    def named(self, name: object) -> str:
        """The id behind a name without its mark."""
        return f"{self.mark}:{name}"

    def id_of(self, number: int) -> str:
        """The id of a passage with this number."""
        return self.named(number)

    def ids_of(self, numbers: Iterable[int]) -> list[str]:
        """The ids of passages with these numbers, in this order."""
        return [self.id_of(number) for number in numbers]

    def number_in(self, passage_id: str) -> int:
        """The number in an id of this type; 0, which none has, in any other."""
        return int(passage_id[2:]) if self.numbered and PassageType.of(passage_id) is self else 0

    def marks(self, name: str) -> bool:
        """Whether a name begins as an id of this type."""
        return name.startswith(f"{self.mark}:")


_NUMBERED = {f"{kind.mark}:": kind for kind in PassageType if kind.numbered}
_LETTERED = {f"{kind.mark}:": kind for kind in PassageType if not kind.numbered}
_WHOLE_ID = 18
"""Characters of an id that the store made of letters and digits."""
_LONGEST_ID = 20
"""Characters of an id with a number in it: what is longer is no number of SQLite's."""
