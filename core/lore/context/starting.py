"""What an agent is given when a session starts: the standing rules in scope, then a few decisions, within a budget."""

from collections.abc import Iterable, Sequence

from lore.context.items import Brief, BriefItem, LeftOut, Section, of_fact
from lore.context.precedence import by_precedence
from lore.memory import lasts, standing_rules, strengths
from lore.model import RULE_KINDS, Evidence, Fact, Kind
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
    rules, yielding = by_precedence(store, standing_rules(store, project, now=now))
    decisions = _decisions(store, project, now)
    evidence = store.facts.evidence([*(rule.fact.id for rule in rules), *(fact.id for fact in decisions)])
    approved = [fact for fact in decisions if lasts(fact)]
    others = [fact for fact in decisions if not lasts(fact)]
    wanted = [
        *(_rule(rule.fact, evidence, rule.why) for rule in rules if not rule.once),
        *(of_fact(fact, evidence[fact.id], Section.DECISION) for fact in approved),
        *(_rule(rule.fact, evidence, rule.why) for rule in rules if rule.once),
        *(of_fact(fact, evidence[fact.id], Section.DECISION) for fact in others[:DECISIONS]),
    ]
    chosen, left = _within(budget, wanted)
    chosen.sort(key=lambda item: _PLACES.index(item.kind or Kind.IDENTITY))
    more = [LeftOut(fact.id, fact.text, f"only {DECISIONS} decisions are given") for fact in others[DECISIONS:]]
    gone = [LeftOut(yields.fact.id, yields.fact.text, yields.why) for yields in yielding]
    return Brief(tuple(chosen), (*gone, *left, *more))


def _rule(fact: Fact, evidence: "dict[str, list[Evidence]]", why: str) -> BriefItem:
    return of_fact(fact, evidence[fact.id], Section.RULE, why)


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
