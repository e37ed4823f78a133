"""What an agent said first, pasted back by a person: it stays the agent's, whoever sends it.

A message is compared with what was said before it, in its session and in others, word by word: line breaks, wrapping
and marks of layout do not count, so neither does how the copy was cut. Of shorter sentences only whole ones are copies.
"""

import re
from collections.abc import Iterator

from lore.language import Part, is_quoted, sentences
from lore.model import Role, Turn
from lore.store import Store

RUN = 6
"""Words in a row that nobody says again by chance."""
SHORTEST = 2
"""Words of a sentence that is a copy as a whole."""
COMPARED = 2_000
"""The newest turns of the store that are looked through."""
_LONGEST = 6_000
"""Characters of what was said before that are compared; agents say more only in whole documents."""
_PROBES = 4
"""Words of a statement that what it was copied from holds, but one at most."""
_WORD = re.compile(r"[^\W_]+(?:[._'’/-][^\W_]+)*")


class AgentWords:
    """Tells which statements in a person's name an agent made before them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def hold(self, turn: Turn, quote: str) -> bool:
        """Whether half of a quotation or more is a copy of what an agent said before its message."""
        return is_quoted(quote, turn.text, self._copied(turn, quote))

    def _copied(self, turn: Turn, quote: str) -> list[Part]:
        """The parts of a message that an agent said before the person did."""
        probes = sorted({match.group() for match in _WORD.finditer(quote)}, key=lambda word: (-len(word), word))
        earlier = self._store.sessions.said_before(turn, probes[:_PROBES], among=COMPARED) if probes else []
        if not any(one.role is Role.ASSISTANT for one in earlier):
            return []
        first: dict[tuple[str, ...], Role] = {}
        for one in earlier:
            for run, _, _ in _runs(one.text[:_LONGEST]):
                first.setdefault(run, one.role)
        return _joined((start, end) for run, start, end in _runs(turn.text) if first.get(run) is Role.ASSISTANT)


def said_by(store: Store, turn: Turn, quote: str) -> Role:
    """Who stands behind words of a message: what a person pasted is somebody's, and so is a copy of an agent's."""
    if turn.role is not Role.USER:
        return turn.role
    from lore.capture.authorship import somebodys_parts  # compiles patterns

    pasted = is_quoted(quote, turn.text, somebodys_parts(turn.text))
    return Role.SOMEBODY if pasted or AgentWords(store).hold(turn, quote) else Role.USER


def _runs(text: str) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Every `RUN` words in a row, and every shorter sentence, with where they begin and end."""
    found = _words(text, 0)
    for place in range(len(found) - RUN + 1):
        run = found[place : place + RUN]
        yield tuple(word for word, _, _ in run), run[0][1], run[-1][2]
    for one in sentences(text):
        words = _words(one.text, one.start)
        if SHORTEST <= len(words) < RUN:
            yield tuple(word for word, _, _ in words), one.start, one.end


def _words(text: str, offset: int) -> list[tuple[str, int, int]]:
    """The words of a part of a message that begins there, each with where it begins and ends."""
    return [
        (match.group().lower().replace("’", "'"), match.start() + offset, match.end() + offset)
        for match in _WORD.finditer(text)
    ]


def _joined(parts: Iterator[Part]) -> list[Part]:
    """The parts in order, those that touch made one."""
    joined: list[Part] = []
    for start, end in parts:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
