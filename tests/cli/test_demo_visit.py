"""`lore demo` in a terminal: the app on the queue of a throw-away store, then what was done and what to type next."""

from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.cli import demo, tui
from lore.store import Store
from support.publishing import KEY, approved
from support.speakers import Script, Step, write


@pytest.fixture
def visited(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Engine]:
    """A visit in which one proposal is approved and published, another one rejected and that undone."""
    approved(store, "Squash before merging")
    facts = [actions.save(Engine(store), text).fact for text in ("Use pnpm", "Name tests by what they promise")]
    actions.propose(Engine(store), [fact.id for fact in facts])
    seen: list[Engine] = []

    def at_app(engine: Engine, *, on_review: bool) -> int:
        assert on_review
        seen.append(engine)
        first, second = actions.queue(engine)
        card = actions.card(engine, first)
        known = [risk.id for risk in card.risks]
        actions.approve(engine, first, rev=card.candidate.rev, acknowledged=known)
        actions.reject(engine, [second])
        actions.undo(engine)
        (found,) = [one for one in actions.plan_publish_everywhere(engine) if one.plan.project == KEY]
        actions.publish(engine, root=found.root, mark=found.mark)
        return 0

    monkeypatch.setattr(tui, "open_app", at_app)
    return seen


def test_on_quit_the_demo_tells_what_you_did(
    store: Store, visited: list[Engine], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Counted by act, without what you undid; every project of the demo has a folder to publish to."""
    assert demo._visit(Engine(store), tmp_path) == 0
    assert visited
    out = capsys.readouterr().out
    assert "approved 1" in out
    assert "published 1" in out
    assert "rejected" not in out
    assert "1 still waits" in out
    assert "Your own memory was not touched." in out
    assert (tmp_path / "repositories" / "github.com-me-web" / "CONVENTIONS.md").exists()


def test_it_names_the_sessions_that_agents_keep_here(
    store: Store, visited: list[Engine], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / ".claude" / "projects" / "-w-shop"
    write(
        folder,
        "claude-code",
        Script("0a000000-0000-4000-8000-000000000001", [Step("user", "Use pnpm."), Step("assistant", "Yes.")]),
    )
    demo._visit(Engine(store), tmp_path)
    assert "on this machine agents keep sessions (1 of Claude Code)" in capsys.readouterr().out
    assert visited
