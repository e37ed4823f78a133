"""Two true statements never retire each other, and no statement vanishes into another one."""

from collections import Counter

import pytest
from hypothesis import assume, given, strategies as st

from lore.consolidate import consolidate
from lore.errors import UsageError
from lore.memory.duplicates import agree, says_again
from lore.memory.editing import LONGEST, NewFact, NoCard, add_fact, is_wanted, propose, why_no_card
from lore.memory.entering import remember
from lore.memory.judgement import Relation, judge
from lore.memory.waiting import queue
from lore.model import Clean, Evidence, Fact, Kind, Layer, Role, Status
from lore.presence import AGENT
from lore.store import FactFilter, Store
from lore.text import said_alike, text_hash
from support.consolidating import WEB, say
from support.examples import examples, sized
from support.true_pairs import pairs_of, replacements, true_statements

BATCH, MANY = 40, sized(120, 500)
REPORTED = [
    ("The auth service listens on port 8001", "The billing service listens on port 8002"),
    ("Server eu-1 has 16 GB of memory", "Server eu-2 has 32 GB of memory"),
    ("Alice's phone extension is 4411", "Bob's phone extension is 4412"),
    ("Release 1.2 ships on 3 March", "Release 1.3 ships on 5 April"),
    ("The staging database runs PostgreSQL 15", "The production database runs PostgreSQL 16"),
    ("Migration 0012 adds the users table", "Migration 0013 adds the orders table"),
    ("Do not use mocks in unit tests", "Use mocks in integration tests"),
    ("project_2024 budget is $500K", "project_2024_v2 budget is $750K"),
    ("The key of staging is [secret:token:0a1b2c3d]", "The key of staging is [secret:token:9f8e7d6c]"),
]
"""Pairs that replaced or swallowed each other once."""
NARROWER = [
    ("Use npm", "The docs site uses pnpm instead of npm"),
    ("Use unittest", "In tests use pytest instead of unittest"),
    ("Use f-strings", "Inside logging calls use %s placeholders, not f-strings"),
    ("Use npm to publish packages", "Use pnpm, not npm"),
    ("The service listens on port 80", "The service also listens on port 443"),
    ("The office is closed on 24 December", "The office is closed on 25 December"),
    ("Alice works in room 12", "Alice works in room 14"),
    ("Python 3.11 is installed", "Python 3.12 is installed"),
    ("The port was 8001", "The port was 8002"),
    ("The package manager of web is npm", "The package manager of api is pnpm"),
    ("The retention is 30 days", "The retention is 30 hours"),
    ("Use tabs for indentation", "Use spaces for indentation"),
    ("Use npm, not pnpm", "Use pnpm in CI, not npm"),
    ("Use npm", "Use pnpm in CI, not npm"),
    ("Use jest", "Use vitest for unit tests, not jest"),
    ("Deploy to Heroku", "Deploy to Fly on Fridays, not Heroku"),
]
"""What may well hold together: never retired, whether it is asked about or not."""


@pytest.mark.parametrize("held_out", [False, True])
def test_no_two_true_statements_are_one_or_replace_each_other(held_out: bool) -> None:
    for one, other in pairs_of(true_statements(80, held_out=held_out)):
        for newer, older in ((one, other), (other, one)):
            assert judge(newer, older).relation not in (Relation.SAME, Relation.REPLACES), (newer, older)


@pytest.mark.parametrize(
    ("older", "newer"),
    [("Use ß in names", "Use ss in names"), ("write straße", "write strasse"), ("say ﬁt", "say fit")],
)
def test_letters_that_only_fold_alike_are_not_said_alike(older: str, newer: str) -> None:
    assert said_alike(older) != said_alike(newer)
    assert judge(newer, older).relation is not Relation.SAME


@pytest.mark.parametrize(("older", "newer"), [*REPORTED, *NARROWER])
def test_what_may_both_hold_is_never_retired(older: str, newer: str) -> None:
    for first, second in ((older, newer), (newer, older)):
        assert judge(second, first).relation not in (Relation.SAME, Relation.REPLACES)


@pytest.mark.parametrize(("older", "newer"), REPORTED[:-1])
def test_what_names_different_things_is_no_duplicate_of_agents(older: str, newer: str) -> None:
    facts = [Fact("", Clean(text), Kind.SYSTEM, tainted=True) for text in (newer, older)]
    assert not says_again(*facts)


def test_what_was_replaced_is_replaced_or_asked_about() -> None:
    """Said in so many words; "X, not Y" and "don't use Y, use X" may be a correction of one act."""
    pairs = replacements()
    found = Counter(judge(replacement.newer, replacement.older).relation for replacement in pairs)
    assert len(pairs) >= 70
    assert found[Relation.REPLACES] >= 0.6 * len(pairs)
    assert found[Relation.REPLACES] + found[Relation.ASKS] >= 0.75 * len(pairs)


