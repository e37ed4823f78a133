"""Whether another wording of a rule says what was said: nothing new, nothing lost, nothing bound to another thing.

Names and numbers alone prove nothing: "run the linter and ignore failing tests" has none. So each word that carries
meaning has to have been said, and each of the rule has to be kept.
"""

from collections.abc import Iterator
from itertools import pairwise

from lore.memory import LIGHT_VERBS, PREPOSITIONS, STOP, stem, tokens, word_set

_NEGATIONS = word_set("not never no none nobody nothing neither nor without")
"""One stands for another."""
_NOT = "not"
_BINDING = PREPOSITIONS - STOP
"""What they bind may not change: "before", "unless", "when"."""


def word_nobody_said(text: str, source: str) -> str | None:
    """The first word of a text that its source does not hold; None where all were said."""
    said = {key for key, _ in _meaning(source)}
    return next((word for key, word in _meaning(text) if key not in said), None)


def word_left_out(text: str, rule: str) -> str | None:
    """The first word of a rule that a wording of it does not hold; None where all are kept."""
    kept = {key for key, _ in _meaning(text)}
    return next((word for key, word in _meaning(rule) if key not in kept and key not in LIGHT_VERBS), None)


def binds_otherwise(text: str, rule: str, source: str) -> bool:
    """Whether "before", "unless" and the like stand before other things than in what was said."""
    bound = _bound(text)
    return not _bound(rule) <= bound or not bound <= _bound(rule) | _bound(source)


def _meaning(text: str) -> Iterator[tuple[str, str]]:
    """Each word that carries meaning: what it is compared by, and as it stands there."""
    for word in tokens(text):
        if word[0].isalnum() and word not in STOP:
            yield _NOT if word in _NEGATIONS else stem(word), word


def _bound(text: str) -> set[tuple[str, str]]:
    """Each binding word with the next word behind it that carries meaning."""
    return {(word, after) for (_, word), (after, _) in pairwise(_meaning(text)) if word in _BINDING}
