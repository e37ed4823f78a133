"""Checks of what is derived from the store: the word index, the catalogue, the vectors, the model."""

from lore import paths
from lore.doctor.check import Finding, Inspection, fail, ok, skipped, warn
from lore.embedding import MODEL, Embedder, refusal, refused_model, verify_files
from lore.errors import IndexDamaged
from lore.index import (
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
REINDEX, FIX = "`lore reindex`", "`lore doctor --fix`"


def untouched(inspection: Inspection) -> Finding:
    """Nothing but Lore has written to the files of the index."""
    try:
        check_untouched(inspection.store, derived_folder(inspection.store))
    except IndexDamaged as error:
        if not file_stamps.is_copied(derived_folder(inspection.store)):
            return fail(error.message, REINDEX)
        rebuild(inspection.store, inspection.embedder, progress=inspection.progress)
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


def words_of_facts(inspection: Inspection) -> Finding:
    """A prompt finds each fact by the words that it has."""
    wrong = inspection.store.health.wrong_words()
    if wrong:
        return fail(f"{counted(wrong, 'fact')} would be recalled by other words", FIX)
    return ok("as the facts say")


def as_many(inspection: Inspection) -> Finding:
    """The word index, the catalogue and the vectors that are searched hold as much as the store."""
    store, embedder = inspection.store, inspection.embedder
    state = None
    try:
        for _ in range(TRIES):
            state = _state(inspection)
            if catch_up(store, embedder, wait_s=WAIT_S):
                found = _held(store, embedder)
                if state == _state(inspection):
                    break
        else:
            return skipped("other programs write or build the index: not compared", "`lore doctor` once more, later")
    except IndexDamaged as error:
        return fail(error.message, REINDEX)
    wrong = [f"the {name} holds {index:,}, the store {truth:,}" for name, index, truth in found if index != truth]
    return fail("; ".join(wrong), REINDEX) if wrong else ok(counted(found[0][1], "passage"))


def _state(inspection: Inspection) -> tuple[int, int]:
    return inspection.store.cursor(), inspection.store.vectors.last_seq(inspection.embedder.name)


def _held(store: Store, embedder: Embedder) -> list[tuple[str, int, int]]:
    """What each index is called, how much it holds, and how much of that the store has. Raises IndexDamaged."""
    words, catalogue = open_words(words_folder(store)), Catalogue(catalogue_folder(store))
    passages = sum(store.passages.count().values())
    matrix = Vectors(vectors_folder(store, embedder), embedder.dimension)
    return [
        ("word index", words.size() if words else 0, passages),
        ("catalogue", catalogue.live(), passages),
        ("matrix", matrix.live(catalogue.mask(PassageFilter())), store.statistics.vectors_in_use(embedder.name)),
    ]


def has_vectors(inspection: Inspection) -> Finding:
    """Every passage can be found by its meaning, and no vectors are kept of what is gone."""
    missing = sum(inspection.store.statistics.without_vectors(inspection.embedder.name).values())
    if missing > SMALL_TAIL:
        return warn(f"{counted(missing, 'passage')} can be found by keyword only", FIX)
    orphans = len(inspection.store.statistics.orphaned_vectors())
    return (
        warn(f"vectors of {counted(orphans, 'deleted passage')} are still kept", FIX) if orphans > ORPHANS else ok("")
    )


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
    """Make all that is derived anew from the store, and missing vectors. Returns the passages. Raises ModelError."""
    store, embedder = inspection.store, inspection.embedder
    store.health.make_words()
    gone = store.statistics.orphaned_vectors()
    for start in range(0, len(gone), BATCH):
        store.vectors.drop(gone[start : start + BATCH])
    rebuild(store, embedder, progress=inspection.progress)
    forget_progress(store)
    embed_pending(store, embedder, progress=inspection.progress)
    catch_up(store, embedder, wait_s=WAIT_S)
    return sum(store.passages.count().values())


BATCH = 500
"""Passages whose vectors are removed in one transaction."""
