"""What the rows of the table of faces speak of."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.store import Store
from support.person import statements


@dataclass(frozen=True)
class World:
    """The ids of what the rows speak of; the same in every copy of the store."""

    fact: str
    other: str
    waiting: str
    second: str
    risky: str
    question: str
    away: str
    claim: str
    root: Path


def made_world(
    library: Store, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> World:
    """The sample store with a question in its queue and a fact that was put away, seen from the folder `root`."""
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
    claim = statements(library, harmless=True)[0]
    capsys.readouterr()
    return World(facts[4], facts[7], plain[0], plain[1], risky, question, facts[9], claim, root)


def guide_and_notes(folder: Path) -> None:
    (folder / "guide").mkdir(parents=True)
    (folder / "guide" / "ports.md").write_text("# Ports\n\nStaging listens on port 5433.\n")
    (folder / "notes").mkdir()
    (folder / "notes" / "CLAUDE.md").write_text("# Rules\n\n- Always write tests first\n- Never push on Fridays\n")
