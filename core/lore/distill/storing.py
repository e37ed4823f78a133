"""What counts of an answer, into the store: facts of notes, evidence of what was said again, questions, a narrative."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lore.capture import keep_narrative, said_by
from lore.config import AGENT_SAID, CAPTURED, Config
from lore.distill.answers import Answer, Edit, Named, Note
from lore.distill.calls import ACTION
from lore.distill.notes import (
    SUREST,
    Checked,
    Refused,
    Said,
    Why,
    check,
    is_typed,
    refused_edit,
    refused_name,
    said_in,
    typed_in,
)
from lore.distill.ways import Way
from lore.memory import (
    Action,
    Door,
    EvidenceCount,
    Ground,
    Relation,
    dispute,
    fold,
    hand_on,
    is_marked,
    is_wanted,
    is_worded,
    judge,
    keep_level,
    may_propose,
    proposals_of,
    propose,
    remember,
    shut_doors,
    supersede,
    withdraw_all,
)
from lore.model import (
    RULE_KINDS,
    CandidateStatus,
    Clean,
    Evidence,
    Fact,
    Kind,
    Layer,
    Origin,
    Role,
    Session,
    Status,
    Turn,
    taints,
)
from lore.store import Store, Transaction
from lore.text import one_line, text_hash

_GIVES_A_REASON = re.compile(r"^(?:because|since|so that)\s+", re.I)


def draft(store: Store, checked: Checked, session: Session, config: Config) -> tuple[Fact, Evidence]:
    """The fact of a note, with the sentences that it rests on.

    Who said it is who a capture would say said it. What a door is shut to is nobody's until a person decides.
    """
    note, said = checked.note, checked.said
    evidence = evidence_of(store, said, session)
    role = evidence.role
    because = _because(note, said)
    is_standing = note.standing and role is Role.USER and not checked.doors and (note.confidence or 0) >= SUREST
    kind = _kind(note.kind, standing=note.standing and role is Role.USER)
    layer, project = _scope(kind, session, role)
    fact = Fact(
        id="",
        text=Clean(note.text),
        kind=kind,
        layer=layer,
        project=project,
        confidence=_confidence(note, role, config),
        origin=Origin.READ,
        standing=is_standing,
        tainted=bool(checked.doors) or taints([evidence]),
        because=Clean(because) if because and because not in note.text else None,
        created_at=said.turn.at or "",
    )
    return fact, evidence


def evidence_of(store: Store, said: Said, session: Session) -> Evidence:
    """The whole sentences of a quotation, as they stand in its message, with who said them: one who said them all."""
    role = said_by(store, said.turn, said.quote)
    if role is Role.USER and not (is_typed(said) and said_by(store, said.turn, said.whole) is role):
        role = Role.SOMEBODY
    return Evidence(Clean(said.whole), session.id, said.turn.source_id, role, session.agent, said.turn.at)


def _because(note: Note, said: Said) -> str | None:
    """The reason that a note gives, where the sentences themselves give it, in a clause that is whole."""
    reason = _GIVES_A_REASON.sub("", note.because or "").rstrip(".!;, ")
    clause = rf"(?<!not )(?<!n't )\b(?:because|since|so that) {re.escape(reason)}(?=[.!;,]|$)"
    return note.because if reason and re.search(clause, one_line(said.whole), re.I) else None


def _kind(kind: Kind, *, standing: bool) -> Kind:
    """A rule that holds in every session is a convention, whatever else it is."""
    return Kind.CONVENTION if standing and kind not in RULE_KINDS else kind


def _confidence(note: Note, role: Role, config: Config) -> float:
    """What the model is sure of; of what no person said no more than what an agent says is believed."""
    sure = config[CAPTURED] if note.confidence is None else note.confidence
    return sure if role is Role.USER else min(sure, config[AGENT_SAID])


def _scope(kind: Kind, session: Session, role: Role) -> tuple[Layer, str | None]:
    """A rule of the person holds in their own sessions of the project: wider only where they say so, by a decision."""
    if role is not Role.USER or kind not in RULE_KINDS:
        return Layer.PROJECT, session.project
    return (Layer.USER, None) if session.project is None else (Layer.USER_PROJECT, session.project)


def same_sentence(said: Said, quotes: Iterable[str]) -> bool:
    """Whether one of the quotations is what a note rests on: the same sentences, no part of them."""
    return one_line(said.whole).casefold() in (one_line(quote).casefold() for quote in quotes)


_SHARP = frozenset({Kind.CORRECTION, Kind.PREFERENCE, Kind.CONVENTION})
"""Kinds of rules that a note does not change."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Something of an answer that counts: a note that became a fact, or words about one that is known."""

    note: Note
    fact: Fact
    action: str
    """`added`, `reinforced`, `superseded`, `held`, `known`; `again` and `replaced` of a fact that was known."""
    proposed: bool = False
    """Whether it waits in the review queue."""
    doors: tuple[Door, ...] = ()
    """Why it is only a card until you decide on it."""


