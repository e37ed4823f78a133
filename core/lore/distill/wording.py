"""Whether a note's wording may stand beside the sentences that it rests on: nothing left out, turned or brought in.

Closed classes of words decide, and no likeness: a note that says the opposite is as alike as an honest one. What passes
keeps every word that says something of the sentences that it speaks of, in their order, up to a reason behind them:
so who says, doubts or forbids it, where and when it holds, and what it does cannot get lost. It denies what they deny,
and has its names, numbers, paths, commands and verbs from that very message. It may add few plain words of the trade.
`tests/bench/false_notes.py` prints how many false notes pass, and how many honest ones.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection
from functools import cached_property
from itertools import pairwise, takewhile

from lore.distill import word_classes as classes
from lore.language import STOP, stem, tokens
from lore.memory import RULE_VERBS

MOST_ADDED = 1 / 3
"""The share of a wording's words that its message need not hold."""
LEAST_SHARED = 1 / 3
"""The share of a wording's words that stands in the sentences themselves."""
_NEAR = 3
"""Words behind a negation that it surely denies."""
_MARKS = frozenset(".;:!?,—–\n")
_NAME = re.compile(r"[^\s\"'“”‘’`,;()\[\]{}<>]+")
_IDENTIFIER = re.compile(r"\d|[_/\\@#$]|[^\W\d_][.:][^\W\d_]|[a-z][A-Z]|^--?\w")
_ABBREVIATIONS = frozenset({"e.g", "i.e", "and/or", "etc"})
_CODE = re.compile(r"`([^`]*\w[^`]*)`")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_IDIOMS = (
    (re.compile(r"\b(?:no|not any) longer\b", re.I), "nolonger"),
    (re.compile(r"\bi do(?:n'?t| not) think\b", re.I), "not"),
    (re.compile(r"\bover (?=\d)", re.I), "above "),
    (re.compile(r"\bup to\b", re.I), "upto"),
    (re.compile(r"\bif so\b", re.I), "ifso"),
    (re.compile(r"\b(?:not only|even if)\b", re.I), "also"),
    (
        re.compile(r"\b(?:from (?:now|here) on|going forward|by default|(?:at|in) all (?:times|cases))\b", re.I),
        "always",
    ),
    (re.compile(r"\b(?:(?:for|right) now|this time|for the (?:moment|time being))\b", re.I), "temporarily"),
    (re.compile(r"\b(?:instead of|rather than)\b|(?<=prefer )([\w-]+) over\b", re.I), r"\1 insteadof "),
)
"""Several words that mean what one word does."""
_ENDING = re.compile(
    r"(?:ations?|itions?|ions?|ments?|ings?|ed|es|s|ly|able|ible|ability|ibility|ity|al|ive|ness|e|y)$"
)
_SENTENCES = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)[.!?;](?:\s|$)|\n")
_TAIL = re.compile(
    r"\s(?=(?:because|since|so(?! (?:if|when)\b)|as (?:we|i|it|that))\s)"
    r"|\s(?=and (?:i|we|you|then|please|also|can|let)\b)|(?<=,)\s(?=(?:maybe|perhaps) [a-z]+ |(?:sorry|thanks)\b)",
    re.I,
)
"""Where a sentence goes on that was whole: a reason, a result, another order."""
_FRAMES = re.compile(
    r"\bi (?:just )?(?:think|thought|guess|suggest|mean|meant|agree)\b(?: (?:that|with)\b)?|\b(?:it )?seems like\b"
    r"|\bfor (?:example|instance)\b|^mention (?:also )?that\b|\(?https?://\S+",
    re.I,
)
"""How a person leads in what they say, which says nothing of it."""
_ACTS = frozenset(map(stem, RULE_VERBS))
_ROOT, _LONG = 4, 7
"""Letters of a root that words of one family share, and of a word that may be mistyped."""


