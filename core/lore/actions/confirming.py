"""What only agents, tools, files and imports said: list it, say that it is true, or drop it."""

from collections.abc import Iterable

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.parameters import Acknowledged, FactIds, FactRevs, ProjectKey, decider, facts_named
from lore.actions.registry import Touches, action
from lore.memory import Confirmed as Confirmed, Unconfirmed as Unconfirmed, confirming


@action("unconfirmed", Touches.READS)
def unconfirmed(engine: Engine, *, project: ProjectKey = None) -> tuple[Unconfirmed, ...]:
    """What no person has confirmed, one entry a subject, what one would confirm first on top."""
    return _shown(engine, confirming.unconfirmed(engine.store, project=project))


@action("unconfirmed_cards", Touches.READS)
def unconfirmed_cards(engine: Engine, facts: FactIds) -> tuple[Unconfirmed, ...]:
    """The entries of these facts, without those that are gone or confirmed."""
    return _shown(engine, confirming.cards(engine.store, facts_named(engine, facts)))


def _shown(engine: Engine, entries: Iterable[Unconfirmed]) -> tuple[Unconfirmed, ...]:
    """The entries that whoever asks may see: of an agent, what its own session saved."""
    return tuple(one for one in entries if visibility.seen(engine, [one.fact]))


@action("accept", Touches.ASKS)
def accept(
    engine: Engine,
    facts: FactIds,
    *,
    seen: FactRevs = None,
    acknowledged: Acknowledged = (),
) -> Confirmed:
    """Say that facts are true, as one step: they are yours from now on, and agents may be given them.

    One fact alone raises NeedsConfirmation where a warning is missing among `acknowledged`; among several such a fact
    is left and named. Raises NotFound, Conflict.
    """
    by = decider(engine, "accept")
    wanted = _seen(engine, facts, seen)
    return confirming.accept(engine.store, wanted, by=by, acknowledged=acknowledged, alone=len(wanted) == 1)


@action("drop", Touches.ASKS)
def drop(
    engine: Engine,
    facts: FactIds,
    *,
    seen: FactRevs = None,
) -> Confirmed:
    """Archive facts that no person confirmed, as one step; no machine brings them back. Raises NotFound, Conflict."""
    by = decider(engine, "drop")
    return confirming.drop(engine.store, _seen(engine, facts, seen), by=by)


def _seen(engine: Engine, facts: FactIds, seen: FactRevs) -> dict[str, int]:
    """The facts with the `rev` that was seen, or that they have now."""
    given = seen or {}
    return {name: given.get(name, engine.store.facts.get(name).rev) for name in facts_named(engine, facts)}
