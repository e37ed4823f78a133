"""The check of the whole way: a fact is written, found, recalled and removed, as any other is."""

from collections.abc import Iterator

from lore.doctor.check import Finding, fail, ok, warn
from lore.doctor.patient import Patient
from lore.index import PassageFilter, catch_up
from lore.intake import clean
from lore.model import Fact, SearchResult
from lore.search import Searcher, SearchRequest
from lore.store.canary import PROJECT, put_canary, remove_canaries

TEXT = (
    "Kept for a second by `lore doctor` (lorecanarylorecanary): miners took a small yellow bird underground,"
    " and when it fell silent they knew that the air was bad."
)
BY_WORDS = "lorecanarylorecanary"
"""A word that nothing else holds."""
BY_MEANING = "animal that warns of poisonous gas in a colliery"
"""Shares no word with the text, so that only its vector can find it."""
RECALLED = "what did miners take underground"
WAIT_S = 5.0


def canary(patient: Patient) -> Finding:
    """A fact that is written is found by its words and its meaning, is recalled, and goes without a trace."""
    store = patient.store
    remove_canaries(store)
    written = put_canary(store, clean(TEXT))
    try:
        searcher = Searcher(store, patient.embedder)
        failed = list(_failures(patient, searcher, written))
    finally:
        remove_canaries(store)
    after = searcher.search(SearchRequest(BY_WORDS, places="facts"))
    if _finds(after, written) or store.facts.many([written.id]) or store.audit.select(target=written.id):
        failed.append("it was still there after it had been removed")
    if failed:
        return fail(f"a fact that was written: {'; '.join(failed)}", "`lore reindex`")
    if after.mode != "hybrid":
        return warn(f"found by its words only: {after.notes[0]}", "reinstall Lore to bring the model back")
    return ok("written, found by words and by meaning, recalled, and gone without a trace")


def _failures(patient: Patient, searcher: Searcher, written: Fact) -> Iterator[str]:
    store = patient.store
    if store.facts.get(written.id) != written:
        yield "it was not read as it was written"
    by_words = searcher.search(SearchRequest(BY_WORDS, places="facts", limit=3))
    if not _finds(by_words, written):
        yield "it was not found by its words"
    if by_words.mode == "hybrid":
        catch_up(store, patient.embedder, wait_s=WAIT_S)
        here = PassageFilter(projects=(PROJECT,))
        if not _finds(searcher.search(SearchRequest(BY_MEANING, places="facts", filter=here)), written):
            yield "it was not found by its meaning"
    may_reach_agents = PassageFilter(projects=(PROJECT,), tainted=False)
    if not _finds(searcher.search(SearchRequest(RECALLED, places="facts", filter=may_reach_agents)), written):
        yield "it was not recalled"


def _finds(answer: SearchResult, written: Fact) -> bool:
    return any(hit.passage.id == written.id for hit in answer.hits)
