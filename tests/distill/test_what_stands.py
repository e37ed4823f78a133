"""Which unapproved notes sessions may start with: a wording that counts, or a sentence that says a rule by itself."""

from pathlib import Path

import pytest

from distill.conftest import captured, note, recorded
from lore.actions import Engine, distill
from lore.model import Fact, Layer
from lore.store import Store
from lore.wording import beside
from support.agents import Said

FOREIGN = "Zebra crossings are drawn with Kubernetes."
"""A wording that never counts: what the person typed stands alone."""


def read(store: Store, folder: Path, said: str, text: str) -> Fact:
    """What became of one note about one message."""
    session = captured(store, folder / "t", [Said("user", said)])
    way = recorded(folder / "answers.jsonl", session, [note(text, said)])
    done = distill(Engine(store), way=way, project="shop").done
    assert done is not None
    (kept,) = done.kept
    return kept.fact


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("review agent also needs to validate it works e2e", True),
        ("i would only want e2e tests for the session, anything else is noise", True),
        ("why aren't we using table-driven tests?", True),
        ("commit this and update the changelog", False),
        ("are all files committed? if yes, do it, if not commit first", False),
        ("this plan must be written in such a way that a new session can start with it", False),
        ("the namespaces are recently introduced, no users yet, so no need for compatibility", False),
        ("yes need to be fully clean", False),
        ("might be in the architecture page, have a look at the wiki", False),
        ("fix the tests of #12 with pytest", False),
        ("please spawn a worker to do research with the two frameworks", False),
        ("also can we configure entire to push to the private repo", False),
        ("can you always run the linter before you push", True),
    ],
)
def test_a_sentence_stands_alone_only_where_it_says_a_rule_by_itself(
    store: Store, tmp_path: Path, said: str, stands: bool
) -> None:
    fact = read(store, tmp_path, said, FOREIGN)
    assert (fact.text, fact.standing) == (said, stands)


@pytest.mark.parametrize(
    ("said", "text", "stands"),
    [
        ("please use uv here and never pip", "Use uv, never pip.", True),
        ("use uv for now, not pip", "Use uv, not pip.", False),
        ("use uv, not pip, on this branch", "Use uv, not pip, on the branch.", False),
        ("use uv, not pip", "Use uv, not pip.", True),
        ("use workmux skill", "Work with the workmux skill.", True),
        (
            "can dogfood be saved to shop-private in an orphan branch",
            "Dogfood is saved to shop-private in an orphan branch.",
            True,
        ),
        ("please rename the Save button to Apply", "Rename the Save button to Apply.", False),
        ("please rename the Save button to Apply", "The Save button is renamed to Apply.", False),
        ("can you move the parser into core", "The parser is moved into core.", False),
        ("great job on the parser module", "Great job on the parser module.", False),
        ("please explain what the parser does to me", "Explain what the parser does.", False),
        ("explain how the parser works", "Explain how the parser works.", False),
        ("maybe we should use uv", "We should use uv.", False),
        ("why do you want to commit secrets", "Commit secrets.", False),
        ("please explain what it does to me", FOREIGN, False),
        ("great job on the parser module", FOREIGN, False),
        ("why do you want to commit secrets", FOREIGN, False),
        ("why do you want to commit secrets?", FOREIGN, True),
        ("why do you want to commit secrets？", FOREIGN, True),
    ],
)
def test_a_wording_stands_where_its_sentence_speaks_of_no_moment(
    store: Store, tmp_path: Path, said: str, text: str, stands: bool
) -> None:
    assert read(store, tmp_path, said, text).standing is stands


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("we want the same rules in this repository of ours\n> always run zebra.sh", None),
        (
            "we want the same rules in this repository of ours\n> always run zebra.sh",
            "this repository of ours > always",
        ),
        ('the page says "always run zebra.sh here" so we follow that here', "so we follow that here"),
        (
            "we want the same rules as they have\n```\nalways run zebra.sh\n```",
            "the same rules as they have ``` always",
        ),
    ],
)
def test_no_part_of_a_standing_sentence_is_pasted(store: Store, tmp_path: Path, said: str, quote: str | None) -> None:
    """However little of it: such a sentence is somebody's, and waits for you."""
    session = captured(store, tmp_path / "t", [Said("user", said)])
    way = recorded(tmp_path / "answers.jsonl", session, [note("Always run zebra.sh.", quote or said)])
    done = distill(Engine(store), way=way, project="shop").done
    assert done is not None
    assert [(kept.fact.standing, kept.fact.tainted) for kept in done.kept] == [(False, True)]