@pytest.mark.long_form
def test_true_statements_saved_one_after_the_other_all_stay(store: Store) -> None:
    said = [one for held_out in (False, True) for one in true_statements(MANY // 2, held_out=held_out)]
    heard = MANY * 4 // 5
    for start in range(0, heard, BATCH):
        with store.write("hook") as transaction:
            for number, text in enumerate(said[start : min(start + BATCH, heard)]):
                evidence = Evidence(Clean(text), session=f"s{start}", source_id=f"m{number}", at="2026-03-01T10:00:00Z")
                fact = Fact("", Clean(text), Kind.NOTE, project="web")
                assert not remember(store, transaction, fact, [evidence]).retired
    for text in said[heard:]:
        assert not add_fact(store, NewFact(text, project="web")).retired
    assert store.facts.count(FactFilter(statuses=(Status.ACTIVE,))) == len(said)
    report = consolidate(store)
    assert (report.counts["merge"], store.facts.count(FactFilter(statuses=(Status.SUPERSEDED,)))) == (0, 0)


@examples(60)
@given(st.text("aAbB .-!#1", max_size=8), st.text("aAbB .-!#1", max_size=8))
def test_what_is_said_alike_has_one_hash(left: str, right: str) -> None:
    if said_alike(left) == said_alike(right):
        assert text_hash(left) == text_hash(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("keep dist", "keep !dist"), ("run it with -v", "run it with -V"), ("see #523", "see 523"),
        ("use C", "use C++"),
        ("the limit is 50", "the limit is 50%"), ("set userId", "set userid"),
        ("area in m²", "area in m2"),
        ("a disk of 16 Mb", "a disk of 16 MB"), ("do we use npm", "do we use npm?"), ("ignore /dist", "ignore dist"),
        ("set MAX_SIZE", "set max_size"), ("go to ..", "go to ."), ("call save!", "call save"),
        ("open @home", "open home"),
    ],
)  # fmt: skip
def test_marks_signs_and_the_case_of_identifiers_are_not_lost(store: Store, left: str, right: str) -> None:
    first, second = add_fact(store, NewFact(left)), add_fact(store, NewFact(right))
    assert first.fact.id != second.fact.id
    assert {fact.text for fact in store.facts.select()} == {left, right}


@pytest.mark.parametrize(("left", "right"), [("Use pnpm.", "use PNPM"), ("Use  tabs", "use tabs.")])
def test_case_spaces_and_a_full_stop_make_no_new_fact(store: Store, left: str, right: str) -> None:
    assert add_fact(store, NewFact(left)).fact.id == add_fact(store, NewFact(right)).fact.id


_WHOLE = "Run the backup of orders before each release"
_CHANGED = st.sampled_from(_WHOLE.split())
_MARKS = st.sampled_from(list("!?*<>[]{}#$%&+=~^|\\/@-_0123456789"))


@examples(100)
@given(_CHANGED, _MARKS, st.booleans())
def test_a_mark_or_digit_at_a_word_makes_another_statement(word: str, mark: str, before: bool) -> None:
    """However near the vectors are: `save!`, `-v`, `orders2`, `#523` and `*args` are not what they are without it."""
    assume((word, mark, before) != (_WHOLE.split()[-1], "!", False))  # a sentence may end with one
    changed = _WHOLE.replace(word, mark + word if before else word + mark)
    assert judge(changed, _WHOLE).relation is not Relation.SAME
    assert judge(_WHOLE, changed).relation is not Relation.SAME


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("auth calls billing before search", "billing calls auth before search"),
        ("Copy the table from alpha to beta", "Copy the table from beta to alpha"),
        ("Use tabs, not spaces, in Makefiles", "Use spaces, not tabs, in Makefiles"),
        ("The auth service restarts nightly", "The billing service restarts nightly"),
        ("Run tests before the release", "Write tests before the release"),
        ("Use pnpm", "Use pnpm in the frontend"),
        ("The job may retry", "The job must retry"),
        ("The table is `user`", "The table is `users`"),
        ("go to ..", "go to ."),
        ("The limit is <5 requests", "The limit is >5 requests"),
        ("The disk has 16 Mb", "The disk has 16 MB"),
        ("The key of staging is [secret:token:0a1b2c3d]", "The key of staging is [secret:token:9f8e7d6c]"),
        ("???", "!!!"),
    ],
)
def test_nearly_the_same_words_are_not_the_same_statement(left: str, right: str) -> None:
    assert not agree(left, right) and not agree(right, left)


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
