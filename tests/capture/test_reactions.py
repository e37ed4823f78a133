"""What happens next: objections, confirmations, fixes and commands that take edits back act on what was said before."""

import json
from functools import cache
from pathlib import Path

import pytest

from lore.capture import CapturedFact, Options, Watcher, capture
from lore.capture.extraction.reaction import FILE, Reaction, features, reaction, states_trouble
from lore.history import undo_run
from lore.model import Fact, Role, Status
from lore.store import FactFilter, Store
from support.agents import Said, written
from support.reactions import BORDER, Taken, figures, left_out, openings, trained
from support.searching import find, texts

CAUSE = "The root cause was a stale cache: we never invalidate it, so the old schema is served."
PROBLEM = "Our CI runner has no access to the registry, so every build fails."
CURE = "The root cause was that runner.yml names a registry without a mirror, because the mirror needs a login."
ALL = FactFilter(statuses=tuple(Status))


@cache
def taken(says: str) -> tuple[Taken, ...]:
    return tuple(left_out(openings(), says))


@pytest.mark.nightly(
    "the weights that Lore ships are compared with the recipe's every day: no feature and no example changes unseen"
)
@pytest.mark.parametrize(
    ("says", "figure", "least"),
    [
        ("objects", "precision", 0.6),
        ("objects", "recall", 0.35),
        ("confirms", "precision", 0.74),
        ("confirms", "recall", 0.58),
    ],
)
def test_reactions_are_told_in_repositories_that_were_never_seen(says: str, figure: str, least: float) -> None:
    """1,137 messages marked by hand; each repository is judged by a model that learned from the others."""
    assert figures(taken(says), says)[figure] >= least


def test_the_bundled_weights_are_what_the_recipe_makes() -> None:
    """`python tests/bench/reactions.py --write` writes them."""
    stored = json.loads(FILE.read_bytes())
    for says, border in BORDER.items():
        model = trained(openings(), says)
        assert list(stored[says]["weights"]) == list(features(""))
        assert list(stored[says]["weights"].values()) == pytest.approx(list(model.weights), abs=0.01)
        assert stored[says]["bias"] == pytest.approx(model.bias - border, abs=0.01)


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ("no, that's not it", Reaction.REJECTED),
        ("nope", Reaction.REJECTED),
        ("still broken, same error", Reaction.REJECTED),
        ("that's a hallucination", Reaction.REJECTED),
        ("why not use the index instead?", Reaction.REJECTED),
        ("Nein, das ist falsch.", Reaction.REJECTED),
        ("不对，还是有问题", Reaction.REJECTED),
        ("yes, that was it", Reaction.CONFIRMED),
        ("It works now, thanks!", Reaction.CONFIRMED),
        ("perfect", Reaction.CONFIRMED),
        ("Now add a test for the empty cart.", Reaction.NONE),
        ("what does the importer do with blank lines", Reaction.NONE),
        ("", Reaction.NONE),
    ],
)
def test_an_agent_is_told_that_it_is_right_or_wrong(after: str, said: Reaction) -> None:
    assert reaction(Role.ASSISTANT, after) is said


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        (PROBLEM, True),
        ("The export does not work on Windows.", True),
        ("The checkout page crashes with an empty cart, because the total is never set.", True),
        ("Never catch errors that you do not handle.", False),
        ("Errors must be logged with the id of the request.", False),
        ("Our staging database runs on port 5433.", False),
    ],
)
def test_a_problem_is_told_from_a_rule_about_errors(text: str, trouble: bool) -> None:
    assert states_trouble(text) is trouble


def take(store: Store, folder: Path, *said: tuple[str, str], form: str = "neutral", mine: bool = True) -> list[str]:
    """Capture a conversation; what became of its facts."""
    told, file = list[CapturedFact](), folder / "session.jsonl"
    file.write_bytes(written(form, [Said(who, text) for who, text in said]))
    capture(store, [file], Options(mine=mine), Watcher(found=told.append))
    return [fact.action for fact in told]


def facts(store: Store) -> dict[str, Fact]:
    return {fact.text: fact for fact in store.facts.select(ALL)}


def test_a_problem_that_was_fixed_is_one_fact_with_its_solution(store: Store, tmp_path: Path) -> None:
    told = take(store, tmp_path, ("user", PROBLEM), ("assistant", CURE), ("user", "It works now, thanks!"))
    assert told == ["added", "added", "confirmed", "solved", "closed"]
    found = facts(store)
    assert (found[CURE].status, found[CURE].problem, found[CURE].solution) == (Status.ACTIVE, PROBLEM, CURE)
    assert found[PROBLEM].status is Status.ARCHIVED


