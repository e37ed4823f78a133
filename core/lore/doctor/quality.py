"""Checks of the facts themselves: what should have gone, what is there twice, what waits for a person."""

from collections.abc import Sequence
from dataclasses import dataclass

from lore.consolidate import Archive, Merge, PlannedChange
from lore.doctor.check import ACTOR, Finding, Inspection, fail, named, ok, warn
from lore.memory import Authority, held_by_each, what_stands
from lore.model import Fact
from lore.store import Store, Transaction
from lore.text import counted

TAINTED_DAYS, WAITING_DAYS = 30.0, 14.0
"""How long what nobody confirmed, and what waits for a person, may wait."""
LINGER_DAYS = 1.0
"""A consolidation a day archives what has expired."""
TOGETHER = 20
"""Repairs in one transaction, so that the lock is held for less than 50 ms."""


def expired(inspection: Inspection) -> Finding:
    """No fact is active past its date."""
    found = inspection.store.statistics.expired(inspection.ago(LINGER_DAYS))
    if found:
        return warn(
            f"{counted(len(found), 'fact')} active past the expiry date: {_named(found)}", "`lore doctor --fix`"
        )
    return ok("no fact is past its expiry date")


def archive_expired(inspection: Inspection) -> int:
    """Archive what is past its date. Returns how many facts."""
    facts = inspection.store.facts.many(inspection.store.statistics.expired(inspection.ago(LINGER_DAYS)))
    return _make(inspection, [Archive(fact.id, f"expired {fact.expires_at}", fact.rev) for fact in facts])


def given(inspection: Inspection) -> Finding:
    """Everything that a person approved has room when a session starts."""
    store = inspection.store
    projects = [None, *store.projects.keys_in_use()]
    stands = (one for project in projects for one in what_stands(store, project))
    without = dict.fromkeys(one.id for one in stands if one.is_approved and one.has_no_room)
    if without:
        return warn(
            f"{counted(len(without), 'fact')} that you approved, with no room when a session starts:"
            f" {_named(list(without))}",
            "`lore config set context.budget 3000`, or archive what no longer matters",
        )
    return ok("everything that you approved is given when a session starts")


def duplicates(inspection: Inspection) -> Finding:
    """No two active facts of one scope say the same in the same words."""
    found = inspection.store.statistics.duplicates()
    if not found:
        return ok("none")
    surplus = sum(len(group) - 1 for group in found)
    active = sum(inspection.store.statistics.facts_by("status").values())
    share = f"{100 * surplus / active:.1f} % of the active ones"
    mergeable = any(_mergeable(inspection, group) for group in found)
    way = "`lore doctor --fix`" if mergeable else f"`lore supersede {found[0][1]} --by {found[0][0]}`"
    told = f"{counted(surplus, 'fact')} said twice ({share}), such as {_named(found[0])}"
    return warn(told, way, repairable=mergeable)


def merge_duplicates(inspection: Inspection) -> int:
    """Let one of each group stand for the others. What a person governs stays. Returns how many facts gave way."""
    moves = [
        Merge(kept.id, fact.id, "said twice")
        for group in inspection.store.statistics.duplicates()
        for kept, given_up in [_mergeable(inspection, group) or (None, [])]
        if kept
        for fact in given_up
    ]
    return _make(inspection, moves)


def _mergeable(inspection: Inspection, group: Sequence[str]) -> tuple[Fact, list[Fact]] | None:
    """Which fact of a group stays, and which give way to it; None where a person governs them all."""
    facts = inspection.store.facts.many(group)
    evidence = inspection.store.facts.evidence(group)
    standing = held_by_each(inspection.store, facts, evidence)
    kept = max(facts, key=lambda fact: (standing[fact.id], fact.approved_at is not None, fact.tier))
    given_up = [fact for fact in facts if fact is not kept and standing[fact.id] < Authority.GOVERNED]
    return (kept, given_up) if given_up else None


@dataclass(frozen=True, slots=True)
class _Taint:
    """Keep a fact from agents until it is approved."""

    fact: str
    says: str

    def apply(self, store: Store, transaction: Transaction) -> bool:
        store.facts.update(transaction, self.fact, action="fact.taint", tainted=True)
        return True


def _make(inspection: Inspection, moves: Sequence[PlannedChange]) -> int:
    made = 0
    run = inspection.repair_run()
    for start in range(0, len(moves), TOGETHER):
        with inspection.store.write(ACTOR, run) as transaction:
            made += sum(move.apply(inspection.store, transaction) for move in moves[start : start + TOGETHER])
    return made


def contradictions(inspection: Inspection) -> Finding:
    """No two active facts are known to contradict."""
    found = inspection.store.statistics.contradictions()
    if found:
        one, other = found[0]
        told = f"{counted(len(found), 'pair')} of active facts may contradict, such as `{one}` and `{other}`"
        way = (
            f"`lore supersede {one} --by {other}`, or the other way round; `lore review both {one} {other}` keeps both"
        )
        return warn(told, way)
    return ok("none")


def tainted(inspection: Inspection) -> Finding:
    """What no person confirmed does not wait for ever."""
    found = inspection.store.statistics.tainted(inspection.ago(TAINTED_DAYS))
    if found:
        return warn(
            f"{counted(len(found), 'fact')} from tools, files or imports waited over {TAINTED_DAYS:.0f} days",
            "`lore facts --tainted`, then `lore propose` or `lore archive`",
        )
    return ok("no fact waits for long")


def queue(inspection: Inspection) -> Finding:
    """What waits for a person is decided in time."""
    found = inspection.store.statistics.waiting(inspection.ago(WAITING_DAYS))
    if found:
        return warn(f"{counted(len(found), 'proposal')} waited over {WAITING_DAYS:.0f} days", "`lore review`")
    return ok("no proposal waits for long")


def evidence(inspection: Inspection) -> Finding:
    """Every active fact rests on words that were said."""
    found = inspection.store.statistics.unproved()
    if found:
        told = f"{counted(len(found), 'fact')} without a quotation, or with one nobody said: {_named(found)}"
        return warn(told, f"`lore show {found[0]}`, then `lore archive {found[0]}`")
    return ok("every active fact has evidence")


def taint(inspection: Inspection) -> Finding:
    """What somebody else than the person said is kept from agents until a person approves it."""
    found = _unmarked(inspection.store)
    if found:
        told = f"{counted(len(found), 'fact')} that you did not say may reach agents: {_named(found)}"
        return fail(told, "`lore doctor --fix`")
    return ok("kept from agents until you approve it")


def keep_from_agents(inspection: Inspection) -> int:
    """Taint what somebody else than the person said. Returns how many facts."""
    return _make(inspection, [_Taint(name, "not said by you") for name in _unmarked(inspection.store)])


def _unmarked(store: Store) -> list[str]:
    """What somebody else than the person said and nothing marks; what a person decided on is the person's."""
    facts = store.facts.many(store.statistics.unmarked())
    behind = held_by_each(store, facts, store.facts.evidence([fact.id for fact in facts]))
    return [fact.id for fact in facts if behind[fact.id] < Authority.GOVERNED]


def _named(ids: Sequence[str]) -> str:
    return named([f"`{name}`" for name in ids])
