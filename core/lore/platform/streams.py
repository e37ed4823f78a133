"""What the streams of this process can show."""

import os
from typing import IO, Any


def is_terminal(stream: IO[Any] | None) -> bool:
    """Whether somebody sits at the other end; no for a stream that was closed (`>&-`)."""
    return stream is not None and stream.isatty()


def may_draw(stream: IO[str] | None) -> bool:
    """Whether a line there may be drawn anew."""
    return is_terminal(stream) and os.environ.get("TERM") != "dumb"


def writes_unicode(stream: IO[str] | None) -> bool:
    """Whether every character can be written there."""
    return stream is None or "utf" in (getattr(stream, "encoding", None) or "utf-8").lower()
