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
        ("use uv, not pip, on this branch", "Use uv, not pip.", False),
    ],
)
def test_a_wording_stands_where_its_sentence_speaks_of_no_moment(
    store: Store, tmp_path: Path, said: str, text: str, stands: bool
) -> None:
    assert read(store, tmp_path, said, text).standing is stands


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
