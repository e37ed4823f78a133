"""The gate before every card: what is no rule is refused, for its reason, and what is one passes."""

import pytest

from lore.consolidate import consolidate
from lore.errors import UsageError
from lore.memory.cards_gate import LONGEST, NoCard, fault_in, is_wanted, why_no_card
from lore.memory.editing import NewFact, add_fact, propose
from lore.memory.waiting import queue
from lore.model import Clean, Evidence, Fact, Kind, Layer, Role
from lore.presence import AGENT
from lore.store import Store
from support.consolidating import WEB, say

RULES = """
Use pnpm
Run the linter before you commit
Never push to main directly
Tests run with pytest -q
CI fails on warnings
Dates are stored in UTC
Answer me in short sentences
Ask before you delete files
We deploy with blue green because rollbacks took an hour
Prefer table-driven tests
Commit messages follow conventional commits
Changes come with tests
Keep the changelog up to date with every pull request
Write tests first
Don't use console logs
Just run dashboard directly going forward
We want to avoid force push entirely
Log to standard error
Squash the commits of a branch before you merge
Save dogfood evidence to the agentv-private repo in an orphan branch
"Entire" here means entireio/cli, set up in this repo and configured in the .entire folder
Immer pnpm statt npm verwenden
Before you commit, run the linter
This repository uses pnpm, not npm
Review agent also needs to validate it works e2e
Themes are not supported
Never start this way
Ok, from now on the changelog goes into its own file
Log the date of today's run in UTC
"""
REFUSED = {
    NoCard.FRAGMENT: """
        Double check
        Checkout main.
        Tabs everywhere
        the new release workflow
        pnpm everywhere in packages
        Like if the commit.
        """,
    NoCard.QUESTION: """
        why are we doing this?
        is it saved in a file
        which version do we use
        Also should summary.json name the manifest
        Should the tests be in one folder?
        """,
    NoCard.ONE_THING: """
        Review PR 284 with the other agent
        Fix issue #45 before Friday
        Never revert commit 5ff2118abc
        On this branch we use npm
        See https://github.com/me/web/pull/12 before you merge
        """,
    NoCard.ERRAND: """
        Spawn worker
        Take a look.
        Add test.
        Commit and push.
        Review the beads.
        Fix the failing test
        Delete the old branch.
        Rename the button to Save
        Drop the users table in staging.
        Force push it.
        Please add a login form
        Save the file to disk
        also update index.md for any recent orphan branches not included there
        I undid your changes, try again. Read the full file
        i see the author is release-check please change it back to me
        create a draft with the plan so I can review
        """,
    NoCard.GUESS: """
        I would assume a user of the session sets up its listener once
        maybe we use pnpm here
        might be in the architecture page, have a look at the wiki if it is not there
        seems like the best workaround is another provider
        """,
    NoCard.POINTS: """
        It only logs the score but is not updated in the store
        remove that, we just want to say that themes are not supported
        the newest version introduced environment so we need to use that
        Check this code.
        yes need to be fully clean
        once done clean up and check out the latest main
        ok, the changelog goes into its own file
        this plan must be written in such a way that a new session can start with it
        """,
    NoCard.FOR_NOW: """
        the two namespaces are recently introduced, no users yet, so no need for backward compatibility
        For now we keep both formats
        The importer doesn't read CSV yet
        """,
}
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


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize("rule", lines(RULES))
def test_a_rule_passes(rule: str) -> None:
    """With and without its full stop."""
    assert (fault_in(rule), fault_in(f"{rule}.")) == (None, None)


@pytest.mark.parametrize(("why", "text"), [(why, text) for why, texts in REFUSED.items() for text in lines(texts)])
def test_what_is_no_rule_is_refused_for_its_reason(why: NoCard, text: str) -> None:
    assert fault_in(text) is why


@pytest.mark.parametrize("text", PASTED)
def test_what_was_pasted_is_refused(text: str) -> None:
    assert fault_in(text) is NoCard.PASTED


def test_one_statement_is_no_longer_than_that() -> None:
    rule = "Use " + "x" * (LONGEST - len("Use  here")) + " here"
    assert (len(rule), fault_in(rule)) == (LONGEST, None)
    assert fault_in(f"{rule}!") is NoCard.LENGTH


def test_a_person_must_have_said_what_is_put_down_to_one() -> None:
    """What nobody confirmed is put down to nobody."""
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
    """By its reasons; none of it waits."""
    for day, text in enumerate(("Fix the failing test", "Delete the old branch", "Why do we use npm?"), 1):
        say(store, text, day, kind=Kind.CORRECTION, layer=Layer.USER_PROJECT)
    report = consolidate(store)
    assert queue(store) == []
    assert "not put before you: 2 an order of the day, 1 a question" in report.notes


def test_an_agent_proposes_no_errand_and_a_person_whatever_they_like(store: Store) -> None:
    """What a person proposes by hand is never refused."""
    errand = add_fact(store, NewFact("Delete the old branch", Kind.CONVENTION, project=WEB)).fact
    with pytest.raises(UsageError, match="an order of the day"):
        propose(store, errand.id, actor=f"{AGENT}codex")
    assert propose(store, errand.id).fact == errand.id
    rule = add_fact(store, NewFact("Run the linter before you commit", Kind.CONVENTION, project=WEB)).fact
    assert propose(store, rule.id, actor=f"{AGENT}codex").because == "proposed by codex"
