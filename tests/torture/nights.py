"""R20: a consolidation is killed before and after each of its changes, and goes on; it ends as one that was let be."""

import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from shutil import copytree

from lore.consolidate import STEPS, Report, consolidate, pipeline
from lore.embedding import bundled_embedder
from lore.model import Clean, Event, EventKind, Evidence, Fact, Kind, Layer, Role, Session, Tier, Turn
from lore.presence import Person
from lore.store import Store
from lore.store.local.preparing import take
from lore.store.sqlite.transaction import Transaction

from .figures import Figure, Scale, none_of
from .processes import Child, ask

NOW = "2026-06-07T03:00:00Z"
DAY = "2026-05-01T10:00:00Z"
PROJECTS = ("github.com/me/web", "github.com/me/shop")
SAID = (
    "Use pnpm to install packages, not npm",
    "Install the packages with pnpm instead of npm",
    "Packages are installed using pnpm and never npm",
    "Run the unit tests before every commit",
    "Run the unit tests before every commits",
    "The API server listens on port 3000 in development",
    "In development the API server listens on port 4000",
    "Run the database migrations before deploying the API",
    "Run the database migrations before deploying that API",
    "Sign each commit before you push it",
    "Never sign a commit before you push it",
)
AGENTS = ("Run the integration tests after every merge", "Run the integration tests after every merges")
"""What an agent said in nearly the same words: these are merged, what a person said never is."""
UNCOMPARED = frozenset({"audit", "outbox", "runs", "fitness", "sqlite_sequence", "_sqlite_migrations"})


def run(scale: Scale) -> Iterator[Figure]:
    """Size: how many consolidations are killed."""
    os.environ.update(LORE_NOW=NOW, LORE_INSTALLATION="torture")
    home = scale.folder / "lived"
    ask(partial(live, home))
    whole = ask(partial(_undisturbed, home))
    chosen = _moments(whole, random.Random(scale.seed), scale.size)
    ends = [_end(home, moment, whole) for moment in chosen]
    kinds = sum(bool(count) for count in whole.report.counts.values())
    among = f"{len(chosen)} kills in {kinds} of {len(STEPS)} steps"
    other = ends.count(False)
    yield none_of("R20", other, "consolidations that ended otherwise than one that was let be", among)
    yield none_of("R20", len(STEPS) - kinds, "steps in which nothing was changed", among)


@dataclass(frozen=True)
class _Night:
    """What a consolidation did."""

    report: Report
    writes: int
    content: str = ""


class Mortal(Store):
    """A store whose process is killed at its n-th transaction, before or after that is there."""

    def __init__(self, folder: Path, dies_at: tuple[int, bool] | None = None) -> None:
        super().__init__(folder)
        self.backs_up = False
        self.writes = 0
        self._dies_at = dies_at

    @contextmanager
    def write(self, who: "str | Person", run: str | None = None) -> Iterator[Transaction]:
        self.writes += 1
        with super().write(who, run) as transaction:
            yield transaction
            if self._dies_at == (self.writes, False):
                os.kill(os.getpid(), signal.SIGKILL)
        if self._dies_at == (self.writes, True):
            os.kill(os.getpid(), signal.SIGKILL)


def _moments(whole: _Night, rng: random.Random, size: int) -> list[tuple[int, bool]]:
    moments = [(number, after) for number in range(1, whole.writes + 1) for after in (False, True)]
    del moments[-1]  # all was over
    return [*_spread(rng, moments[:-1], size), moments[-1]]


def _spread(rng: random.Random, moments: list[tuple[int, bool]], size: int) -> list[tuple[int, bool]]:
    if size >= len(moments):
        return moments
    width = len(moments) / size
    return list(dict.fromkeys(moments[int(place * width + rng.random() * width)] for place in range(size)))


def _undisturbed(home: Path) -> _Night:
    folder = _copy(home, "whole")
    return replace(_consolidate(folder, None), content=_content(folder))


def _end(home: Path, moment: tuple[int, bool], whole: _Night) -> bool:
    folder = _copy(home, f"killed-{moment[0]}-{moment[1]}")
    if Child(partial(_consolidate, folder, moment)).wait() != -signal.SIGKILL:
        return False
    resumed = ask(partial(_consolidate, folder, None))
    again = ask(partial(_consolidate, folder, None))
    is_alike = _changes(resumed.report) == _changes(whole.report) and ask(partial(_content, folder)) == whole.content
    return is_alike and not any(again.report.counts.values())


def _changes(report: Report) -> dict[str, int]:
    return {name: count for name, count in report.counts.items() if name != "pages"}


def _copy(home: Path, name: str) -> Path:
    folder = home.with_name(f"{home.name}-{name}")
    copytree(home, folder)
    return folder


