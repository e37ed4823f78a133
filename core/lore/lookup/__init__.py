"""What sessions start with, read from the store, and what a prompt is given by words alone, with the standard library.

A hook has milliseconds, so the modules that it loads know no `pathlib`, `dataclasses` and `typing`. The engine weighs and
chooses by the same rules. May import `lore.handover`, `lore.platform`,
`lore.repositories` and `lore.wording` only.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.lookup.answering import (
        answer as answer, passing as passing,
    )
    from lore.lookup.asking import (
        NEWEST_PROMPTS as NEWEST_PROMPTS, subject_of as subject_of, usual_terms as usual_terms,
    )
    from lore.lookup.book import (
        Damage as Damage, NoBook as NoBook,
    )
    from lore.lookup.choosing import (
        LONGEST_PROMPT as LONGEST_PROMPT, Passed as Passed, chosen as chosen,
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
    from lore.lookup.ranking import (
        LOOKED_AT as LOOKED_AT, RANKED as RANKED, nearest as nearest,
    )
    from lore.lookup.reading import (
        NoStore as NoStore, Unreadable as Unreadable, gone as gone,
    )
    from lore.lookup.scripts import (
        part_scripts as part_scripts,
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
    from lore.lookup.terms import (
        LONGEST_TERM as LONGEST_TERM, STOP_WORDS as STOP_WORDS, tells as tells, usual as usual,
    )
    from lore.lookup.writing import (
        Entry as Entry, Writing as Writing,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "answering": "answer passing",
        "asking": "NEWEST_PROMPTS subject_of usual_terms",
        "book": "Damage NoBook",
        "choosing": "LONGEST_PROMPT Passed chosen",
        "folders": "GIVEN KEEPS Kept Known PUBLISHED ROOTS SEEN Saying kept said",
        "frozen": "CLOSED NO_ROOM open_frozen state_of why_frozen",
        "gate": "BY_WORDS Gate PromptWords by_words rarity",
        "ranking": "LOOKED_AT RANKED nearest",
        "reading": "NoStore Unreadable gone",
        "scripts": "part_scripts",
        "seals": "SEAL hash_of",
        "stands": "Standing standing",
        "starting": "RECALLED Start start_in",
        "terms": "LONGEST_TERM STOP_WORDS tells usual",
        "writing": "Entry Writing",
    },
)
