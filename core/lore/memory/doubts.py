"""The doubts about a fact: where what was said contradicted it, and nobody answered. `outdated.py` finds them.

A card reads this module for every fact, so nothing here loads what compares sentences before a doubt needs it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lore import memory
from lore.model import Clean, Role
from lore.store import CHECKED, DOUBTED, Store


@dataclass(frozen=True, slots=True)
class Doubt:
    """That a fact was contradicted where it was retrieved, and nobody has confirmed it since."""

    at: str
    session: str
    words: Clean | None
    """The sentence that contradicts it; None where the message is not stored."""


def open_doubts(store: Store, ids: Sequence[str]) -> dict[str, list[Doubt]]:
    """The doubts about these facts that nobody has answered, oldest first; facts without any are left out."""
    noted = store.accesses.noted(DOUBTED, ids) if ids else []
    if not noted:
        return {}
    names = list(dict.fromkeys(name for name, _, _ in noted))
    answered = _answered(store, names)
    texts = {fact.id: fact.text for fact in store.facts.many(names)}
    found: dict[str, list[Doubt]] = {}
    for name, session, at in noted:
        if at > answered[name] and name in texts:
            found.setdefault(name, []).append(Doubt(at, session, _words(store, session, texts[name])))
    return found


def _answered(store: Store, names: Sequence[str]) -> Mapping[str, str]:
    """When each fact was last said, confirmed or edited; "" where it never was."""
    said = store.facts.evidence(names)
    times = {name: [quote.at or "" for quote in said[name]] for name in names}
    for name, _, at in store.accesses.noted(CHECKED, names):
        times[name].append(at)
    for name in names:
        times[name].append(store.facts.checked(name))
        edited = store.audit.select(action="fact.edit", subject=name, limit=1)
        times[name] += [event.at for event in edited]
    return {name: max(found, default="") for name, found in times.items()}


def _words(store: Store, session: str, fact_text: str) -> Clean | None:
    """The sentence of a session's messages that contradicts a fact, the newest."""
    typed = [turn.text for turn in store.sessions.turns(session) if turn.role is Role.USER]
    return next((Clean(said) for text in reversed(typed) if (said := memory.contradicted_by(text, fact_text))), None)
