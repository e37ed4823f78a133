"""What sessions start with and what a prompt is given by words alone, read from the store with the standard library.

A hook has milliseconds, so the modules that it loads know no `pathlib`, `dataclasses` and `typing`. The engine weighs and
chooses by the same rules. May import `lore.handover`, `lore.language`, `lore.platform`, `lore.repositories` and
`lore.wording` only.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.lookup.asking import (
        NEWEST_PROMPTS as NEWEST_PROMPTS, Prompts as Prompts, prompts_of as prompts_of, subject_of as subject_of,
    )
    from lore.lookup.folders import (
        GIVEN as GIVEN, KEEPS as KEEPS, Kept as Kept, Known as Known, PUBLISHED as PUBLISHED, ROOTS as ROOTS,
        SEEN as SEEN, Saying as Saying, kept as kept, said as said,
    )
    from lore.lookup.frozen import (
        CLOSED as CLOSED, NO_ROOM as NO_ROOM, open_frozen as open_frozen, state_of as state_of,
        why_frozen as why_frozen,
    )
    from lore.lookup.gate import (
        BY_WORDS as BY_WORDS, Gate as Gate, PromptWords as PromptWords, by_words as by_words, rarity as rarity,
    )
    from lore.lookup.reading import (
        NoStore as NoStore, Unreadable as Unreadable, gone as gone,
    )
    from lore.lookup.recalling import (
        LONGEST_PROMPT as LONGEST_PROMPT, LOOKED_AT as LOOKED_AT, Recalled as Recalled, answer as answer,
        chosen as chosen, recalled as recalled, words_of as words_of,
    )
    from lore.lookup.seals import (
        SEAL as SEAL, hash_of as hash_of,
    )
    from lore.lookup.stands import (
        Standing as Standing, standing as standing,
    )
    from lore.lookup.starting import (
        RECALLED as RECALLED, Start as Start, start_in as start_in,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "asking": "NEWEST_PROMPTS Prompts prompts_of subject_of",
        "folders": "GIVEN KEEPS Kept Known PUBLISHED ROOTS SEEN Saying kept said",
        "frozen": "CLOSED NO_ROOM open_frozen state_of why_frozen",
        "gate": "BY_WORDS Gate PromptWords by_words rarity",
        "reading": "NoStore Unreadable gone",
        "recalling": "LONGEST_PROMPT LOOKED_AT Recalled answer chosen recalled words_of",
        "seals": "SEAL hash_of",
        "stands": "Standing standing",
        "starting": "RECALLED Start start_in",
    },
)
