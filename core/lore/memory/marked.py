"""Sentences with a mark that leaves a doubt: one card a session lists them, and one answer holds for all that it lists.

They are facts that do not stand. Where a model reads the session, it says what of them holds, and the card goes.
"""

from collections.abc import Sequence
from dataclasses import replace

from lore import clock
from lore.audit import MODEL_ASKED
from lore.memory.proposals import LISTS, fingerprint, proposals_of
from lore.memory.risks import risks_of
from lore.model import Candidate, CandidateStatus, Clean, Fact, Origin, Role
from lore.store import FactFilter, Store, Transaction
from lore.text import counted, one_line

LISTED = 5
"""Sentences of one card at most; more of a session wait until it was answered."""


def is_marked(fact: Fact) -> bool:
    """Whether it is a sentence of the person that asks whether it holds for good."""
    asks = fact.origin is Origin.STATED and not fact.standing
    return asks and not fact.tainted and fact.approved_at is None


def listing(texts: Sequence[str]) -> Clean:
    """Why such a card is there: how many sentences, and each as it was said."""
    told = "” · “".join(map(one_line, texts))
    return Clean(f"{counted(len(texts), 'sentence')}{LISTS}{told}”")


def is_listing(candidate: Candidate) -> bool:
    return LISTS in candidate.because


def listed_beside(store: Store, candidate: Candidate) -> list[Fact]:
    """The other facts that a card lists, as they stand: what changed since, or was decided on, is none of them."""
    if not is_listing(candidate):
        return []
    evidence = store.facts.evidence([candidate.fact])[candidate.fact]
    sessions = list(dict.fromkeys(item.session for item in evidence if item.session))
    facts = [fact for name in sessions for fact in store.facts.select(FactFilter(session=name))]
    beside = {fact.id: fact for fact in facts if is_marked(fact) and f"“{one_line(fact.text)}”" in candidate.because}
    return [fact for fact in beside.values() if fact.id != candidate.fact and not proposals_of(store, fact.id)]


def note_refusal(store: Store, transaction: Transaction, candidate: Candidate) -> None:
    """Remember of all that a card lists that a person said no: nothing of it is asked again."""
    for fact in listed_beside(store, candidate):
        said = fingerprint(fact.text, candidate.layer, candidate.project)
        no = replace(candidate, id="", fact=fact.id, text=fact.text, fingerprint=said, because=Clean(""))
        store.candidates.add(transaction, replace(no, status=CandidateStatus.REJECTED, decided_at=clock.now()))


def is_without_warning(fact: Fact) -> bool:
    """Whether it may be listed among others: what has a warning is decided on by itself."""
    return not risks_of(Candidate(id="", text=fact.text, fact=fact.id, project=fact.project), fact)


def is_read(store: Store, fact: Fact) -> bool:
    """Whether a model has read every message that a person's sentence stands in."""
    own = [item for item in store.facts.evidence([fact.id])[fact.id] if item.role is Role.USER and item.session]
    return bool(own) and all(_is_read_to(store, item.session or "", item.source_id or "") for item in own)


def _is_read_to(store: Store, session: str, source_id: str) -> bool:
    calls = store.audit.select(action=MODEL_ASKED, subject=session)
    up_to = next((str(call.state["up_to"]) for call in calls if call.state.get("up_to")), "")
    turn = store.sessions.turn(session, source_id)
    if not up_to or turn is None:
        return False
    return not up_to.isdigit() or turn.position < int(up_to)
