"""Whether a note's wording may stand beside the sentences that it rests on: nothing turned, exchanged or brought in.

Closed classes of words decide, and no likeness: a note that says the opposite is as alike as an honest one. What passes
denies what those sentences deny, keeps the order of what they name, and has its names, numbers, paths, commands and
acting verbs from that very message. Of plain words of the trade it may add one.
`tests/bench/false_notes.py` prints how many false notes pass, and how many honest ones.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise

from lore.distill import word_classes as classes
from lore.memory import STOP, stem, tokens

MOST_ADDED = 1
"""Words of the trade that the message need not hold."""
MOST_IN_A_ROW = 2
"""Of them and of light words together: what is longer is a clause that nobody said."""
LEAST_SHARED = 3
"""One in so many words of a wording, at least, stands in the sentences themselves."""
_NEAR = 3
"""Words behind a negation that it surely denies."""
_MARKS = frozenset(".;:!?,—–\n")
_NAME = re.compile(r"[^\s\"'“”‘’`,;()\[\]{}<>]+")
_IDENTIFIER = re.compile(r"\d|[_/\\@#$]|[^\W\d_][.:][^\W\d_]|[a-z][A-Z]|^--?\w")
_ABBREVIATIONS = frozenset({"e.g", "i.e", "and/or", "etc"})
_CODE = re.compile(r"`([^`]*\w[^`]*)`")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_ENDING = re.compile(
    r"(?:ations?|itions?|ions?|ments?|ings?|ed|es|s|ly|able|ible|ability|ibility|ity|al|ive|ness|e|y)$"
)
_ROOT, _LONG = 4, 6
"""Letters of a root that words of one family share, and of a word that may be mistyped."""


def fault_of(text: str, said: str, message: str, known: Collection[str] = ()) -> str | None:
    """Why a wording does not count; None where it does.

    said: the whole sentences of its quotation. message: all that the person typed in that message. known: names that
    need no proof, in small letters, as that of the project.
    """
    words = _Message(message, known)
    row, base, whole = _Row(text), _Row(said), _Row(message)
    return (
        _unread(said)
        or _foreign_name(text, words)
        or _foreign_verb(text, words)
        or _turned(row, base, whole)
        or _unbounded(text, said)
        or _rebound(row, base, whole)
        or _exchanged(text, said, message)
        or _added(row, words)
        or _apart(row, _Message(said, known))
    )


def identifiers(text: str) -> list[str]:
    """The names, paths, options and numbers of a text: what nobody may make up."""
    words = (match[0].rstrip(".:!?").lstrip("(") for match in _NAME.finditer(text))
    found = (word for word in words if _IDENTIFIER.search(word) and any(map(str.isalnum, word)))
    return [word for word in found if word.casefold() not in _ABBREVIATIONS]


def capitals(text: str) -> list[str]:
    """The words that a capital makes a name: not at the beginning of a sentence."""
    pairs = pairwise(match[0] for match in _NAME.finditer(text))
    names = (word.rstrip(".:!?") for last, word in pairs if not last.endswith((".", "!", "?", ":")))
    return [name for name in names if name[:1].isupper() and name != "I"]


class _Message:
    """The words of a message, for the question whether it holds one."""

    def __init__(self, text: str, known: Collection[str]) -> None:
        self._text = text.casefold().replace("’", "'")
        self._known = frozenset(known) | {stem(name) for name in known}
        self.words = frozenset(tokens(text)) | frozenset(re.findall(r"[^\W_]+", self._text))
        self.stems = frozenset(map(stem, self.words))

    @cached_property
    def _families(self) -> frozenset[str]:
        return frozenset(map(_family, self.words))

    def has(self, name: str) -> bool:
        """Whether a name stands there by itself: 80 does not stand in 8080."""
        low = name.casefold()
        return low in self._known or re.search(rf"(?<![0-9a-z_]){re.escape(low)}(?![0-9a-z_])", self._text) is not None

    def does(self, verb: str) -> bool:
        """Whether a verb stands there in any form, also with a letter mistyped."""
        return stem(verb) in self.stems or any(_is_mistyped(verb, word) for word in self.words)

    def says(self, word: str) -> bool:
        """Whether a word stands there in any form, or all parts of one that is put together."""
        low = word.casefold()
        if low in self._known or stem(low) in self._known or self.does(low):
            return True
        if len(low) >= _ROOT and _family(low) in self._families:
            return True
        parts = [part for part in re.split(r"[\W_]+", low) if part]
        if len(parts) > 1 and all(part in STOP or self.says(part) for part in parts):
            return True
        joined = "".join(parts)
        return len(joined) >= _LONG and joined.isalpha() and joined in re.sub(r"[\W_]+", "", self._text)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word that carries meaning."""

    key: str
    word: str
    is_denied: bool
    """Whether a negation stands right before it."""
    is_far: bool
    """Whether one stands further before it."""
    is_open: bool
    """Whether one stands right behind it, and may mean it."""
    direction: str
    """The direction before it, as "from"; else empty."""


