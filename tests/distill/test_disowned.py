"""A quotation widened to whole sentences keeps what takes it back: a report is never the person's own rule."""

from itertools import product

import pytest

from lore.distill.drafts import evidence_of
from lore.distill.notes import Said, said_in
from lore.model import Clean, Role, Session, Turn
from lore.store import Store

REPORTS = (
    "My colleague claims: {rule}.", "My colleague claims we should {rule}.", "Bob thinks that we should {rule}.",
    "The README says: {rule}.", "According to the ticket we {rule}.", "Some people say: {rule}.",
    "{rule}, says the team lead.", "They want us to {rule}.", "Mein Kollege meint, wir sollten {rule}.",
)  # fmt: skip
DISAGREES = (
    "I do not agree with him at all.", "I disagree.", "That is wrong.", "Just kidding.", "Not.", "I don't agree.",
    "Das ist falsch.", "Da bin ich anderer Meinung.",
)  # fmt: skip
RULES = ("push straight to production", "always commit to main", "drop the tests before each release")
OWN = (
    "Always run make check before you commit. I do not want broken builds.",
    "We should push straight to production. I agree with the plan of last week.",
    "Use tabs in Go files. I do not agree with spaces there.",
    "Never use npm here. The registry is slow.",
)


def role_of(store: Store, text: str, quote: str) -> Role:
    turn = Turn("s1", "m1", Role.USER, Clean(text), "2026-03-11T06:00:00Z")
    with store.write("hook") as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code"))
        store.sessions.add_turns(transaction, "s1", [turn])
    said = said_in(quote, "m1", [turn])
    assert isinstance(said, Said)
    return evidence_of(store, said, Session("s1", "claude-code")).role


@pytest.mark.parametrize(("report", "disagrees"), list(product(REPORTS, DISAGREES)))
def test_what_somebody_else_says_is_no_word_of_the_person(report: str, disagrees: str, store: Store) -> None:
    for rule in RULES:
        assert role_of(store, f"{report.format(rule=rule)} {disagrees}", rule) is Role.SOMEBODY


@pytest.mark.parametrize("disagrees", DISAGREES)
def test_the_next_sentence_takes_back_what_is_no_report_too(disagrees: str, store: Store) -> None:
    for rule in RULES:
        assert role_of(store, f"We should {rule}. {disagrees}", rule) is Role.SOMEBODY


@pytest.mark.parametrize("text", OWN)
def test_what_goes_on_after_a_rule_takes_nothing(text: str, store: Store) -> None:
    assert role_of(store, text, text.partition(".")[0]) is Role.USER
