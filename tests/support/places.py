"""A store in a folder of its own, what is said in it, and what a look at it may change around it."""

import io
from contextlib import redirect_stdout
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from lore import clock
from lore.cli.program import run
from lore.consolidate import consolidate
from lore.doctor import run_checks
from lore.embedding import bundled_embedder
from lore.memory.editing import NewFact, add_fact, propose
from lore.memory.entering import remember
from lore.model import Clean, Evidence, Fact, Kind, Role, Session, Turn
from lore.store import Store
from support.person import approve

WEB = "github.com/me/web"
WORDINGS = (
    "Use pnpm to install packages, not npm",
    "Install the packages with pnpm instead of npm",
    "Packages are installed using pnpm and never npm",
    "Please use pnpm, npm is not used for installing packages",
)


@dataclass(frozen=True)
class Place:
    """One store, and what a look at it may change around it."""

    store: Store
    folder: Path
    patch: pytest.MonkeyPatch

    def later(self, days: float) -> None:
        self.patch.setenv("LORE_NOW", clock.shifted(timedelta(days=days)))

    def said(self, count: int, kind: Kind = Kind.CONVENTION, texts: tuple[str, ...] = WORDINGS) -> None:
        for day, text in enumerate(texts[:count], 1):
            at = f"2026-03-{day:02d}T10:00:00Z"
            evidence = Evidence(Clean(text), session=f"s{day}", source_id=f"m{day}", role=Role.USER, at=at)
            with self.store.write("hook") as transaction:
                self.store.sessions.put(transaction, Session(f"s{day}", "claude-code", project=WEB))
                turn = Turn(f"s{day}", f"m{day}", Role.USER, Clean(text), at)
                self.store.sessions.add_turns(transaction, f"s{day}", [turn])
                fact = Fact("", Clean(text), kind, project=WEB, confidence=0.9, created_at=at)
                remember(self.store, transaction, fact, [evidence])

    def consolidated(self, step: str) -> int:
        return consolidate(self.store, bundled_embedder(self.store.folder)).counts[step]

    def doctor(self, name: str) -> object:
        return next(
            result.finding.outcome for result in run_checks(self.store.folder).results if result.check.id == name
        )

    def printed(self, *words: str) -> str:
        with redirect_stdout(io.StringIO()) as out:
            run(list(words))
        return out.getvalue()

    def approved(self) -> Fact:
        waiting = propose(self.store, add_fact(self.store, NewFact("Squash before merging", project=WEB)).fact.id)
        return approve(self.store, waiting.id).fact
