"""What you save stays: eighty everyday rules, one after the other, each found by a plain question."""

from lore import actions
from lore.actions import Engine, Place
from lore.model import Kind, Status
from lore.store import FactFilter, Store
from support.everyday import QUESTIONS, RULES


def test_eighty_rules_that_are_saved_one_after_the_other_all_stay_and_are_found(store: Store) -> None:
    """In their own words, none retired, swallowed or joined; first or second among all for its question."""
    engine = Engine(store)
    for rule in RULES:
        saved = actions.save(engine, rule)
        assert (saved.fact.text, saved.retired) == (rule, ())
        assert saved.fact.kind is not Kind.NOTE
    facts = store.facts.select(FactFilter(statuses=tuple(Status)))
    assert {fact.text for fact in facts if fact.status is Status.ACTIVE} == set(RULES)
    assert len(facts) == len(RULES)
    found = {
        rule: [hit.passage.text for hit in actions.search(engine, question, places=Place.FACTS, limit=3).hits]
        for rule, question in QUESTIONS.items()
    }
    missed = {QUESTIONS[rule]: hits for rule, hits in found.items() if rule not in hits}
    assert missed == {}
