"""What several forks copied of one session was said once, also where that session's file is gone."""

import json
from itertools import permutations
from pathlib import Path

import pytest

from lore.capture import Options, capture
from lore.history import undo_run
from lore.presence import deciding
from lore.store import Store
from support.publishing import make_repository

ORIGIN = "019b0000-0000-7000-8000-00000000000a"
RULE = "From now on always use tabs in Makefiles here."


def rollout(tmp_path: Path, number: int, origin: str | None) -> Path:
    """A session of Codex: two turns that it copied, and one of its own."""
    session = f"019b0000-0000-7000-8000-0000000001{number:02}" if origin else ORIGIN
    at = f"2026-03-1{number}T09:00:00.000Z"
    head = {"id": session, "timestamp": at, "cwd": str(tmp_path / "shop"), "originator": "codex-tui", "source": "cli"}
    rows: list[tuple[str, object]] = [("session_meta", head | ({"forked_from_id": origin} if origin else {}))]
    turns = [
        ("turn-1", "Let us begin."),
        ("turn-2", RULE),
        *([(f"own-{number}", f"Try way {number}.")] if origin else []),
    ]
    for turn, text in turns:
        item = {"type": "UserMessage", "id": f"item-{turn}", "content": [{"type": "text", "text": text}]}
        completed = {"type": "item_completed", "thread_id": session, "turn_id": turn, "item": item}
        rows += [("event_msg", {"type": "task_started", "turn_id": turn}), ("event_msg", completed)]
    path = tmp_path / ".codex/sessions/2026/03" / f"1{number}" / f"rollout-2026-03-1{number}T09-00-00-{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps({"timestamp": at, "type": kind, "payload": load}) + "\n" for kind, load in rows))
    return path


@pytest.mark.parametrize("together", [True, False], ids=["at once", "one by one"])
@pytest.mark.parametrize("there", [True, False], ids=["its file is there", "its file is gone"])
@pytest.mark.parametrize("order", list(permutations((1, 2, 3))), ids=str)
def test_what_was_copied_counts_once(
    store: Store, tmp_path: Path, order: tuple[int, ...], *, there: bool, together: bool
) -> None:
    make_repository(tmp_path / "shop")
    files = [rollout(tmp_path, number, ORIGIN) for number in order]
    files = [rollout(tmp_path, 0, None), *files] if there else files
    for part in [files] if together else [[file] for file in files]:
        capture(store, part, Options())
    (fact,) = store.facts.select()
    assert len({item.session for item in store.facts.evidence([fact.id])[fact.id]}) == 1
    said = [turn.text for session in store.sessions.select() for turn in store.sessions.turns(session.id)]
    assert sorted(said) == sorted(["Let us begin.", RULE, *(f"Try way {number}." for number in order)])


def test_an_undo_forgets_the_fork(store: Store, tmp_path: Path) -> None:
    make_repository(tmp_path / "shop")
    first = capture(store, [rollout(tmp_path, 1, ORIGIN)], Options())
    assert first.run
    undo_run(store, first.run, deciding("test", yes=True))
    capture(store, [rollout(tmp_path, 2, ORIGIN)], Options())
    (fact,) = store.facts.select()
    assert [item.session for item in store.facts.evidence([fact.id])[fact.id]] == [
        "019b0000-0000-7000-8000-000000000102"
    ]
