"""Words as the comparison of two statements sees them: tokens, stems, and what carries no subject."""

import re
from functools import lru_cache

_CONTRACTIONS = (
    (re.compile(r"\b(can|won|shan)'t\b"), r"\1 not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"\b(dont|doesnt|isnt|arent|wasnt|didnt|shouldnt|wouldnt)\b"), " not"),
    (re.compile(r"'(s|re|ve|ll|d|m)\b"), ""),
)
_TOKEN = re.compile(r"[^\W_](?:[\w./+#@:-]*[\w+#])?|[.;:!?—–]|,|\n")
_VOWEL = re.compile(r"[aeiouy]")


def word_set(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


STOP = word_set(
    """
    a an the this that these those there here it its is are be been being was were am do does did done has have
    had will would shall should must may might can could ought i we you they he she my our your their his her us
    them me and or nor also too very just so then than as of to at in on by with from into onto about out up
    down over own all any each every some such both please lets let really actually currently now today still
    always ever who whom which what whose how why where one thing things way something someone somebody person
    people project repo repository codebase make sure ensure need want going
    """
)
"""Say nothing about the subject of a statement."""

LIGHT_VERBS = word_set(
    """
    use prefer run write keep put set take go get work like want call live stay choose pick adopt default wear
    hold
    """
)
"""Verbs that many statements share: agreeing on one of them alone is not agreeing on a subject."""


def tokens(text: str) -> list[str]:
    """Lower-case words and identifiers, and the marks that end a clause. Contractions are written out."""
    lowered = text.lower().replace("’", "'")
    for pattern, written_out in _CONTRACTIONS:
        lowered = pattern.sub(written_out, lowered)
    return _TOKEN.findall(lowered)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A cautious English stem: the same for a verb's forms and for singular and plural, and for nothing else.

    A search takes more for one word (`lore.index.analysis.stems`): there `product` finds `production`.
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not word.isalpha() or len(word) < 4:
        return word
    for ending, least, replacement in _ENDINGS:
        root = word.removesuffix(ending)
        if root == word or len(root) < least or not _VOWEL.search(root):
            continue
        if ending == "y" and root[-1] in "aeo":
            return word  # deploy, deploys
        return _undouble(root + replacement)
    return word


_IRREGULAR = {
    "using": "use", "used": "use", "men": "man", "women": "woman", "children": "child", "wrote": "writ",
    "written": "writ", "ran": "run", "kept": "keep", "went": "go", "took": "tak", "made": "mak", "lying": "lie",
    "indices": "index",
}  # fmt: skip
"""Forms that the endings lead elsewhere than to the stem of their word."""
_ENDINGS = (
    ("sses", 1, "ss"),
    ("ies", 2, "i"),
    ("ied", 2, "i"),
    ("ing", 3, ""),
    ("ed", 3, ""),
    ("es", 3, ""),
    ("ss", 1, "ss"),
    ("us", 1, "us"),
    ("s", 3, ""),
    ("y", 2, "i"),
    ("e", 3, ""),
)


def _undouble(root: str) -> str:
    if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz":
        return root[:-1]
    return root


LIGHT_STEMS = frozenset(map(stem, LIGHT_VERBS))
