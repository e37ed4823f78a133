"""What leans on something that gave way: facts that speak of the old thing once another one took its place.

"The REST client uses axios" leans on axios when "we use fetch instead of axios" arrives: it contradicts nothing, and
yet may be outdated. How much is a matter of likeness, as interference grows with it (Anderson & Neely 1996); what only
shares a common word is never marked.
"""

from dataclasses import dataclass

from lore.language import LIGHT_STEMS, STOP, denied, root, value_words
from lore.memory.duplicates import word_similarity
from lore.memory.questions import settled
from lore.model import Fact, LinkKind, Status
from lore.store import FactFilter, Store, Transaction

LOOKED_AT = 2_000
"""The newest facts of the project that are looked at when one gives way: 10 ms."""
MOST = 50
"""Facts that are marked at once."""
LONG_NUMBER = 3
"""Digits of a number that names something, such as a port."""


@dataclass(frozen=True, slots=True)
class Leaning:
    """That a fact leans on one that gave way."""

    fact: Fact
    degree: float
    """How alike the two are, 0 to 1."""


def given_up(old: str, new: str) -> frozenset[str]:
    """The roots of the things that an older statement speaks of and the newer one gives up.

    What the newer one replaces or denies in so many words; else the one thing that it exchanges.
    """
    things = _things(old)
    exchanged = things - _things(new)
    return (denied(new) & things) or (exchanged if len(exchanged) == 1 else frozenset())


def leaning_on(store: Store, old: Fact, new: Fact) -> list[Leaning]:
    """The active facts of the project that speak of what gave way and not of what took its place; the likest first."""
    gone = given_up(old.text, new.text)
    if not gone:
        return []
    texts = store.facts.texts(FactFilter(statuses=(Status.ACTIVE,), projects=(old.project, None)), limit=LOOKED_AT)
    arrived = _things(new.text) - _things(old.text) - gone
    named = [
        name
        for name, text in texts.items()
        if name not in (old.id, new.id)
        and any(one[:-1] in text.casefold() for one in gone)
        and _leans(text, gone, arrived)
    ]
    found = [Leaning(fact, word_similarity(fact.text, old.text)) for fact in store.facts.many(named)]
    return sorted(found, key=lambda one: (-one.degree, one.fact.id))[:MOST]


def mark_leaning(store: Store, transaction: Transaction, old: Fact, new: Fact) -> list[Leaning]:
    """Link the facts that lean on one that gave way to it, and ask nothing. Returns what was marked now."""
    marked = []
    for one in leaning_on(store, old, new):
        linked = {link.target for link in store.facts.links(one.fact.id) if link.kind is LinkKind.LEANS_ON}
        if old.id in linked or settled(store, one.fact.id, new.id):
            continue
        store.facts.link(transaction, one.fact.id, LinkKind.LEANS_ON, old.id)
        marked.append(one)
    return marked


def degree_of(fact: Fact, old: Fact) -> float:
    """How much a fact leans on one that gave way, 0 to 1."""
    return word_similarity(fact.text, old.text)


def _leans(text: str, gone: frozenset[str], arrived: frozenset[str]) -> bool:
    """Whether a text asserts one of the things that gave way, and none that took its place."""
    said = _things(text)
    return bool((gone & said) - denied(text)) and not said & arrived


def _things(text: str) -> frozenset[str]:
    """What a text names that others can rest on: no light word, no small number."""
    words = (word for word in value_words(text) if len(word) > 2 and word not in STOP)
    return frozenset(
        stem
        for word in words
        if (stem := root(word)) not in LIGHT_STEMS and not (word.isdigit() and len(word) < LONG_NUMBER)
    )
