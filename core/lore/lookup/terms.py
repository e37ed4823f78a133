"""The terms of a text as the word index has them, with the standard library alone: `tests/lookup` compares the two."""

import re

from lore.language import stem
from lore.lookup.scripts import part_scripts

LONGEST_TERM = 60
"""Bytes; longer runs are data, not words."""
SHORTEST_TERM = 3
"""Letters of a term that tells anything."""
_STOPPED = """
    a about above after again against all am an and any are aren as at be because been before being below between both
    but by can cannot could couldn d did didn do does doesn doing don down during each few for from further had hadn has
    hasn have haven having he her here hers herself him himself his how if in into is isn it its itself just let ll may
    might more most must no nor not now of off on once only or other ought out over own re s same shall shan she should
    shouldn so some such t than that the their theirs them themselves then there these they this those through to too
    under until up ve very was wasn were weren what when where which while who whom whose why will with won would wouldn
    you your yours yourself yourselves
"""
STOP_WORDS = frozenset(_STOPPED.split())
"""Left out of a query that has other words. The first person stays: who asks about "my" things means what they said
themselves (BEAM 100K: recall@10 of BM25 0.486 with, 0.447 without; LoCoMo, where nobody says "my", the same)."""
_WORD = re.compile(r"\w+")
_PLAIN = re.compile(r"[A-Za-z0-9]+")


def query_terms(text: str, folding: "dict[str, str]") -> "list[str]":
    """The distinct terms to look for, in order: without stop words, unless there is nothing else.

    folding: what the word index makes of a character beyond ASCII, where that is not its small letter; empty for one
    that ends a word.
    """
    telling = " ".join([word for word in _WORD.findall(text) if word.casefold() not in STOP_WORDS])
    return list(dict.fromkeys(_stems(telling, folding) or _stems(text, folding)))


def telling_terms(text: str, folding: "dict[str, str]") -> "list[str]":
    """Those of them that are long enough to tell anything."""
    return [term for term in query_terms(text, folding) if tells(term)]


def tells(term: str) -> bool:
    """Whether a term is long enough to tell anything: two signs of a script that parts no words do."""
    return len(term) >= SHORTEST_TERM or not term.isascii()


def _stems(text: str, folding: "dict[str, str]") -> "list[str]":
    return [stem(word) for word in _tokens(text, folding)]


def _tokens(text: str, folding: "dict[str, str]") -> "list[str]":
    if text.isascii():
        return [word.lower() for word in _PLAIN.findall(text) if len(word) < LONGEST_TERM]
    text = part_scripts(text)
    signs = {sign: made_of(sign, folding) for sign in set(text)}
    words = "".join([sign if signs[sign] else " " for sign in text]).split(" ")
    kept = [word for word in words if word and len(word.encode("utf-8", "surrogatepass")) < LONGEST_TERM]
    return ["".join([signs[sign] for sign in word]) for word in kept]


def made_of(sign: str, folding: "dict[str, str]") -> str:
    """What the word index makes of one character; empty for one that ends a word."""
    if sign.isascii():
        return sign.lower() if sign.isalnum() else ""
    found = folding.get(sign)
    return usual(sign) if found is None else found


def usual(sign: str) -> str:
    """What it mostly makes of one: a small letter, or nothing of what is neither letter nor number."""
    return sign.lower() if sign.isalnum() else ""
