"""Everything derived from the store to find passages by: words, vectors, a catalogue to filter by. Safe to delete.

`catch_up` brings it level with the store, `embed_pending` makes the vectors that are missing, `open_index` reads.
May import `lore.store` and what lies below it.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.index.abbreviations import (
        others as others,
    )
    from lore.index import analysis as analysis
    from lore.index.analysis import (
        MOST_SEARCHED as MOST_SEARCHED, is_first_person as is_first_person, literalness as literalness,
        people_in as people_in,
    )
    from lore.index import beginnings as beginnings
    from lore.index.catalogue import (
        Catalogue as Catalogue, PERCENT as PERCENT, key_of as key_of, place_of as place_of,
        speaker_number as speaker_number,
    )
    from lore.index import file_stamps as file_stamps
    from lore.index.filters import (
        PassageFilter as PassageFilter,
    )
    from lore.index import lexical as lexical
    from lore.index.lexical import (
        LexicalQuery as LexicalQuery, MOST_BITS as MOST_BITS,
    )
    from lore.index import lexical_by_type as lexical_by_type
    from lore.index.lexical_by_type import (
        LexicalIndexes as LexicalIndexes, open_words as open_words,
    )
    from lore.index.pending import (
        bring_level as bring_level, TOGETHER as TOGETHER, embed_passages as embed_passages, embed_pending as embed_pending,
        embed_tail as embed_tail, forget_progress as forget_progress,
    )
    from lore.index.reader import (
        Index as Index, check_untouched as check_untouched, index_as_it_is as index_as_it_is, open_index as open_index,
    )
    from lore.index.refresh import (
        catalogue_folder as catalogue_folder, catch_up as catch_up, derived_folder as derived_folder,
        index_lock as index_lock, rebuild as rebuild, vectors_folder as vectors_folder, words_folder as words_folder,
    )
    from lore.index.switching import (
        ModelStatus as ModelStatus, prepared as prepared, status as status, switch as switch, unfinished as unfinished,
    )
    from lore.index.vectors import (
        Vectors as Vectors,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "abbreviations": "others",
        "analysis": "MOST_SEARCHED is_first_person literalness people_in",
        "catalogue": "Catalogue PERCENT key_of place_of speaker_number",
        "filters": "PassageFilter",
        "lexical": "LexicalQuery MOST_BITS",
        "lexical_by_type": "LexicalIndexes open_words",
        "pending": "bring_level TOGETHER embed_passages embed_pending embed_tail forget_progress",
        "reader": "Index check_untouched index_as_it_is open_index",
        "refresh": "catalogue_folder catch_up derived_folder index_lock rebuild vectors_folder words_folder",
        "switching": "ModelStatus prepared status switch unfinished",
        "vectors": "Vectors",
    },
)
