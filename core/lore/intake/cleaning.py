"""`clean` and its bounded forms: sanitise, then mask."""

import re

from lore.intake.sanitising import sanitise
from lore.model import Clean
from lore.text import shorten

BEYOND = 16_384
"""Characters behind a bound that are read as well, so that a secret across it is masked as a whole."""
_MADE = re.compile(r"(?:[\w-]{1,20}@)?(?:(?:[a-z_]{1,20}:)?[a-z2-7]{20}|checkpoint:[a-z2-7]{12})(?::error|:rest)?")
_CUT_MARKER = re.compile(r"\[secret:[a-z0-9_:]{0,56}…?\Z|\[(?:s(?:e(?:c(?:r(?:et?)?)?)?)?)?\Z")


def clean(raw: str) -> Clean:
    """The text as it may be stored: no terminal escape, no hidden character, each secret as `[secret:kind:hash8]`.

    Idempotent; linear in the length of the text. Raises StoreError where the key of the markers cannot be read or made.
    """
    from lore.intake.keys import marker_key
    from lore.intake.secrets import mask  # compiles its rules: 40 ms, which reading and listing need not pay

    return Clean(mask(sanitise(raw), marker_key()).text)


def is_made_name(name: str) -> bool:
    """Whether a name is one that Lore gave a message or call which had none: the hash that `text.short_id` makes.

    Ask it of names alone: as a text the same letters could be a password.
    """
    return _MADE.fullmatch(name) is not None


def clean_name(raw: str) -> Clean:
    """The name of a message or call as it may be stored: one that Lore gave stays as it is."""
    return Clean(raw) if is_made_name(raw) else clean(raw)


def without_secrets(text: str) -> str:
    """A text that is shown and not stored, with each secret as a marker whose hash says nothing."""
    import os

    from lore.intake.secrets import mask

    return mask(text, os.urandom(16)).text


def clean_bounded(raw: str, limit: int, note: str = "…") -> Clean:
    """The beginning of a text through the intake door: at most `limit` characters, then `note` where more was there.

    The bound falls on the masked text, never on the raw one: no part of a secret stands before it, nor of a marker.
    """
    window = raw
    if len(raw) > limit + BEYOND:
        window = raw[: limit + BEYOND]
        words = window.rstrip()
        # What the window itself cuts in two is left out.
        last = max(words.rfind(" "), words.rfind("\n"), len(words) - BEYOND)
        window = words[:last] if words[-1:] == window[-1:] else words
    whole = clean(window)
    if window is raw and len(whole) <= limit:
        return whole
    return Clean(_CUT_MARKER.sub("", whole[:limit]) + note)


def clean_line(raw: str, width: int) -> Clean:
    """The text on one line of at most `width` characters: masked as it stands, then joined and cut at a word."""
    line = shorten(clean_bounded(raw, max(width * 8, BEYOND)), width)
    return Clean(_CUT_MARKER.sub("…", line))
