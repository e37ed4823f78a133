"""A word that promises a secret, and which names around it say that it does not."""

import re
from dataclasses import dataclass

from lore.intake.secret_words import WORDS

_REST = re.compile(r"[\w.-]*")
_FILE = re.compile(r"\.(?:txt|json|ya?ml|md|pyi?|tsx?|jsx?|go|rs|java|php|rb|sh|html?|css|sql|log|bin|gz|zip|tar)\Z")


@dataclass(frozen=True, slots=True)
class Place:
    """A word that promises a secret."""

    text: str
    start: int
    end: int
    kind: str

    @property
    def word(self) -> str:
        return self.text[self.start : self.end].lower()

    @property
    def rest(self) -> str:
        """How the name goes on behind the word."""
        match = _REST.match(self.text, self.end)
        return match.group() if match else ""

    @property
    def is_short(self) -> bool:
        return self.word in WORDS["short_credential"] and not self.text[self.start - 1 : self.start].isalnum()


def is_harmless_name(name: str) -> bool:
    """Whether a name that ends like this is not that of a secret."""
    small = name.lower()
    return small.rstrip("s").endswith(WORDS["harmless_end"]) or bool(_FILE.search(small))


def is_behind_harmless(before: str) -> bool:
    """Whether a whole word stands there that names another kind: `max`, `cacheMax`, but not `admin` for its `min`."""
    small = before.lower()
    for word in WORDS["harmless_before"]:
        if small.endswith(word):
            begin = len(before) - len(word)
            starts = begin == 0 or not before[begin - 1].isalpha()
            if starts or (before[begin].isupper() and before[begin - 1].islower()):
                return True
    return False
