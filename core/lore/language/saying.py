"""The kind of a statement that nobody called anything: whoever saves a sentence wants it kept, so most are rules."""

import re
import tomllib
from functools import cache
from pathlib import Path

from lore.language.marks import asks
from lore.language.splitter import straight
from lore.model import Kind

FEWEST = 2
"""Words of a rule."""


def kind_of_saying(text: str) -> Kind:
    """The kind of a statement that is saved without one; a note where it asks or only tells something."""
    said, (kinds, tells, past) = straight(text).strip(), _forms()
    is_short = said.isascii() and len(said.split()) < FEWEST
    if not said or is_short or asks(said):
        return Kind.NOTE
    kind = next((kind for kind, form in kinds if form.search(said)), None)
    if kind is not None and not (kind is Kind.CONVENTION and past.search(said)):
        return kind
    return Kind.NOTE if tells.search(said) else Kind.CONVENTION


@cache
def _forms() -> tuple[tuple[tuple[Kind, re.Pattern[str]], ...], re.Pattern[str], re.Pattern[str]]:
    stored = tomllib.loads((Path(__file__).parent / "kinds.toml").read_text("utf-8"))
    kinds = tuple((Kind(name), re.compile(form, re.IGNORECASE)) for name, form in stored["kinds"].items())
    return kinds, re.compile(stored["tells"], re.IGNORECASE), re.compile(stored["past"], re.IGNORECASE)