def test_the_problem_is_found_behind_complaints(store: Store, tmp_path: Path) -> None:
    """What the agent thought first is archived, what it found at last solves what was said first."""
    take(
        store,
        tmp_path,
        ("user", PROBLEM),
        ("assistant", CAUSE),
        ("user", "still broken, same error"),
        ("assistant", CURE),
        ("user", "yes, that was it"),
    )
    found = facts(store)
    assert {text: fact.status for text, fact in found.items()} == {
        PROBLEM: Status.ARCHIVED,
        CAUSE: Status.ARCHIVED,
        CURE: Status.ACTIVE,
    }
    assert found[CURE].problem == PROBLEM


def test_what_is_not_confirmed_closes_nothing(store: Store, tmp_path: Path) -> None:
    take(store, tmp_path, ("user", PROBLEM), ("assistant", CURE), ("user", "Now add a test for the empty cart."))
    assert {fact.status for fact in facts(store).values()} == {Status.ACTIVE}
    assert facts(store)[CURE].problem is None


def test_what_was_refuted_is_not_found_beside_what_replaced_it(store: Store, tmp_path: Path) -> None:
    """Nor given to an agent: it is archived, and shown only to who asks for any status."""
    wrong = "The root cause of the stuck CI is that the runner never cleans its disk, so it is full."
    take(
        store, tmp_path, ("user", PROBLEM), ("assistant", wrong), ("user", "nope"), ("assistant", CURE), ("user", "yes")
    )
    found = texts(find(store, "why was the CI stuck, root cause runner disk full"))
    assert CURE in found
    assert wrong not in found
    assert wrong in texts(find(store, "status:archived CI stuck runner"))


def test_closing_is_undone_with_the_run(store: Store, tmp_path: Path) -> None:
    messages = [Said("user", PROBLEM), Said("assistant", CURE), Said("user", "It works now, thanks!")]
    file, data = tmp_path / "session.jsonl", written("neutral", messages)
    file.write_bytes(b"".join(data.splitlines(keepends=True)[:2]))
    capture(store, [file], Options(mine=True))
    before = facts(store)
    file.write_bytes(data)
    done = capture(store, [file], Options(mine=True))
    assert done.run and (done.facts, done.taken_back) == ({}, 1)
    undo_run(store, done.run)
    after = facts(store)
    assert {text: (fact.status, fact.problem, fact.confidence) for text, fact in after.items()} == {
        text: (fact.status, fact.problem, fact.confidence) for text, fact in before.items()
    }


def test_words_of_unknown_origin_close_no_problem_of_the_person(store: Store, tmp_path: Path) -> None:
    said = [("user", PROBLEM), ("assistant", CURE), ("user", "It works now, thanks!")]
    take(store, tmp_path, *said[:2])
    take(store, tmp_path, *said, mine=False)
    assert facts(store)[PROBLEM].status is Status.ACTIVE


def test_what_was_pasted_is_no_reaction(store: Store, tmp_path: Path) -> None:
    """Somebody else's "wrong" in a quotation says nothing of this agent."""
    take(store, tmp_path, ("assistant", CAUSE), ("user", "> No, that's wrong.\n\nsomebody wrote this, what now?"))
    assert facts(store)[CAUSE].status is Status.ACTIVE


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("git checkout -- ci/runner.yml", Status.ARCHIVED),
        ("git status && git restore ci/runner.yml", Status.ARCHIVED),
        ("git checkout .", Status.ARCHIVED),
        ("git reset --hard HEAD~1", Status.ARCHIVED),
        ("git revert HEAD", Status.ARCHIVED),
        ("git restore --staged ci/runner.yml", Status.ACTIVE),
        ("git checkout main", Status.ACTIVE),
        ("git checkout -b runner.yml", Status.ACTIVE),
        ("git checkout -- README.md", Status.ACTIVE),
        ("cat ci/runner.yml", Status.ACTIVE),
    ],
)
def test_a_command_that_takes_edits_back_retires_what_was_said_of_the_files(
    store: Store, tmp_path: Path, command: str, status: Status
) -> None:
    edit = {"type": "tool_use", "id": "t0", "name": "Edit", "input": {"file_path": "/w/shop/ci/runner.yml"}}
    messages = [Said("user", "Look."), Said("tool", "ls"), Said("assistant", CURE), Said("user", "Hm.")]
    messages += [Said("tool", command), Said("user", "Go on.")]
    lines = [json.loads(line) for line in written("claude-code", messages).splitlines()]
    lines[1]["message"]["content"] = [edit]
    file = tmp_path / "session.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    capture(store, [file], Options(mine=True))
    assert facts(store)[CURE].status is status


@pytest.mark.parametrize("form", ["claude-code", "copilot"])
def test_the_reason_of_a_refused_call_is_heard(store: Store, tmp_path: Path, form: str) -> None:
    rule = "No, never commit without being asked in this repo."
    take(store, tmp_path, ("user", "Fix it."), ("refusal", rule), ("assistant", "Understood."), form=form)
    assert [(fact.text, fact.tainted) for fact in store.facts.select()] == [
        (rule.removeprefix("No, ").capitalize(), False)
    ]
