"""What the steps of a consolidation share: the store, the moment, the rules and the facts of a scope."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from lore.config import Config, registry as settings
from lore.consolidate.similarity import FactSimilarity
from lore.memory import NoCard, Policy, chosen_policy
from lore.model import Clean, Fact, Layer, LinkKind, Status, Tier, Usage
from lore.store import FactFilter, Store

ACTOR = "consolidation"
MOST = 4_000
"""Facts that are compared with one another: 8 million pairs, about a second. A larger scope is parted."""
SHOWN = 60
"""Characters of a fact that a report shows."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of a consolidation, from the settings."""

    policy: Policy
    nearness: float
    """Cosine from which two statements of agents may be one, and a person is asked about two others."""
    sessions: int
    """Sessions in which a fact is said that becomes knowledge."""
    grace_days: float
    """What was said years ago and imported today is not put away today: it stays at least this long."""

    @classmethod
    def of(cls, config: Config) -> "Rules":
        """As the settings say."""
        return cls(
            policy=chosen_policy(config),
            nearness=config[settings.SAME_KIND],
            sessions=config[settings.SESSIONS],
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

    no_cards: dict[str, NoCard] = field(default_factory=dict)
    """What the gate of the review queue refused, with the reason."""
    _ids: dict[tuple[str | None, Layer], list[str]] | None = None
    _tagged: dict[str, list[Fact]] = field(default_factory=dict)

    def look(self) -> None:
        """A step begins: see which facts there are now."""
        self._ids = None
        self._tagged.clear()

    @property
    def ids(self) -> dict[tuple[str | None, Layer], list[str]]:
        """The active facts of each project and layer when the step first asked for them, newest first."""
        if self._ids is None:
            self._ids = self.store.facts.by_scope()
        return self._ids

    def tagged(self, tag: Clean) -> list[Fact]:
        """The facts of any status and project that had this tag when the step began."""
        if tag not in self._tagged:
            self._tagged[tag] = self.store.facts.select(FactFilter(statuses=tuple(Status), tags=(tag,)))
        return self._tagged[tag]

    def facts(self, project: str | None, *layers: Layer) -> Iterator[list[Fact]]:
        """The active facts of a project in some layers, of each newest first: only these can meet.

        Where they are more than can be compared with one another, in parts of what is alike.
        """
        ids = [name for layer in layers for name in self.ids.get((project, layer), [])]
        for part in self.similarity.parts(ids, MOST) if len(ids) > MOST else [ids]:
            facts = [fact for fact in self.store.facts.many(part) if fact.status is Status.ACTIVE]
            if facts:
                yield facts

    def usage(self, facts: Sequence[Fact]) -> dict[str, Usage]:
        return self.store.facts.usage([fact.id for fact in facts])


def absorbed(context: Context, facts: Iterable[Fact]) -> dict[str, str]:
    """Episodes that the knowledge among these facts rests on, each with the id of that knowledge."""
    found = {}
    for fact in facts:
        if fact.tier is Tier.SEMANTIC:
            for link in context.store.facts.links(fact.id):
                if link.kind is LinkKind.DERIVED_FROM and link.source == fact.id:
                    found[link.target] = fact.id
    return found
