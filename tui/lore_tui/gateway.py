"""The only door to the engine. Reads are small and happen at once; searches and writes run in a worker (see `jobs`).

Nothing here decides: every rule stands in the engine, which the command line uses in the same way.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from threading import Lock
from typing import TYPE_CHECKING

from lore import clock
from lore.config import APP_LIMIT, in_force
from lore.errors import BadInput, Damaged, NotFound
from lore.memory import NewFact, ReviewCard, card, decisions, editing, policy_in_force, risks_of
from lore.model import (
    AuditEvent,
    Candidate,
    CandidateKind,
    Evidence,
    Fact,
    Layer,
    Link,
    PassageType,
    SubjectKind,
    Usage,
)
from lore.presence import PERSON, deciding_in_app
from lore.projects import FOLDER, asking_project, project_here
from lore.store import FactFilter, Store
from lore.text import shorten
from lore_tui.jobs import Outcome, Question

if TYPE_CHECKING:
    from lore.history import UndoPlan
    from lore.search import Searcher

FIRST_PAGE = 200
"""Facts that are painted before the whole list is read: more than any terminal has lines."""
MOST_EVENTS = 20_000
TITLE = 40
ACTIVE = FactFilter()
_ASKS = "may contradict another: see Review"


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact with everything its card tells."""

    fact: Fact
    evidence: tuple[Evidence, ...]
    usage: Usage
    strength: float
    links: tuple[tuple[Link, Fact], ...]
    """Each link with the fact at its other end."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A candidate as the list shows it."""

    candidate: Candidate
    fact: Fact
    risky: bool


@dataclass(frozen=True, slots=True)
class Found:
    """What a search answered."""

    ids: tuple[str, ...]
    took_ms: float
    notes: tuple[str, ...] = ()


