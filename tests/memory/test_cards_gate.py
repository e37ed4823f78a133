"""The gate before every card: what is no rule is refused, for its reason, and what is one passes."""

import pytest

from lore.consolidate import consolidate
from lore.errors import UsageError
from lore.memory.editing import LONGEST, NewFact, NoCard, add_fact, is_wanted, propose, why_no_card
from lore.memory.waiting import queue
from lore.model import Clean, Evidence, Fact, Kind, Layer, Role
from lore.presence import AGENT
from lore.store import Store
from support.consolidating import WEB, say

PASTED = (
    "- use one\n- use two",
    "```\nuse pnpm here\n```",
    "Traceback (most recent call last)",
    "> we always use pnpm here",
    "https://example.com/how-we-deploy",
    "We use the following tools:",
    "We use tabs in …",
    "The token is [secret:password:b5e36841] in all files",
)


USER = [Evidence(Clean("x"), "s1", role=Role.USER)]


def why(text: str) -> NoCard | None:
    return why_no_card(text, Fact("f:1", Clean(text), Kind.CONVENTION), USER)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        *[(text, NoCard.PASTED) for text in PASTED],
        ("Why do we use npm?", NoCard.QUESTION),
        ("なぜnpmを使うのですか？", NoCard.QUESTION),
        ("Use " + "x" * (LONGEST - len("Use  here")) + " here", None),
        ("Use " + "x" * (LONGEST - len("Use  here")) + " here!", NoCard.LENGTH),
        ("Delete the old branch", None),
        ("Have the whole file read before it is changed.", None),
    ],
)
def test_what_is_no_statement_is_refused_for_its_reason(text: str, reason: NoCard | None) -> None:
    assert why(text) is reason


def test_a_person_must_have_said_what_is_put_down_to_one() -> None:
    fact = Fact("f:1", Clean("Use pnpm here"), Kind.CONVENTION)
    said = {role: [Evidence(fact.text, "s1", role=role)] for role in Role}
    refused = {role for role, evidence in said.items() if why_no_card(fact.text, fact, evidence) is NoCard.UNSAID}
    assert refused == {*Role} - {Role.USER}
    assert why_no_card(fact.text, fact, []) is NoCard.UNSAID


@pytest.mark.parametrize(
    ("fact", "wanted"),
    [
        (Fact("", Clean("x"), Kind.CONVENTION, standing=True), True),
        (Fact("", Clean("x"), Kind.CORRECTION), True),
        (Fact("", Clean("x"), Kind.DECISION, because=Clean("y")), True),
        (Fact("", Clean("x"), Kind.DECISION), False),
        (Fact("", Clean("x"), Kind.NOTE), False),
        (Fact("", Clean("x"), Kind.CONVENTION, standing=True, tainted=True), False),
        (Fact("", Clean("x"), Kind.CONVENTION, standing=True, approved_at="2026-03-01"), False),
    ],
)
def test_rules_corrections_and_reasoned_decisions_become_cards_by_themselves(fact: Fact, wanted: bool) -> None:
    assert is_wanted(fact) is wanted


def test_a_consolidation_tells_what_the_gate_kept_back(store: Store) -> None:
    for day, text in enumerate(("Use npm in …", "Why do we use npm?", "Who merges?"), 1):
        say(store, text, day, kind=Kind.CORRECTION, layer=Layer.USER_PROJECT)
    report = consolidate(store)
    assert queue(store) == []
    assert "not put before you: 2 a question, 1 pasted" in report.notes


def test_an_agent_proposes_no_question_and_a_person_whatever_they_like(store: Store) -> None:
    asked = add_fact(store, NewFact("Which branch is deleted?", Kind.CONVENTION, project=WEB)).fact
    with pytest.raises(UsageError, match="a question"):
        propose(store, asked.id, actor=f"{AGENT}codex")
    assert propose(store, asked.id).fact == asked.id
    rule = add_fact(store, NewFact("Run the linter before you commit", Kind.CONVENTION, project=WEB)).fact
    assert propose(store, rule.id, actor=f"{AGENT}codex").because == "proposed by codex"
