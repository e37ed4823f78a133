"""What sessions start with and what a prompt is given by words alone, read from the store with the standard library.

A hook has milliseconds, so the modules that it loads know no `pathlib`, `dataclasses` and `typing`. The engine weighs and
chooses by the same rules. May import `lore.handover`, `lore.language`, `lore.platform`, `lore.repositories` and
`lore.wording` only.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.lookup.asking import NEWEST_PROMPTS, Prompts, prompts_of, subject_of
    from lore.lookup.folders import GIVEN, KEEPS, Kept, Known, PUBLISHED, ROOTS, SEEN, Saying, kept, said
    from lore.lookup.frozen import CLOSED, NO_ROOM, open_frozen, state_of, why_frozen
    from lore.lookup.gate import BY_WORDS, Gate, PromptWords, by_words, rarity
    from lore.lookup.last_session import where_we_were
    from lore.lookup.reading import NoStore, Unreadable, gone
    from lore.lookup.recalling import LONGEST_PROMPT, LOOKED_AT, Recalled, answer, chosen, recalled, words_of
    from lore.lookup.seals import SEAL, hash_of
    from lore.lookup.stands import Standing, standing
    from lore.lookup.starting import RECALLED, Start, start_in
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "asking": "NEWEST_PROMPTS Prompts prompts_of subject_of",
        "folders": "GIVEN KEEPS Kept Known PUBLISHED ROOTS SEEN Saying kept said",
        "frozen": "CLOSED NO_ROOM open_frozen state_of why_frozen",
        "gate": "BY_WORDS Gate PromptWords by_words rarity",
        "last_session": "where_we_were",
        "reading": "NoStore Unreadable gone",
        "recalling": "LONGEST_PROMPT LOOKED_AT Recalled answer chosen recalled words_of",
        "seals": "SEAL hash_of",
        "stands": "Standing standing",
        "starting": "RECALLED Start start_in",
    },
)