class Gateway:
    """Speaks to one open store for the whole app, in the name of the person in front of it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._person = deciding_in_app()
        self._searching = Lock()
        self._searcher: Searcher | None = None
        """Opened by the first search."""

    # Reads, at once

    def data_version(self) -> int:
        """Changes when anything was written by another process or another thread."""
        return self._store.data_version()

    def newest_facts(self, limit: int) -> list[str]:
        """The ids of the newest active facts."""
        return self._store.facts.ids(ACTIVE, limit=limit)

    def facts(self, ids: Sequence[str]) -> list[Fact]:
        return self._store.facts.many(ids)

    def damaged(self, ids: Iterable[str]) -> dict[str, str]:
        """Those of these facts whose rows are damaged, each with the reason; what is gone is left out."""
        found: dict[str, str] = {}
        for fact_id in ids:
            try:
                self._store.facts.get(fact_id)
            except Damaged as error:
                found[fact_id] = error.message
            except NotFound:
                continue
        return found

    def fact_view(self, fact_id: str) -> FactView:
        """Raises NotFound, StoreError where its row is damaged."""
        facts = self._store.facts
        fact = facts.get(fact_id)
        usage = facts.usage([fact_id])[fact_id]
        links = facts.links(fact_id)
        ends = {link.id: link.target if link.source == fact_id else link.source for link in links}
        others = {other.id: other for other in facts.many(list(ends.values()))}
        return FactView(
            fact=fact,
            evidence=tuple(facts.evidence([fact_id])[fact_id]),
            usage=usage,
            strength=policy_in_force(self._store).strength(fact, usage, clock.now()),
            links=tuple((link, others[ends[link.id]]) for link in links if ends[link.id] in others),
        )

    def waiting(self) -> list[str]:
        """The review queue as it is now."""
        return decisions.queue(self._store)

    def candidates(self, ids: Sequence[str]) -> list[Candidate]:
        return self._store.candidates.many(ids)

    def proposals(self, ids: Sequence[str]) -> list[Proposal]:
        candidates = self.candidates(ids)
        facts = {fact.id: fact for fact in self.facts([candidate.fact for candidate in candidates])}
        return [
            Proposal(candidate, facts[candidate.fact], bool(risks_of(candidate, facts[candidate.fact])))
            for candidate in candidates
            if candidate.fact in facts
        ]

    def review_card(self, candidate_id: str, text: str | None = None) -> ReviewCard:
        """The card, in other words where they are given. Raises NotFound, StoreError where a row is damaged."""
        return card(self._store, candidate_id, text=text)

    def short(self, name: str) -> str:
        """An id as the app shows it: its shortest beginning that fits nothing else."""
        return self._store.names.short([name])[name]

    def event_numbers(self) -> list[int]:
        """The newest events of the log, newest first."""
        return self._store.audit.seqs(MOST_EVENTS)

    def events_after(self, number: int) -> int:
        """How many events of the log are newer than this one."""
        return self._store.audit.count_after(number)

    def event(self, number: int) -> AuditEvent:
        """Raises NotFound."""
        return self._store.audit.get(number)

    def project_here(self) -> str | None:
        """The project of the folder the app was started in; None where that is no repository, or nobody can know."""
        try:
            found = project_here(self._store.projects.all_known())
        except BadInput:
            return None
        return None if found.reason == FOLDER else found.key

    # Reads that take long, in a worker

    def all_fact_ids(self) -> list[str]:
        """Every active fact, newest first: 0.1 s per 100,000."""
        return self._store.facts.ids(ACTIVE)

    def search(self, query: str, is_wanted: Callable[[], bool]) -> Found | None:
        """The facts a query finds, best first; None when nobody waits for the answer any more."""
        from lore.search import Searcher, SearchRequest  # loads the index: 60 ms

        with self._searching:
            if not is_wanted():
                return None
            project, most = asking_project(self._store.projects.all_known()), in_force(self._store)[APP_LIMIT]
            self._searcher = self._searcher or Searcher(self._store)
            result = self._searcher.search(SearchRequest(query, limit=most, project=project))
        facts = tuple(hit.passage.id for hit in result.hits if hit.passage.type is PassageType.FACT)
        others = len(result.hits) - len(facts)
        notes = [f"{others} hits are no facts: `lore search` shows them"] if others else []
        if len(result.hits) == most:
            notes.append(f"the first {most}: more words find what is not among them")
        return Found(facts, result.took_ms, (*notes, *result.notes))

    # Writes, in a worker

    def add(self, new: NewFact) -> Outcome:
        outcome = editing.add_fact(self._store, new, actor=self._person)
        verb = "added" if outcome.retired else outcome.action.value
        said = [f"{verb} {title(outcome.fact.text)}"]
        said += [
            f"replaces {title(old.text)}, `lore restore {self.short(old.id)}`" for old in self.facts(outcome.retired)
        ]
        said += [_ASKS] if outcome.disputed else []
        return Outcome(" · ".join(said), (outcome.fact.id, *outcome.retired, *outcome.disputed))

    def edit(self, edited: Fact) -> Outcome:
        outcome = editing.edit_fact(self._store, edited)
        said = [f"saved {title(outcome.fact.text)}", *([_ASKS] if outcome.disputed else [])]
        return Outcome(" · ".join(said), (outcome.fact.id, *outcome.disputed))

    def archive(self, ids: Sequence[str]) -> Outcome:
        return _moved("archived", editing.archive(self._store, ids))

    def restore(self, ids: Sequence[str]) -> Outcome:
        return _moved("brought back", editing.restore(self._store, ids))

    def pin(self, ids: Sequence[str], *, pinned: bool) -> Outcome:
        return _moved("pinned" if pinned else "unpinned", editing.pin(self._store, ids, pinned=pinned, by=self._person))

    def approve(self, shown: ReviewCard) -> Outcome:
        """Approve a card, whose warnings the person has read and acknowledged."""
        known, candidate = [risk.id for risk in shown.risks], shown.candidate
        decision = decisions.approve(self._store, candidate.id, by=self._person, rev=candidate.rev, acknowledged=known)
        return _decided("approved", [decision])

    def approve_all(self, seen: decisions.Seen) -> Outcome:
        """Approve what has no warning."""
        done = decisions.approve_all(self._store, seen, by=self._person)
        outcome = _decided("approved", done.decisions)
        return replace(outcome, candidates=(*outcome.candidates, *done.left))

    def approve_as(self, candidate: Candidate, text: str, acknowledged: Sequence[str]) -> Outcome:
        """Approve in other words; raises NeedsConfirmation for a warning that is missing among `acknowledged`."""
        known, name, rev = acknowledged, candidate.id, candidate.rev
        decision = decisions.edit_and_approve(self._store, name, text, by=self._person, rev=rev, acknowledged=known)
        return _decided("edited and approved", [decision])

    def reject(self, candidate: Candidate, reason: str = "") -> Outcome:
        said = "rejected with your reason" if reason else "rejected"
        unwanted = {candidate.id: candidate.rev}
        return _decided(said, decisions.reject(self._store, unwanted, by=self._person, reason=reason))

    def reject_all(self, seen: decisions.Seen) -> Outcome:
        return _decided("rejected", decisions.reject(self._store, seen, by=self._person))

    def merge(self, candidate: Candidate, into: str) -> Outcome:
        decision = decisions.merge(self._store, candidate.id, into, by=self._person, rev=candidate.rev)
        return _decided("merged", [decision])

    def snooze(self, candidate: Candidate, days: int) -> Outcome:
        """Hide it until the same time some days ahead."""
        until = clock.shifted(timedelta(days=days))
        decisions.snooze(self._store, {candidate.id: candidate.rev}, until, by=self._person)
        return Outcome(f"hidden for {days} day{'s' * (days > 1)} {title(candidate.text)}", (), (candidate.id,))

    def rescope(self, candidate: Candidate) -> Outcome:
        """From its project to all of them, or back."""
        fact = self._store.facts.get(candidate.fact)
        everywhere = candidate.layer in (Layer.USER, Layer.ORG)
        if everywhere and fact.project is None:
            raise NotFound("it belongs to no project", hint="its fact names none")
        layer, project = (Layer.PROJECT, fact.project) if everywhere else (Layer.USER, None)
        decisions.rescope(self._store, candidate.id, replace(candidate, layer=layer, project=project), by=self._person)
        return Outcome("holds in every project" if project is None else f"holds in {project}", (), (candidate.id,))

    def undo(self) -> Outcome:
        from lore.history import plan_undo  # which loads what the first key need not wait for

        return self._asked_or_done("Undo", plan_undo(self._store, by=PERSON))

    def revert(self, number: int) -> Outcome:
        """Reverse the step that an event of the log belongs to."""
        from lore.history import plan_undo

        return self._asked_or_done("Undo", plan_undo(self._store, event=number))

    def redo(self) -> Outcome:
        from lore.history import plan_redo

        return self._asked_or_done("Redo", plan_redo(self._store, by=PERSON))

    def _asked_or_done(self, verb: str, plan: "UndoPlan") -> Outcome:
        """Reverse what the plan says; where it reaches behind this visit or touches files, only ask."""
        if not plan.asks_first(own=self._store.units):
            return self._carry_out(verb, plan)
        who = "you" if plan.actor == PERSON else plan.actor
        question = f"{verb} the {plan.act} ({who}, {clock.age(plan.at, clock.now())})?"
        return Outcome("", question=Question(question, lambda: self._carry_out(verb, plan)))

    def _carry_out(self, verb: str, plan: "UndoPlan") -> Outcome:
        from lore.history import carry_out

        return _reversed("undone" if verb == "Undo" else "done again", carry_out(self._store, plan).events)


def title(text: str) -> str:
    """A short quotation for the status line."""
    return f"“{shorten(text, TITLE)}”"


def _moved(verb: str, facts: Sequence[Fact]) -> Outcome:
    what = title(facts[0].text) if len(facts) == 1 else f"{len(facts)} facts"
    return Outcome(f"{verb} {what}", tuple(fact.id for fact in facts))


def _decided(verb: str, decisions: Sequence[decisions.Decision]) -> Outcome:
    candidate = decisions[0].candidate
    what = title(candidate.text) if len(decisions) == 1 else f"{len(decisions)} proposals"
    if len(decisions) == 1 and candidate.kind is CandidateKind.QUESTION:
        verb, what = "answered: holds", "both" if verb.startswith("rejected") else title(decisions[0].fact.text)
    return Outcome(
        f"{verb} {what}",
        tuple(decision.fact.id for decision in decisions),
        tuple(decision.candidate.id for decision in decisions),
    )


def _reversed(verb: str, events: Sequence[AuditEvent]) -> Outcome:
    """Say what an undo reversed."""
    from lore.history import act_of

    of = {
        kind: tuple(dict.fromkeys(event.subject.id for event in events if event.subject.kind is kind))
        for kind in (SubjectKind.FACT, SubjectKind.CANDIDATE)
    }
    return Outcome(f"{verb}: {act_of(events)}", of[SubjectKind.FACT], of[SubjectKind.CANDIDATE])
