"""Checks of the facts themselves: what should have gone, what is there twice, what waits for a person."""

from collections.abc import Sequence
from dataclasses import dataclass

from lore.config.registry import TAINTED_DAYS, WAITING_DAYS
from lore.consolidate.moves import Archive, Merge, Move
from lore.doctor.check import Finding, fail, ok, warn
from lore.doctor.patient import Patient
from lore.doctor.wording import count, named
from lore.memory.authority import Authority, held_by
from lore.model import Fact
from lore.store import Change, Store
from lore.store.canary import ACTOR

LINGER_DAYS = 1.0
"""A consolidation a day archives what has expired."""
RECALL_DAYS, UNUSED_SHARE, UNUSED_LEAST = 30.0, 0.95, 100
"""Of at least so many facts this old, fewer recalled than the rest of this share means that nobody asks."""
TOGETHER = 20
"""Repairs in one transaction, so that the lock is held for less than 50 ms."""


def expired(patient: Patient) -> Finding:
    """No fact is active past its date."""
    found = patient.store.census.expired(patient.ago(LINGER_DAYS))
    if found:
        return warn(f"{count(len(found), 'fact')} still active after its time: {_named(found)}", "`lore doctor --fix`")
    return ok("none is past its date")


def archive_expired(patient: Patient) -> int:
    """Archive what is past its date. Returns how many facts."""
    facts = patient.store.facts.many(patient.store.census.expired(patient.ago(LINGER_DAYS)))
    return _make(patient, [Archive(fact.id, f"expired {fact.expires_at}", fact.rev) for fact in facts])


def duplicates(patient: Patient) -> Finding:
    """No two active facts of one scope say the same in the same words."""
    found = patient.store.census.duplicates()
    if not found:
        return ok("none")
    surplus = sum(len(group) - 1 for group in found)
    active = sum(patient.store.census.facts_by("status").values())
    share = f"{100 * surplus / active:.1f} % of the active ones"
    mergeable = any(_mergeable(patient, group) for group in found)
    way = "`lore doctor --fix`" if mergeable else f"`lore supersede {found[0][1]} --by {found[0][0]}`"
    told = f"{count(surplus, 'fact')} said twice ({share}), such as {_named(found[0])}"
    return warn(told, way, repairable=mergeable)


def merge_duplicates(patient: Patient) -> int:
    """Let one of each group stand for the others. What a person governs stays. Returns how many facts gave way."""
    moves = [
        Merge(kept.id, fact.id, "said twice")
        for group in patient.store.census.duplicates()
        for kept, given_up in [_mergeable(patient, group) or (None, [])]
        if kept
        for fact in given_up
    ]
    return _make(patient, moves)


def _mergeable(patient: Patient, group: Sequence[str]) -> tuple[Fact, list[Fact]] | None:
    """Which fact of a group stays, and which give way to it; None where a person governs them all."""
    facts = patient.store.facts.many(group)
    evidence = patient.store.facts.evidence(group)
    standing = {fact.id: held_by(patient.store, fact, evidence[fact.id]) for fact in facts}
    kept = max(facts, key=lambda fact: (standing[fact.id], fact.approved_at is not None, fact.tier))
    given_up = [fact for fact in facts if fact is not kept and standing[fact.id] < Authority.GOVERNED]
    return (kept, given_up) if given_up else None


@dataclass(frozen=True, slots=True)
class _Taint:
    """Keep a fact from agents until it is approved."""

    fact: str
    says: str

    def make(self, store: Store, change: Change) -> bool:
        store.facts.update(change, self.fact, action="fact.taint", tainted=True)
        return True


def _make(patient: Patient, moves: Sequence[Move]) -> int:
    made = 0
    run = patient.repair_run()
    for start in range(0, len(moves), TOGETHER):
        with patient.store.write(ACTOR, run) as change:
            made += sum(move.make(patient.store, change) for move in moves[start : start + TOGETHER])
    return made


def contradictions(patient: Patient) -> Finding:
    """No two active facts are known to contradict."""
    found = patient.store.census.contradictions()
    if found:
        one, other = found[0]
        told = f"{count(len(found), 'pair')} of active facts may contradict, such as `{one}` and `{other}`"
        way = (
            f"`lore supersede {one} --by {other}`, or the other way round; `lore review both {one} {other}` keeps both"
        )
        return warn(told, way)
    return ok("none")


def recalled(patient: Patient) -> Finding:
    """What is kept is used."""
    unused = patient.store.census.never_recalled(patient.ago(RECALL_DAYS))
    told = f"{unused.part:,} of {unused.whole:,} older facts were never recalled"
    if unused.whole >= UNUSED_LEAST and unused.value > UNUSED_SHARE:
        return warn(told, "see that your agents ask Lore; `lore consolidate` lets faded facts go")
    return ok(told)


def tainted(patient: Patient) -> Finding:
    """What no person vouches for does not wait for ever."""
    days = patient.config[TAINTED_DAYS]
    found = patient.store.census.tainted(patient.ago(days))
    if found:
        return warn(
            f"{count(len(found), 'fact')} from tools, files or imports waited over {TAINTED_DAYS.shown(days)}",
            "`lore facts --tainted`, then `lore propose` or `lore archive`",
        )
    return ok("none waits for long")


def queue(patient: Patient) -> Finding:
    """What waits for a person is decided in time."""
    days = patient.config[WAITING_DAYS]
    found = patient.store.census.waiting(patient.ago(days))
    if found:
        return warn(f"{count(len(found), 'proposal')} waited over {WAITING_DAYS.shown(days)}", "`lore review`")
    return ok("none waits for long")


def evidence(patient: Patient) -> Finding:
    """Every active fact rests on words that were said."""
    found = patient.store.census.unproved()
    if found:
        told = f"{count(len(found), 'fact')} without a quotation, or with one nobody said: {_named(found)}"
        return warn(told, f"`lore show {found[0]}`, then `lore archive {found[0]}`")
    return ok("every active fact has its quotation")


def taint(patient: Patient) -> Finding:
    """What somebody else than the person said is kept from agents until a person approves it."""
    found = patient.store.census.unmarked()
    if found:
        told = f"{count(len(found), 'fact')} that you did not say may reach agents: {_named(found)}"
        return fail(told, "`lore doctor --fix`")
    return ok("all of it is kept from agents until you approve it")


def keep_from_agents(patient: Patient) -> int:
    """Taint what somebody else than the person said. Returns how many facts."""
    return _make(patient, [_Taint(name, "not said by you") for name in patient.store.census.unmarked()])


def _named(ids: Sequence[str]) -> str:
    return named([f"`{name}`" for name in ids])
