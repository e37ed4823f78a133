"""The check of the whole way: a fact is written, found, recalled and removed, as any other is."""

from collections.abc import Iterator

from lore import paths
from lore.doctor.check import Finding, Outcome, fail, ok, skipped, warn
from lore.doctor.patient import Patient
from lore.index import PassageFilter, catch_up
from lore.intake import clean
from lore.model import Fact, SearchResult
from lore.search import Searcher, SearchRequest
from lore.store.canary import PROJECT, put_canary, remove_canaries
from lore.store.locks import held

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
    with held(paths.canary_lock(patient.folder), budget_s=WAIT_S):
        searcher = Searcher(patient.store, patient.embedder)
        remove_canaries(patient.store)
        written = put_canary(patient.store, clean(TEXT))
        try:
            findings = list(_on_its_way(patient, searcher, written))
        finally:
            remove_canaries(patient.store)
        findings += _afterwards(patient, searcher, written)
    worst = max(findings, key=lambda one: list(Outcome).index(one.outcome), default=None)
    return worst or ok("written, found by words and by meaning, recalled, and gone without a trace")


def _on_its_way(patient: Patient, searcher: Searcher, written: Fact) -> Iterator[Finding]:
    """What goes wrong while it is in the store."""
    if patient.store.facts.get(written.id) != written:
        yield fail("a fact was not read as it was written", "`lore backup list` shows the ways back")
    by_words = searcher.search(SearchRequest(BY_WORDS, places="facts"))
    if not _holds(by_words, written):
        yield fail("a fact that was written was not found by its words", "`lore reindex`")
    if not _finds(searcher, RECALLED, PassageFilter(projects=(PROJECT,), tainted=False), written):
        yield fail("a fact that was written was not recalled", "`lore reindex`")
    if by_words.mode == "hybrid":
        yield from _by_meaning(patient, searcher, written)
    else:
        yield warn(f"a fact is found by its words alone: {by_words.notes[0]}", "reinstall Lore to bring the model back")


def _by_meaning(patient: Patient, searcher: Searcher, written: Fact) -> Iterator[Finding]:
    level = catch_up(patient.store, patient.embedder, wait_s=WAIT_S)
    if not level or not patient.store.vectors.of([written.id], patient.embedder.name):
        yield skipped("found by its words; others keep the index busy, so its vector waits", "`lore doctor` once more")
    elif not _finds(searcher, BY_MEANING, PassageFilter(projects=(PROJECT,)), written):
        yield fail("a fact that was written was not found by its meaning", "`lore reindex`")


def _afterwards(patient: Patient, searcher: Searcher, written: Fact) -> Iterator[Finding]:
    """What is left of it once it was removed."""
    store = patient.store
    left = store.facts.many([written.id]) or store.audit.select(subject=written.id)
    if left or _finds(searcher, BY_WORDS, PassageFilter(), written):
        yield fail("a fact was still there after it had been removed", "`lore reindex`")


def _finds(searcher: Searcher, query: str, wanted: PassageFilter, written: Fact) -> bool:
    return _holds(searcher.search(SearchRequest(query, places="facts", filter=wanted)), written)


def _holds(answer: SearchResult, written: Fact) -> bool:
    return any(hit.passage.id == written.id for hit in answer.hits)
