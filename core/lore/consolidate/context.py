"""What the steps of a consolidation share: the store, the moment, the scopes, and how changes are made."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lore.config import Config, registry as settings
from lore.consolidate.planned_changes import GiveWay, Merge, PlannedChange
from lore.consolidate.similarity import FactSimilarity
from lore.memory import Nearness, Policy, chosen_policy
from lore.model import Fact, Layer, LinkKind, Status, Tier, Usage
from lore.store import FactFilter, Store

ACTOR = "consolidation"
LOCK_S = 0.03
"""No further change is begun in a transaction that has lasted so long: the lock is held for 50 ms at most."""
MOST = 4_000
"""Facts of one scope that are compared, the newest first: 8 million pairs, about a second."""
LISTED = 1_000
"""Changes that a report names; it counts them all."""
SHOWN = 60
"""Characters of a fact that a report shows."""


@dataclass(frozen=True, slots=True)
class Applied:
    """One change that was made, or would be."""

    step: str
    fact: str
    says: str
    retired: str | None = None
    """The fact that the other one took the place of."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of a consolidation, from the settings."""

    policy: Policy
    nearness: Nearness
    same_subject: float
    """Cosine from which episodes of one scope belong together."""
    quotations: int
    """Quotations from which a cluster becomes knowledge."""
    sessions: int
    """Sessions that they must come from."""
    corrections: int
    """Corrections that are enough instead: to be corrected twice is once too often."""
    strength: float
    """From which knowledge is proposed, in units of the policy."""
    grace_days: float
    """What was said years ago and imported today is not put away today: it stays at least this long."""

    @classmethod
    def of(cls, config: Config) -> "Rules":
        """As the settings say."""
        return cls(
            policy=chosen_policy(config),
            nearness=Nearness.of(config),
            same_subject=config[settings.SAME_SUBJECT],
            quotations=config[settings.MEMBERS],
            sessions=config[settings.SESSIONS],
            corrections=config[settings.CORRECTIONS],
            strength=config[settings.PROPOSE_STRENGTH],
            grace_days=config[settings.GRACE_DAYS],
        )


@dataclass(slots=True)
class Context:
    """One run on its way."""

    store: Store
    run: str
    now: str
    rules: Rules
    similarity: FactSimilarity
    counts: Counter[str] = field(default_factory=Counter)
    applied: list[Applied] = field(default_factory=list)

    def scopes(self) -> Iterator[list[Fact]]:
        """The active facts of each project and layer, newest first: only these can duplicate or contradict."""
        for project in (None, *sorted(self.store.projects.keys_in_use())):
            for layer in Layer:
                scope = FactFilter(statuses=(Status.ACTIVE,), projects=(project,), layers=(layer,))
                facts = self.store.facts.select(scope, limit=MOST)
                if facts:
                    yield facts

    def apply(self, step: str, moves: Iterable[PlannedChange]) -> int:
        """Make the changes, in transactions that are short enough for everybody else; returns how many were made."""
        before = self.counts[step]
        waiting = iter(moves)
        following = next(waiting, None)
        while following is not None:
            with self.store.write(ACTOR, self.run) as transaction:
                began = time.monotonic()
                while following is not None and time.monotonic() - began < LOCK_S:
                    if following.apply(self.store, transaction):
                        self._note(step, following)
                    following = next(waiting, None)
        return self.counts[step] - before

    def usage(self, facts: list[Fact]) -> dict[str, Usage]:
        return self.store.facts.usage([fact.id for fact in facts])

    def _note(self, step: str, move: PlannedChange) -> None:
        self.counts[step] += 1
        if len(self.applied) < LISTED:
            self.applied.append(
                Applied(step, move.fact, move.says, move.gone if isinstance(move, (GiveWay, Merge)) else None)
            )


def absorbed(context: Context, facts: Iterable[Fact]) -> dict[str, str]:
    """Episodes that the knowledge among these facts rests on, each with the id of that knowledge."""
    found = {}
    for fact in facts:
        if fact.tier is Tier.SEMANTIC:
            for link in context.store.facts.links(fact.id):
                if link.kind is LinkKind.DERIVED_FROM and link.source == fact.id:
                    found[link.target] = fact.id
    return found
