"""Second half of a consolidation: episodes become semantic knowledge, and knowledge becomes a candidate."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lore.consolidate.context import Context, Support
from lore.consolidate.moves import Assimilate, Form, Move, Propose
from lore.consolidate.rules import states_rule
from lore.memory.contradiction import compare
from lore.memory.duplicates import word_similarity
from lore.memory.policies import lasts
from lore.memory.proposals import may_propose
from lore.memory.remember import ASSERTING
from lore.memory.statement import parse
from lore.model import CandidateStatus, Evidence, Fact, Kind, Layer, LinkKind, Tier
from lore.text import shorten

SAME_SUBJECT = 0.7
"""Cosine from which episodes of one scope belong together."""
MEMBERS, SESSIONS = 3, 2
"""Quotations and sessions from which a cluster becomes knowledge."""
CORRECTIONS = 2
"""Corrections among them that are enough instead of `MEMBERS`: to be corrected twice is once too often."""
PROPOSED_STRENGTH = 1.0
"""Strength from which knowledge is proposed as a convention."""
ALIKE_PROPOSAL = 0.85
"""Word similarity to a candidate that waits or was turned down, from which a proposal is the same again."""
LASTING_KINDS = frozenset({*ASSERTING, Kind.SOLUTION} - {Kind.NOTE})
SHARED_LAYERS = frozenset({Layer.PROJECT, Layer.ORG})
"""Layers where a person must approve; what is personal needs nobody's leave."""
SHOWN = 60


@dataclass(frozen=True, slots=True)
class Cluster:
    """Episodes about one subject that do not contradict."""

    members: tuple[Fact, ...]
    support: Support
    corrections: int
    latest: Mapping[str, str]
    """When each was last said."""

    @property
    def qualifies(self) -> bool:
        enough = self.support.quotations >= MEMBERS or self.corrections >= CORRECTIONS
        return enough and self.support.sessions >= SESSIONS

    @property
    def gist(self) -> Fact:
        """The most recently reinforced assertion."""
        return max(self.members, key=lambda fact: (self.latest[fact.id], fact.id))


def assimilate(context: Context) -> None:
    """Episodes that say again what is known strengthen it."""
    for facts in context.scopes():
        eligible = [fact for fact in facts if fact.kind in LASTING_KINDS]
        for tainted in (False, True):
            part = [fact for fact in eligible if fact.tainted is tainted]
            context.make("assimilate", list(_assimilations(context, part)))


def _assimilations(context: Context, facts: Sequence[Fact]) -> Iterator[Move]:
    absorbed = _absorbed(context, facts)
    best: dict[str, tuple[float, Fact, Fact]] = {}
    if not any(fact.tier is Tier.SEMANTIC for fact in facts):
        return
    for pair in context.likeness.pairs(facts, SAME_SUBJECT):
        left, right = facts[pair.left], facts[pair.right]
        if left.tier is right.tier:
            continue
        known, episode = (left, right) if left.tier is Tier.SEMANTIC else (right, left)
        if episode.id in absorbed or lasts(episode) or compare(parse(known.text), parse(episode.text)):
            continue
        if episode.id not in best or pair.likeness > best[episode.id][0]:
            best[episode.id] = (pair.likeness, known, episode)
    for _, known, episode in best.values():
        yield Assimilate(known.id, episode.id, f"{shorten(episode.text, SHOWN)} → {shorten(known.text, SHOWN)}")


def form(context: Context) -> None:
    """Episodes that say the same over several sessions become semantic knowledge; corrections come first."""
    for facts in context.scopes():
        for tainted in (False, True):
            part = [fact for fact in facts if fact.kind in LASTING_KINDS and fact.tainted is tainted]
            context.make("form", list(_formed(context, part)))


def _formed(context: Context, facts: Sequence[Fact]) -> Iterator[Move]:
    absorbed = _absorbed(context, facts)
    episodes = [fact for fact in facts if fact.tier is Tier.EPISODIC and fact.id not in absorbed]
    clusters = [cluster for cluster in clustered(context, episodes) if cluster.qualifies]
    clusters.sort(key=lambda cluster: (-cluster.corrections, -cluster.support.sessions, cluster.gist.id))
    for cluster in clusters:
        gist = cluster.gist
        sources = tuple(fact.id for fact in cluster.members if fact.id != gist.id)
        support = cluster.support
        says = f"{shorten(gist.text, SHOWN)} ({support.quotations} quotations, {support.sessions} sessions)"
        yield Form(gist.id, sources, says)


