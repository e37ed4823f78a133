"""What a newer statement retires: what it gives up in so many words, and another number of the same thing."""

import json
from collections import Counter
from pathlib import Path

import pytest

from lore.memory.judgement import Relation, judge
from lore.memory.opinion import Ground

REPLACED = [
    (Ground.POLARITY, "Use tabs", "Never use tabs"),
    (Ground.POLARITY, "Mock the database in tests", "Do not mock the database in tests"),
    (Ground.GIVEN_UP, "Use npm", "Use pnpm, not npm"),
    (Ground.GIVEN_UP, "Use pip", "Use uv instead of pip, because pip is slow"),
    (Ground.GIVEN_UP, "Use force unwrap", "Prefer guard let over force unwrap"),
    (Ground.GIVEN_UP, "We use Jest", "We no longer use Jest, we use Vitest"),
    (Ground.NUMBER, "The API listens on port 3000", "The API listens on port 4000"),
    (Ground.NUMBER, "CI runs on Node 18", "CI runs on Node 20"),
    (Ground.NUMBER, "Keep backups for two weeks", "Keep backups for 3 weeks"),
]
KEPT = [
    ("Use tabs for indentation", "Use spaces for indentation"),
    ("Deploys go to staging first", "Deploys go to production first"),
    ("Use uv for tests", "Don't use uv for builds"),
    ("Supports Linux", "Supports macOS"),
    ("Issue #12 is fixed", "Issue #13 is fixed"),
    ("Keep backups for two weeks", "Keep backups for 2 weeks"),
    ("", "Use tabs"),
]


@pytest.mark.parametrize(("ground", "older", "newer"), REPLACED)
def test_what_is_given_up_or_has_another_value_is_replaced(ground: Ground, older: str, newer: str) -> None:
    judgement = judge(newer, older)
    assert (judgement.relation, judgement.ground) == (Relation.REPLACES, ground)


@pytest.mark.parametrize(("older", "newer"), KEPT)
def test_everything_else_stays_until_judges_were_asked(older: str, newer: str) -> None:
    """Words alone ask nothing."""
    assert judge(newer, older).relation is Relation.DIFFERENT
    assert judge(older, newer).relation is Relation.DIFFERENT


def test_words_alone_retire_next_to_nothing_of_everyday_sentences(shared: Path) -> None:
    """SICK: no more than one in a hundred that says the same, or two that say something else."""
    rows = [json.loads(line) for line in (shared / "data/pairs/sick_test.jsonl").read_text().splitlines()]
    seen: Counter[str] = Counter(row["label"] for row in rows)
    retired = Counter(row["label"] for row in rows if judge(row["b"], row["a"]).relation is Relation.REPLACES)
    assert retired["entailment"] / seen["entailment"] <= 0.01
    assert retired["neutral"] / seen["neutral"] <= 0.02
