"""What the app asks before its first screen is painted: a few lookups, for which no room of the engine is loaded."""

from enum import StrEnum

from lore.actions.engine import Engine


class FactOrder(StrEnum):
    """What a list of facts begins with."""

    NEWEST = "newest"
    STRONGEST = "strongest"
    USED = "used"
    """Said or used last."""


def is_known_project(engine: Engine) -> bool:
    """Whether a fact or a session belongs to the project of the folder you are in."""
    return engine.project is not None and engine.store.projects.is_in_use(engine.project)


def something_waits(engine: Engine) -> bool:
    """Whether anything may wait for a person, or nothing is stored yet: looked up, not ranked."""
    return bool(engine.store.candidates.ids() or not engine.store.facts.ids(limit=1))


def is_empty(engine: Engine) -> bool:
    """Whether nothing was ever read or saved here."""
    store = engine.store
    return not (store.facts.count() or store.candidates.ids() or store.projects.keys_in_use())