def clustered(context: Context, episodes: Sequence[Fact]) -> Iterator[Cluster]:
    """Groups around the best supported episode of each subject, so that no chain of likenesses joins two subjects."""
    evidence = context.store.facts.evidence([fact.id for fact in episodes])
    support = [Support.of(evidence[fact.id]) for fact in episodes]
    near: dict[int, list[int]] = {place: [] for place in range(len(episodes))}
    for pair in context.likeness.pairs(episodes, SAME_SUBJECT):
        if not compare(parse(episodes[pair.left].text), parse(episodes[pair.right].text)):
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
        support=Support.of(item for fact in members for item in evidence[fact.id]),
        corrections=Support.of(corrections).quotations,
        latest={fact.id: Support.of(evidence[fact.id]).latest or fact.created_at for fact in members},
    )


def _absorbed(context: Context, facts: Sequence[Fact]) -> set[str]:
    """Episodes that knowledge already rests on."""
    found = set()
    for fact in facts:
        if fact.tier is Tier.SEMANTIC:
            links = context.store.facts.links(fact.id)
            found |= {link.target for link in links if link.kind is LinkKind.DERIVED_FROM and link.source == fact.id}
    return found


def crystallise(context: Context) -> None:
    """Strong knowledge of several sessions, and rules that a person put in strong words, become candidates."""
    for facts in context.scopes():
        if facts[0].layer in SHARED_LAYERS:
            context.make("propose", list(_proposals(context, facts)))


def _proposals(context: Context, facts: Sequence[Fact]) -> Iterator[Move]:
    eligible = [fact for fact in facts if fact.kind in LASTING_KINDS and may_propose(context.store, fact)]
    usage = context.usage(eligible)
    evidence = context.store.facts.evidence([fact.id for fact in eligible])
    said = _earlier_proposals(context, facts[0])
    conventions = [fact for fact in facts if fact.approved_at is not None]
    for fact in eligible:
        support = Support.of(evidence[fact.id])
        corrections = _corrections(context, fact, evidence[fact.id])
        strong = context.policy.strength(fact, usage[fact.id], context.now) >= PROPOSED_STRENGTH
        if fact.tier is Tier.SEMANTIC and strong and support.sessions >= SESSIONS:
            because = _because(corrections, support)
        elif states_rule(context.store, fact, evidence[fact.id]):
            because = "said once, as a rule"
        else:
            continue
        if any(word_similarity(fact.text, text) >= ALIKE_PROPOSAL for text in said):
            continue
        said.append(fact.text)
        replaced = next((one.id for one in conventions if _contradicts(fact, one)), None)
        yield Propose(
            fact.id, because, corrections, support.sessions, replaced, f"{shorten(fact.text, SHOWN)} ({because})"
        )


def _corrections(context: Context, fact: Fact, evidence: Sequence[Evidence]) -> int:
    """How many of its quotations were corrections, of itself or of what it was made from."""
    derived = {link.target for link in context.store.facts.links(fact.id) if link.kind is LinkKind.DERIVED_FROM}
    sources = [one for one in context.store.facts.many(sorted(derived)) if one.kind is Kind.CORRECTION]
    quotes = {
        item.quote for items in context.store.facts.evidence([one.id for one in sources]).values() for item in items
    }
    counted = [item for item in evidence if fact.kind is Kind.CORRECTION or item.quote in quotes]
    return Support.of(counted).quotations


def _because(corrections: int, support: Support) -> str:
    count = (
        f"{corrections} correction{'s' * (corrections != 1)}" if corrections > 1 else f"{support.quotations} times said"
    )
    return f"{count} across {support.sessions} sessions"


def _earlier_proposals(context: Context, scope: Fact) -> list[str]:
    """What waits or was turned down in this scope."""
    statuses = (CandidateStatus.WAITING, CandidateStatus.SNOOZED, CandidateStatus.REJECTED, CandidateStatus.MERGED)
    found = context.store.candidates.select(statuses)
    return [one.text for one in found if one.layer is scope.layer and one.project == scope.project]


def _contradicts(new: Fact, old: Fact) -> bool:
    found = compare(parse(new.text), parse(old.text))
    return found is not None and found.certain
