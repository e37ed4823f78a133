"""Words as the comparison of two statements sees them: tokens, stems, and what carries no subject."""

import re

from lore.language.stems import stem

_CONTRACTIONS = (
    (re.compile(r"\b(can|won|shan)'t\b"), r"\1 not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"\b(dont|doesnt|isnt|arent|wasnt|didnt|shouldnt|wouldnt)\b"), " not"),
    (re.compile(r"'(s|re|ve|ll|d|m)\b"), ""),
)
_TOKEN = re.compile(r"[^\W_](?:[\w./+#@:-]*[\w+#])?|[.;:!?—–]|,|\n")


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


def root(word: str) -> str:
    """The stem of a plain word in small letters; of an identifier, a number or a name with marks in it, itself."""
    return stem(word) if word.isalpha() else word


LIGHT_STEMS = frozenset(map(root, LIGHT_VERBS))
