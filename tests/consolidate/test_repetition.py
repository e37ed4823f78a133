"""What a person types in several sessions becomes one rule, in whatever order it is captured."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from lore.consolidate import consolidate
from lore.consolidate.orders import Order, orders
from lore.consolidate.repetition import Rule, repeated
from lore.history import undo_run
from lore.memory import editing
from lore.model import Clean, Fact, Layer, Role, Session, Status, Tier, Turn
from lore.store import FactFilter, Store
from support.standing import standing_rules

DATA = Path(__file__).parent.parent / "data" / "habits"
WEB = "github.com/me/web"
ALL = FactFilter(statuses=tuple(Status), tags=("repeated",))


def read(prompt: str) -> list[Order]:
    return list(orders(prompt))


@pytest.mark.parametrize(
    ("prompt", "text", "terms", "head"),
    [
        ("spawn workers to do it", "Spawn workers.", ("spawn", "worker"), "spawn"),
        ("ok, can you please spawn a worker then?", "Spawn a worker.", ("spawn", "worker"), "spawn"),
        ("We should spawn workers", "Spawn workers.", ("spawn", "worker"), "spawn"),
        ("also make sure you update the changelog", "Update the changelog.", ("updat", "changelog"), "updat"),
        ("don't forget to pull main", "Pull main.", ("pull", "main"), "pull"),
        ("lets get back to main", "Get back to main.", ("get", "back", "main"), ""),
        ("commit, push and pr it", "Commit, push and pr it.", ("commit", "push", "pr"), "commit"),
        ("no need for backward compatibility", "No need for backward compatibility.", ("backward", "compatibiliti"), ""),  # noqa: E501
        ("should we do this in $worktree", "Should we do this in $worktree.", ("worktre", "$worktree"), ""),
        ("read @docs/theme.md in full", "Read @docs/theme.md in full.", ("read", "full"), "read"),
    ],
)  # fmt: skip
def test_a_clause_is_read_as_an_order(prompt: str, text: str, terms: tuple[str, ...], head: str) -> None:
    """Politeness, fillers, articles and forms of a word do not count; the verb does."""
    (order,) = read(prompt)
    assert (order.text, order.terms, order.head, order.states) == (text, terms, head, True)


@pytest.mark.parametrize(
    "prompt",
    [
        "yes", "continue", "commit this", "fix it", "/compact now please", "thanks, great work", "go ahead",
        "why do the workers spawn twice?", "is the worker spawned?", "the worker spawned twice",
        "➜ web git:(main) spawn worker", "> spawn workers", "spawn workers " * 60, "GitHub Copilot",
    ],
)  # fmt: skip
def test_what_is_no_order(prompt: str) -> None:
    """Acknowledgements, one word, questions, reports, names, pasted lines and long texts."""
    assert [order for order in read(prompt) if order.states] == []


def turn(session: int, text: str, *, minute: int = 0, source: str = "", role: Role = Role.USER) -> Turn:
    at = f"2026-03-{session:02d}T10:{minute:02d}:00Z"
    return Turn(f"s{session}", source or f"m{minute}-{text[:5]}", role, Clean(text), at)


def told(rules: Sequence[Rule]) -> list[tuple[str, int]]:
    return [(rule.text, rule.sessions) for rule in rules]


def test_a_wording_that_somebody_typed_stands_before_one_that_is_cut() -> None:
    """Words that carry no meaning of their own ("let") may belong to the term before them."""
    said = ["Use guard let.", "Always use guard let over force unwrap."]
    assert told(repeated([turn(day, text) for day, text in enumerate(said, 1)])) == [("Use guard let.", 2)]


def test_the_best_wording_stands_for_all() -> None:
    """What one session alone adds is left out."""
    said = ["then spawn workers to fix the docs", "Spawn worker for the parser", "please spawn workers"]
    assert told(repeated([turn(day, text) for day, text in enumerate(said, 1)])) == [("Spawn workers.", 3)]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (["save it in an orphan branch of web-private", "can it be saved to web-private in an orphan branch?"],
         "Save it in an orphan branch of web-private."),
        (["should we do this in $worktree", "simplify that. $worktree"], "Use `$worktree`."),
    ],
)  # fmt: skip
def test_a_question_or_a_called_name_may_be_the_order(said: list[str], text: str) -> None:
    """Where another session orders just that, or calls the same name."""
    assert told(repeated([turn(day, one) for day, one in enumerate(said, 1)])) == [(text, 2)]


@pytest.mark.parametrize(
    "turns",
    [
        [turn(1, "spawn workers"), turn(1, "spawn workers", minute=5)],
        [turn(1, "spawn workers"), Turn("fork", "m0-spawn", Role.USER, Clean("spawn workers"), "2026-03-01T10:00:00Z")],
        [turn(day, "spawn workers for each of the eight open beads of this plan") for day in (1, 2, 3)],
        [turn(1, "spawn workers"), turn(2, "why did it spawn workers?")],
        [turn(1, "see below"), turn(2, "I see people using the form below")],
        [turn(1, "delete the old export page"), turn(2, "delete every second row of the login table")],
    ],
)
def test_what_is_said_in_one_session_is_no_habit(turns: list[Turn]) -> None:
    """Repeats of one session, a fork, the same long prompt sent again, a question, one verb with two objects."""
    assert repeated(turns) == []


WORDS = ("spawn workers", "use workmux", "back to main and pull latest", "push to PR", "update the changelog", "ok")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 5), st.sampled_from(WORDS), st.integers(0, 9)), max_size=14), st.randoms())
def test_the_order_of_capture_does_not_matter(said: list[tuple[int, str, int]], rng: object) -> None:
    """The rules follow from what was said alone, and a copy of a session adds nothing."""
    turns = [turn(day, text, minute=minute, source=f"m{minute}") for day, text, minute in dict.fromkeys(said)]
    copied = [Turn("copy", one.source_id, one.role, one.text, one.at) for one in turns if one.session == "s1"]
    mixed = [*turns, *[Turn("z" + one.session, one.source_id, one.role, one.text, one.at) for one in copied]]
    rng.shuffle(mixed)  # type: ignore[attr-defined]
    assert told(repeated(mixed)) == told(repeated(turns))


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (["use npm to install it", "Use npm to install it.", "No, use pnpm to install it, not npm."], []),
        (["use npm to install it", "use npm to install it", "use pnpm to install it", "ok use pnpm to install it"],
         ["Use pnpm to install it."]),
        (["indent files with 2 spaces", "indent files with 2 spaces", "indent files with 4 spaces"], []),
        (["add comments to functions", "add comments to functions", "never add comments to functions"], []),
        (["add comments to functions", "add comments to functions", "don't add comments to functions"], []),
        (["spawn worker to fix the docs", "spawn worker to run", "no, spawn worker for tests"], ["Spawn worker."]),
    ],
)  # fmt: skip
def test_what_the_newest_order_takes_back_counts_for_no_rule(said: list[str], found: list[str]) -> None:
    """However often it was said before; another occasion of the same order is no correction."""
    assert [rule.text for rule in repeated(turn(day, text) for day, text in enumerate(said, 1))] == found


def keep(store: Store, *turns: Turn, project: str = WEB, parent: str | None = None) -> None:
    with store.write("hook") as transaction:
        for one in turns:
            store.sessions.put(transaction, Session(one.session, "codex", project=project, parent=parent))
            store.sessions.add_turns(transaction, one.session, [one])


def rules(store: Store) -> list[Fact]:
    return store.facts.select(ALL)


def test_a_repeated_order_stands_in_your_sessions_of_that_project(store: Store) -> None:
    """One fact, trusted, with every quotation in the words of the message; nothing in another project."""
    said = ["first spawn workers. Then rest.", "spawn worker", "no, spawn workers!"]
    keep(store, *(turn(day, text) for day, text in enumerate(said, 1)))
    assert consolidate(store).counts["repeat"] == 1
    (fact,) = rules(store)
    assert (fact.layer, fact.project, fact.tier, fact.tainted) == (Layer.USER_PROJECT, WEB, Tier.SEMANTIC, False)
    quotes = {item.session: item.quote for item in store.facts.evidence([fact.id])[fact.id]}
    assert quotes == {"s1": "first spawn workers.", "s2": "spawn worker", "s3": "no, spawn workers!"}
    assert [rule.why for rule in standing_rules(store, WEB)] == ["said in 3 sessions"]
    assert standing_rules(store, "another") == []


def test_a_second_run_changes_nothing_and_an_undo_restores(store: Store) -> None:
    """Not one event more; undone, no fact is left, and the next run finds it again."""
    keep(store, turn(1, "spawn workers"), turn(2, "spawn workers"))
    done = consolidate(store)
    events = store.audit.count()
    assert not any(consolidate(store).counts.values())
    assert store.audit.count() == events
    undo_run(store, done.run)
    assert rules(store) == []
    assert consolidate(store).counts["repeat"] == 1


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_step_by_step_it_ends_as_at_once(store: Store, order: tuple[int, ...]) -> None:
    """Captured one by one in any order, with a consolidation after each, it is the same rule."""
    said = ["spawn workers for the docs", "please spawn worker", "spawn some workers", "spawn workers now"]
    for place in order:
        keep(store, turn(place + 1, said[place]))
        consolidate(store)
    (fact,) = rules(store)
    assert (fact.text, fact.status) == ("Spawn workers.", Status.ACTIVE)
    assert len(store.facts.evidence([fact.id])[fact.id]) == 4


def test_only_what_you_typed_counts(store: Store) -> None:
    """Not what stands in a user's name, what an agent says, or what a sub-agent was told."""
    keep(store, turn(1, "spawn workers", role=Role.SOMEBODY), turn(2, "spawn workers", role=Role.ASSISTANT))
    keep(store, turn(3, "spawn workers"), turn(4, "spawn workers"), parent="s1")
    assert consolidate(store).counts["repeat"] == 0


