"""Everything derived from the store to find passages by: words, vectors, a catalogue to filter by. Safe to delete.

`catch_up` brings it level with the store, `embed_pending` makes the vectors that are missing, `open_index` reads.
May import `lore.store` and what lies below it.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.index import analysis as analysis
    from lore.index import file_stamps as file_stamps
    from lore.index import lexical as lexical
    from lore.index import lexical_by_type as lexical_by_type
    from lore.index.abbreviations import others as others
    from lore.index.analysis import (
        MOST_SEARCHED as MOST_SEARCHED,
    )
    from lore.index.analysis import (
        is_first_person as is_first_person,
    )
    from lore.index.analysis import (
        literalness as literalness,
    )
    from lore.index.analysis import (
        people_in as people_in,
    )
    from lore.index.catalogue import (
        Catalogue as Catalogue,
    )
    from lore.index.catalogue import (
        key_of as key_of,
    )
    from lore.index.catalogue import (
        place_of as place_of,
    )
    from lore.index.catalogue import (
        speaker_number as speaker_number,
    )
    from lore.index.filters import PassageFilter as PassageFilter
    from lore.index.lexical import MOST_BITS as MOST_BITS
    from lore.index.lexical import LexicalQuery as LexicalQuery
    from lore.index.lexical_by_type import LexicalIndexes as LexicalIndexes
    from lore.index.lexical_by_type import open_words as open_words
    from lore.index.pending import (
        TOGETHER as TOGETHER,
    )
    from lore.index.pending import (
        embed_passages as embed_passages,
    )
    from lore.index.pending import (
        embed_pending as embed_pending,
    )
    from lore.index.pending import (
        forget_progress as forget_progress,
    )
    from lore.index.reader import Index as Index
    from lore.index.reader import check_untouched as check_untouched
    from lore.index.reader import open_index as open_index
    from lore.index.refresh import (
        Progress as Progress,
    )
    from lore.index.refresh import (
        catalogue_folder as catalogue_folder,
    )
    from lore.index.refresh import (
        catch_up as catch_up,
    )
    from lore.index.refresh import (
        derived_folder as derived_folder,
    )
    from lore.index.refresh import (
        index_lock as index_lock,
    )
    from lore.index.refresh import (
        rebuild as rebuild,
    )
    from lore.index.refresh import (
        vectors_folder as vectors_folder,
    )
    from lore.index.refresh import (
        words_folder as words_folder,
    )
    from lore.index.switching import (
        ModelStatus as ModelStatus,
    )
    from lore.index.switching import (
        prepared as prepared,
    )
    from lore.index.switching import (
        status as status,
    )
    from lore.index.switching import (
        switch as switch,
    )
    from lore.index.switching import (
        unfinished as unfinished,
    )
    from lore.index.vectors import Vectors as Vectors

__getattr__ = lazy_face(
    __name__,
    {
        "abbreviations": "others",
        "analysis": "MOST_SEARCHED is_first_person literalness people_in",
        "catalogue": "Catalogue key_of place_of speaker_number",
        "filters": "PassageFilter",
        "lexical": "LexicalQuery MOST_BITS",
        "lexical_by_type": "LexicalIndexes open_words",
        "pending": "TOGETHER embed_passages embed_pending forget_progress",
        "reader": "Index check_untouched open_index",
        "refresh": "Progress catalogue_folder catch_up derived_folder index_lock rebuild vectors_folder words_folder",
        "switching": "ModelStatus prepared status switch unfinished",
        "vectors": "Vectors",
    },
)
