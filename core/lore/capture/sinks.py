"""Where a capture puts what it read: into the store, or nowhere, to show what it would put there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from lore.capture.prepare import Drawn
from lore.capture.summary import Found
from lore.memory import remember
from lore.model import Event, Project, Session, Turn
from lore.store import SourcePosition, Store
from lore.text import said_alike, text_hash


@dataclass(frozen=True, slots=True)
class Batch:
    """What belongs into one transaction: new things of one session."""

    session: Session
    turns: Sequence[Turn] = ()
    events: Sequence[Event] = ()
    drawn: Sequence[Drawn] = ()
    project: Project | None = None
    """The project, where it is not known yet."""


class Sink(Protocol):
    """Takes what a capture read."""

    @property
    def run(self) -> str | None: ...

    def put(self, batches: Sequence[Batch], position: SourcePosition | None) -> list[Found]:
        """Take the batches and remember how far the file was read. Returns what became of the facts."""
        ...

    def finish(self, counts: dict[str, int]) -> None:
        """All was read."""
        ...


class StoreSink:
    """Writes into the store, under one run that begins with the first thing written."""

    def __init__(self, store: Store, actor: str) -> None:
        self._store = store
        self._actor = actor
        self.run: str | None = None

    def put(self, batches: Sequence[Batch], position: SourcePosition | None) -> list[Found]:
        if self.run is None:
            with self._store.write(self._actor) as change:
                self.run = self._store.runs.start(change, "capture").id
        found: list[Found] = []
        with self._store.write(self._actor, self.run) as change:
            for batch in batches:
                if batch.project and not self._store.projects.has(batch.project.key):
                    self._store.projects.put(change, batch.project)
                self._store.sessions.put(change, batch.session)
                self._store.sessions.add_turns(change, batch.session.id, batch.turns)
                self._store.sessions.add_events(change, batch.session.id, batch.events)
                for drawn in batch.drawn:
                    outcome = remember(self._store, change, drawn.fact, [drawn.evidence])
                    action = outcome.action.value
                    found.append(Found(outcome.fact, drawn.evidence, drawn.extracted, action, outcome.retired))
            if position:
                self._store.sources.put(change, position)
        return found

    def finish(self, counts: dict[str, int]) -> None:
        if self.run is not None:
            with self._store.write(self._actor, self.run) as change:
                self._store.runs.finish(change, self.run, counts)


class Preview:
    """Writes nothing."""

    run: str | None = None

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: set[str] = set()

    def put(self, batches: Sequence[Batch], position: SourcePosition | None) -> list[Found]:
        del position
        return [self._would_be(drawn) for batch in batches for drawn in batch.drawn]

    def _would_be(self, drawn: Drawn) -> Found:
        words = said_alike(drawn.fact.text)
        known = words in self._seen or bool(self._store.facts.same_text(drawn.fact.text))
        self._seen.add(words)
        return Found(
            replace(drawn.fact, hash=text_hash(drawn.fact.text)),
            drawn.evidence,
            drawn.extracted,
            "known" if known else "new",
        )

    def finish(self, counts: dict[str, int]) -> None:
        del counts
