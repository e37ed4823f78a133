"""What a statement names that a command or a file can name as well, and what of it the statement forbids."""

import re
from dataclasses import dataclass

from lore.language import LIGHT_STEMS, STOP, denied, root, value_words
from lore.text import INNER_CAPITAL

SHORTEST = 2
"""Letters of a word that names anything."""
_IN_CODE = re.compile(r"`([^`\n]{1,100})`")


@dataclass(frozen=True, slots=True)
class Named:
    """Stems of names, in lower case."""

    asserts: frozenset[str]
    """Identifiers, paths, what stands in backticks; a plain word only where it stands against what is forbidden."""
    forbids: frozenset[str]


def named_in(text: str) -> Named:
    """What a statement names: "Always use uv, never pip" asserts uv and forbids pip."""
    against = frozenset(word for word in denied(text) if len(word) >= SHORTEST) - LIGHT_STEMS
    said = frozenset(root(word) for word in value_words(text) if _tells(word)) - against
    code = " ".join(_IN_CODE.findall(text))
    names = frozenset(root(word) for word in value_words(code) if _tells(word))
    names |= frozenset(root(word) for one in text.split() if _is_identifier(one) for word in value_words(one))
    return Named((names - against) | (said if against else frozenset()), against)


def _tells(word: str) -> bool:
    return len(word) >= SHORTEST and word not in LIGHT_STEMS | STOP


def _is_identifier(word: str) -> bool:
    plain = word.strip("\"'“”‘’().,;:!?…").replace("'", "").replace("’", "")
    return bool(plain) and (not plain.isalpha() or INNER_CAPITAL.search(plain) is not None)
