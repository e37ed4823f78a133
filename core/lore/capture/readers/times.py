"""The times of transcripts, however they are written down."""

import math
from datetime import UTC, datetime

from lore import clock

_MILLISECONDS = 1e11
"""A number from here on counts milliseconds: as seconds it would be in the year 5138."""


def moment(value: object) -> str | None:
    """The stored form of a time: ISO 8601 text, or seconds or milliseconds since 1970. None where it is no time."""
    if isinstance(value, str):
        return clock.normalise(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value <= 0:
        return None
    seconds = value / 1000 if value >= _MILLISECONDS else value
    try:
        return clock.stamp(datetime.fromtimestamp(seconds, UTC))
    except (OverflowError, ValueError, OSError):
        return None
