"""The person of the tests, who decides without a terminal."""

from lore import presence
from lore.presence import Person


def me() -> Person:
    """Proof that a person decides, as `--yes` gives it."""
    return presence.deciding("decide in a test", yes=True)