class Storing:
    """Puts one answer into the store, in one transaction."""

    def __init__(self, store: Store, way: Way, config: Config, session: Session, turns: Sequence[Turn]) -> None:
        self._store, self._way, self._config = store, way, config
        self._session, self._turns = session, turns
        self.kept: list[Kept] = []
        self.refused: list[Refused] = []
        self.read: dict[str, str] = {}
        """Of each note, by the hash of its text, which fact it became: a later answer may name it by those words."""
        self._made: set[str] = set()

    def checked(self, answer: Answer, most: int) -> list[Checked]:
        """The notes of an answer that count, at most so many."""
        checked, refused = check(answer.notes, self._turns, most, self._named)
        self.refused += refused
        return checked

    def put(self, transaction: Transaction, answer: Answer, checked: list[Checked]) -> None:
        for one in checked:
            self._note(transaction, one)
        for named in answer.again:
            self._again(transaction, named)
        for named in answer.replaced:
            self._replaced(transaction, named)
        for edit in answer.edits:
            self._edit(transaction, edit)
        if answer.narrative:
            keep_narrative(transaction, self._session.id, self._way.label, answer.narrative)

    def told(self) -> dict[str, object]:
        """What came of it, for the log."""
        doors = Counter(door.name.lower() for one in self.kept for door in one.doors)
        reasons = Counter(one.why.name.lower() for one in self.refused)
        return {"kept": len(self.kept), "cards_only": dict(doors), "refused": dict(reasons), "read": self.read}

    def _note(self, transaction: Transaction, checked: Checked) -> None:
        fact, evidence = draft(self._store, checked, self._session, self._config)
        known = self._known(checked.said, fact)
        if known is not None:
            if not fact.tainted:
                self._store.facts.add_evidence(transaction, known.id, evidence)
            outcome, action = self._sharpened(transaction, known, fact), Action.KNOWN.value
        else:
            entered = remember(self._store, transaction, fact, [evidence])
            outcome, action = entered.fact, entered.action.value
            self._take_in(transaction, checked.said, outcome)
        self._made.add(outcome.id)
        self.read[text_hash(checked.note.text)] = outcome.id
        proposed = self._proposed(transaction, outcome, checked)
        self.kept.append(Kept(checked.note, outcome, action, proposed, checked.doors))

    def _known(self, said: Said, fact: Fact) -> Fact | None:
        """The fact that says the same sentences, or was drawn from them before this answer."""
        found = self._of_the_same_sentences(said, fact)
        return next((one for one in found if one.tainted == fact.tainted and not is_marked(one)), None)

    def _take_in(self, transaction: Transaction, said: Said, fact: Fact) -> None:
        """Let a fact stand for the sentence of its own that only a mark had kept: a model has read it now."""
        for one in self._of_the_same_sentences(said, fact) if fact.standing else ():
            if is_marked(one) and one.id != fact.id:
                for item in self._store.facts.evidence([one.id])[one.id]:
                    self._store.facts.add_evidence(transaction, fact.id, item)
                fold(self._store, transaction, one.id, fact.id)
                withdraw_all(self._store, transaction, one.id)

    def _of_the_same_sentences(self, said: Said, fact: Fact) -> list[Fact]:
        """What rests on the sentences of a note, or says them as they stand and holds where the note does."""
        resting = self._store.facts.resting_on(said.turn.session, said.turn.source_id)
        evidence = self._store.facts.evidence([one.id for one in resting])
        found = [one for one in resting if same_sentence(said, [item.quote for item in evidence[one.id]])]
        for one in self._store.facts.same_text(said.whole):
            if one.status is Status.ACTIVE and one.project in (fact.project, None) and one not in found:
                found.append(one)
        return [one for one in found if one.id not in self._made]

    def _sharpened(self, transaction: Transaction, known: Fact, fact: Fact) -> Fact:
        """The known fact, as a rule where the note says that it is one; nothing that a person decided is touched.

        Where an earlier release kept the sentence alone, it takes the wording: the sentence stands beside it.
        """
        known = self._worded(transaction, known, fact)
        rule = fact.layer in (Layer.USER_PROJECT, Layer.USER)
        if not rule or known.tainted or known.approved_at or known.pinned:
            return self._store.facts.get(known.id)
        own = known.layer is not Layer.PROJECT
        return self._store.facts.update(
            transaction,
            known.id,
            action="fact.distill",
            kind=known.kind if known.kind in _SHARP else fact.kind,
            layer=known.layer if own else fact.layer,
            project=known.project if own else fact.project,
            confidence=max(known.confidence, fact.confidence),
            standing=known.standing or fact.standing,
        )

    def _worded(self, transaction: Transaction, known: Fact, fact: Fact) -> Fact:
        quotes = [one_line(item.quote) for item in self._store.facts.evidence([known.id])[known.id]]
        if known.origin is not Origin.READ or not self._is_own(known) or one_line(known.text) not in quotes:
            return known
        changed = self._store.facts.update(transaction, known.id, action="fact.distill", text=fact.text)
        keep_level(self._store, transaction, changed)
        return changed

    def _proposed(self, transaction: Transaction, fact: Fact, checked: Checked) -> bool:
        """Put what holds for good into the queue, in the words of the fact; your sentence stands beside them."""
        if not (is_wanted(fact) or checked.note.standing) or not may_propose(self._store, fact):
            return False
        sessions = EvidenceCount.of(self._store.facts.evidence([fact.id])[fact.id]).sessions
        propose(self._store, transaction, fact, because=f"read by {self._way.label}", sessions=sessions)
        return True

    def _again(self, transaction: Transaction, named: Named) -> None:
        """Let a known fact rest on these words too."""
        found = self._proved(named)
        if found is not None:
            fact, _, evidence = found
            again = replace(fact, id="", origin=Origin.READ, standing=False, created_at=evidence.at or "")
            outcome = remember(self._store, transaction, again, [evidence])
            self.kept.append(Kept(_as_note(named), outcome.fact, "again"))

    def _edit(self, transaction: Transaction, edit: Edit) -> None:
        """Give a line of the model's own that nobody decided on its new words, and the evidence of others like it.

        The same doors are shut: what its words bring along, the person's do not hold.
        """
        names = list(dict.fromkeys((edit.fact, *edit.instead_of)))
        facts = [one for one in self._store.facts.many(names) if self._is_own(one)]
        if not edit.text or len(facts) < len(names):
            self.refused.append(refused_edit(edit, Why.NOT_ITS_OWN if edit.text else Why.EMPTY))
            return
        kept, *others = facts
        evidence = self._store.facts.evidence(names)
        said = {name: [one_line(item.quote) for item in evidence[name] if item.role is Role.USER] for name in names}
        typed = "\n".join((*(one for several in said.values() for one in several), self._named))
        firsts = [next(iter(several), "") for several in said.values()]  # what will be shown beside the words
        if any(shut_doors(edit.text, one, one, typed) for one in firsts):
            self.refused.append(refused_edit(edit, Why.SHUT))
            return
        for other in others:
            for item in evidence[other.id]:
                self._store.facts.add_evidence(transaction, kept.id, item)
            fold(self._store, transaction, other.id, kept.id)
            hand_on(self._store, transaction, other.id, kept)
        changed = self._store.facts.update(
            transaction,
            kept.id,
            action="fact.distill",
            text=Clean(edit.text),
            standing=any(one.standing for one in facts),
            confidence=max(one.confidence for one in facts),
        )
        keep_level(self._store, transaction, changed)
        self.kept.append(Kept(Note(edit.text, firsts[0]), changed, "edited"))

    def _is_own(self, fact: Fact) -> bool:
        """Whether a model worded a fact of this project, and the person decided nothing about it."""
        here = fact.project in (self._session.project, None) and fact.status is Status.ACTIVE
        decided = [one for one in proposals_of(self._store, fact.id) if one.status is not CandidateStatus.WAITING]
        return here and is_worded(fact) and not fact.pinned and not fact.tainted and not decided

    @cached_property
    def _named(self) -> str:
        """What a wording may name although it was not typed in the session's quotations: all that was, the project."""
        return f"{typed_in(self._turns)}\n{self._session.project or ''}"

    def _replaced(self, transaction: Transaction, named: Named) -> None:
        """Retire a known fact where the person's words give up what it says; else ask whether it still holds."""
        found = self._proved(named)
        if found is None:
            return
        older, said, evidence = found
        newer = self._newer(said) or self._entered(transaction, older, said, evidence)
        same_place = (newer.layer, newer.project) == (older.layer, older.project)
        gives_up = judge(said.text, older.text).relation is Relation.REPLACES and not (
            older.approved_at or older.pinned
        )
        if newer.id == older.id or newer.status is not Status.ACTIVE:
            return
        if gives_up and same_place:
            supersede(self._store, transaction, older.id, newer.id)
            withdraw_all(self._store, transaction, older.id)
            self.kept.append(Kept(_as_note(named), older, "replaced"))
        else:
            dispute(self._store, transaction, newer, older, Ground.REPLACED)
            self.kept.append(Kept(_as_note(named), older, "replaced", proposed=True))

    def _newer(self, said: Said) -> Fact | None:
        """The fact of this answer that rests on the same sentences, and that no door is shut to."""
        facts = self._store.facts.resting_on(said.turn.session, said.turn.source_id)
        for one in (one for one in facts if one.id in self._made and not one.tainted):
            if same_sentence(said, [item.quote for item in self._store.facts.evidence([one.id])[one.id]]):
                return one
        return None

    def _entered(self, transaction: Transaction, older: Fact, said: Said, evidence: Evidence) -> Fact:
        """The sentences themselves, as a fact where the older one holds."""
        new = Fact(
            id="",
            text=Clean(said.text),
            kind=older.kind,
            layer=older.layer,
            project=older.project,
            confidence=older.confidence,
            origin=Origin.READ,
            created_at=evidence.at or "",
        )
        return remember(self._store, transaction, new, [evidence]).fact

    def _proved(self, named: Named) -> tuple[Fact, Said, Evidence] | None:
        """The fact that is named, and the person's words about it; None, which is told, where either is missing."""
        said = said_in(named.quote, named.source_id, self._turns)
        fact = self._fact_named(named.fact)
        why = said if isinstance(said, Why) else Why.UNKNOWN if fact is None else None
        if not isinstance(said, Why) and fact is not None:
            evidence = evidence_of(self._store, said, self._session)
            if evidence.role is Role.USER:
                return fact, said, evidence
            why = Why.NOT_YOURS
        self.refused.append(refused_name(named, why or Why.UNKNOWN))
        return None

    def _fact_named(self, name: str) -> Fact | None:
        """The active fact with this id or text, or that a note with this text became."""
        project = self._session.project
        read = self._read_before | self.read
        ids = [name] if name and self._store.facts.has(name) else [read.get(text_hash(name), "")]
        found = [*self._store.facts.many([one for one in ids if one]), *self._store.facts.same_text(name)]
        here = (one for one in found if one.project in (project, None) and not one.tainted)
        return next((one for one in here if one.status is Status.ACTIVE), None)

    @cached_property
    def _read_before(self) -> dict[str, str]:
        """What notes of earlier answers became, the newest last."""
        calls = reversed(self._store.audit.select(action=ACTION))
        found: dict[str, str] = {}
        for event in calls:
            found.update(event.state.get("read") or {})
        return found


def _as_note(named: Named) -> Note:
    return Note(named.fact, named.quote, source_id=named.source_id)
