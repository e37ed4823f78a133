"""Where a capture puts what it read: into the store, or nowhere, to show what it would put there."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from lore.capture.contract import CapturedFact
from lore.capture.drafts import USERS, AgentWords, DraftFact, draft_facts, said_by
from lore.capture.rewinds import REWOUND, Rewind, apply
from lore.capture.taking_back import IN_FORCE, TAKEN_BACK, is_saved_by_agent, take_back, takes_back
from lore.capture.told import CONFIRMED, confirm_told
from lore.config import Config, in_force
from lore.model import RULE_KINDS, Event, Evidence, Fact, Layer, Origin, Project, Role, Session, Status, Turn, taints
from lore.projects import REMOTE, REPOSITORY, TOLD, kept_in
from lore.store import SourcePosition, Store, Transaction
from lore.text import said_alike, text_hash

_SAID = frozenset({Origin.STATED, Origin.READ})
FOLLOWED = "moved"
"""What became of a fact that was stated before its project was known, as a `CapturedFact` tells."""
Remember = Callable[[Session, DraftFact], CapturedFact | None]


def claim(store: Store, transaction: Transaction, turn: Turn) -> Iterator[CapturedFact]:
    """Let the person have typed a message that is stored as somebody's, and with it what a model noted of it."""
    stored = store.sessions.claim(transaction, turn.session, turn.source_id)
    if stored is None:
        return
    for fact in store.facts.resting_on(turn.session, turn.source_id):
        before = store.facts.evidence([fact.id])[fact.id]
        theirs = [item for item in before if _is_of(item, stored) and said_by(store, stored, item.quote) is Role.USER]
        for item in theirs:
            transaction.update("evidence", item.id, {"role": Role.USER.value}, "evidence.claim")
        now = store.facts.evidence([fact.id])[fact.id]
        if theirs and fact.tainted and fact.origin is Origin.READ and not taints(now):
            layer = Layer.USER_PROJECT if fact.kind in RULE_KINDS and fact.project else fact.layer
            told = store.facts.update(transaction, fact.id, action="fact.confirm", tainted=False, layer=layer)
            yield CapturedFact(told, next(item for item in now if _is_of(item, stored)), CONFIRMED)


def follow(
    store: Store, transaction: Transaction, session: Session, config: Config, remember: Remember
) -> Iterator[CapturedFact]:
    """Let the facts that were stated in a session hold in its project, which was not known then.

    What a person decided, or what another session says too, stays where it is.
    """
    for turn in store.sessions.turns(session.id):
        resting = store.facts.resting_on(session.id, turn.source_id)
        here = [fact for fact in resting if _is_stranded(store, fact, session)]
        drafts = {draft.fact.text: draft for draft in draft_facts(turn, session, config)} if here else {}
        for fact in here:
            yield _followed(store, transaction, fact, session, drafts.get(fact.text), remember)


def _followed(
    store: Store, transaction: Transaction, fact: Fact, session: Session, draft: DraftFact | None, remember: Remember
) -> CapturedFact:
    """The fact in its project; where it is known there already, that one is said again, and this one ends."""
    there = [one for one in store.facts.same_text(fact.text) if one.project == session.project]
    if draft and any(one.status in IN_FORCE for one in there) and (found := remember(session, draft)):
        store.facts.update(transaction, fact.id, action="fact.archive", status=Status.ARCHIVED)
        return found
    new = draft.fact if draft else replace(fact, project=session.project)
    moved = store.facts.update(
        transaction, fact.id, action="fact.move", project=new.project, layer=new.layer, standing=new.standing
    )
    return CapturedFact(moved, store.facts.evidence([fact.id])[fact.id][0], FOLLOWED)


def _is_stranded(store: Store, fact: Fact, session: Session) -> bool:
    """Whether a fact comes from this session alone, and holds nowhere for want of a project."""
    if fact.project or fact.layer is not Layer.PROJECT or fact.origin not in _SAID or fact.approved_at:
        return False
    evidence = store.facts.evidence([fact.id])[fact.id]
    alone = all(item.session == session.id or is_saved_by_agent(item) for item in evidence)
    return alone and fact.status in IN_FORCE


def _is_of(item: Evidence, turn: Turn) -> bool:
    return (item.session, item.source_id) == (turn.session, turn.source_id) and item.role in USERS


@dataclass(frozen=True, slots=True)
class Step:
    """One record of a session with the facts that it states, in the order in which they were read."""

    session: Session
    """As it was known when the record was read."""
    project: Project | None
    """Where the session is held, if the store need not know the project yet."""
    record: Turn | Event | Rewind | None
    """None where only the session has news."""
    drafts: tuple[DraftFact, ...] = ()
    is_stored: bool = False
    """Whether the message is there already, as somebody's: it is the person's."""


