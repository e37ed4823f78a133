"""First step that reads the journal: what you type in several sessions becomes one rule with all its quotations."""

from collections.abc import Iterator, Sequence

from lore.config import CAPTURED, in_force
from lore.consolidate.context import SHOWN, Context
from lore.consolidate.moves import Archive, Move, Restate
from lore.consolidate.orders import LONGEST
from lore.consolidate.repetition import Rule, repeated
from lore.intake import clean
from lore.memory import Authority, held_by_each
from lore.model import Clean, Evidence, Fact, Kind, Layer, Status, Tier
from lore.store import FactFilter
from lore.text import shorten

PROMPTS = 5_000
"""The newest typed prompts of a project that are compared: a second."""
TAG = Clean("repeated")
"""What marks a rule that was found by repetition; `lore facts --tag repeated` lists them."""


def repeat(context: Context) -> None:
    """Orders that a person types in several sessions become rules in their own sessions of that project."""
    for project in sorted(context.store.projects.keys_in_use()):
        rules = repeated(context.store.sessions.typed(project, longest=LONGEST, limit=PROMPTS), project)
        context.make("repeat", list(_moves(context, project, rules)))


def _moves(context: Context, project: str, rules: Sequence[Rule]) -> Iterator[Move]:
    earlier = made_before(context, project, TAG, Layer.USER_PROJECT)
    wanted = {tuple(map(clean, rule.terms)): rule for rule in rules}
    confidence = in_force(context.store)[CAPTURED]
    for concepts, rule in wanted.items():
        known = earlier.get(concepts)
        fact = Fact(
            id="",
            text=clean(rule.text),
            kind=Kind.CONVENTION,
            tier=Tier.SEMANTIC,
            layer=Layer.USER_PROJECT,
            project=project,
            confidence=confidence,
            tags=(TAG,),
            concepts=concepts,
            created_at=rule.said[0].turn.at or "",
        )
        says = f"{shorten(rule.text, SHOWN)} ({rule.sessions} sessions)"
        yield Restate(fact, _quotations(context, rule), says, known.id if known else None)
    yield from no_longer_shown(context, [fact for concepts, fact in earlier.items() if concepts not in wanted])


def _quotations(context: Context, rule: Rule) -> tuple[Evidence, ...]:
    agents = {one.turn.session: context.store.sessions.get(one.turn.session).agent for one in rule.said}
    return tuple(
        Evidence(
            clean(one.order.quote),
            one.turn.session,
            one.turn.source_id,
            one.turn.role,
            agents[one.turn.session],
            one.turn.at,
        )
        for one in rule.said
    )


def made_before(context: Context, project: str, tag: Clean, layer: Layer) -> dict[tuple[Clean, ...], Fact]:
    """What an earlier run said of a project under this tag, by its subject; of several the one in force."""
    scope = FactFilter(statuses=tuple(Status), layers=(layer,), projects=(project,), tags=(tag,))
    found = sorted(context.store.facts.select(scope), key=lambda fact: (fact.status is Status.ACTIVE, fact.id))
    return {fact.concepts: fact for fact in found}


def no_longer_shown(context: Context, facts: Sequence[Fact]) -> Iterator[Move]:
    """What the sessions no longer show is archived, but for what a person decided on or changed."""
    active = [fact for fact in facts if fact.status is Status.ACTIVE]
    behind = held_by_each(context.store, active, context.store.facts.evidence([fact.id for fact in active]))
    for fact in active:
        if behind[fact.id] is not Authority.GOVERNED:
            yield Archive(fact.id, f"no longer shown: {shorten(fact.text, SHOWN)}", fact.rev)