def test_a_person_has_the_last_word(store: Store) -> None:
    """An edited rule keeps its words and gains quotations; one that was put away stays away."""
    keep(store, turn(1, "spawn workers"), turn(2, "spawn workers"), turn(1, "use the workmux skill", minute=3))
    consolidate(store)
    (fact,) = rules(store)
    edited = editing.edit_fact(store, replace(fact, text=Clean("Spawn workmux workers.")), actor="person").fact
    keep(store, turn(5, "spawn workers"), turn(6, "use the workmux skill"))
    consolidate(store)
    assert store.facts.get(edited.id).text == "Spawn workmux workers."
    assert store.facts.usage([edited.id])[edited.id].sessions == 3
    (other,) = [one for one in rules(store) if one.id != edited.id]
    editing.archive(store, [other.id], actor="person")
    keep(store, turn(7, "use the workmux skill"))
    consolidate(store)
    assert store.facts.get(other.id).status is Status.ARCHIVED


def test_a_rule_that_faded_comes_back_when_it_is_said_again(store: Store) -> None:
    """What a machine put away, a new session wakes."""
    keep(store, turn(1, "spawn workers"), turn(2, "spawn workers"))
    consolidate(store)
    (fact,) = rules(store)
    with store.write("consolidation") as transaction:
        store.facts.update(transaction, fact.id, action="fact.archive", status=Status.ARCHIVED)
    consolidate(store)
    assert store.facts.get(fact.id).status is Status.ARCHIVED
    keep(store, turn(9, "spawn workers"))
    consolidate(store)
    assert store.facts.get(fact.id).status is Status.ACTIVE


def test_real_prompts_give_rules_worth_keeping() -> None:
    """Of what is found in prompts of five public repositories nine in ten are rules; two in three of those known."""
    lines = [json.loads(line) for line in (DATA / "prompts.jsonl").read_text(encoding="utf-8").splitlines()]
    known = [json.loads(line) for line in (DATA / "rules.jsonl").read_text(encoding="utf-8").splitlines()]
    worth = {(one["project"], *one["terms"]): one["worth"] for one in known}
    found = []
    for project in sorted({line["project"] for line in lines}):
        turns = [
            Turn(line["session"], line["id"], Role.USER, Clean(line["text"]), line["at"])
            for line in lines
            if line["project"] == project
        ]
        found += [(project, *rule.terms) for rule in repeated(turns, project)]
    good = [one for one in found if worth.get(one)]
    assert len(good) >= 0.75 * len(found), sorted(set(found) - set(good))
    assert len(good) >= 0.6 * sum(worth.values()), sorted(
        {one for one, is_good in worth.items() if is_good} - set(found)
    )
