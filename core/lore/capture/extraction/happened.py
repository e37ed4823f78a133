"""When a stated thing happened, from the dates in the statement and the time it was said."""

import re
from datetime import UTC, datetime

from lore import clock
from lore.timespans import Mention, mentions

_AHEAD = re.compile(
    r"\b(?:will|won['’]?t|going to|gonna|plan(?:s|ned|ning)?|schedul\w+|due|deadline|if|unless)\b", re.IGNORECASE
)
"""What is not there yet."""
_LABEL = re.compile(r"\b(?:version|api|spec|model|until|till|by|before)\s$", re.IGNORECASE)
"""Before a date that is a name ("API version 2024-02-15") or an end."""
_EPOCHS = (datetime(2001, 1, 1, tzinfo=UTC), datetime(2099, 1, 1, tzinfo=UTC))
"""What a date means at both is what it means at any time."""


def happened_at(text: str, said_at: str | None) -> str | None:
    """The stored time a statement gives for what it tells, or None: no date, or one to come.

    said_at: the time of the message; without it only dates with a year count.
    """
    if _AHEAD.search(text):
        return None
    moment = clock.parse(said_at) if said_at else None
    for mention in mentions(text, moment) if moment else _absolute(text):
        meant = mention.span.moment
        if not _LABEL.search(text[: mention.begins]) and (moment is None or meant <= moment):
            return clock.stamp(meant)
    return None


def _absolute(text: str) -> list[Mention]:
    early, late = (mentions(text, epoch) for epoch in _EPOCHS)
    fixed = {(mention.begins, mention.span.moment) for mention in late}
    return [mention for mention in early if (mention.begins, mention.span.moment) in fixed]