class _Row:
    """A text as the words that carry meaning, each with whether it is denied."""

    def __init__(self, text: str) -> None:
        self.negations = 0
        self.twice = False
        """Whether one clause is denied twice."""
        self.words: list[_Word] = []
        self.bound: set[tuple[str, str]] = set()
        """Each direction with the word before it, and with the one behind it."""
        self._read(tokens(_HYPHEN.sub(" ", text)))

    def _read(self, found: Sequence[str]) -> None:
        since: int | None = None
        clause, direction, is_preferred = 0, "", False
        for word, after in pairwise([*found, "."]):
            is_contrast = (word, after) in (("instead", "of"), ("rather", "than")) or (is_preferred and word == "over")
            if word in _MARKS or (word in classes.ENDS_SCOPE and not is_contrast):
                since, clause, direction, is_preferred = None, len(self.words), "", False
            if word in classes.NEGATIONS or is_contrast:
                self.negations += 1
                self.twice |= since == len(self.words)
                if word in classes.OF_A_SUBJECT:
                    self._open(max(clause, len(self.words) - _NEAR))
                since = len(self.words)
            elif word in classes.PREFERS:
                is_preferred = True
            elif word in classes.DIRECTIONS:
                direction = word
                self._bind(word)
            elif word[0].isalnum() and word not in STOP:
                behind = None if since is None else len(self.words) - since
                is_far = behind is not None and behind >= _NEAR
                self.words.append(_Word(stem(word), word, behind is not None and not is_far, is_far, False, direction))
                self._bind(direction)
                direction = ""

    def _open(self, start: int) -> None:
        self.words[start:] = [replace(one, is_open=True) for one in self.words[start:]]

    def _bind(self, direction: str) -> None:
        """Note a direction with the word beside it, on either side."""
        if direction and self.words:
            self.bound.add((direction, self.words[-1].key))

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset(one.key for one in self.words)

    @cached_property
    def denials(self) -> dict[str, set[bool]]:
        """Of each word, whether it is denied, and whether it is not, where that is clear."""
        found: defaultdict[str, set[bool]] = defaultdict(set)
        for one in self.words:
            unclear = {False} if one.is_open else {True, False} if one.is_far else set[bool]()
            found[one.key] |= {one.is_denied} if one.is_denied or not unclear else unclear
        return found


def _unread(said: str) -> str | None:
    """Whether the sentences are in a language whose negations the check does not know."""
    is_latin = all(letter < "\u0250" for letter in said if letter.isalpha())
    return None if is_latin and not classes.ELSEWHERE & frozenset(tokens(said)) else "it is not in English"


def _unbounded(text: str, said: str) -> str | None:
    """The first word that bounds the sentences and is left out."""
    kept = frozenset(tokens(text))
    for word in tokens(said):
        if word in classes.LIMITS and word not in kept and not (word == "if" and classes.CONDITIONS & kept):
            return f"it leaves out `{word}`"
    return None


def _foreign_name(text: str, message: _Message) -> str | None:
    """The first name, number, path or command that the message does not hold."""
    for name in identifiers(text):
        is_plain = "_" not in name and not any(map(str.isdigit, name))
        if not message.has(name) and not (is_plain and message.says(name)):
            return f"your message does not hold `{name}`"
    for command in _CODE.findall(text):
        if not message.has(command.strip()):
            return f"your message does not hold `{command.strip()}`"
    for name in capitals(text):
        low = name.casefold()
        if not message.says(name) and not message.says(name.removesuffix("s")) and not _is_plain(low):
            return f"your message does not hold `{name}`"
    number = next((word for word in tokens(text) if word in classes.NUMBERS and word not in message.words), None)
    return f"your message does not hold `{number}`" if number else None


def _foreign_verb(text: str, message: _Message) -> str | None:
    """The first acting verb, or word that widens or turns a statement, that the message does not hold."""
    found = tokens(_HYPHEN.sub(" ", text))
    for place, word in enumerate(found):
        opposite = classes.OPPOSITES.get(word)
        is_foreign = (
            (word in classes.WIDE and not classes.WIDE & message.words)
            or (word in classes.ORDERS and word not in message.words)
            or (opposite is not None and stem(opposite) in message.stems and stem(word) not in message.stems)
            or (stem(word) in classes.ACTING and _is_verb(found, place) and not message.does(word))
        )
        if is_foreign:
            return f"your message does not say `{word}`"
    return None


