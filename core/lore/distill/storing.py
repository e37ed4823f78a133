"""What counts of an answer, into the store: facts of notes, evidence of what was said again, questions, a narrative."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lore.capture import keep_narrative
from lore.config import Config
from lore.distill.answers import Answer, Named, Note
from lore.distill.calls import ACTION
from lore.distill.drafts import draft, evidence_of, same_sentence, speaks_of, stands_alone
from lore.distill.notes import Checked, Refused, Said, Why, check, refused_name, said_in
from lore.distill.ways import Way
from lore.memory import (
    Action,
    EvidenceCount,
    Ground,
    dispute,
    is_wanted,
    may_form,
    offering,
    propose,
    remember,
    why_no_card,
)
from lore.model import Clean, Evidence, Fact, Kind, Layer, Origin, Role, Session, Status, Turn
from lore.store import Store, Transaction
from lore.text import one_line, shorten, text_hash
from lore.wording import LONGEST_SENTENCE

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
    fault: str | None = None
    """Why its sentences stand alone, without the note's wording."""


class Storing:
    """Puts one answer into the store, in one transaction."""

    def __init__(self, store: Store, way: Way, config: Config, session: Session, turns: Sequence[Turn]) -> None:
        self._store, self._way, self._config = store, way, config
        self._session, self._turns = session, turns
        self.kept: list[Kept] = []
        self.refused: list[Refused] = []
        self.no_cards: Counter[str] = Counter()
        """Why facts that hold for good were not put before the person."""
        self.read: dict[str, str] = {}
        """Of each note, by the hash of its text, which fact it became: a later answer may name it by those words."""
        self._made: set[str] = set()

    def checked(self, answer: Answer, most: int) -> list[Checked]:
        """The notes of an answer that count, at most so many."""
        project = (self._session.project or "").rpartition("/")[2].casefold()
        checked, refused = check(answer.notes, self._turns, most, {project} if project else ())
        self.refused += refused
        return checked

    def put(self, transaction: Transaction, answer: Answer, checked: list[Checked]) -> None:
        for one in checked:
            self._note(transaction, one)
        for named in answer.again:
            self._again(transaction, named)
        for named in answer.replaced:
            self._replaced(transaction, named)
        if answer.narrative:
            keep_narrative(transaction, self._session.id, self._way.label, answer.narrative)

    def told(self) -> dict[str, object]:
        """What came of it, for the log."""
        notes = [one for one in self.kept if one.action not in ("again", "replaced")]
        worded = sum(one.fault is None for one in notes)
        reasons = Counter(one.why.name.lower() for one in self.refused)
        return {
            "kept": len(self.kept),
            "worded": worded,
            "refused": dict(reasons),
            "no_card": dict(self.no_cards),
            "read": self.read,
        }

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
        self._made.add(outcome.id)
        self.read[text_hash(checked.note.text)] = outcome.id
        proposed = self._proposed(transaction, outcome, checked)
        self.kept.append(Kept(checked.note, outcome, action, proposed, checked.fault))

    def _known(self, said: Said, fact: Fact) -> Fact | None:
        """The fact that was drawn from the same sentences before this answer."""
        for one in self._store.facts.resting_on(said.turn.session, said.turn.source_id):
            quotes = [item.quote for item in self._store.facts.evidence([one.id])[one.id]]
            if one.id not in self._made and one.tainted == fact.tainted and same_sentence(said, quotes):
                return one
        return None

    def _sharpened(self, transaction: Transaction, known: Fact, fact: Fact) -> Fact:
        """The known fact, as a rule where the note says that it is one; nothing that a person decided is touched."""
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
            standing=known.standing or (fact.standing and stands_alone(known.text)),
        )

    def _proposed(self, transaction: Transaction, fact: Fact, checked: Checked) -> bool:
        """Put what holds for good into the queue, where the gate lets it through: in the words of the fact.

        The model's wording stands beside them, where it is another one.
        """
        note = checked.note
        wanted = is_wanted(fact) or (note.standing and not fact.tainted and fact.approved_at is None)
        if not wanted or not may_form(self._store, fact):
            return False
        evidence = self._store.facts.evidence([fact.id])[fact.id]
        if (why := why_no_card(note.text, fact, evidence)) is not None:
            self.no_cards[why.name.lower()] += 1
            return False
        sessions = EvidenceCount.of(evidence).sessions
        propose(self._store, transaction, fact, because=self._because(checked, fact, evidence), sessions=sessions)
        return True

    def _because(self, checked: Checked, fact: Fact, evidence: Sequence[Evidence]) -> str:
        """Who read it, and how the model words it: whoever decides takes the words of the fact, or these."""
        words, label = one_line(checked.note.text), self._way.label
        if any(words in one_line(item.quote) for item in evidence):
            return f"read by {label}"
        if words != one_line(fact.text):
            return offering(label, words)
        return f"worded by {label} from “{shorten(one_line(evidence[-1].quote), LONGEST_SENTENCE)}”"

    def _again(self, transaction: Transaction, named: Named) -> None:
        """Let a known fact rest on these words too."""
        found = self._proved(named)
        if found is not None:
            fact, said, evidence = found
            quotes = [item.quote for item in self._store.facts.evidence([fact.id])[fact.id]]
            if not speaks_of(said, fact, quotes):
                self.refused.append(refused_name(named, Why.APART))
                return
            again = replace(fact, id="", origin=Origin.READ, standing=False, created_at=evidence.at or "")
            outcome = remember(self._store, transaction, again, [evidence])
            self.kept.append(Kept(_as_note(named), outcome.fact, "again"))

    def _replaced(self, transaction: Transaction, named: Named) -> None:
        """Ask whether a known fact still holds beside what these words say; it ends nothing."""
        found = self._proved(named)
        if found is None:
            return
        older, said, evidence = found
        newer = self._newer(said) or self._entered(transaction, older, said, evidence)
        if newer.id != older.id and newer.status is Status.ACTIVE:
            dispute(self._store, transaction, newer, older, Ground.REPLACED)
            self.kept.append(Kept(_as_note(named), older, "replaced", proposed=True))

    def _newer(self, said: Said) -> Fact | None:
        """The fact of this answer that rests on the same sentences."""
        facts = self._store.facts.resting_on(said.turn.session, said.turn.source_id)
        for one in (one for one in facts if one.id in self._made):
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
