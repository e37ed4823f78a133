"""The terms of a text that tell anything: what prompts and facts are compared by. With the standard library alone."""

import re
from functools import lru_cache

from lore.language.stems import stem

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
_UNPARTED = "\u0e00-\u0e7f\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
"""Thai, kana, Han and Hangul: the last has spaces, but its words carry endings that no stemmer here knows."""
_RUN, _ACCENTS = f"[{_UNPARTED}]+", "[\u0300-\u036f]+"
"""Compiled where a text needs them."""
_WORD = re.compile(r"[^\W_]+")
_stem = lru_cache(maxsize=20_000)(stem)


def telling_terms(text: str) -> "list[str]":
    """The distinct terms of a text that tell anything, in order: without stop words, unless there is nothing else."""
    words = [word for word in _words(text) if len(word.encode("utf-8")) < LONGEST_TERM]
    stems = [_stem(word) for word in words if word not in STOP_WORDS] or [_stem(word) for word in words]
    return [term for term in dict.fromkeys(stems) if len(term) >= SHORTEST_TERM or not term.isascii()]


def part_scripts(text: str) -> str:
    """A text in which each run of a script that parts no words stands as pairs: 连接池 as 连接 接池. A lone sign stands
    alone."""
    return text if text.isascii() else re.sub(_RUN, _pairs, text)


def _words(text: str) -> "list[str]":
    """The words in small letters without accents."""
    if text.isascii():
        return _WORD.findall(text.lower())
    from unicodedata import normalize  # half a millisecond, which most texts need not pay

    bare = re.sub(_ACCENTS, "", normalize("NFKD", text))
    return _WORD.findall(part_scripts(normalize("NFC", bare).casefold()))


def _pairs(run: "re.Match[str]") -> str:
    signs = run[0]
    return f" {' '.join([signs[at : at + 2] for at in range(max(1, len(signs) - 1))])} "
