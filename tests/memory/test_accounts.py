"""Messages that tell of somebody's own affairs: what clashes is asked about, what only shares a theme is left alone."""

import pytest

from lore.memory.accounts import asks, tells
from lore.memory.decisions import queue
from lore.memory.entering import remember
from lore.memory.judgement import Relation, judge
from lore.memory.opinion import Opinion
from lore.model import CandidateKind, Clean, Evidence, Fact, Kind, Status
from lore.store import Store

CLASHING = [
    (
        "I've just set up Terraform for the staging cluster, can you look over the modules?",
        "I've never used Terraform for any cluster, so how do I begin?",
    ),
    (
        "I've never written a load test for the checkout service, where do I start?",
        "I'm rerunning the load test that I wrote for the checkout service, can you read the results?",
    ),
    (
        "I'm planning the release of the billing service for May 3, can you help me with the notes?",
        "I'm worried that the release of the billing service on May 17 is too late, what do you think?",
    ),
    (
        "I have a budget of $400 for the staging servers, can you help me choose their size?",
        "I've got the budget for the staging servers increased to $650, which size fits now?",
    ),
    (
        "I've written 12 integration tests for the importer, can you review them?",
        "I'm at 19 integration tests for the importer now, what is still missing?",
    ),
    (
        "I'm preparing the demo of the search page for the sales team, what should I show?",
        "I've heard that the demo of the search page was postponed, how do I tell the sales team?",
    ),
]
BESIDE = [
    (
        "I've just set up Terraform for the staging cluster, can you look over the modules?",
        "I've never met the new colleague from sales, should I write to her?",
    ),
    (
        "I'm planning the release of the billing service for May 3, can you help me with the notes?",
        "I've booked a dentist on June 8, can you remind me?",
    ),
    (
        "I have a budget of $400 for the staging servers, can you help me choose their size?",
        "I'm thinking about a better keyboard for $90, do you know one?",
    ),
    (
        "I'm trying to understand how the importer reads dates, can you explain it?",
        "I'm trying to understand why the importer skips rows, can you look at the log?",
    ),
]


@pytest.mark.parametrize(("older", "newer"), CLASHING)
def test_messages_that_cannot_both_be_true_become_a_question(store: Store, older: str, newer: str) -> None:
    """Neither retires the other: both stay until a person has said so."""
    for session, text in enumerate((older, newer)):
        quote = Evidence(Clean(text), f"s{session}", "m1", at=f"2026-03-0{session + 1}T10:00:00Z")
        with store.write("hook") as transaction:
            fact = remember(store, transaction, Fact("", Clean(text), Kind.NOTE, project="app"), [quote]).fact
    (asked,) = store.candidates.many(queue(store))
    assert (asked.kind, asked.fact) == (CandidateKind.QUESTION, fact.id)
    assert [one.status for one in store.facts.select()] == [Status.ACTIVE] * 2


@pytest.mark.parametrize(("older", "newer"), BESIDE)
def test_messages_on_one_theme_stand_side_by_side(older: str, newer: str) -> None:
    """Whatever judges hold that have learned rules, not messages."""
    for opinion in (None, Opinion(0.0, 0.98, 0.01, 0.01), Opinion(0.01, 0.0, 0.98, 0.01)):
        assert judge(newer, older, opinion=opinion).relation is Relation.DIFFERENT
        assert judge(older, newer, opinion=opinion).relation is Relation.DIFFERENT


@pytest.mark.parametrize(
    "rule",
    [
        "use pnpm, not npm",
        "we deploy on fridays",
        "never push to main",
        "ask me before you add a package",
        "I like tabs",
    ],
)
def test_a_rule_is_no_message(rule: str) -> None:
    """Rules are compared by the judges that have learned them."""
    assert not tells(rule) and not asks(rule)
