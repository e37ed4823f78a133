"""When a stated thing happened, from the dates in the statement and the time it was said."""

import re
from datetime import UTC, datetime

from lore import clock
from lore.dates import DateSpan, spans_in

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
    for span in spans_in(text, moment) if moment else _absolute(text):
        if not _LABEL.search(text[: span.begins]) and (moment is None or span.moment <= moment):
            return clock.stamp(span.moment)
    return None


def _absolute(text: str) -> list[DateSpan]:
    early, late = (spans_in(text, epoch) for epoch in _EPOCHS)
    fixed = {(span.begins, span.moment) for span in late}
    return [span for span in early if (span.begins, span.moment) in fixed]
