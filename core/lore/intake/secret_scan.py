"""Where any of many words stand in a text, found in one pass over it."""

import re
from collections.abc import Iterable
from functools import cached_property

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
