"""Whether a convention helps: corrections on its subject before agents were given it, and after."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lore.memory import word_similarity
from lore.model import Evidence, Fact, Kind, Role, Status
from lore.store import GIVEN, TAKEN_UP, FactFilter, Store

SAME_SUBJECT = 0.5
"""Likeness of words from which a correction is about the subject of a convention."""


@dataclass(frozen=True, slots=True)
class Heed:
    """What became of one convention since agents were given it."""

    fact: Fact
    given: int
    """Sessions that were given it."""
    taken_up: int
    """Of these, sessions that made use of it."""
    first_given: str | None
    before: int
    """Sessions in which you corrected an agent on its subject before it was given first."""
    after: int
    """The same after that, of the sessions that were given it."""

    @property
    def is_heeded(self) -> bool | None:
        """Whether agents heed it; None where it was given to nobody so far."""
        return None if self.first_given is None else self.after == 0

    @property
    def advice(self) -> str:
        """What to do about one that is not heeded; empty for any other."""
        if self.is_heeded is not False:
            return ""
        return f"corrected in {self.after} of {self.given} sessions that were given it: reword it, or withdraw it"


def heeds(store: Store, project: str | None = None) -> list[Heed]:
    """Every convention with what became of it, those that are not heeded first."""
    facts = [
        fact
        for fact in store.facts.select(FactFilter(approved=True, statuses=(Status.ACTIVE,)))
        if project is None or fact.project in (None, project)
    ]
    everything = (Status.ACTIVE, Status.SUPERSEDED, Status.ARCHIVED)
    corrections = store.facts.select(FactFilter(kinds=(Kind.CORRECTION,), statuses=everything))
    said = store.facts.evidence([*(fact.id for fact in facts), *(fact.id for fact in corrections)])
    found = [_heed(store, fact, corrections, said) for fact in facts]
    return sorted(found, key=lambda one: (-one.after, -one.given, one.fact.id))


def _heed(store: Store, fact: Fact, corrections: Sequence[Fact], said: "dict[str, list[Evidence]]") -> Heed:
    given = store.accesses.noted(GIVEN, [fact.id])
    used = {session for _, session, _ in store.accesses.noted(TAKEN_UP, [fact.id])}
    since = {session: at for _, session, at in reversed(given)}
    first = min(since.values(), default=None)
    times = list(_corrected(fact, corrections, said))
    before = {session for session, at in times if first is None or at < first}
    after = {session for session, at in times if session in since and at >= since[session]}
    return Heed(fact, len(since), len(used), first, len(before), len(after))


def _corrected(fact: Fact, corrections: Sequence[Fact], said: "dict[str, list[Evidence]]") -> Iterator[tuple[str, str]]:
    """The session and the time of each time that a person said it, or corrected an agent on its subject."""
    about = [one for one in corrections if one.id != fact.id and word_similarity(one.text, fact.text) >= SAME_SUBJECT]
    for one in (fact, *about):
        for quote in said[one.id]:
            if quote.role is Role.USER and quote.session and quote.at:
                yield quote.session, quote.at
