"""Everything derived from the store to find passages by: words, vectors, a catalogue to filter by. Safe to delete.

`catch_up` brings it level with the store, `embed_pending` makes the vectors that are missing, `open_index` reads.
May import `lore.store` and what lies below it.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.index import analysis
    from lore.index.analysis import is_first_person, literalness, others, people_in
    from lore.index.catalogue import Catalogue, PERCENT, key_of, place_of, speaker_number
    from lore.index import file_stamps
    from lore.index.filters import PassageFilter
    from lore.index import lexical
    from lore.index.lexical import LexicalQuery, MOST_BITS
    from lore.index import lexical_by_type
    from lore.index.lexical_by_type import LexicalIndexes, open_words
    from lore.index.pending import TOGETHER, bring_level, embed_passages, embed_pending, embed_tail, forget_progress
    from lore.index.reader import Index, check_untouched, index_as_it_is, open_index
    from lore.index.refresh import (
        catalogue_folder, catch_up, derived_folder, index_lock, rebuild, vectors_folder, words_folder,
    )
    from lore.index.switching import ModelStatus, prepared, status, switch, unfinished
    from lore.index.vectors import Vectors
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
