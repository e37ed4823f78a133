"""What is near in meaning, where a test needs it to be."""

from dataclasses import replace

from lore.memory import Near, decisions
from lore.memory.proposals import propose
from lore.model import Candidate, Clean
from lore.store import Store


def nearest(store: Store) -> Near:
    return Near(frozenset(store.facts.ids()))


def twin(store: Store) -> Candidate:
    """A proposal that may be joined: it says nearly the same as the fact behind another one."""
    known = store.facts.get(store.candidates.get(decisions.queue(store)[1]).fact)
    text = Clean("Always use pnpm, never npm or yarn, in this repository")
    with store.write("hook") as transaction:
        made = store.facts.add(transaction, replace(known, id="", text=text))
        return propose(store, transaction, made, because="again", sessions=99)
