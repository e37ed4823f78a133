"""What an agent was given from another session and says again is no fact of its own."""

import json
from pathlib import Path

import pytest

from lore.capture import Options, capture
from lore.store import FactFilter, Store

CAUSE = "The root cause was a stale cache: we never invalidate it, so the old schema is served."


def said(store: Store, folder: Path, session: str, role: str, text: str) -> None:
    line = {"session": session, "id": f"{session}:1", "at": "2026-03-01T09:00:00Z", "role": role, "text": text}
    file = folder / f"{session}.jsonl"
    file.write_text(json.dumps(line) + "\n")
    capture(store, [file], Options(mine=True))


@pytest.mark.parametrize("given", [True, False])
def test_a_message_that_was_given_is_not_learnt_again(given: bool, store: Store, tmp_path: Path) -> None:
    """The first message is the output of a tool, so it is stored and no fact is made of it."""
    said(store, tmp_path, "read", "tool", f"# Report\n\n{CAUSE}")
    (message,) = store.passages.many(["t:1"])
    assert not store.facts.select(FactFilter())
    if given:
        store.accesses.give([message], "later")
    said(store, tmp_path, "later", "assistant", f"I looked it up. {CAUSE}")
    assert len(store.facts.select(FactFilter())) == (0 if given else 1)
