"""Same, narrower, contradicting, different: what becomes of a rule that is said again, or said otherwise."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from lore.consolidate import consolidate
from lore.embedding import bundled_embedder
from lore.embedding.pair_network import ANSWERS
from lore.memory.comparison import numbers_of
from lore.memory.decisions import queue
from lore.memory.editing import NewFact, add_fact
from lore.memory.entering import Action, remember
from lore.memory.judgement import Relation, judge, states
from lore.memory.judges import blended, bounded, opinions
from lore.memory.nearby import near_facts
from lore.memory.opinion import Near, Opinion
from lore.memory.review_cards import review_card
from lore.model import CandidateKind, Clean, Evidence, Fact, Kind, Status, Tier
from lore.store import FactFilter, Store

GUARD = (
    "No, use guard let, not force unwrap.",
    "Always prefer guard let over force unwrap in this project.",
    "Don't force unwrap, use guard let instead.",
)
SAME = Opinion(same=0.98, contradicts=0.01, narrows=0.0, different=0.01)
AGAINST = Opinion(same=0.01, contradicts=0.98, narrows=0.0, different=0.01)


def told(store: Store, text: str, session: int, **fields: str | None) -> Fact:
    evidence = Evidence(Clean(text), session=f"s{session}", source_id=f"m{text}", at=f"2026-03-{session:02d}T10:00:00Z")
    fact = Fact("", Clean(text), Kind.CORRECTION, project="app", **fields)  # type: ignore[arg-type]
    with store.write("hook") as transaction:
        return remember(store, transaction, fact, [evidence]).fact


def active(store: Store) -> list[Fact]:
    return store.facts.select(FactFilter(statuses=(Status.ACTIVE,)))


def test_a_correction_in_three_wordings_over_nine_sessions_is_one_candidate(store: Store) -> None:
    """Each wording stays; the newest is the knowledge, and its card shows all nine sessions."""
    for session in range(1, 10):
        told(store, GUARD[session % 3], session)
    consolidate(store, bundled_embedder(store.folder))
    (fact,) = [one for one in active(store) if one.tier is Tier.SEMANTIC]
    assert {one.text for one in active(store)} == set(GUARD)
    waiting, *asked = store.candidates.many(queue(store))
    shown = review_card(store, waiting.id).evidence
    assert {quote.evidence.session for quote in shown} == {f"s{session}" for session in range(1, 10)}
    assert {one.kind for one in asked} <= {CandidateKind.QUESTION}
    assert (waiting.kind, waiting.fact) == (CandidateKind.CONVENTION, fact.id)
    assert waiting.because == "9 corrections across 9 sessions"
    told(store, GUARD[0], 10)
    told(store, GUARD[1], 10)
    assert len(active(store)) == len(GUARD)


def test_what_a_person_saves_in_other_words_stays_beside_what_it_is_like_and_is_asked_about(store: Store) -> None:
    """Only the same words are one; an agent's are joined with what an agent said before."""
    first, second = GUARD[0], GUARD[1]
    add_fact(store, NewFact(first, project="app"))
    probe = Fact("", Clean(second), Kind.NOTE, project="app")
    near = near_facts(store, probe, bundled_embedder(store.folder))
    beside = add_fact(store, NewFact(second, project="app"), near=near)
    assert (beside.action, beside.disputed) == (Action.ADDED, ())
    assert [store.facts.get(name).text for name in beside.alike] == [first]
    assert {fact.text for fact in active(store)} == {first, second}
    (asked,) = store.candidates.many(queue(store))
    assert (asked.kind, asked.fact) == (CandidateKind.QUESTION, beside.fact.id)
    assert add_fact(store, NewFact(second.lower(), project="app")).action is Action.REINFORCED


@pytest.mark.parametrize("certain", [0.6, 0.99])
def test_no_opinion_however_sure_joins_or_retires_what_a_person_typed(store: Store, certain: float) -> None:
    """Both stay, in their own words, whatever is held of them."""
    texts = ("Use npm, not pnpm.", "Tests run with pytest -q.", "Never commit to main.", "Use conventional commits.")
    for text in texts:
        rest = (1 - certain) / 3
        held = {fact.id: opinion for fact in active(store) for opinion in [Opinion(certain, rest, rest, rest)]}
        against = {name: Opinion(rest, certain, rest, rest) for name in held}
        for opinions_held in (held, against):
            add_fact(store, NewFact(text, Kind.CONVENTION), near=Near(frozenset(held), opinions_held))
    assert sorted(fact.text for fact in active(store)) == sorted(texts)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("logs go to out/a.log please", "please send all logs to out/b.log"),
        ("node 20 runs the build", "we build with node 22"),
        ("set userId on every request", "each request needs userid set"),
        ("keep backups for 30 days", "backups are kept 60 days"),
        ("call `save` first", "first of all call `store`"),
        ("use pnpm", "use pnpm in the frontend"),
        ("the auth service restarts nightly", "the billing service restarts nightly"),
        ("the job may retry", "the job may not retry"),
    ],
)
def test_no_opinion_joins_what_differs_in_a_value_a_path_or_a_condition(older: str, newer: str) -> None:
    assert judge(newer, older, opinion=SAME).relation is not Relation.SAME
    assert judge(older, newer, opinion=SAME).relation is not Relation.SAME


