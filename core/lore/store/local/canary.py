"""The canary of `lore doctor`: a fact that is written to see whether it is found, and removed without a trace.

It belongs to a project of its own, so that no search or recall for anybody's work returns it, and leaves no events:
an undo in the second in which it lives reverses what a person did, not the canary.
"""

from typing import TYPE_CHECKING

from lore.model import Clean, Evidence, Fact, Kind, Layer, Role
from lore.store.local.purge import remove_facts

if TYPE_CHECKING:
    from lore.store.local.store import Store

ACTOR = "doctor"
PROJECT = "lore doctor"


def put_canary(store: "Store", text: Clean) -> Fact:
    """Store the canary as any fact is stored. Raises Busy, StoreError."""
    with store.write(ACTOR) as change:
        fact = store.facts.add(
            change,
            Fact("", text, Kind.NOTE, layer=Layer.USER_PROJECT, project=PROJECT),
            [Evidence(text, role=Role.USER)],
        )
        change._connection.execute("DELETE FROM audit WHERE unit = ?", [change.unit])
    return fact


def remove_canaries(store: "Store") -> int:
    """Remove the canary, and any that a killed `lore doctor` left behind. Returns how many there were."""
    found = [row[0] for row in store.facts._all("SELECT id FROM facts WHERE project = ?", PROJECT)]
    if found:
        with store.write(ACTOR) as change:
            remove_facts(change._connection, found)
    return len(found)
