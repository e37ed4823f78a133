"""The one intake door: all text that people or agents wrote passes `clean` before it is stored, indexed or shown.

Sanitise first (what acts on a terminal or hides is taken out), then mask secrets; `scanners` asks other programs for a
second look. May import `lore.model`,
`lore.errors`, `lore.paths` and `lore.text`; nothing that stores or searches.
"""

from lore.intake.sanitise import hidden_characters, sanitise
from lore.intake.suspicion import warnings
from lore.model import Clean

__all__ = ["clean", "hidden_characters", "sanitise", "warnings", "without_secrets"]


def clean(raw: str) -> Clean:
    """The text as it may be stored: no terminal escape, no hidden character, each secret as `[secret:kind:hash8]`.

    Idempotent; linear in the length of the text. Raises StoreError where the key of the markers cannot be read or made.
    """
    from lore.intake.keys import marker_key
    from lore.intake.secrets import mask  # compiles its rules: 40 ms, which reading and listing need not pay

    return Clean(mask(sanitise(raw), marker_key()).text)


def without_secrets(text: str) -> str:
    """A text that is shown and not stored, with each secret as a marker whose hash says nothing."""
    import os

    from lore.intake.secrets import mask

    return mask(text, os.urandom(16)).text