def _consolidate(folder: Path, dies_at: tuple[int, bool] | None) -> _Night:
    pipeline.LOCK_S = 0.0
    embedder = bundled_embedder(folder)
    mortal = Mortal(folder, dies_at)
    with mortal as store:
        store.prepare()
        report = consolidate(store, embedder)
    return _Night(report, mortal.writes)


def _content(folder: Path) -> str:
    with Mortal(folder) as store:
        connection = store._database.connection()
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")]
        kept = [name for name in names if name not in UNCOMPARED]
        return "\n".join(
            repr(tuple(row)) for name in kept for row in connection.execute(f'SELECT * FROM "{name}" ORDER BY seq')
        )


def live(home: Path) -> None:
    """A memory in which every step has something to do, in two projects."""
    home.mkdir()
    os.environ["LORE_NOW"] = "2026-04-01T00:00:00Z"  # so long ago that what came in then may fade
    take(home)
    with Mortal(home) as store:
        store.prepare()
        for project in PROJECTS:
            for day, text in enumerate((*SAID, *SAID[:3]), 1):
                _say(store, project, text, day)
            for day, text in enumerate(AGENTS, 15):
                _say(store, project, text, day, Role.ASSISTANT)
            _know(store, project)
            _dispute(store, project)
            _work(store, project)
            _expire(store, project)
        _snooze(store)


def _say(store: Store, project: str, text: str, day: int, role: Role = Role.USER) -> None:
    from lore.memory import remember

    session, at = f"{project}-{day}", f"2026-05-{day:02d}T10:00:00Z"
    evidence = Evidence(Clean(text), session=session, source_id="m1", role=role, at=at)
    with store.write("hook") as transaction:
        store.sessions.put(
            transaction,
            Session(session, "claude-code", project=project, cwd=Clean("/w/shop"), started_at=at, ended_at=at),
        )
        turns = [
            Turn(session, "m1", role, Clean(text), at),
            Turn(session, "m2", Role.USER, Clean("ok, spawn workers!"), at),
        ]
        store.sessions.add_turns(transaction, session, turns)
        fact = Fact(
            "", Clean(text), Kind.CORRECTION, project=project, layer=Layer.PROJECT, confidence=0.9, created_at=at
        )
        remember(store, transaction, fact, [evidence])


def _know(store: Store, project: str) -> None:
    text = Clean("Write the changelog for users in the present tense")
    with store.write("import") as transaction:
        known = Fact(
            "", text, Kind.CORRECTION, layer=Layer.PROJECT, project=project, tier=Tier.SEMANTIC, created_at=DAY
        )
        store.facts.add(transaction, known, [Evidence(text, session="s0", source_id="m1", role=Role.USER, at=DAY)])
    _say(store, project, "Write the changelog in the present tense for users", 20)


def _dispute(store: Store, project: str) -> None:
    from lore.memory import Ground
    from lore.memory.questions import dispute

    with store.write("import") as transaction:
        older, newer = (
            store.facts.add(
                transaction,
                Fact("", Clean(text), Kind.NOTE, project=project, created_at=DAY),
                [Evidence(Clean(text), session="s0", source_id=text[:9], role=Role.USER, at=DAY)],
            )
            for text in ("The nightly report goes to the whole team", "Nobody reads the report of the night")
        )
        dispute(store, transaction, newer, older, Ground.REPLACED)


def _work(store: Store, project: str) -> None:
    done = ("uv run lint", "uv run test", "git commit -m x")
    with store.write("hook") as transaction:
        for day in (1, 2, 3):
            session, at = f"{project}-{day}", f"2026-05-{day:02d}T11:00:00Z"
            changed = Event(session, f"{session}-e", EventKind.FILE_CHANGE, Clean("a.py"), at=at)
            ran = [
                Event(session, f"{session}-{line}", EventKind.COMMAND, Clean(line), Clean(line), at) for line in done
            ]
            store.sessions.add_events(transaction, session, [changed, *ran])


def _expire(store: Store, project: str) -> None:
    with store.write("import") as transaction:
        for number in range(3):
            text = Clean(f"the freeze number {number} of {project} ends on Friday")
            store.facts.add(transaction, Fact("", text, Kind.NOTE, project=project, expires_at="2026-06-01T00:00:00Z"))
            old = Clean(f"the office number {number} of {project} has a door of oak")
            store.facts.add(transaction, Fact("", old, Kind.NOTE, project=project, created_at="2020-01-01T00:00:00Z"))


def _snooze(store: Store) -> None:
    from lore.memory import propose
    from lore.model import CandidateStatus

    (fact, *_) = store.facts.select(limit=1)
    with store.write("import") as transaction:
        candidate = propose(store, transaction, fact, because="asked", corrections=0, sessions=1)
        store.candidates.update(
            transaction, candidate.id, action="candidate.snooze", status=CandidateStatus.SNOOZED,
            snoozed_until="2026-06-01T00:00:00Z",
        )  # fmt: skip
