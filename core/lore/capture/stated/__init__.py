"""Whole sentences in which a person says, with an unmistakable mark, what holds for good. Pure; no store, no model.

The marks of each language stand in a data file beside it (`english.toml`, `german.toml`), which is read and compiled
when the first message comes. May import `lore.capture.quoted`, `.sentences`, `.authorship`, `lore.model` and below.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.capture.stated.finding import (
        Stated as Stated,
        Verdict as Verdict,
        end_with_taking_back as end_with_taking_back,
        is_known_language as is_known_language,
        is_meant as is_meant,
        known_languages as known_languages,
        only_takes_back as only_takes_back,
        stated_in as stated_in,
        verdicts as verdicts,
    )

__getattr__ = lazy_face(
    __name__,
    {
        "finding": "Stated Verdict end_with_taking_back is_known_language is_meant known_languages only_takes_back"
        " stated_in verdicts"
    },
)
