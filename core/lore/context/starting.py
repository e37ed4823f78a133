"""What an agent is given when a session starts: the standing rules in scope, then a few decisions, within a budget."""

from collections.abc import Iterable, Sequence

from lore.context.items import Brief, BriefItem, LeftOut, Section, of_fact
from lore.context.precedence import by_precedence
from lore.files import stale_among
from lore.memory import StandingRule, lasts, may_be_outdated, standing_rules, strengths
from lore.model import RULE_KINDS, Fact, Kind
from lore.store import FactFilter, Store

DECISIONS = 5
"""Decisions that follow the rules and nobody approved, at most."""
_PLACES = (*RULE_KINDS, Kind.DECISION)
"""In which order the kinds are given."""


def session_start(store: Store, project: str | None, *, budget: int, now: str | None = None) -> Brief:
    """What a session of the project begins with.

    The rules that fit into the budget (tokens), by kind and then by strength; then decisions. What you approved, pinned
    or said in several sessions comes before what you said once, a decision that you approved as well; of the other
    decisions at most five are given, the strongest first. The rest is left out, each with the reason.
    """
    standing, decisions = standing_rules(store, project, now=now), _decisions(store, project, now)
    stale = stale_among(store, [*(rule.fact for rule in standing), *decisions])
    rules, yielding = by_precedence(store, [rule for rule in standing if rule.fact.id not in stale])
    missing = [fact for fact in (*(rule.fact for rule in standing), *decisions) if fact.id in stale]
    decisions = [fact for fact in decisions if fact.id not in stale]
    evidence = store.facts.evidence([*(rule.fact.id for rule in rules), *(fact.id for fact in decisions)])
    approved = [fact for fact in decisions if lasts(fact)]
    others = [fact for fact in decisions if not lasts(fact)]
    doubts = may_be_outdated(store, [*(rule.fact for rule in rules), *approved, *others[:DECISIONS]])

    def decision(fact: Fact) -> BriefItem:
        return of_fact(fact, evidence[fact.id], Section.DECISION, doubt=doubts.get(fact.id, ""))

    def rule_item(rule: StandingRule) -> BriefItem:
        return of_fact(rule.fact, evidence[rule.fact.id], Section.RULE, rule.why, doubts.get(rule.fact.id, ""))

    wanted = [
        *(rule_item(rule) for rule in rules if not rule.once),
        *map(decision, approved),
        *(rule_item(rule) for rule in rules if rule.once),
        *map(decision, others[:DECISIONS]),
    ]
    chosen, left = _within(budget, wanted)
    chosen.sort(key=lambda item: _PLACES.index(item.kind or Kind.IDENTITY))
    more = [LeftOut(fact.id, fact.text, f"only {DECISIONS} decisions are given") for fact in others[DECISIONS:]]
    gone = [LeftOut(yields.fact.id, yields.fact.text, yields.why) for yields in yielding]
    away = [LeftOut(fact.id, fact.text, stale[fact.id].why) for fact in missing]
    return Brief(tuple(chosen), (*away, *gone, *left, *more))


def _within(budget: int, items: Iterable[BriefItem]) -> tuple[list[BriefItem], list[LeftOut]]:
    """The items that fit, taken in this order, and those that do not."""
    chosen, left = [], []
    for item in items:
        if item.tokens <= budget:
            budget -= item.tokens
            chosen.append(item)
        else:
            left.append(LeftOut(item.id, item.text, f"the budget is spent: it costs {item.tokens} tokens"))
    return chosen, left


def _decisions(store: Store, project: str | None, now: str | None) -> Sequence[Fact]:
    """The decisions in scope that you took, the strongest first."""
    facts = store.facts.select(FactFilter(kinds=(Kind.DECISION,), projects=(project, None), tainted=False))
    values = strengths(store, facts, now=now)
    return sorted(facts, key=lambda fact: (-values[fact.id], fact.id))
