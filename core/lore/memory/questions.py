"""Two statements that may contradict, or be one: both stay, linked, and a card in the review queue asks which holds.

The answer is remembered with the link, so that nobody is asked twice. What is uncertain, `lore.memory.judgement` says.
"""

from lore.errors import UsageError
from lore.memory.judgement import judge
from lore.memory.opinion import Ground
from lore.memory.proposals import OPEN
from lore.model import Candidate, CandidateKind, CandidateStatus, Clean, Fact, LinkKind, Status
from lore.presence import Person
from lore.store import Store, Transaction
from lore.text import text_hash

CONSEQUENCE = "yes: both stay · same: one is enough, with the words of both · instead: it replaces the other"
"""What each answer means on such a card: nothing is taken out of force but where that is said."""


def dispute(store: Store, transaction: Transaction, newer: Fact, older: Fact, ground: Ground) -> bool:
    """Link two active facts that may contradict, or be one, and ask about them. False where that was done before.

    At most one question about a fact is open at a time, and none is asked because of an untrusted one.
    """
    if settled(store, newer.id, older.id):
        return False
    kind = LinkKind.RELATED if ground is Ground.ALIKE else LinkKind.CONTRADICTS
    known = _related(store, newer.id, older.id, kind)
    if not known:
        store.facts.link(transaction, newer.id, kind, older.id)
    return ask(store, transaction, newer, older, ground) or not known


def settled(store: Store, one: str, other: str) -> bool:
    """Whether a person said that both hold."""
    return _related(store, one, other, LinkKind.COMPATIBLE)


def of_the_same_words(store: Store, one: str, other: str) -> bool:
    """Whether two facts quote the same words of one message: what was said once does not contradict itself."""
    mine, theirs = store.facts.evidence([one, other]).values()
    return any(
        item.session is not None
        and (item.session, item.source_id) == (its.session, its.source_id)
        and (item.quote in its.quote or its.quote in item.quote)
        for item in mine
        for its in theirs
    )


def both_hold(store: Store, transaction: Transaction, one: str, other: str) -> None:
    """Remember that both are true: whatever was on record against it is settled."""
    for link in store.facts.links(one):
        if link.kind is LinkKind.CONTRADICTS and other in (link.source, link.target):
            store.facts.settle(transaction, link)
    if not settled(store, one, other):
        store.facts.link(transaction, one, LinkKind.COMPATIBLE, other)


def withdraw(store: Store, transaction: Transaction, one: str, other: str) -> None:
    """Take back the question which of two facts holds, and the link: they turned out to say the same."""
    for link in store.facts.links(one):
        if link.kind is LinkKind.CONTRADICTS and other in (link.source, link.target):
            store.facts.settle(transaction, link)
    stop_asking(store, transaction, one, other)


def stop_asking(store: Store, transaction: Transaction, one: str, other: str) -> None:
    """Take the question about two facts out of the queue: it was answered elsewhere."""
    for asked in (*store.candidates.of_fact(one), *store.candidates.of_fact(other)):
        both = {asked.fact, asked.replaces} == {one, other}
        if both and asked.kind is CandidateKind.QUESTION and asked.status in OPEN:
            store.candidates.update(transaction, asked.id, action="candidate.withdraw", status=CandidateStatus.MERGED)


def declare_both(store: Store, one: str, other: str, *, by: Person) -> tuple[Fact, Fact]:
    """Say that two facts both hold, so that nobody asks again. One unit. Raises NotFound, UsageError for one fact."""
    if one == other:
        raise UsageError("both ids are the same fact", hint="name two facts")
    with store.write(by) as transaction:
        facts = store.facts.get(one), store.facts.get(other)
        both_hold(store, transaction, one, other)
        stop_asking(store, transaction, one, other)
        return facts


def bring_back(store: Store, transaction: Transaction, fact: Fact) -> None:
    """Let a fact that was restored by a person stand beside all that replaced it or contradicts it."""
    beside = (LinkKind.SUPERSEDES, LinkKind.CONTRADICTS)
    others = {
        link.source if link.target == fact.id else link.target
        for link in store.facts.links(fact.id)
        if link.kind in beside
    }
    for other in store.facts.many(sorted(others)):
        if other.status is Status.ACTIVE:
            both_hold(store, transaction, fact.id, other.id)
            stop_asking(store, transaction, fact.id, other.id)


def _related(store: Store, one: str, other: str, kind: LinkKind) -> bool:
    return any(link.kind is kind and other in (link.source, link.target) for link in store.facts.links(one))


def ask(store: Store, transaction: Transaction, newer: Fact, older: Fact, ground: Ground) -> bool:
    """Put the question which of two facts holds into the queue. False where it waits, was answered, or may not be put.

    At most one about the newer fact waits at a time, and none is put because of an untrusted one.
    """
    would_replace = [one for one in store.candidates.of_fact(newer.id) if one.replaces == older.id]
    if any(one.status in OPEN for one in would_replace):
        return False  # a card says already what would give way
    if newer.tainted or older.tainted or _asked(store, newer) or _answered(store, newer, older):
        return False
    store.candidates.add(
        transaction,
        Candidate(
            id="",
            text=newer.text,
            fact=newer.id,
            kind=CandidateKind.QUESTION,
            layer=newer.layer,
            project=newer.project,
            because=Clean(f"same, instead, or both? {ground.value}"),
            replaces=older.id,
            fingerprint=_fingerprint(newer, older),
        ),
    )
    return True


def ask_next(store: Store, transaction: Transaction, name: str) -> None:
    """Put the next question about a fact that contradicts several: about what a person approved before the others."""
    recorded = {
        link.target if link.source == name else link.source: link.source == name
        for link in store.facts.links(name)
        if link.kind is LinkKind.CONTRADICTS
    }
    fact, others = store.facts.get(name), store.facts.many(sorted(recorded))
    for other in sorted(others, key=lambda one: one.approved_at is None):
        newer, older = (fact, other) if recorded[other.id] else (other, fact)
        ground = judge(newer.text, older.text).ground or Ground.REPLACED
        stands = fact.status is other.status is Status.ACTIVE and not settled(store, name, other.id)
        if stands and ask(store, transaction, newer, older, ground):
            return


def _asked(store: Store, fact: Fact) -> bool:
    """Whether a question about the fact waits, and can still be answered."""
    waiting = [
        candidate.replaces
        for candidate in store.candidates.of_fact(fact.id)
        if candidate.kind is CandidateKind.QUESTION and candidate.status in OPEN and candidate.replaces
    ]
    return any(other.status is Status.ACTIVE for other in store.facts.many(waiting))


def _answered(store: Store, newer: Fact, older: Fact) -> bool:
    return bool(store.candidates.with_fingerprint(_fingerprint(newer, older)))


def _fingerprint(newer: Fact, older: Fact) -> str:
    return text_hash(f"question {newer.id} {older.id}")
