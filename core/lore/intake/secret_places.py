"""Where words stand in a text that promise a secret, and which names around one say that it does not.

The words are data (`secret_words.tsv`); all are found in one pass.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Found:
    """A secret: from character `start` up to `end`, and what kind it is."""

    start: int
    end: int
    kind: str


def _listed() -> Mapping[str, tuple[str, ...]]:
    """The words of each kind, in small letters."""
    lines = Path(__file__).with_name("secret_words.tsv").read_text("utf-8").splitlines()
    return {kind: tuple(json.loads(words)) for kind, words in (line.split("\t") for line in lines if line[:1] != "#")}


WORDS = _listed()
FORM_WORDS = frozenset(WORDS["form"])


Places = dict[str, list[int]]
"""Of each word that the text has, where it begins, in order."""


class WordScan:
    """Finds every place of every word, also of one within another, by one expression that shares their beginnings."""

    def __init__(self, words: Iterable[str]) -> None:
        """words: without a letter in capitals; none is empty."""
        self.words = frozenset(words)
        # What is found is the longest word there; the shorter ones that it begins with stand there as well.
        self._beginnings = {
            word: tuple(word[:end] for end in range(1, len(word) + 1) if word[:end] in self.words)
            for word in self.words
        }

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        tree: dict[str, dict] = {}  # type: ignore[type-arg]
        for word in sorted(self.words):
            branch = tree
            for letter in word:
                branch = branch.setdefault(letter, {})
            branch[""] = {}
        return re.compile(_expression(tree))

    def places(self, text: str) -> Places:
        """text: in small letters."""
        found: Places = {}
        search = self._pattern.search
        match = search(text)
        while match:
            at = match.start()
            for word in self._beginnings[match.group()]:
                found.setdefault(word, []).append(at)
            match = search(text, at + 1)
        return found


def _expression(tree: dict[str, dict]) -> str:  # type: ignore[type-arg]
    """The words of a tree of letters as an expression, the longer ones first."""
    branches = [re.escape(letter) + _expression(rest) for letter, rest in sorted(tree.items()) if letter]
    if not branches:
        return ""
    together = branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
    return f"(?:{together})?" if "" in tree else together


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


_INSIDE = re.compile(
    r"(?:(?P<key>Keys?)|Pass|Pwd|PASS|PWD)(?![a-z])"
    r"|(?<=[a-z])(?<!by|om|es|er)(?:pass|pw)(?=[\"']?(?: {0,20}[=:] {0,20}|[ \t]{1,8})[^\s=])"
    r"|[_-](?:pass|pw|PASS|PW)(?:(?=\d\b)|(?![A-Za-z0-9]))"
)
"""Words that count behind another one only: `apiKey`, `userPass`, `SSHPASS`, `db_pw`."""
_ENDING = re.compile(r"[^\W\d_]{0,6}")
_FOREIGN = re.compile(r"[^\x00-\x7f]")
_STEMS = WORDS["stem"]
"""Parts that many of the words have: where one is missing, none of its words is looked for."""
_KINDS = ("login", "recovery_code", "credential", "seed_phrase", "password", "inflected", "code", "user", "spoken")
_HINTS = frozenset(("code", "user", "spoken"))
"""Kinds of words that stand by themselves, and that only the learned model listens to."""
_LAST = frozenset(("login", "recovery_code")) | _HINTS
"""Kinds of words that count where no other begins."""


def _by_stem() -> dict[str, list[tuple[str, str, int]]]:
    """By what a text has that holds a word (a stem, a foreign letter, itself): the word, its kind, where that is."""
    vocabulary: dict[str, list[tuple[str, str, int]]] = {stem: [] for stem in _STEMS}
    for kind in _KINDS:
        for word in _written(kind):
            foreign = _FOREIGN.search(word)
            stem = foreign.group() if foreign else next((stem for stem in _STEMS if stem in word), word)
            vocabulary.setdefault(stem, []).append((word, kind, word.index(stem)))
    return vocabulary


def _written(kind: str) -> Iterator[str]:
    """The words of a kind as they are written: in a name a mark stands for the space."""
    for word in WORDS[kind]:
        if kind == "password":
            yield from {word, word.replace(" ", "_"), word.replace(" ", "-")}
        elif kind != "spoken" or word not in WORDS["credential"]:
            yield word


_VOCABULARY = _by_stem()
STEMS = tuple(stem for stem in _VOCABULARY if stem.isascii())
_SHORT_STEMS = {
    word: (next(stem for stem in _STEMS if stem in word), kind)
    for kind in ("credential", "password")
    for word in WORDS[f"short_{kind}"]
}
_BY_ITSELF = re.compile(
    rf"(?<![a-z0-9+/])(?:{'|'.join(sorted(_SHORT_STEMS, key=len, reverse=True))})(?![a-z0-9+/])(?!:? test)"
)
_NAMES_PASS = re.compile(
    r"(?<=[_-]pass)|[\"'`*]{0,3}[ \t]{0,4}[:=|]|[ ](?:is|was|for|to|as|=>)\b|[ ][\"']|\t|[ ]`?(?=\S*\d)\S{5}"
)
"""What follows `pass` where it names a password; else it is a verb, a verdict or one time of several."""


def lowered(text: str) -> str:
    """The text in small letters, each at its place."""
    # The only letter whose lower case is longer than itself would shift every place behind it.
    return text.replace("\u0130", "I").lower()


def promises(text: str, small: str, places: Places) -> list[Place]:
    """Where words stand that promise a secret, in order; of two at one place the longer.

    small: the text in small letters. places: where the `STEMS` stand in it.
    """
    ends: dict[int, tuple[int, str]] = {}
    for start, end, kind in _words(small, places):
        known = ends.get(start)
        if known is None or (known[0] < end if (kind in _LAST) == (known[1] in _LAST) else known[1] in _LAST):
            ends[start] = (end, kind)
    for start, end in _keys(small, places.get("key", ())):
        if start not in ends or ends[start][0] < end:
            ends[start] = (end, "credential")
    for start, end, kind in _short(small, places):
        if ends.get(start, (0, "login"))[1] in _LAST:
            ends[start] = (end, kind)
    for stem in ("pass", "pw", "key"):
        for at in places.get(stem, ()):
            match = _INSIDE.match(text, at) or _INSIDE.match(text, max(at - 1, 0))
            if match and match.start() and text[match.start() - 1].isalnum():
                ends.setdefault(match.start(), (match.end(), "credential" if match["key"] else "password"))
    return [_place(text, start, end, kind) for start, (end, kind) in sorted(ends.items())]


def _words(small: str, places: Places) -> Iterator[tuple[int, int, str]]:
    """Where the words begin and end, and their kinds."""
    for stem, found in places.items():
        for word, kind, before in _VOCABULARY.get(stem, ()):
            for at in found:
                start = at - before
                if small.startswith(word, start) and start >= 0 and _counts(small, start, start + len(word), kind):
                    yield start, start + len(word), kind
    for letter in () if small.isascii() else set(_FOREIGN.findall(small)).intersection(_VOCABULARY):
        for word, kind, _ in _VOCABULARY[letter]:
            at = small.find(word)
            while at >= 0:
                if _counts(small, at, at + len(word), kind):
                    yield at, at + len(word), kind
                at = small.find(word, at + len(word))


def _counts(small: str, start: int, end: int, kind: str) -> bool:
    """Whether a word of this kind may stand inside another one, or stands by itself."""
    return kind not in _HINTS or not (_goes_on(small[start - 1 : start]) or _goes_on(small[end : end + 1]))


def _goes_on(letter: str) -> bool:
    """Whether a word goes on with this letter; scripts without spaces begin the next one."""
    return letter.isalpha() and letter < "\u2e80"


def _short(small: str, places: Places) -> Iterator[tuple[int, int, str]]:
    """Where the short words stand for themselves."""
    for word, (stem, kind) in _SHORT_STEMS.items():
        for at in places.get(stem, ()):
            start = at - word.index(stem)
            match = _BY_ITSELF.match(small, start) if start >= 0 else None
            if match and match.group() == word and (word != "pass" or _NAMES_PASS.match(small, match.end())):
                yield start, match.end(), kind


def _place(text: str, start: int, end: int, kind: str) -> Place:
    """The word with the end that its language gave it."""
    if kind != "inflected":
        return Place(text, start, end, kind)
    ending = _ENDING.match(text, end)
    return Place(text, start, ending.end() if ending else end, "password")


def _keys(lowered: str, places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where a kind of key stands that is secret: `api key`, `privatekey`, `x_key`."""
    for at in places:
        mark = lowered[at - 1 : at] in ("_", "-", " ") if at else False
        before = lowered[max(0, at - 14) : at - mark]
        if before.endswith(WORDS["kinds_of_keys"]):
            longest = max((kind for kind in WORDS["kinds_of_keys"] if before.endswith(kind)), key=len)
            yield at - mark - len(longest), at + 3
        elif mark and lowered[at - 1] != " ":
            yield at - 1, at + 3
