"""A word index of passages of one type: Tantivy's BM25 over stemmed text, and a field of unstemmed identifiers."""

import errno
import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lore.errors import IndexDamaged, LoreError, Unwritable
from lore.index import analysis
from lore.index.analysis import others
from lore.index.catalogue import PINNED, TAINTED, Catalogue, epoch, key_of
from lore.index.filters import PassageFilter, folded, path_ends
from lore.language import LONGEST_TERM
from lore.lookup import rarity
from lore.model import Passage

if TYPE_CHECKING:
    import tantivy

TEXT, NAMES, KEY = "text", "names", "key"
_NO_SPACE = os.strerror(errno.ENOSPC)
APPLIED = "applied"
"""The name of the one document that is no passage: it holds the last change of the store that the index knows."""
_RAW = ("kind", "layer", "status", "project", "session", "role", "agent", "tag", "file", "flag")
_FLAGS = {TAINTED: "tainted", PINNED: "pinned"}
_EQUAL = {
    "ids": "id",
    "kinds": "kind",
    "layers": "layer",
    "statuses": "status",
    "sessions": "session",
    "roles": "role",
    "agents": "agent",
}
NAME = 0.5
"""What an identifier of the query counts more where it stands as a whole."""
MOST_BITS = 20
"""Terms that `held` looks for."""
FORMAT = 9
"""Raised by hand when documents are made differently under the same schema."""


@dataclass(frozen=True, slots=True)
class LexicalQuery:
    """What to look for. Terms are OR-ed, and may be open (`beginnings`); excluded terms must not be there."""

    terms: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    pair_weight: float = 0.5
    """What two terms count more where one follows the other."""
    names: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    excluded: tuple[tuple[str, ...], ...] = ()
    """Terms, or phrases of several, that keep a passage out."""
    strict: bool = False
    """Whether every phrase has to be there; otherwise phrases only count."""

    def __bool__(self) -> bool:
        return bool(self.terms or self.names or self.phrases)


@cache
def schema() -> "tantivy.Schema":
    from tantivy import SchemaBuilder

    builder = SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field(KEY, fast=True)
    builder.add_text_field(TEXT, tokenizer_name="lore_text")
    builder.add_text_field(NAMES, tokenizer_name="lore_names", index_option="freq")
    for name in _RAW:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name in ("at", "happened"):
        builder.add_integer_field(name, indexed=True)
    builder.add_integer_field(APPLIED, stored=True)
    return builder.build()


@cache
def version() -> str:
    """Names the folder of the index: another schema, analysis or Tantivy makes another."""
    # `importlib.metadata` would say it after 25 ms.
    from tantivy import __version__ as installed  # type: ignore[attr-defined]  # its stub lacks it

    analysed = "|".join(analysis.stems("Running useState snake_case naïve 3.5 don't 🚀")) + str(LONGEST_TERM)
    seed = f"{installed}|{FORMAT}|{_RAW}|{analysed}"
    return hashlib.sha256(seed.encode()).hexdigest()[:12]