def fault_of(text: str, said: str, message: str, known: Collection[str] = ()) -> str | None:
    """Why a wording does not count; None where it does.

    said: the whole sentences of its quotation. message: all that the person typed in that message. known: names that
    need no proof, in small letters, as that of the project.
    """
    kept, missing = _parts_kept(text, said, known)
    if missing:
        return f"it leaves out `{missing}`"
    held, row, base = _Message(message, known), _Row(text), _Row(kept)
    return (
        _unread(said)
        or _foreign_name(text, held)
        or _foreign_verb(text, held, frozenset(base.all))
        or _turned(row, base, _Row(message))
        or _reordered(text, kept)
        or _added(row, held, _Message(kept, known))
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


def says_something(word: str) -> bool:
    """Whether a statement without the word would be another one; of what denies, `_turned` judges."""
    return (
        word[0].isalnum()
        and word not in classes.FREE | classes.NEGATIONS
        and (word not in STOP or word in classes.LIMITS)
    )


class _Message:
    """The words of a message, for the question whether it holds one."""

    def __init__(self, text: str, known: Collection[str]) -> None:
        self._text = f" {_spaced(text)} "
        self._known = frozenset(known) | {stem(name) for name in known}
        self.words = frozenset((*tokens(text), *_plainly(text), *self._text.split()))
        self.stems = frozenset(map(stem, self.words))
        self._families = frozenset(map(_family, self.words))

    def has(self, name: str) -> bool:
        """Whether a name stands there by itself, however it is spaced: 80 does not stand in 8080."""
        parts = _spaced(name).split()
        rest = parts[1:] if parts and parts[0] in self._known else parts
        return f" {' '.join(rest)} ".replace("  ", " ") in self._text

    def is_known(self, word: str) -> bool:
        return word in self._known

    def says(self, word: str) -> bool:
        """Whether a word stands there in any form, also mistyped, or all parts of one that is put together."""
        low = word.casefold()
        if {low, stem(low)} & (self._known | self.stems) or (len(low) >= _ROOT and _family(low) in self._families):
            return True
        if any(_is_mistyped(low, word) or _is_mistyped(_family(low), _family(word)) for word in self.words):
            return True
        parts = _spaced(low).split()
        if len(parts) > 1 and all(part in STOP or self.says(part) for part in parts):
            return True
        return len(low) > _ROOT and low.isalpha() and re.search(f" {' ?'.join(low)} ", self._text) is not None


class _Row:
    """A text as the words that carry meaning, each with whether it may be denied, and whether it may not be."""

    def __init__(self, text: str) -> None:
        self.all = _plainly(text)
        self.clauses: list[list[str]] = [[]]
        self.sure: defaultdict[str, set[bool]] = defaultdict(set)
        self.denied: defaultdict[str, set[bool]] = defaultdict(set)
        self.scopes: list[set[str]] = []
        """What each negation reaches."""
        self._read()

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset(stem(word) for clause in self.clauses for word in clause)

    def _read(self) -> None:
        scope: set[str] | None = None
        near = 0
        for last, word in pairwise([".", *self.all]):
            if word in _MARKS:
                self.clauses.append([])
            if word == ":":
                near = 0
            elif word in _MARKS or word in classes.ENDS_SCOPE:
                scope = None
            if word in classes.NEGATIONS:
                is_inner = scope is not None
                scope, near = set(), _NEAR
                self.scopes.append(scope)
                if (word in classes.OF_A_SUBJECT or last in classes.COPULAS) and not is_inner:
                    self._open(scope)
            elif word in ("and", "or") and scope:
                near = 0
            elif word[0].isalnum() and word not in STOP:
                key = stem(word)
                self.clauses[-1].append(word)
                near -= 1
                self.denied[key] |= {False} if scope is None else {True} if near >= 0 else {True, False}
                if scope is None or near >= 0:
                    self.sure[key].add(scope is not None)
                if scope is not None:
                    scope.add(key)

    def _open(self, scope: set[str]) -> None:
        """Let a negation mean the words before it."""
        for key in map(stem, self.clauses[-1][-_NEAR:]):
            scope.add(key)
            self.denied[key].add(True)
            self.sure[key].discard(False)


def _unread(said: str) -> str | None:
    """Whether the sentences are in a language whose negations the check does not know."""
    is_latin = all(letter < "\u0250" for letter in said if letter.isalpha())
    return None if is_latin and not classes.ELSEWHERE & frozenset(tokens(said)) else "it is not in English"


def _foreign_name(text: str, message: _Message) -> str | None:
    """The first name, number, path or command that the message does not hold."""
    for name in (*identifiers(text), *_CODE.findall(text), *capitals(text)):
        is_word = re.fullmatch(r"[^\W\d]+(?:[-/][^\W\d]+)*", name) and (message.says(name) or message.says(name[:-1]))
        if not message.has(name) and not is_word and not _is_plain(name.casefold()):
            return f"your message does not hold `{name}`"
    return None


def _foreign_verb(text: str, message: _Message, near: frozenset[str]) -> str | None:
    """The first verb that the message does not hold, or word that widens a statement and is not in the sentences."""
    found = _plainly(text)
    for last, word, after in zip([".", *found], found, [*found[1:], "."], strict=False):
        is_at_head = last in _MARKS or last in classes.BEFORE_A_VERB | classes.COPULAS
        is_verb = stem(word) in classes.VERBS_TOO and (is_at_head or after in classes.DETERMINERS)
        if (is_verb and not message.says(word)) or any(word in like and not like & near for like in classes.WIDENS):
            return f"your message does not say `{word}`"
    return None


def _turned(row: _Row, base: _Row, whole: _Row) -> str | None:
    """Whether what is denied is not what the sentences deny."""
    for word, denied in row.sure.items():
        if word in classes.LIGHT or word == "use":
            continue
        known = base.denied.get(word) or whole.denied.get(word) or denied
        if not denied <= known:
            return (
                f"it does not deny `{word}`, and you did" if True in known else f"it denies `{word}`, and you did not"
            )
    brought = sum(not any(True in base.denied.get(word, ()) for word in scope) for scope in row.scopes)
    if len(row.scopes) - brought != len(base.scopes):
        return "it denies more or less than you did"
    if any(not any(True in whole.sure.get(word, ()) for word in scope) for scope in row.scopes):
        return "it denies more than you did"
    for scope in base.scopes:
        shared = scope & row.keys
        if shared and not any(True in row.denied[word] for word in shared):
            return "it leaves out what you denied"
    return None


def _added(row: _Row, message: _Message, said: _Message) -> str | None:
    """What the message does not hold, beyond a few plain words; and whether the sentences hold little of the rest."""
    found = (word for clause in row.clauses for word in clause)
    unknown = next((word for word in found if not _is_plain(word) and not message.says(word)), None)
    if unknown:
        return f"your message does not say `{unknown}`"
    new, weighty, shared = set[str](), set[str](), set[str]()
    for clause in row.clauses:
        held = {
            word
            for word in clause
            if not message.is_known(word) and stem(word) not in classes.LIGHT and word not in classes.WIDE
        }
        foreign = {word for word in clause if not message.says(word)}
        added = held & foreign
        if added and (2 * len(added) >= len(held) or not any(map(said.says, held))):
            return "it adds too much to what you said"
        weighty, new, shared = weighty | held, new | foreign, shared | set(filter(said.says, held))
    first = [word in new for clause in row.clauses for word in clause if not message.is_known(word)][:2]
    if all(first):
        return "it adds too much to what you said"
    if len(weighty & new) > MOST_ADDED * len(weighty):
        return "it adds too much to what you said"
    is_apart = len(shared) < LEAST_SHARED * len(weighty) or not shared
    return "it says little of what you said there" if is_apart else None


def _parts_kept(text: str, said: str, known: Collection[str]) -> tuple[str, str]:
    """What a wording speaks of, whole sentences or all of one up to a tail, and the first word that it leaves out.

    A sentence of which it keeps no word but such as the others hold is left out altogether.
    """
    held, plain = _Message(text, ()), frozenset(_plainly(text))
    for name in known:
        said = re.sub(rf"(?<![\w/.-]){' ?'.join(map(re.escape, name))}(?![\w/.-])", " ", said, flags=re.I)
    kept, dropped = list[str](), list[list[str]]()
    for sentence in _SENTENCES.split(said):
        parts = _TAIL.split(sentence)
        rows = [[word for word in _plainly(_FRAMES.sub(" ", part)) if says_something(word)] for part in parts]
        whole = sum(1 for _ in takewhile(lambda row: all(_keeps(held, plain, word) for word in row), rows))
        kept.append(" ".join(parts[:whole]))
        dropped += rows[whole:]
        tail = _plainly(" ".join(parts[whole:])) if whole else []
        if bound := next((word for word in tail if word in classes.LIMITS), ""):
            return "", bound
    covered = _Message(" ".join(kept), ())
    for row in dropped:
        if any(_keeps(held, plain, word) and not covered.says(word) for word in row):
            return "", next((word for word in row if not _keeps(held, plain, word)), row[0])
    return ". ".join(filter(None, kept)), ""


def _keeps(held: "_Message", plain: Collection[str], word: str) -> bool:
    like = next((like for like in classes.LIKE if word in like), frozenset((word,)))
    return not like.isdisjoint(plain) or (word not in classes.LIMITS and held.says(word))


def _reordered(text: str, said: str) -> str | None:
    """Whether what the sentences name, and what leads to it, stands in another order.

    A verb in another form may: "remove X", "X is removed".
    """
    theirs, mine = (
        [word for word in _plainly(one) if says_something(word) or word in classes.DIRECTIONS] for one in (said, text)
    )
    forms = frozenset(theirs) & frozenset(mine)
    counts, others = Counter(map(stem, theirs)), Counter(map(stem, mine))
    rows = [
        [key for word in row if counts[key := stem(word)] == others[key] and (word in forms or key not in _ACTS)]
        for row in (theirs, mine)
    ]
    return "it names things in another order than you did" if rows[0] != rows[1] else None


def _is_plain(word: str) -> bool:
    return stem(word) in classes.LIGHT | classes.TRADE or word in classes.WIDE


def _plainly(text: str) -> list[str]:
    """The words and marks of a text, with one word for what several say."""
    for pattern, meant in _IDIOMS:
        text = pattern.sub(meant, text)
    return tokens(_HYPHEN.sub(" ", text))


def _spaced(text: str) -> str:
    """A text in small letters with one space for all that is neither letter nor digit."""
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


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
    if len(word) < _LONG or word[0] != other[0] or not (word + other).isalpha() or f"{word}r" == other:
        return False
    same = next((at for at, (one, its) in enumerate(zip(word, other, strict=False)) if one != its), len(other))
    is_turned = word[same : same + 2] == other[same : same + 2][::-1] and word[same + 2 :] == other[same + 2 :]
    return is_turned or any(word[same + mine :] == other[same + its :] for mine, its in ((1, 0), (0, 1), (1, 1)))
