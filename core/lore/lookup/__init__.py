"""What sessions start with and what a prompt is given by words alone, read from the store with the standard library.

A hook has milliseconds, so the modules that it loads know no `pathlib`, `dataclasses` and `typing`. The engine weighs and
chooses by the same rules. May import `lore.handover`, `lore.language`, `lore.platform`, `lore.repositories` and
`lore.wording` only.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.lookup.folders import GIVEN, KEEPS, Kept, Known, PUBLISHED, ROOTS, SEEN, Saying, kept, said
    from lore.lookup.frozen import CLOSED, NO_ROOM, open_frozen, state_of, why_frozen
    from lore.lookup.last_session import where_we_were
    from lore.lookup.reading import NoStore, Unreadable, gone
    from lore.lookup.recalling import (
        BY_WORDS, Gate, LONGEST_PROMPT, LOOKED_AT, NEWEST_PROMPTS, PromptWords, Prompts, Recalled, answer, by_words,
        chosen, prompts_of, rarity, recalled, subject_of, words_of,
    )
    from lore.lookup.seals import SEAL, hash_of
    from lore.lookup.stands import Standing, standing
    from lore.lookup.starting import RECALLED, Start, start_in
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