def _is_verb(found: Sequence[str], place: int) -> bool:
    """Whether a word stands in the place of a verb: behind "to" or "must", at the head of a clause, in the passive."""
    word, last = found[place], found[place - 1] if place else "."
    after = found[place + 1] if place + 1 < len(found) else "."
    if word.endswith(("ing", "ed")) or word in ("sent", "built", "overwritten", "rewritten", "hidden"):
        return last in classes.PASSIVE or last in ("and", "or", "not", "never", "must")
    is_first = last in _MARKS or last in classes.BEFORE_A_VERB
    return is_first or (after in classes.DETERMINERS and last not in classes.DETERMINERS)


def _turned(row: _Row, base: _Row, whole: _Row) -> str | None:
    """Whether what is denied is not what the sentences deny."""
    if row.negations > base.negations or (row.twice and not base.twice):
        return "it denies more than you did"
    for one in row.words:
        known = base.denials.get(one.key) or whole.denials.get(one.key)
        if known is None:
            continue
        if one.is_denied and True not in known:
            return f"it denies `{one.word}`, and you did not"
        if not one.is_denied and not one.is_open and False not in known:
            return f"it does not deny `{one.word}`, and you did"
    if row.negations < base.negations and base.keys <= row.keys:
        return "it leaves out what you denied"
    denied = {one.key for one in base.words if one.is_denied}
    if base.negations and not row.negations and (not denied or denied & row.keys or not base.keys & row.keys):
        return "it leaves out what you denied"
    return None


def _rebound(row: _Row, base: _Row, whole: _Row) -> str | None:
    """Whether "from", "before" and the like stand before other things than in what was said."""
    directions = {direction for direction, _ in base.bound}
    said = base.bound | whole.bound
    for one in row.words:
        pair = (one.direction, one.key)
        if one.direction in directions and one.key in base.keys and pair not in base.bound:
            return f"it binds “{one.direction}” otherwise than you did"
    for order in classes.ORDERS:
        beside = {pair for pair in row.bound if pair[0] == order}
        if beside and not beside & said:
            return f"it binds “{order}” otherwise than you did"
    return None


def _exchanged(text: str, said: str, message: str) -> str | None:
    """Whether names stand in another order than in the sentences, or in the message that they are from."""
    names = dict.fromkeys(name.casefold() for name in (*identifiers(text), *capitals(text)))
    in_text = sorted(names, key=text.casefold().find)
    held = said if all(name in said.casefold() for name in names) else message
    places = [place for name in in_text if (place := held.casefold().find(name)) >= 0]
    return "it names things in another order than you did" if places != sorted(places) else None


def _added(row: _Row, message: _Message) -> str | None:
    """What the message does not hold, beyond a few plain words."""
    is_new = [not message.says(one.word) for one in row.words]
    new = [one.word for one, is_foreign in zip(row.words, is_new, strict=True) if is_foreign]
    for word in new:
        if not _is_plain(word):
            return f"your message does not say `{word}`"
    counted = {word for word in new if stem(word) not in classes.LIGHT}
    longest = max((len(list(run)) for is_foreign, run in groupby(is_new) if is_foreign), default=0)
    begins = bool(new) and new[0] == row.words[0].word and new[0] in counted
    if begins or len(counted) > MOST_ADDED or 3 * len(counted) > len(row.keys) or longest > MOST_IN_A_ROW:
        return "it adds too much to what you said"
    return None


def _apart(row: _Row, said: _Message) -> str | None:
    """Whether a wording speaks of other things than the sentences, be they of the same message."""
    shared = sum(said.says(key) for key in {one.word for one in row.words})
    return "it says little of what you said there" if shared * LEAST_SHARED < len(row.keys) else None


def _is_plain(word: str) -> bool:
    return stem(word) in classes.LIGHT or stem(word) in classes.TRADE


def _family(word: str) -> str:
    """What words of one root share: "compatible" and "compatibility"."""
    for _ in range(2):
        root = _ENDING.sub("", word)
        if len(root) < _ROOT:
            break
        word = root
    return word


def _is_mistyped(word: str, other: str) -> bool:
    """Whether two long plain words differ by one letter."""
    if len(word) < _LONG or abs(len(word) - len(other)) > 1 or word[0] != other[0] or not (word + other).isalpha():
        return False
    same = next(
        (at for at, (one, its) in enumerate(zip(word, other, strict=False)) if one != its), min(len(word), len(other))
    )
    rests = (word[same + 1 :], other[same:]), (word[same:], other[same + 1 :]), (word[same + 1 :], other[same + 1 :])
    return any(mine == its for mine, its in rests)
