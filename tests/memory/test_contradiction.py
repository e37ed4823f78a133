"""What a newer statement retires: what it names and gives up where the older says no more. All else asks, or holds."""

import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from lore.memory.judgement import Relation, judge
from lore.memory.opinion import Ground

REPLACES, ASKS, DIFFERENT = Relation.REPLACES, Relation.ASKS, Relation.DIFFERENT
FORMS = {
    "instead": "Use {new} instead of {old}",
    "rather": "use {new} rather than {old}, because it is faster",
    "instead first": "Instead of {old}, use {new}.",
    "no longer": "We no longer use {old}.",
    "no longer, but": "We no longer use {old}, we use {new}",
    "any more": "we don't use {old} anymore",
    "switched": "We switched from {old} to {new}.",
    "moved": "we've moved everything from {old} over to {new}",
    "migrated": "We migrated from {old} to {new} last month",
    "stop": "stop using {old}",
    "stop, use": "Stop using {old}, use {new}.",
    "dropped": "We dropped {old} in favour of {new}.",
    "replaced": "{old} is replaced by {new}.",
    "was replaced": "{old} has been replaced with {new}",
    "replaces": "{new} replaces {old}",
    "prefer": "Prefer {new} over {old}",
    "gone": "{old} is no longer used",
    "statt": "Nutze {new} statt {old}.",
    "nicht mehr": "Wir nutzen {old} nicht mehr.",
    "von auf": "Wir sind von {old} auf {new} umgestiegen.",
    "ersetzt": "{old} wurde durch {new} ersetzt.",
}
PAIRS = (("npm", "pnpm"), ("Jest", "Vitest"), ("`os.path`", "`pathlib`"), ("GitHub Actions", "Buildkite"))
COUNTER = {
    "a place": "{said} in the docs site",
    "a purpose": "{said} for releases",
    "a case": "{said} when the cache is cold",
    "a condition": "{said} if you build on Windows",
    "a time": "{said} on Fridays",
    "an exception": "{said} unless I say otherwise",
    "this piece of work": "For this PR {said}",
    "today": "{said} today",
    "for now": "{said} for now",
    "perhaps": "Maybe {said}",
    "a plan": "Next year {said}",
    "a wish": "I want to say: {said}",
    "a trial": "Let's try this: {said}",
}
KEPT = [
    ("The installer calls npm before the tests start", "We no longer use npm"),
    ("Use npm", "Did we switch from npm to pnpm?"),
    ("Use npm", "He wrote “use pnpm instead of npm” in the chat."),
    ("Use npm", "Don't use pnpm instead of npm"),
    ("Use pnpm instead of npm", "Use bun instead of npm"),
    ("Never use npm", "Use pnpm instead of npm"),
    ("npm scripts live in the tools folder", "We no longer use npm"),
    ("Jest snapshots are checked in", "We switched from Jest to Vitest"),
    ("Use tabs for indentation", "Use spaces for indentation"),
    ("Use uv for tests", "Don't use uv for builds"),
    ("The API listens on port 3000", "The API listens on port 4000"),
    ("She has 10 books", "She has 12 books"),
    ("Use tabs", "Never use tabs"),
    ("CI runs on Node 18", "CI runs on Node 20"),
    ("", "Use tabs"),
]
ASKED = [
    ("Use npm", "Use pnpm, not npm"),
    ("Use npm", "Switch from npm to pnpm"),
    ("Use npm and pnpm", "Use pnpm instead of npm"),
    ("Use npm", "The docs site uses pnpm instead of npm"),
    ("Use REST", "The admin API speaks GraphQL instead of REST"),
    ("Use npm", "You used pnpm instead of npm again"),
    ("Use npm", "It runs pnpm instead of npm"),
    ("Use npm in production", "Use pnpm instead of npm in staging"),
    ("The admin client calls axios", "The web client uses fetch instead of axios"),
    ("Ask before you delete a branch on GitHub", "We migrated from GitHub to GitLab"),
    ("Put a changelog into every PR, like we do in the billing repo", "The billing repo is gone"),
]
SAME_PLACE = [
    ("CI runs on Jenkins", "We moved CI from Jenkins to Buildkite"),
    ("Our database is MySQL", "We migrated the database from MySQL to Postgres"),
    ("Format the code with black", "Format the code with ruff rather than black"),
    ("Write jest tests for modules", "Write vitest tests instead of jest tests for modules"),
    ("Use npm in CI", "In CI use pnpm instead of npm"),
    ("Use npm for packages because it is there", "Use pnpm instead of npm"),
]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_what_names_the_old_value_and_says_no_more_replaces_it(form: str) -> None:
    for (old, new), older in product(PAIRS, ["Use {}", "Always use {}.", "We use {} for packages"]):
        judgement = judge(form.format(old=old, new=new), older.format(old))
        assert (judgement.relation, judgement.ground) == (REPLACES, Ground.GIVEN_UP)


@pytest.mark.parametrize("counter", COUNTER.values(), ids=COUNTER)
def test_a_condition_of_its_own_an_errand_or_a_plan_never_decides(counter: str) -> None:
    for form in ["instead", "no longer", "switched", "stop, use", "dropped", "replaces"]:
        said = FORMS[form].format(old="npm", new="pnpm").rstrip(".")
        assert judge(counter.format(said=said), "Use npm").relation is ASKS


@pytest.mark.parametrize(("older", "newer"), KEPT)
def test_questions_quotations_reports_side_words_and_numbers_leave_both(older: str, newer: str) -> None:
    assert judge(newer, older).relation is DIFFERENT
    assert judge(older, newer).relation is not REPLACES


@pytest.mark.parametrize(("older", "newer"), ASKED)
def test_what_may_be_meant_otherwise_asks(older: str, newer: str) -> None:
    assert judge(newer, older).relation is ASKS


@pytest.mark.parametrize(("older", "newer"), SAME_PLACE)
def test_the_same_place_is_told_by_what_both_say_besides(older: str, newer: str) -> None:
    assert judge(newer, older).relation is REPLACES
    assert judge(older, newer).relation is not REPLACES


def test_what_is_said_to_be_wrong_is_replaced_where_the_older_says_no_more() -> None:
    assert judge("Use tabs.", "Use spaces", wrong="spaces").relation is REPLACES
    assert judge("Use tabs in Makefiles.", "Use spaces", wrong="spaces").relation is ASKS
    assert judge("Use tabs.", "Never use spaces", wrong="spaces").relation is DIFFERENT


def test_words_alone_retire_next_to_nothing_of_everyday_sentences(shared: Path) -> None:
    """SICK: no more than one in a hundred that says the same, or something else."""
    rows = [json.loads(line) for line in (shared / "data/pairs/sick_test.jsonl").read_text().splitlines()]
    seen: Counter[str] = Counter(row["label"] for row in rows)
    retired = Counter(row["label"] for row in rows if judge(row["b"], row["a"]).relation is REPLACES)
    assert retired["entailment"] / seen["entailment"] <= 0.01
    assert retired["neutral"] / seen["neutral"] <= 0.01
