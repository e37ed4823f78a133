"""Checks of what is derived from the store: the word index, the catalogue, the vectors, the model."""

from collections.abc import Callable
from dataclasses import dataclass

from lore import paths
from lore.config import CHUNKS_PER_FILE
from lore.doctor.check import Finding, Outcome, fail, named, ok, skipped, warn
from lore.doctor.inspection import Inspection
from lore.embedding import MODEL, Embedder, refusal, refused_model, verify_files
from lore.errors import IndexDamaged
from lore.index import (
    MOST_SEARCHED,
    Catalogue,
    PassageFilter,
    Vectors,
    catalogue_folder,
    catch_up,
    check_untouched,
    derived_folder,
    embed_pending,
    file_stamps,
    forget_progress,
    open_words,
    rebuild,
    unfinished,
    vectors_folder,
    words_folder,
)
from lore.search import LONGEST, SMALL_TAIL
from lore.store import Store
from lore.text import counted

ORPHANS = 1_000
"""Vectors of what is gone that do no harm: about a megabyte, and an undo is taken back more quickly with them."""
WAIT_S, TRIES = 5.0, 3
REINDEX = "`lore reindex`"


def untouched(inspection: Inspection) -> Finding:
    """Nothing but Lore has written to the files of the index."""
    try:
        check_untouched(inspection.store, derived_folder(inspection.store))
    except IndexDamaged as error:
        if not file_stamps.is_copied(derived_folder(inspection.store)):
            return fail(error.message, REINDEX)
        build_again(inspection)
        return ok("copied here from elsewhere, so they were built again from the store")
    return ok("unchanged since Lore wrote them")


def lag(inspection: Inspection) -> Finding:
    """The word index and the catalogue know what the store announced."""
    try:
        behind = changes_behind(inspection.store)
    except IndexDamaged as error:
        return skipped(f"not known: {error.message}")
    if behind < 0:
        return fail("the index knows of changes that the store does not have", REINDEX)
    if behind > LONGEST:
        return warn(f"{counted(behind, 'change')} behind: the next search has to index them first", REINDEX)
    return ok(f"{counted(behind, 'change')} behind; the next search catches up" if behind else "level")


def changes_behind(store: Store) -> int:
    """How many announcements of the store the word index or the catalogue lacks. Raises IndexDamaged."""
    words = open_words(words_folder(store))
    known = min(words.applied() if words else 0, Catalogue(catalogue_folder(store)).applied)
    return store.cursor() - known


def words_counted(inspection: Inspection) -> Finding:
    """The word index holds as many passages as the store."""

    def held() -> int:
        lexical_indexes = open_words(words_folder(inspection.store))
        return lexical_indexes.size() if lexical_indexes else 0

    finding = _compared(inspection, "word index", held)
    too_long = inspection.store.passages.longer_than(MOST_SEARCHED)
    if finding.outcome is Outcome.OK and too_long:
        return warn(
            f"{counted(too_long, 'passage')} longer than {MOST_SEARCHED:,} characters: words after that are not found",
            "`lore docs add` takes a long file in parts",
            repairable=False,
        )
    return finding


def words_of_facts(inspection: Inspection) -> Finding:
    """A prompt finds each fact by the words that it has."""
    wrong = inspection.store.health.wrong_words()
    if wrong:
        return fail(f"{counted(wrong, 'fact')} would be recalled by other words", "`lore doctor --fix`")
    return ok("as the facts say")


def make_words(inspection: Inspection) -> int:
    """Make the words of facts anew. Returns how many facts have any."""
    return inspection.store.health.make_words()


def catalogue_counted(inspection: Inspection) -> Finding:
    """The catalogue that filters are applied to holds as many passages as the store."""
    return _compared(inspection, "catalogue", lambda: Catalogue(catalogue_folder(inspection.store)).live())


def _compared(inspection: Inspection, name: str, held: Callable[[], int]) -> Finding:
    store = inspection.store
    try:
        held()
        both = _counted(inspection, None, held, lambda: sum(store.passages.count().values()))
    except IndexDamaged as error:
        return fail(error.message, REINDEX)
    if both is None:
        return _BUSY
    if both.index != both.store:
        return fail(f"the {name} holds {both.index:,} passages, the store {both.store:,}", REINDEX)
    return ok(counted(both.store, "passage"))


@dataclass(frozen=True, slots=True)
class _Counted:
    """The same things, counted in both places while nobody wrote."""

    index: int
    store: int


def _counted(
    inspection: Inspection, embedder: Embedder | None, index: Callable[[], int], store: Callable[[], int]
) -> _Counted | None:
    """Both counts for one state of the store, or None where other programs give no quiet moment for it."""
    held, vectors, model = inspection.store, inspection.store.vectors, inspection.embedder.name
    for _ in range(TRIES):
        state = (held.cursor(), vectors.last_seq(model))
        if catch_up(inspection.store, embedder, wait_s=WAIT_S):
            both = _Counted(index(), store())
            if state == (held.cursor(), vectors.last_seq(model)):
                return both
    return None