@contextmanager
def guarded() -> Iterator[None]:
    """Turns what Tantivy answers to a damaged index, panics included, into IndexDamaged; a full disk is no damage."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit, LoreError):
        raise
    except BaseException as error:  # a panic of Tantivy is no Exception; ctrl+c went on above
        if _NO_SPACE in str(error):
            raise Unwritable("the disk is full: the index was not changed", hint="free some space") from error
        raise IndexDamaged(f"the word index is damaged: {error}", hint="`lore reindex` builds it again") from error


def open_lexical(folder: Path, *, create: bool = False, catalogue: Catalogue | None = None) -> "LexicalIndex | None":
    """The index in a folder, or None where there is none. Raises IndexDamaged where it cannot be opened.

    catalogue: names what is found without reading documents, which takes 20 µs each among a million.
    """
    from tantivy import Index

    with guarded():
        if create:
            folder.mkdir(mode=0o700, exist_ok=True)
        elif not folder.is_dir() or not Index.exists(str(folder)):
            return None
        return LexicalIndex(Index(schema(), path=str(folder)), catalogue)


class LexicalIndex:
    """One opened state of a word index."""

    def __init__(self, index: "tantivy.Index", catalogue: Catalogue | None = None) -> None:
        from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

        index.register_tokenizer("lore_text", analysis.analyzer())
        plain = TextAnalyzerBuilder(Tokenizer.whitespace()).filter(Filter.remove_long(analysis.LONGEST_NAME))
        index.register_tokenizer("lore_names", plain.build())
        index.reload()
        self._index = index
        self._searcher = index.searcher()
        self._catalogue = catalogue

    def writer(self, heap_bytes: int) -> "tantivy.IndexWriter":
        """The one writer of the index, with one thread. For the holder of the index lock."""
        return self._index.writer(heap_bytes, 1)

    @property
    def size(self) -> int:
        return max(0, self._searcher.num_docs - 1)

    def applied(self) -> int:
        """The last change of the store that the index knows; 0 for a new index."""
        with guarded():
            found = self._searcher.search(_term("id", APPLIED), limit=2).hits
            if len(found) > 1:
                raise IndexDamaged("the word index holds two states at once", hint="`lore reindex` builds it again")
            return int(self._searcher.doc(found[0][1])[APPLIED][0]) if found else 0

    def search(self, words: LexicalQuery, wanted: PassageFilter, limit: int) -> list[tuple[str, float]]:
        """The ids of the best passages with their BM25 scores."""
        from tantivy import Occur, Query

        scoring = [(Occur.Should, query) for query in _scoring(words)]
        if not scoring:
            return []
        must = [(Occur.Must, Query.boolean_query(scoring)), *((Occur.Must, query) for query in _conditions(wanted))]
        if words.strict:
            must += [(Occur.Must, _silent(_run(phrase))) for phrase in words.phrases]
        without = [(Occur.MustNot, _run(terms)) for terms in words.excluded]
        with guarded():
            search_result = self._best(Query.boolean_query([*must, *without]), limit)
            return list(zip(self._ids(search_result), (float(score) for score, _ in search_result.hits), strict=True))

    def terms_held(self, ids: Sequence[str], terms: Sequence[str]) -> dict[str, int]:
        """Which of the terms each passage holds, as bits; passages that hold none are left out."""
        from tantivy import Occur, Query

        if not ids or not terms:
            return {}
        # The score of a passage is the sum of the powers of two of its terms: exact in a float of 24 bits.
        bits = [
            (Occur.Should, Query.const_score_query(_in_any_form(term), float(1 << bit)))
            for bit, term in enumerate(terms[:MOST_BITS])
        ]
        among = _silent(_any_of("id", ids))  # of so few, half the time of a set of terms
        query = Query.boolean_query([(Occur.Must, among), (Occur.Must, Query.boolean_query(bits))])
        with guarded():
            search_result = self._best(query, len(ids))
            return dict(zip(self._ids(search_result), (int(score) for score, _ in search_result.hits), strict=True))

    def matching(self, wanted: PassageFilter, limit: int) -> list[str]:
        """The ids of passages that pass a filter, in no order."""
        from tantivy import Occur, Query

        conditions = [(Occur.Must, query) for query in _conditions(wanted)]
        query = Query.boolean_query(conditions or [(Occur.Must, Query.all_query())])
        with guarded():
            return self._ids(self._best(query, limit))

    def _best(self, query: "tantivy.Query", limit: int) -> "tantivy.SearchResult":
        """What a query finds, best first: Tantivy makes room for all that are wanted at once, so never for more than
        there are."""
        return self._searcher.search(query, limit=min(limit, max(1, self._searcher.num_docs)), count=False)

    def _ids(self, search_result: "tantivy.SearchResult") -> list[str]:
        """The ids of what was found: as the catalogue knows them, or read from the documents."""
        addresses = [address for _, address in search_result.hits]
        if self._catalogue is None or not addresses:
            return [self._searcher.doc(address)["id"][0] for address in addresses]
        import numpy as np

        rows = self._catalogue.rows_of(np.array(self._searcher.fast_field_values(KEY, addresses), dtype=np.int64))
        ids = self._catalogue.ids(rows)
        for place in np.flatnonzero(rows < 0):  # the catalogue is behind
            ids[place] = self._searcher.doc(addresses[place])["id"][0]
        return ids

    def frequencies(self, terms: Sequence[str]) -> list[int]:
        """In how many passages each term of running text stands, or its other form where that is more frequent."""
        with guarded():
            return [self._frequency(term) for term in terms]

    def _frequency(self, term: str) -> int:
        if analysis.is_open(term):
            found: Any = self._searcher.search(analysis.query_of(schema(), TEXT, term), limit=1)
            return int(found.count)  # its stub lacks it
        return max(self._searcher.doc_freq(TEXT, form) for form in (term, *others(term)))

    def rarity(self, terms: Sequence[str]) -> list[float]:
        """The inverse document frequency of each term, as the scores have it."""
        return [rarity(self._searcher.num_docs, count) for count in self.frequencies(terms)]


def document(passage: Passage) -> "tantivy.Document":
    """A passage as the index holds it."""
    from tantivy import Document

    made = Document()
    made.add_text("id", passage.id)
    made.add_integer(KEY, key_of(passage.id))
    text = passage.searched[: analysis.MOST_SEARCHED]
    made.add_text(TEXT, analysis.searchable(text))
    identifiers = analysis.identifiers(text)
    if identifiers.inside:
        made.add_text(TEXT, identifiers.inside)
    if identifiers.names:
        made.add_text(NAMES, " ".join(identifiers.names))
    for name in ("kind", "layer", "status", "session", "role", "agent"):
        if value := getattr(passage, name):
            made.add_text(name, str(value))
    made.add_text("project", passage.project or "")
    for tag in folded(passage.tags):
        made.add_text("tag", tag)
    for path in passage.files:
        for end in path_ends(path):
            made.add_text("file", end)
    for flag, held in ((TAINTED, passage.tainted), (PINNED, passage.pinned)):
        if held:
            made.add_text("flag", _FLAGS[flag])
    for name, time in (("at", passage.at), ("happened", passage.happened_at)):
        if time:
            made.add_integer(name, epoch(time))
    return made


def applied_document(seq: int) -> "tantivy.Document":
    from tantivy import Document

    made = Document()
    made.add_text("id", APPLIED)
    made.add_integer(KEY, key_of(APPLIED))
    made.add_integer(APPLIED, seq)
    return made


def _scoring(words: LexicalQuery) -> "list[tantivy.Query]":
    from tantivy import Query

    queries = [_in_any_form(term) for term in words.terms]
    queries += [Query.boost_query(Query.term_query(schema(), NAMES, name, "freq"), NAME) for name in words.names]
    queries += [Query.boost_query(_run(pair), words.pair_weight) for pair in words.pairs]
    return queries + [_run(phrase) for phrase in words.phrases]


def _in_any_form(term: str) -> "tantivy.Query":
    """A term, and what means the same: `database` counts as much as the `db` that was asked for."""
    from tantivy import Occur, Query

    if analysis.is_open(term):
        return analysis.query_of(schema(), TEXT, term)
    forms = [Query.term_query(schema(), TEXT, form) for form in (term, *others(term))]
    return forms[0] if len(forms) == 1 else Query.boolean_query([(Occur.Should, form) for form in forms])


def _run(terms: Sequence[str]) -> "tantivy.Query":
    """The terms one after the other."""
    from tantivy import Query

    if len(terms) == 1:
        return Query.term_query(schema(), TEXT, terms[0])
    return Query.phrase_query(schema(), TEXT, list(terms))


def _conditions(wanted: PassageFilter) -> "list[tantivy.Query]":
    options: list[tuple[str, Sequence[str]]] = [
        (column, [str(value) for value in getattr(wanted, field)]) for field, column in _EQUAL.items()
    ]
    options.append(("project", [project or "" for project in wanted.projects]))
    options.append(("tag", sorted(folded(wanted.tags))))
    options.append(("file", [path_ends(end)[0] for end in wanted.files]))
    queries = [_silent(_any_of(column, values)) for column, values in options if values]
    if wanted.not_ids:
        queries.append(_silent(_but(_any_of("id", wanted.not_ids))))
    for flag, state in (("tainted", wanted.tainted), ("pinned", wanted.pinned)):
        if state is not None:
            marked = _term("flag", flag)
            queries.append(_silent(marked if state else _but(marked)))
    for column, after, before in (
        ("at", wanted.after, wanted.before),
        ("happened", wanted.happened_after, wanted.happened_before),
    ):
        if after is not None or before is not None:
            queries.append(_silent(_range(column, after, before)))
    return queries


def _term(field: str, value: str) -> "tantivy.Query":
    from tantivy import Query

    return Query.term_query(schema(), field, value, "basic")


def _any_of(field: str, values: Sequence[str]) -> "tantivy.Query":
    from tantivy import Occur, Query

    return Query.boolean_query([(Occur.Should, _term(field, value)) for value in values])


def _but(query: "tantivy.Query") -> "tantivy.Query":
    """Everything that the query does not find."""
    from tantivy import Occur, Query

    return Query.boolean_query([(Occur.Must, Query.all_query()), (Occur.MustNot, query)])


def _range(field: str, after: str | None, before: str | None) -> "tantivy.Query":
    from tantivy import FieldType, Query

    bounds: dict[str, Any] = {} if before is None else {"include_upper": False}
    return Query.range_query(
        schema(),
        field,
        FieldType.Integer,
        epoch(after) if after is not None else None,
        epoch(before) if before is not None else None,
        **bounds,
    )


def _silent(query: "tantivy.Query") -> "tantivy.Query":
    """The query as a condition that adds nothing to the score."""
    from tantivy import Query

    return Query.const_score_query(query, 0.0)