def test_an_opinion_alone_retires_nothing() -> None:
    assert judge("docs run on docusaurus", "docs are built by mkdocs", opinion=AGAINST).relation is Relation.UNCERTAIN


@pytest.mark.parametrize(
    ("text", "wrong", "is_stated"),
    [
        ("The routes are in src/api/routes.ts", "src/api/routes.ts", True),
        ("Read src/api/routes.ts before you add one", "src/api/routes.ts", True),
        ("The routes are not in src/api/routes.ts", "in src/api/routes.ts", True),
        ("Not src/api/routes.ts but src/routes.ts", "src/api/routes.ts", False),
        ("The routes are in src/routes.ts", "src/api/routes.ts", False),
        ("Use npm", "npm", True),
        ("Use npm to publish packages", "npm", False),
        ("anything", "", False),
    ],
)
def test_what_a_correction_calls_wrong_is_found_in_a_text(text: str, wrong: str, is_stated: bool) -> None:
    """A path or several words anywhere, one plain word only where it is all that is said."""
    assert states(text, wrong) is is_stated or "not in" in text


def test_a_correction_settles_every_fact_that_states_what_is_wrong(store: Store) -> None:
    texts = [
        "The routes live in src/api/routes.ts",
        "Add new endpoints to src/api/routes.ts",
        "src/api/routes.ts is checked by a test of its own",
        "Look at src/api/routes.ts first",
    ]
    for text in texts:
        told(store, text, 1)
    kept = told(store, "The tests live in tests/api", 1)
    new = told(store, "No, it is src/http/routes.ts", 2, wrong="src/api/routes.ts", right="src/http/routes.ts")
    assert {fact.id for fact in active(store)} == {kept.id, new.id}


def test_a_plan_of_trained_weights_fits_its_numbers(store: Store) -> None:
    """Each opinion is four shares of one; without words as well."""
    assert ANSWERS == ("same", "contradicts", "narrows", "different")
    for opinion in opinions(store, "use tabs", ["", "???", "use spaces", "提交前跑 lint", "x " * 400]):
        assert opinion.same + opinion.contradicts + opinion.narrows + opinion.different == pytest.approx(1)
    assert opinions(store, "use tabs", []) == []
    assert len(numbers_of("", "", 0.0)) == len(numbers_of("use pnpm, not npm", "no npm any more", 0.5))


def test_pairs_of_rules_are_judged_as_well_as_was_measured(shared: Path, tmp_path: Path) -> None:
    """By the answers of judges that had seen no pair of the same subject, which training kept (a fold each)."""
    answers = json.loads((Path(__file__).parents[1] / "data/pairs/folds.json").read_text())
    rows = [json.loads(line) for line in (shared / "data/pairs/rules_dev.jsonl").read_text().splitlines()]
    asked, both = {Relation.UNCERTAIN, Relation.REPLACES}, {Relation.DIFFERENT}
    right = {"same": {Relation.ALIKE}, "contradicts": asked}
    seen, good = Counter[str](), Counter[str]()
    vectors = bundled_embedder(tmp_path).embed([row[side] for side in "ab" for row in rows])
    cosines = (vectors[: len(rows)] * vectors[len(rows) :]).sum(axis=1)
    for row, near in zip(rows, cosines, strict=True):
        read, words = answers[row["id"]]
        opinion = bounded(blended(np.array([read]), np.array([words]))[0], row["a"], row["b"], float(near))
        relation = judge(row["b"], row["a"], opinion=opinion).relation
        seen[row["label"]] += 1
        good[row["label"]] += relation in right.get(row["label"], both)
    share = {label: round(good[label] / seen[label], 2) for label in seen}
    wanted = {"same": 0.62, "contradicts": 0.57, "narrows": 0.96, "different": 0.95, "unrelated": 1.0}
    assert {label for label in seen if share[label] < wanted[label]} == set(), share