def vectors_counted(inspection: Inspection) -> Finding:
    """The matrix that is searched by meaning holds the vectors of the store."""
    store, embedder = inspection.store, inspection.embedder

    def matrix() -> Vectors:
        return Vectors(vectors_folder(store, embedder), embedder.dimension)

    def held() -> int:
        return matrix().live(Catalogue(catalogue_folder(store)).mask(PassageFilter()))

    try:
        both = _counted(inspection, embedder, held, lambda: store.statistics.vectors_in_use(embedder.name))
    except IndexDamaged as error:
        return fail(error.message, REINDEX)
    if both is None:
        return _BUSY
    if both.index != both.store:
        return fail(f"the matrix holds {both.index:,} vectors, the store {both.store:,}", REINDEX)
    if matrix().is_wasteful(Catalogue(catalogue_folder(store))):
        return warn(f"more than half of its {matrix().size:,} rows are no longer used", REINDEX)
    return ok(counted(both.index, "vector"))


def missing_vectors(inspection: Inspection) -> Finding:
    """Every passage can be found by its meaning."""
    missing = sum(inspection.store.statistics.without_vectors(inspection.embedder.name).values())
    if missing > SMALL_TAIL:
        return warn(f"{counted(missing, 'passage')} can be found by keyword only", "`lore doctor --fix`")
    return ok(
        f"{counted(missing, 'vector')} missing; the next search makes them" if missing else "no vector is missing"
    )


def orphaned_vectors(inspection: Inspection) -> Finding:
    """No vectors are kept of what is gone."""
    orphans = len(inspection.store.statistics.orphaned_vectors())
    if orphans > ORPHANS:
        return warn(f"vectors of {counted(orphans, 'deleted passage')} are still kept", "`lore doctor --fix`")
    return ok(f"{orphans:,} of undone changes" if orphans else "none")


def model(inspection: Inspection) -> Finding:
    """The model that ships is as it was shipped, and the one in use can be had. Raises ModelError where not."""
    verify_files(paths.models_folder() / MODEL)
    used = inspection.embedder
    used.load()
    refused = refused_model(inspection.store)
    if refused:
        return warn(refusal(refused), f"`lore model use {used.name}` forgets it")
    coming = unfinished(inspection.store)
    if coming and coming.choice.name != used.name:
        return warn(f"{used.name} is in use; the switch to {coming.choice.name} is not finished", "`lore model status`")
    return ok(f"{MODEL}, as shipped" if used.name == MODEL else f"{used.name}, which answers; {MODEL}, as shipped")


def build_again(inspection: Inspection) -> int:
    """Drop the derived indexes and build them from the store. Returns the passages in them."""
    rebuild(inspection.store, inspection.embedder, progress=inspection.progress)
    return sum(inspection.store.passages.count().values())


def embed(inspection: Inspection) -> int:
    """Make the vectors that are missing. Returns the passages that got theirs. Raises ModelError."""
    forget_progress(inspection.store)
    done = embed_pending(inspection.store, inspection.embedder, progress=inspection.progress)
    catch_up(inspection.store, inspection.embedder, wait_s=WAIT_S)
    return done.passages


def drop_orphans(inspection: Inspection) -> int:
    """Remove the vectors of what is gone. Returns the passages that had them."""
    gone = inspection.store.statistics.orphaned_vectors()
    for start in range(0, len(gone), BATCH):
        inspection.store.vectors.drop(gone[start : start + BATCH])
    return len(gone)


_BUSY = skipped("other programs write or build the index: not compared", "`lore doctor` once more, later")
BATCH = 500
"""Passages whose vectors are removed in one transaction."""


def parts_per_file(inspection: Inspection) -> Finding:
    """The files of a collection give something to find, and not far too much each."""
    most = inspection.config[CHUNKS_PER_FILE]
    wrong, files, parts = [], 0, 0
    for holding in inspection.store.documents.holdings():
        name = f"`{holding.collection.name}`"
        files, parts = files + holding.documents, parts + holding.chunks
        if holding.chunks < holding.documents:
            wrong.append(f"{name} has {counted(holding.documents, 'file')} and {counted(holding.chunks, 'part')}")
        elif holding.documents and holding.chunks / holding.documents >= most:
            wrong.append(f"the files of {name} fall into {holding.chunks / holding.documents:,.0f} parts each")
    if wrong:
        return warn(named(wrong), "`lore docs list` shows its folder; leave out what nobody wrote: `lore docs remove`")
    return ok(f"{counted(parts, 'part')} of {counted(files, 'file')}" if files else "there are no documents")
