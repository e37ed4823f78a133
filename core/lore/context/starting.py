"""What an agent is given when a session starts, as facts: `lore.lookup.stands` chooses, for hooks as well."""

from lore.context.items import Brief, LeftOut, Section, of_fact
from lore.memory import what_stands
from lore.model import Clean
from lore.store import Store


def session_start(store: Store, project: str | None, *, budget: int, now: str | None = None) -> Brief:
    """What a session of the project begins with: what you approved within the budget (tokens), then a few others.

    The rest is left out, each with the reason.
    """
    found = what_stands(store, project, now=now, budget=budget)
    given = [one for one in found if not one.left]
    facts = {fact.id: fact for fact in store.facts.many([one.id for one in given])}
    evidence = store.facts.evidence(list(facts))
    items = [
        of_fact(
            facts[one.id],
            evidence[one.id],
            Section.DECISION if one.is_decision else Section.RULE,
            "" if one.is_decision else one.why,
            one.doubt,
        )
        for one in given
        if one.id in facts
    ]
    items.sort(key=lambda item: item.section is Section.DECISION)
    left = [LeftOut(one.id, Clean(one.told), one.left) for one in found if one.left]
    return Brief(tuple(items), tuple(left))
