"""Which unapproved notes sessions may start with: a wording that counts, or a sentence that says a rule by itself."""

from pathlib import Path

import pytest

from distill.conftest import captured, note, recorded
from lore.actions import Engine, distill
from lore.model import Fact
from lore.store import Store
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