class StoreSink:
    """Writes into the store, under one run that begins with the first thing written."""

    def __init__(self, store: Store, actor: str) -> None:
        self._store = store
        self._actor = actor
        self._words, self._config = AgentWords(store), in_force(store)
        self.run: str | None = None

    def put(self, steps: Sequence[Step], position: SourcePosition | None) -> list[CapturedFact]:
        """Take the steps in one transaction, and how far the file was read. Returns what became of the facts."""
        if not steps and (position is None or self._store.sources.position(position.path) == position):
            return []
        if self.run is None:
            with self._store.write(self._actor) as transaction:
                self.run = self._store.runs.start(transaction, "capture").id
        self._keep_names(steps)
        captured: list[CapturedFact] = []
        with self._store.write(self._actor, self.run) as transaction:
            captured += self._journal(transaction, steps)
            for step in steps:
                if isinstance(step.record, Turn):
                    if step.is_stored:
                        captured += claim(self._store, transaction, step.record)
                    captured += take_back(self._store, transaction, step.record)
                    captured += confirm_told(self._store, transaction, step.record)
                elif isinstance(step.record, Rewind):
                    captured += apply(self._store, transaction, step.record)
                captured += [fact for draft in step.drafts if (fact := self._draft(transaction, step.session, draft))]
            if position:
                self._store.sources.put(transaction, position)
        return captured

    def finish(self, counts: dict[str, int], kept: Mapping[str, list[str]]) -> None:
        """All was read. kept: settings that what comes later is held against."""
        if self.run is not None:
            with self._store.write(self._actor, self.run) as transaction:
                for name, value in kept.items():
                    if self._store.settings.get(name) != value:
                        self._store.settings.put(transaction, name, value)
                self._store.runs.finish(transaction, self.run, counts)

    def _keep_names(self, steps: Sequence[Step]) -> None:
        """Let folders that have another name today keep their projects, before anything of them is stored."""
        places = {step.project for step in steps if step.project and step.project.reason in (REMOTE, REPOSITORY)}
        for where in places:
            one = kept_in(Path(where.root), self._store.projects.all_known()) if where.root else None
            if one and (one.state or one.is_moved):
                from lore.memory import keep_name  # 40 ms, which most captures need not pay

                keep_name(self._store, where, self._actor)

    def _journal(self, transaction: Transaction, steps: Sequence[Step]) -> list[CapturedFact]:
        """Store the sessions with their messages and events. Returns the facts that follow a project known only now."""
        moved: list[CapturedFact] = []
        by_session: dict[str, list[Step]] = defaultdict(list)
        for step in steps:
            by_session[step.session.id].append(step)
        sessions = self._store.sessions
        for name, own in by_session.items():
            newest = own[-1]
            where = newest.project
            if where and where.reason != TOLD and not self._store.projects.has(where.key):
                self._store.projects.put(transaction, where)
            if where:
                self._store.roots.see(transaction, where)
            known = sessions.find(name)
            session = sessions.put(transaction, newest.session)
            if known and known.project is None and session.project is not None:
                moved += follow(self._store, transaction, session, self._config, partial(self._draft, transaction))
            turns = [step.record for step in own if isinstance(step.record, Turn) and not step.is_stored]
            sessions.add_turns(transaction, name, turns)
            sessions.add_events(transaction, name, [step.record for step in own if isinstance(step.record, Event)])
        return moved

    def _draft(self, transaction: Transaction, session: Session, draft: DraftFact) -> CapturedFact | None:
        from lore.memory import remember  # all that compares facts: 40 ms, for captures that find any

        evidence = draft.evidence
        turn = self._store.sessions.turn(session.id, evidence.source_id or "")
        if turn is not None and self._words.hold(turn, evidence.quote):
            return None
        outcome = remember(self._store, transaction, draft.fact, [evidence])
        return CapturedFact(outcome.fact, evidence, outcome.action.value, outcome.retired)


class Preview:
    """Writes nothing."""

    run: str | None = None

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: set[str] = set()
        self._stated: dict[tuple[str, str | None], list[CapturedFact]] = defaultdict(list)
        """The facts of each message, by its session and id."""
        self._newest: dict[str, list[CapturedFact]] = {}
        """The facts of the newest message of the person in each session."""

    def put(self, steps: Sequence[Step], position: SourcePosition | None) -> list[CapturedFact]:
        del position
        captured: list[CapturedFact] = []
        for step in steps:
            if isinstance(step.record, Turn) and takes_back(step.record):
                gone = self._newest.pop(step.session.id, [])
                captured += [replace(fact, action=TAKEN_BACK) for fact in gone if fact.action == "new"]
            elif isinstance(step.record, Rewind):
                captured += self._rewound(step.record)
            found = [self._would_be(draft) for draft in step.drafts]
            if isinstance(step.record, Turn) and step.record.role is Role.USER:
                self._newest[step.session.id] = found
            for fact in found:
                self._stated[step.session.id, fact.evidence.source_id].append(fact)
            captured += found
        return captured

    def finish(self, counts: dict[str, int], kept: Mapping[str, list[str]]) -> None:
        del counts, kept

    def _rewound(self, rewind: Rewind) -> list[CapturedFact]:
        return [
            replace(fact, action=REWOUND)
            for source in sorted(rewind.left)
            for fact in self._stated.pop((rewind.session, source), [])
            if fact.action == "new"
        ]

    def _would_be(self, draft: DraftFact) -> CapturedFact:
        words = said_alike(draft.fact.text)
        known = words in self._seen or bool(self._store.facts.same_text(draft.fact.text))
        self._seen.add(words)
        fact = replace(draft.fact, hash=text_hash(draft.fact.text))
        return CapturedFact(fact, draft.evidence, "known" if known else "new")


Sink = StoreSink | Preview
