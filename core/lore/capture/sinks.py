"""Where a capture puts what it read: into the store, or nowhere, to show what it would put there."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from lore.capture.agent_repeats import AgentRepeats
from lore.capture.agent_words import AgentWords
from lore.capture.contract import CapturedFact
from lore.capture.drafts import USERS, DraftFact
from lore.capture.reactions import TAKEN_BACK, react, react_to_command
from lore.capture.rewinds import REWOUND, Rewind, apply
from lore.capture.told import confirm_told
from lore.errors import Conflict, NeedsPerson
from lore.model import Event, Project, Role, Session, Turn
from lore.projects import TOLD
from lore.store import SourcePosition, Store, Transaction
from lore.text import said_alike, text_hash


@dataclass(frozen=True, slots=True)
class JournalStep:
    """One record of a session with the facts that it states, in the order in which they were read."""

    session: Session
    project: Project | None
    """Where the session is held, if the store need not know the project yet."""
    record: Turn | Event | Rewind | None
    """None where it is stored already, or follows."""
    drafts: tuple[DraftFact, ...] = ()


class Sink(Protocol):
    """Takes what a capture read."""

    @property
    def run(self) -> str | None: ...

    def put(self, steps: Sequence[JournalStep], position: SourcePosition | None) -> list[CapturedFact]:
        """Take the steps in one transaction, and how far the file was read. Returns what became of the facts."""
        ...

    def unsay(self, turn: Turn) -> None:
        """Undo what was drawn from a stored message, which turned out not to be the agent's last word."""
        ...

    def finish(self, counts: dict[str, int]) -> None:
        """All was read."""
        ...


class StoreSink:
    """Writes into the store, under one run that begins with the first thing written."""

    def __init__(self, store: Store, actor: str) -> None:
        self._store = store
        self._actor = actor
        self._repeats = AgentRepeats(store)
        self._words = AgentWords(store)
        self.run: str | None = None

    def put(self, steps: Sequence[JournalStep], position: SourcePosition | None) -> list[CapturedFact]:
        if not steps and (position is None or self._store.sources.position(position.path) == position):
            return []
        if self.run is None:
            with self._store.write(self._actor) as transaction:
                self.run = self._store.runs.start(transaction, "capture").id
        captured: list[CapturedFact] = []
        with self._store.write(self._actor, self.run) as transaction:
            self._journal(transaction, steps)
            for step in steps:
                if isinstance(step.record, Turn):
                    from lore.capture.answers import explain  # what reads sentences, for captures of messages

                    captured += react(self._store, transaction, step.record)
                    captured += explain(self._store, transaction, step.record)
                    captured += confirm_told(self._store, transaction, step.record)
                elif isinstance(step.record, Event):
                    captured += react_to_command(self._store, transaction, step.record)
                elif isinstance(step.record, Rewind):
                    captured += apply(self._store, transaction, step.record)
                captured += [fact for draft in step.drafts if (fact := self._remembered(transaction, step, draft))]
            if position:
                self._store.sources.put(transaction, position)
        return captured

    def unsay(self, turn: Turn) -> None:
        for fact in self._store.facts.resting_on(turn.session, turn.source_id):
            for item in self._store.facts.evidence([fact.id])[fact.id]:
                if (item.session, item.source_id) == (turn.session, turn.source_id):
                    self._undo_adding(item.id)
        self._repeats.forget()

    def finish(self, counts: dict[str, int]) -> None:
        if self.run is not None:
            with self._store.write(self._actor, self.run) as transaction:
                self._store.runs.finish(transaction, self.run, counts)

    def _journal(self, transaction: Transaction, steps: Sequence[JournalStep]) -> None:
        """Store the sessions with their messages and events."""
        by_session: dict[str, list[JournalStep]] = defaultdict(list)
        for step in steps:
            by_session[step.session.id].append(step)
        sessions = self._store.sessions
        for name, own in by_session.items():
            newest = own[-1]
            where = newest.project
            if where and where.reason != TOLD and not self._store.projects.has(where.key):
                self._store.projects.put(transaction, where)
            sessions.put(transaction, newest.session)
            sessions.add_turns(transaction, name, [step.record for step in own if isinstance(step.record, Turn)])
            sessions.add_events(transaction, name, [step.record for step in own if isinstance(step.record, Event)])

    def _remembered(self, transaction: Transaction, step: JournalStep, draft: DraftFact) -> CapturedFact | None:
        from lore.memory import Action, remember  # all that compares facts: 40 ms, for captures that find any

        draft = self._words.attributed(draft, step.session)
        if self._repeats.is_repeat(draft):
            return None
        outcome = remember(self._store, transaction, draft.fact, [draft.evidence])
        if outcome.action in (Action.ADDED, Action.SUPERSEDED, Action.HELD):
            self._repeats.add(outcome.fact)
        return CapturedFact(outcome.fact, draft.evidence, outcome.action.value, outcome.retired)

    def _undo_adding(self, evidence_id: str) -> None:
        """Undo the unit that added a quotation, where it still stands as it was left."""
        from lore.history import undo_event  # 30 ms, for the few files that go on where they seemed to end

        added = self._store.audit.select(action="evidence.add", subject=evidence_id, limit=1)
        try:
            undo_event(self._store, added[0].seq, self._actor)
        except (Conflict, NeedsPerson):
            return  # somebody has built on it since: what they rely on stays


class Preview:
    """Writes nothing."""

    run: str | None = None

    def __init__(self, store: Store) -> None:
        self._store = store
        self._repeats = AgentRepeats(store)
        self._seen: set[str] = set()
        self._stated: dict[tuple[str, str | None], list[CapturedFact]] = defaultdict(list)
        """The facts of each message, by its session and id."""
        self._exchange: dict[str, list[tuple[Role, CapturedFact]]] = defaultdict(list)
        """The facts of each session since the last message in a user's name, with that, and who stated them."""

    def put(self, steps: Sequence[JournalStep], position: SourcePosition | None) -> list[CapturedFact]:
        del position
        captured: list[CapturedFact] = []
        for step in steps:
            if isinstance(step.record, Turn) and step.record.role in USERS:
                captured += self._taken_back(step.record)
            elif isinstance(step.record, Rewind):
                captured += self._rewound(step.record)
            for draft in step.drafts:
                if not self._repeats.is_repeat(draft):
                    fact = self._would_be(draft)
                    self._exchange[step.session.id].append((draft.evidence.role, fact))
                    self._stated[step.session.id, draft.evidence.source_id].append(fact)
                    captured.append(fact)
        return captured

    def unsay(self, turn: Turn) -> None:
        del turn

    def finish(self, counts: dict[str, int]) -> None:
        del counts

    def _taken_back(self, turn: Turn) -> list[CapturedFact]:
        from lore.capture.authorship import typed_text
        from lore.capture.extraction.reaction import Reaction, reaction

        typed = typed_text(turn.text)
        return [
            replace(fact, action=TAKEN_BACK)
            for role, fact in self._exchange.pop(turn.session, [])
            if fact.action == "new" and reaction(Role.USER if role in USERS else role, typed) is Reaction.REJECTED
        ]

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
        if not known:
            self._repeats.add(fact)
        return CapturedFact(fact, draft.evidence, "known" if known else "new")
