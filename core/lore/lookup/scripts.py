"""Scripts that part no words: runs are looked for by overlapping pairs of signs, in a text and a query alike."""

import re

_UNPARTED = "\u0e00-\u0e7f\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
"""Thai, kana, Han and Hangul: the last has spaces, but its words carry endings that no stemmer here knows."""
_RUN = re.compile(f"[{_UNPARTED}]+")


def part_scripts(text: str) -> str:
    """A text in which each run of such a script stands as pairs: 连接池 as 连接 接池. A lone sign stands alone."""
    return text if text.isascii() else _RUN.sub(_pairs, text)


def _pairs(run: "re.Match[str]") -> str:
    signs = run[0]
    return f" {' '.join([signs[at : at + 2] for at in range(max(1, len(signs) - 1))])} "
