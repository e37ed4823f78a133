"""The words of people: sentences, stems, the marks of what holds for good, and what a sentence says was replaced.

Pure: no store, no model, no clock. What a hook loads of it (`stems`, `terms`) knows the standard library alone. May import
`lore.model` and what lies beside it.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.language.giving_up import Given, denied, given_up, gives_up, value_words
    from lore.language.marks import (
        asks, begins_with_taking_back, blotted, end_with_taking_back, is_known_language, known_languages, mark_of,
        only_takes_back, requests,
    )
    from lore.language.quoted import FENCED, Part, is_quoted, quoted_parts
    from lore.language.saying import kind_of_saying
    from lore.language.splitter import Form, Sentence, sentences, whole_sentences
    from lore.language.stems import stem
    from lore.language.terms import LONGEST_TERM, STOP_WORDS, part_scripts, telling_terms
    from lore.language.words import LIGHT_STEMS, STOP, root, tokens, word_set
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
