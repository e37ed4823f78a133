"""Contradictions: what cannot both hold, and what can."""

import json
from collections import Counter
from pathlib import Path

import pytest

from lore.memory.contradiction import Ground, contradiction
from lore.memory.judgement import Relation, judge

FOUND = [
    (Ground.POLARITY, "Use tabs", "Never use tabs"),
    (Ground.POLARITY, "Always squash before merging", "Never squash before merging"),
    (Ground.POLARITY, "Don't commit to main directly", "Commit to main directly"),
    (Ground.POLARITY, "Mock the database in tests", "Do not mock the database in tests"),
    (Ground.POLARITY, "npm is not allowed", "Use npm"),
    (Ground.POLARITY, "Force pushes are allowed", "Force pushes are forbidden"),
    (Ground.OPPOSITE, "Use tabs for indentation", "Use spaces for indentation"),
    (Ground.OPPOSITE, "The package manager is npm", "The package manager is pnpm"),
    (Ground.OPPOSITE, "Use single quotes", "Use double quotes"),
    (Ground.GIVEN_UP, "Use pnpm, not npm", "Use npm"),
    (Ground.GIVEN_UP, "Use uv instead of pip", "Use pip"),
    (Ground.GIVEN_UP, "Prefer guard let over force unwrap", "Use force unwrap"),
    (Ground.NUMBER, "The API listens on port 3000", "The API listens on port 4000"),
    (Ground.NUMBER, "CI runs on Node 18", "CI runs on Node 20"),
    (Ground.NUMBER, "Keep backups for two weeks", "Keep backups for 3 weeks"),
    (Ground.REPLACED, "Deploys go to staging first", "Deploys go to production first"),
    (Ground.GIVEN_UP, "We switched from MySQL to Postgres", "The database is MySQL"),
    (Ground.GIVEN_UP, "We no longer use Jest, we use Vitest", "Use Jest for unit tests"),
]
NONE = [
    ("Use ruff for linting", "Use ruff for formatting"),
    ("Use uv for tests", "Don't use uv for builds"),
    ("Supports Linux", "Supports macOS"),
    ("Issue #12 is fixed", "Issue #13 is fixed"),
    ("Never use print for logging", "Use the logger, not print, for logging"),
    ("Prefer guard let over force unwrap", "Never force unwrap, use guard let"),
    ("Always run the linter before committing", "Always run the tests before committing"),
    ("Use pnpm, not npm", "We use pnpm here, never npm"),
    ("Keep backups for two weeks", "Keep backups for 2 weeks"),
    ("Use pnpm to install packages, not npm", "Please use pnpm, npm is not used for installing packages"),
    ("Packages are installed using pnpm and never npm", "Please use pnpm, npm is not used for installing packages"),
    ("Deploying the API comes after the migration", "The API must not be deployed before the migration"),
    ("", "Use tabs"),
]


@pytest.mark.parametrize(("ground", "left", "right"), FOUND)
def test_what_looks_like_a_contradiction_is_found_from_both_sides(ground: Ground, left: str, right: str) -> None:
    """Whether the newer one may replace the older is for the judgement to say."""
    assert (contradiction(left, right), contradiction(right, left)) == (ground, ground)


@pytest.mark.parametrize(("left", "right"), NONE)
def test_what_can_both_hold_is_left_alone(left: str, right: str) -> None:
    """Other conditions, other subjects, adding verbs, the same thing said twice."""
    assert contradiction(left, right) is None
    assert contradiction(right, left) is None


def test_contradictions_are_precise_on_everyday_sentences(shared: Path) -> None:
    """SICK: two of three contradictions are found, next to no entailment or neutral pair is retired."""
    rows = [json.loads(line) for line in (shared / "data/pairs/sick_test.jsonl").read_text().splitlines()]
    seen: Counter[str] = Counter(row["label"] for row in rows)
    judged = Counter((row["label"], judge(row["b"], row["a"]).relation) for row in rows)
    clashes = judged["contradiction", Relation.REPLACES] + judged["contradiction", Relation.UNCERTAIN]
    assert clashes / seen["contradiction"] >= 0.62
    assert judged["entailment", Relation.REPLACES] / seen["entailment"] <= 0.01
    assert judged["neutral", Relation.REPLACES] / seen["neutral"] <= 0.02


def test_a_hundred_thousand_characters_are_compared_in_bounded_time() -> None:
    """Only the beginning of a text counts: facts are sentences."""
    assert contradiction("use tabs " * 20_000, "never use tabs") is not None
