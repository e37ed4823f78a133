"""A session whose times lie ahead: a clock was wrong. It is told, and what was said there fades as all else does."""

import json
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import pytest

from lore import clock
from lore.capture import Options, capture
from lore.doctor.freshness import captures
from lore.doctor.inspection import Inspection
from lore.memory import strengths_of
from lore.store import Store
from support.publishing import make_repository

TODAY = "2026-03-12T09:00:00Z"


def said(tmp_path: Path, at: str, name: str) -> Path:
    file = tmp_path / ".claude/projects/-shop" / f"{uuid5(NAMESPACE_URL, name)}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    row = {"type": "user", "uuid": f"{name}-0", "timestamp": at, "sessionId": name, "cwd": str(tmp_path / "shop"),
           "message": {"role": "user", "content": f"Always run make {name} before a commit."}}  # fmt: skip
    file.write_text(json.dumps(row) + "\n")
    return file


@pytest.mark.parametrize("at", ["2082-01-01T10:00:00Z", "2031-01-01T10:00:00Z"])
def test_it_is_told_and_fades_from_when_it_came_in(
    store: Store, tmp_path: Path, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_repository(tmp_path / "shop")
    capture(store, [said(tmp_path, TODAY, "fmt"), said(tmp_path, at, "lint")], Options())
    finding = captures(Inspection(store.folder))
    assert finding.outcome.value == "warn"
    assert "lint (claude-code, 20" in finding.says
    assert finding.fix
    monkeypatch.setenv("LORE_NOW", "2027-09-01T10:00:00Z")
    facts = store.facts.select()
    values = strengths_of(store, [fact.id for fact in facts])
    assert len(facts) == 2
    assert max(values.values()) == pytest.approx(min(values.values()), rel=0.01)
    assert all(fact.created_at <= clock.now() for fact in facts)