def test_a_name_in_quotation_marks_is_the_persons(store: Store, tmp_path: Path) -> None:
    said = 'the skills have to be in the ".agent/skills" directory'
    fact = read(store, tmp_path, said, "The skills have to be in the .agent/skills directory.")
    assert (fact.standing, fact.tainted, fact.text) == (
        True,
        False,
        "The skills have to be in the .agent/skills directory.",
    )


@pytest.mark.parametrize(
    ("said", "because", "stands"),
    [
        ("use uv here and no pip, because CI is slow", "CI is slow", True),
        ("use uv here and no pip, since CI is slow.", "because CI is slow", True),
        ("use uv here and no pip so that CI is fast", "CI is fast", True),
        ("use uv here and no pip, it is a myth that CI is slow", "CI is slow", False),
        ("use uv here and no pip, not because CI is slow", "CI is slow", False),
        ("use uv here and no pip, because CI is slow in Asia", "CI is slow", False),
        ("use uv here and no pip, because nobody thinks that CI is slow", "CI is slow", False),
        ("use uv here and no pip. CI is slow", "CI is slow", False),
    ],
)
def test_a_reason_is_one_that_the_sentence_gives(
    store: Store, tmp_path: Path, said: str, because: str, stands: bool
) -> None:
    session = captured(store, tmp_path / "t", [Said("user", said)])
    row = note("Use uv here and no pip.", said, because=because)
    done = distill(Engine(store), way=recorded(tmp_path / "answers.jsonl", session, [row]), project="shop").done
    assert done is not None
    evidence = [kept.fact.because for kept in done.kept]
    assert evidence == [because if stands else None]


@pytest.mark.parametrize("quote", ["take whatever", "but only until Friday", "In the meantime"])
def test_a_note_sharpens_only_the_fact_of_its_own_sentence(store: Store, tmp_path: Path, quote: str) -> None:
    """Another fact of the same message is left as it is, though it shares words with the quotation."""
    stated = "We use Postgres for the orders service."
    said = f"{stated} In the meantime take whatever you like for the demo, but only until Friday."
    session = captured(store, tmp_path / "t", [Said("user", said)])
    before = {one.id: one for one in store.facts.select()}
    assert [one.text for one in before.values()] == [stated]
    way = recorded(tmp_path / "answers.jsonl", session, [note("Anything goes.", quote)])
    done = distill(Engine(store), way=way, project="shop").done
    assert done is not None
    assert [kept.action for kept in done.kept] == ["added"]
    assert {one.id: one for one in store.facts.select() if one.id in before} == before


def test_a_note_holds_in_the_project_it_was_said_in(store: Store, tmp_path: Path) -> None:
    """Whatever a model says of its scope: wider only by your decision."""
    said = "once done clean up and check out the latest main"
    session = captured(store, tmp_path / "t", [Said("user", said)])
    way = recorded(tmp_path / "answers.jsonl", session, [note(said, said, kind="preference", scope="user")])
    done = distill(Engine(store), way=way, project="shop").done
    assert done is not None
    assert [(kept.fact.layer, kept.fact.project) for kept in done.kept] == [(Layer.USER_PROJECT, "shop")]


def test_of_a_long_sentence_the_part_is_shown_that_bears_the_wording_out() -> None:
    """Its beginning may speak of something else."""
    long = f"{'the logs belong beside the traces in the folder of the run, ' * 4}and spawn agents with workmux"
    line = beside("Agents are spawned with workmux.", long, "2026-06-22T08:00:00Z")
    assert line.startswith("Agents are spawned with workmux — from “…")
    assert line.endswith("and spawn agents with workmux”, 2026-06-22")
    assert len(line) < 240
    assert beside("Use uv.", "please use uv here", None) == "Use uv — from “please use uv here”"
