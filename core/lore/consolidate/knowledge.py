"""Second half of a consolidation: episodes become semantic knowledge."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lore.consolidate.context import MOST, SHOWN, Context, Rules, absorbed
from lore.consolidate.planned_changes import Assimilate, Form, PlannedChange
from lore.consolidate.step import Unit
from lore.memory import ASSERTING, EvidenceCount, lasts
from lore.model import Evidence, Fact, Kind, Status, Tier
from lore.store import FactFilter
from lore.text import shorten

LASTING_KINDS = frozenset({*ASSERTING, Kind.SOLUTION} - {Kind.NOTE})


@dataclass(frozen=True, slots=True)
class Cluster:
    """Episodes about one subject that do not contradict."""

    members: tuple[Fact, ...]
    support: EvidenceCount
    corrections: int
    latest: Mapping[str, str]
    """When each was last said."""

    def qualifies(self, rules: Rules) -> bool:
        enough = self.support.quotations >= rules.quotations or self.corrections >= rules.corrections
        return enough and self.support.sessions >= rules.sessions

    @property
    def gist(self) -> Fact:
        """The most recently reinforced assertion."""
        return max(self.members, key=lambda fact: (self.latest[fact.id], fact.id))


def assimilate(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """Episodes that say again what is known strengthen it."""
    assert unit.layer is not None
    ids = context.ids[unit.project, unit.layer]
    if not any(each.tier is Tier.SEMANTIC for each in context.store.facts.strength_inputs(ids)):
        return
    for facts in _lasting(context, unit):
        yield from _assimilations(context, facts)


def _assimilations(context: Context, facts: Sequence[Fact]) -> Iterator[PlannedChange]:
    known_already = absorbed(context, facts)
    yield from _said_again(context, facts, known_already)
    best: dict[str, tuple[float, Fact, Fact]] = {}
    if not any(fact.tier is Tier.SEMANTIC for fact in facts):
        return
    for pair in context.similarity.agreeing(facts, context.rules.same_subject):
        left, right = facts[pair.left], facts[pair.right]
        if left.tier is right.tier:
            continue
        known, episode = (left, right) if left.tier is Tier.SEMANTIC else (right, left)
        if episode.id in known_already or lasts(episode):
            continue
        if episode.id not in best or pair.likeness > best[episode.id][0]:
            best[episode.id] = (pair.likeness, known, episode)
    for _, known, episode in best.values():
        yield Assimilate(known.id, episode.id, f"{shorten(episode.text, SHOWN)} → {shorten(known.text, SHOWN)}")


def _said_again(context: Context, facts: Sequence[Fact], known_already: Mapping[str, str]) -> Iterator[PlannedChange]:
    """Episodes that knowledge rests on and that were said once more since."""
    evidence = context.store.facts.evidence(sorted({*known_already, *known_already.values()}))
    places = {name: {(item.session, item.source_id, item.quote) for item in items} for name, items in evidence.items()}
    for episode in facts:
        known = known_already.get(episode.id)
        if known is not None and not places[episode.id] <= places[known]:
            yield Assimilate(known, episode.id, f"{shorten(episode.text, SHOWN)}, said again")


def form(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """Episodes that say the same over several sessions become semantic knowledge; corrections come first.

    What is left near knowledge is taken in before more is formed: the step repeats until nothing changes.
    """
    for facts in _lasting(context, unit):
        taken_in = list(_assimilations(context, facts))
        yield from taken_in or _formed(context, facts)


def _lasting(context: Context, unit: Unit) -> Iterator[list[Fact]]:
    """The lasting facts of a scope; trusted and untrusted apart, for neither may lend the other its standing."""
    assert unit.layer is not None
    for facts in context.facts(unit.project, unit.layer):
        for tainted in (False, True):
            yield [fact for fact in facts if fact.kind in LASTING_KINDS and fact.tainted is tainted]


def _formed(context: Context, facts: Sequence[Fact]) -> Iterator[PlannedChange]:
    episodes = _free_episodes(context, facts)
    clusters = [cluster for cluster in clustered(context, episodes) if cluster.qualifies(context.rules)]
    clusters.sort(key=lambda cluster: (-cluster.corrections, -cluster.support.sessions, cluster.gist.id))
    for cluster in clusters:
        gist = cluster.gist
        sources = tuple(fact.id for fact in cluster.members if fact.id != gist.id)
        support = cluster.support
        says = f"{shorten(gist.text, SHOWN)} ({support.quotations} quotations, {support.sessions} sessions)"
        yield Form(gist.id, sources, says)


def _free_episodes(context: Context, facts: Sequence[Fact]) -> list[Fact]:
    """Episodes that no knowledge rests on, without those that say what a person turned down."""
    known_already = absorbed(context, facts)
    episodes = [fact for fact in facts if fact.tier is Tier.EPISODIC and fact.id not in known_already]
    if not episodes:
        return []
    scope = FactFilter(statuses=(Status.REJECTED,), projects=(episodes[0].project,), layers=(episodes[0].layer,))
    rejected = context.store.facts.select(scope, limit=MOST)
    turned_down = context.similarity.near(episodes, rejected, context.rules.nearness)
    return [fact for fact in episodes if fact.id not in turned_down]


def clustered(context: Context, episodes: Sequence[Fact]) -> Iterator[Cluster]:
    """Groups around the best supported episode of each subject, so that no chain of likenesses joins two subjects."""
    evidence = context.store.facts.evidence([fact.id for fact in episodes])
    support = [EvidenceCount.of(evidence[fact.id]) for fact in episodes]
    near: dict[int, list[int]] = {place: [] for place in range(len(episodes))}
    for pair in context.similarity.agreeing(episodes, context.rules.same_subject):
        near[pair.left].append(pair.right)
        near[pair.right].append(pair.left)
    free = set(near)
    order = sorted(near, key=lambda place: (-len(near[place]), -support[place].quotations, episodes[place].id))
    for centre in order:
        if centre in free:
            group = [centre, *sorted(other for other in near[centre] if other in free)]
            free.difference_update(group)
            yield _cluster([episodes[place] for place in group], evidence)


def _cluster(members: Sequence[Fact], evidence: Mapping[str, list[Evidence]]) -> Cluster:
    corrections = [item for fact in members if fact.kind is Kind.CORRECTION for item in evidence[fact.id]]
    return Cluster(
        members=tuple(members),
        support=EvidenceCount.of(item for fact in members for item in evidence[fact.id]),
        corrections=EvidenceCount.of(corrections).quotations,
        latest={fact.id: EvidenceCount.of(evidence[fact.id]).latest or fact.created_at for fact in members},
    )
