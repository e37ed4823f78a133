"""What a session made of what it was given: only that counts as a use of a fact, and more where it ended well."""

from collections.abc import Iterator, Sequence

from lore.capture import without_lore_output
from lore.context.outcomes import ended_well
from lore.index import query_terms
from lore.model import Event, Fact, Role, Turn
from lore.store import GIVEN, TAKEN_UP, Store

SHARE = 0.5
"""The share of the telling words of a fact that one message, or one command, has to hold."""
FEWEST = 2
"""Of these words, unless the fact has fewer."""
SHORTEST = 3
"""Letters of a word that tells anything."""


def note_uptake(store: Store, session: str) -> list[str]:
    """Note which facts that a session was given it made use of: by their words or their files, in what came after.

    Where a commit was made after one was given, or the tests pass at the end, its use counts once more. Returns the ids
    of those that were not noted before.
    """
    given = {name: at for name, _, at in store.accesses.noted(GIVEN, session=session)}
    if not given:
        return []
    known = {name for name, _, _ in store.accesses.noted(TAKEN_UP, session=session)}
    events = store.sessions.events(session)
    facts = store.facts.many([name for name in given if name not in known])
    said = list(_what_followed(store.sessions.turns(session), events)) if facts else []
    used = [fact.id for fact in facts if any(at >= given[fact.id] and _uses(fact, words) for at, words in said)]
    store.accesses.take_up(used, session)
    well = ended_well(events)
    store.accesses.pay_off([name for name in (*known, *used) if well and well >= given.get(name, "9")], session)
    return used


def _what_followed(turns: Sequence[Turn], events: Sequence[Event]) -> Iterator[tuple[str, frozenset[str]]]:
    """When the agent said or did something, and the words of it."""
    for turn in turns:
        if turn.role is Role.ASSISTANT:
            yield turn.at or "9", frozenset(query_terms(without_lore_output(turn.text)))
    for event in events:
        yield event.at or "9", frozenset(query_terms(f"{event.name} {event.detail}"))


def _uses(fact: Fact, words: frozenset[str]) -> bool:
    if any(set(query_terms(file.rsplit("/", 1)[-1])) <= words for file in fact.files):
        return True
    telling = {term for term in query_terms(fact.text) if len(term) >= SHORTEST}
    shared = len(telling & words)
    return bool(telling) and shared >= min(FEWEST, len(telling)) and shared >= SHARE * len(telling)
