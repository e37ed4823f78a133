"""How text becomes the terms of the word index, for passages and queries alike."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from lore.language import LONGEST_TERM, STOP_WORDS, part_scripts
from lore.model import Passage, PassageType

if TYPE_CHECKING:
    from tantivy import Query, Schema, TextAnalyzer

ROLES = {"user": "user", "human": "user", "somebody": "user", "assistant": "assistant", "ai": "assistant"}
"""Speakers that are no persons, as logs name them."""
MOST_PAIRS = 16
"""Pairs of neighbouring words of a query that are looked for as such."""
LONGEST_NAME = 240
MOST_SEARCHED = 2_000_000
"""Characters of one passage that are searched, a second's work: what lies behind is set aside; `lore doctor` tells."""
MOST_NAMES = 2_000
"""Identifiers taken from one passage."""

SENTENCE, KEYWORDS = 0.6, 0.9
"""Shares of telling words: questions have 0.43 to 0.63 (LoCoMo, BEAM), commit subjects 0.83 to 1."""
_FIRST_PERSON = frozenset(("i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves"))
_SECOND_PERSON = frozenset(("you", "your", "yours"))
MOST_ADDRESSED, READ_FOR_ADDRESS = 0.08, 2_000
"""The share of words of the second person from which a text speaks to somebody through and through; characters that
are read for it."""
_WORD = re.compile(r"\w+")
_PICTOGRAPH = re.compile("[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
"""Arrows, signs and emoji, which no analyser takes for words."""
_IDENTIFIER = re.compile(
    r"(?<![A-Za-z0-9_])(?:"  # a run is looked at once, not again from each of its letters
    r"[A-Za-z0-9_]+(?:(?:::|[./\\:\-])[A-Za-z0-9_]+)+"  # paths, dotted and dashed names
    r"|[A-Za-z0-9]*_[A-Za-z0-9_]+"  # snake_case
    r"|[a-z0-9]+[A-Z][A-Za-z0-9]*|[A-Z]+[a-z0-9]+[A-Z][A-Za-z0-9]*"  # camelCase, PascalCase
    r")"
)
_HEADER = re.compile(
    r"\s*(?:\[[^\]\n]{3,60}\]\s*([^\W\d][\w .'’-]{0,40}?)|(user|human|assistant|ai))\s*:\s", re.IGNORECASE
)
_CAMEL = re.compile(r"\b(?:[a-z0-9]+[A-Z]|[A-Z]+[a-z0-9]+[A-Z])[A-Za-z0-9]*")
_AROUND = ".,;:!?()[]{}<>\"'`*"
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")


@cache
def analyzer() -> "TextAnalyzer":
    """The analyser of running text: folded, stemmed, nothing left out, so that phrases can be found."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer  # 5 ms

    steps = (
        Filter.remove_long(LONGEST_TERM), Filter.lowercase(), Filter.ascii_fold(), Filter.stemmer("english")
    )  # fmt: skip
    builder = TextAnalyzerBuilder(Tokenizer.simple())
    for step in steps:
        builder = builder.filter(step)
    return builder.build()


def stems(text: str) -> list[str]:
    """The terms of a text in order, repetitions and stop words included."""
    return analyzer().analyze(searchable(text))


def searchable(text: str) -> str:
    """A text as the analyser takes it: scripts without spaces in pairs, each pictograph as a word that names it."""
    return text if text.isascii() else _PICTOGRAPH.sub(lambda sign: f" sign{ord(sign[0]):x} ", part_scripts(text))


def query_terms(text: str) -> list[str]:
    """The distinct terms to look for: without stop words, unless there is nothing else."""
    telling = " ".join(word for word in _WORD.findall(searchable(text)) if word.casefold() not in STOP_WORDS)
    return list(dict.fromkeys(stems(telling) or stems(text)))


def pairs(text: str) -> list[tuple[str, str]]:
    """The telling terms of a text that follow each other, at most `MOST_PAIRS`."""
    terms = query_terms(text)
    return list(pairwise(terms))[:MOST_PAIRS]


@dataclass(frozen=True, slots=True)
class Identifiers:
    """The identifiers of a text, in order."""

    names: list[str]
    """Whole and folded: paths, dotted and dashed names, snake_case, camelCase."""
    inside: str
    """The words inside those in camelCase; others fall into their words by themselves."""


def identifiers(text: str) -> Identifiers:
    """The identifiers of a text, at most `MOST_NAMES` of either sort."""
    unusual = list(_unusual(text))
    found = (match.group() for word in unusual for match in _IDENTIFIER.finditer(word))
    camels = (name for word in unusual for name in _CAMEL.findall(word))
    parts = (_PART.findall(name) for name in islice(camels, MOST_NAMES) if len(name) <= LONGEST_NAME)
    return Identifiers(
        list(islice((name.casefold() for name in found if len(name) <= LONGEST_NAME), MOST_NAMES)),
        " ".join(part for several in parts for part in several),
    )


def _unusual(text: str) -> Iterator[str]:
    """The words that may hold an identifier: not those of small letters, or of such after a first capital.

    Looking for identifiers in these alone takes a tenth of the time (`tests/torture/reindex.py`).
    """
    for word in text.split():
        if word.islower() and word.isalpha():
            continue
        bare = word.strip(_AROUND)
        if bare and not (bare.isalpha() and (bare.islower() or bare.istitle())):
            yield bare


def speaker_of(passage: Passage) -> str | None:
    """Who said a turn: a first name, folded, or `user` or `assistant`; None for documents, which nobody says.

    Logs of chats name the speaker at the head of the text, after a time in brackets; otherwise the record says it.
    """
    if passage.type is PassageType.CHUNK:
        return None
    header = _HEADER.match(passage.text)
    name = (header[1] or header[2]) if header else passage.speaker
    if not name or not name.strip():
        return ROLES.get(passage.role or "", passage.role)
    first = name.split()[0].casefold()
    return ROLES.get(first, first)


def people_in(text: str) -> set[str]:
    """Words of a query that could be the first name of a speaker."""
    return {word.casefold() for word in _WORD.findall(text)} - set(ROLES) - STOP_WORDS


def is_first_person(text: str) -> bool:
    """Whether who asks speaks of what they said themselves: "my resume", not "your advice to me"."""
    words = {word.casefold() for word in _WORD.findall(text)}
    return bool(words & _FIRST_PERSON) and not words & _SECOND_PERSON


def addressed(text: str) -> float:
    """How far a text speaks to somebody, 0 to 1, by its words of the second person: advice does, an account does not.

    The head of a log's line, which names the speaker, is none of its words.
    """
    header = _HEADER.match(text)
    start = header.end() if header else 0
    words = _WORD.findall(text[start : start + READ_FOR_ADDRESS].casefold())
    said = sum(word in _SECOND_PERSON for word in words)
    return min(1.0, said / max(1, len(words)) / MOST_ADDRESSED)


def literalness(text: str) -> float:
    """0 for a sentence, 1 for a row of keywords, by the share of words that carry meaning."""
    words = [word.casefold() for word in _WORD.findall(text)]
    telling = sum(word not in STOP_WORDS and word not in _FIRST_PERSON for word in words)
    share = telling / max(1, len(words))
    return min(1.0, max(0.0, (share - SENTENCE) / (KEYWORDS - SENTENCE)))


# Words that stand for several terms: one that is still being typed, and one that stands in compounds alone


OPEN = "*"
"""Ends the beginning of a term, and stands on both sides of a part of one; no term of a text holds it."""
LEAST = 2
"""Letters from which a beginning is looked for: with one, half of everything would begin so."""
LEAST_PART = 6
"""Letters of a word that is looked for inside of others."""
STEM_FROM, STEM_BEHIND = 4, 4
"""Letters that a stem has at least, and letters that a word may have grown beyond it: of `deploymen` the text still
holds `deploy` alone."""


@cache
def _folder() -> "TextAnalyzer":
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    builder = TextAnalyzerBuilder(Tokenizer.simple())
    for step in (Filter.remove_long(LONGEST_TERM), Filter.lowercase(), Filter.ascii_fold()):
        builder = builder.filter(step)
    return builder.build()


def open_term(word: str) -> str | None:
    """The term for what was typed of a word; None where that is too little."""
    folded = _folder().analyze(word)
    return folded[-1] + OPEN if folded and len(folded[-1]) >= LEAST else None


def part_of(term: str) -> str | None:
    """The term for what holds a word; None for one that is short, or no plain word."""
    return f"{OPEN}{term}{OPEN}" if len(term) >= LEAST_PART and term.isalpha() else None


def word_of(term: str) -> str:
    """The word that an open term was made of."""
    return term.strip(OPEN)


def is_open(term: str) -> bool:
    """Whether a term is the beginning or a part of one."""
    return term.endswith(OPEN)


def fits(term: str, held: str) -> bool:
    """Whether a term of a text is what an open one may become, or the stem of that."""
    begun = term.removesuffix(OPEN)
    if begun.startswith(OPEN):
        return begun[1:] in held
    return held.startswith(begun) or held in stems_behind(term)


def stems_behind(term: str) -> tuple[str, ...]:
    """The stems that a word may have by which it is found, although it has grown beyond them: `stagin` has outgrown
    `stage`, and `copyi` is found by `copi`."""
    begun = term.removesuffix(OPEN)
    shorter = [begun[:end] for end in range(max(STEM_FROM, len(begun) - STEM_BEHIND), len(begun))]
    with_e = [f"{one}e" for one in shorter]
    return (*shorter, *with_e, *(f"{one[:-1]}i" for one in shorter if one.endswith("y")))


def query_of(schema: "Schema", field: str, term: str) -> "Query":
    """Finds what an open term may become; each passage for the same score."""
    from tantivy import Occur, Query

    begun = term.removesuffix(OPEN)
    if begun.startswith(OPEN):
        return Query.const_score_query(Query.regex_query(schema, field, f".*{begun[1:]}.*"), 1.0)
    forms = [Query.fuzzy_term_query(schema, field, begun, distance=0, prefix=True)]
    forms += [Query.term_query(schema, field, stem) for stem in stems_behind(term)]
    return Query.const_score_query(Query.boolean_query([(Occur.Should, form) for form in forms]), 1.0)


# What developers write short, and the words it stands for: a query for either form matches both


_WORDS = """
    admin administrator
    arg argument
    async asynchronous
    attr attribute
    auth authentication
    bool boolean
    cfg conf config configuration
    cmd command
    creds credentials
    ctx context
    db database
    deps dependency
    dir directory
    docs documentation
    dup duplicate
    env environment
    err error
    eval evaluation
    exec execute
    fn func function
    gh github
    idx index
    img image
    impl implementation
    infra infrastructure
    js javascript
    k8s kubernetes
    lib library
    mgmt management
    msg message
    obj object
    ops operations
    param parameter
    passwd password
    perf performance
    pg postgres postgresql
    pkg package
    prod production
    prop property
    py python
    ref reference
    repo repository
    req request
    resp response
    src source
    stats statistics
    stmt statement
    str string
    svc service
    sync synchronize
    temp tmp temporary
    ts typescript
    val value
    var variable
"""


@cache
def _meanings() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for line in _WORDS.splitlines():
        group = stems(line)
        for term in group:
            found.setdefault(term, []).extend(other for other in group if other != term)
    return {term: tuple(dict.fromkeys(others)) for term, others in found.items()}


def others(term: str) -> tuple[str, ...]:
    """The terms that mean the same as a term of a query: `databas` for `db`, `db` for `databas`; mostly none."""
    return _meanings().get(term, ())
