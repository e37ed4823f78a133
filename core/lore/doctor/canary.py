"""The check of the whole way: a fact is written, found, recalled and purged, as any other is.

That happens in a store of its own beside yours, which is gone afterwards; yours is only asked whether it could be
written to. So no history has to be bent, and nothing of it can come up in a search.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from lore import paths
from lore.doctor.check import ACTOR, Finding, Inspection, Outcome, fail, ok, skipped, warn
from lore.embedding import Embedder
from lore.index import PassageFilter, catch_up, index_lock
from lore.intake import clean, forget_keys
from lore.memory import PurgeTarget, purge
from lore.model import Evidence, Fact, Kind, Role, SearchResult
from lore.platform import remove_folder
from lore.search import Searcher, SearchRequest
from lore.store import Store, file_lock, open_store

TEXT = (
    "Kept for a second by `lore doctor` (lorecanarylorecanary): miners took a small yellow bird underground,"
    " and when it fell silent they knew that the air was bad."
)
OTHERS = (
    "The staging database listens on port 5433.",
    "Release notes are written in the present tense.",
    "The printer on the second floor is out of paper.",
)
"""What else is in the store, so that to be found means to be found among others."""
BY_WORDS = "lorecanarylorecanary"
"""A word that nothing else holds."""
BY_MEANING = "animal that warns of poisonous gas in a colliery"
"""Shares no word with the text, so that only its vector can find it."""
RECALLED = "what did miners take underground"
WAIT_S = 5.0


def canary(inspection: Inspection) -> Finding:
    """A fact that is written is found by its words and its meaning, is recalled, and goes without a trace."""
    _can_be_written(inspection.store)
    with file_lock(paths.canary_lock(inspection.folder), budget_s=WAIT_S), _beside(inspection) as store:
        findings = list(_Way(store, inspection.embedder).findings())
    worst = max(findings, key=lambda finding: list(Outcome).index(finding.outcome), default=None)
    return worst or ok("written, found by words and by meaning, recalled, and removed without a trace")


def _can_be_written(store: Store) -> None:
    """Raises LoreError where nothing could be written to your own store, or to its index."""
    with store.write(ACTOR):
        pass
    with index_lock(store, wait_s=WAIT_S):
        pass


@contextmanager
def _beside(inspection: Inspection) -> Iterator[Store]:
    """An empty store in the data folder, rid of one that a killed `lore doctor` left behind."""
    folder = paths.canary_folder(inspection.folder)
    remove_folder(folder)
    try:
        with open_store(folder, budget_s=WAIT_S) as store:
            store.backs_up = False
            yield store
    finally:
        remove_folder(folder)
        forget_keys()  # the next visit of this process makes another one there


@dataclass(frozen=True, slots=True)
class _Way:
    """The way of one fact through a store."""

    store: Store
    embedder: Embedder

    def findings(self) -> Iterator[Finding]:
        """What goes wrong on it."""
        searcher = Searcher(self.store, self.embedder)
        written = self._write()
        if self.store.facts.get(written.id) != written:
            yield fail("a fact read back differently from what was written", "`lore backup list` shows the backups")
        by_words = _asked(searcher, BY_WORDS)
        if not _is_first(by_words, written):
            yield fail("a fact that was written was not found by its words", "`lore reindex`")
        if not _is_first(_asked(searcher, RECALLED, PassageFilter(tainted=False)), written):
            yield fail("a fact that was written was not recalled", "`lore reindex`")
        if by_words.mode == "hybrid":
            yield from self._by_meaning(searcher, written)
        else:
            yield warn(f"a fact is found by keyword only: {by_words.notes[0]}", "reinstall Lore to get its model")
        purge(self.store, PurgeTarget(facts=[written.id]), ACTOR)
        left = [hit for hit in _asked(searcher, BY_WORDS).hits if hit.passage.id == written.id]
        if left or self.store.texts.holds(BY_WORDS):
            yield fail("a removed fact was still found", "`lore reindex`")

    def _write(self) -> Fact:
        with self.store.write(ACTOR) as transaction:
            first, *_ = [
                self.store.facts.add(
                    transaction, Fact("", clean(text), Kind.NOTE), [Evidence(clean(text), role=Role.USER)]
                )
                for text in (TEXT, *OTHERS)
            ]
        return first

    def _by_meaning(self, searcher: Searcher, written: Fact) -> Iterator[Finding]:
        level = catch_up(self.store, self.embedder, wait_s=WAIT_S)
        if not level or not self.store.vectors.of([written.id], self.embedder.name):
            yield skipped("found by keyword, but its vector was not made in time", "`lore doctor` once more")
        elif not _is_first(_asked(searcher, BY_MEANING), written):
            yield fail("a fact that was written was not found by its meaning", "`lore reindex`")


def _asked(searcher: Searcher, query: str, wanted: PassageFilter | None = None) -> SearchResult:
    return searcher.search(SearchRequest(query, places="facts", filter=wanted or PassageFilter()))


def _is_first(answer: SearchResult, written: Fact) -> bool:
    return bool(answer.hits) and answer.hits[0].passage.id == written.id
