"""The store that the faces are compared on."""

from pathlib import Path

import pytest

from lore.cli.program import run
from lore.memory import confirming
from lore.store import Store
from support.face_world import World

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def world(library: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> World:
    """The sample store with a question in its queue and a fact that was put away, seen from a folder of its own."""
    root = tmp_path / "web"
    root.mkdir()
    monkeypatch.chdir(root)
    for text in ("Branches may be deleted after merging", "Branches must not be deleted after merging"):
        assert run(["add", text, "--project", "shop"]) == 0
    facts = library.facts.ids()
    assert run(["archive", facts[9]]) == 0
    waiting = library.candidates.many(library.candidates.ids())
    (question,) = (candidate.id for candidate in waiting if candidate.kind.value == "question")
    (risky,) = (candidate.id for candidate in waiting if candidate.project is None)
    plain = [candidate.id for candidate in waiting if candidate.id not in (question, risky) and not candidate.replaces]
    claim = next(unconfirmed.fact.id for unconfirmed in confirming.unconfirmed(library) if not unconfirmed.risks)
    capsys.readouterr()
    return World(facts[4], facts[7], plain[0], plain[1], risky, question, facts[9], claim, root)
