"""On recorded sessions, hooks give what `lore context` and `lore recall` give, and mostly nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.context import note_prompts
from lore.handover import Talk
from lore.presence import deciding
from lore.store import Store
from support.examples import sized
from support.hooking import Session, nobody_drains

LEARNT_FROM, ASKED_OF = sized(4, 12), sized(2, 6)
"""Sessions that are read first, and sessions whose first three prompts are asked then."""


@pytest.fixture
def undrained(home: Path, store: Store) -> Iterator[None]:
    with nobody_drains(home):
        yield


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("- ")]


@pytest.mark.long_form
@pytest.mark.parametrize("repository", ["packmind", "agentv"])
def test_hooks_give_what_the_commands_give(
    repository: str, store: Store, tmp_path: Path, shared: Path, undrained: None
) -> None:
    folder = shared / "data" / "told_once" / repository
    sessions = [json.loads(line) for line in (folder / "order.jsonl").read_text().splitlines()]
    engine = Engine(store, person=deciding("test", yes=True), folder=tmp_path, by_words=True)
    project = engine.project
    assert project
    read = [folder / one["file"] for one in sessions[:LEARNT_FROM]]
    actions.capture(engine, read, project=project, mine=True)
    note_prompts(store, project)
    starts = [item.line for item in actions.context(engine).items]
    asked = 0
    for one in sessions[LEARNT_FROM : LEARNT_FROM + ASKED_OF]:
        session, talk = Session(tmp_path, one["session"]), Talk("claude-code", one["session"], {})
        assert lines_of(session.start().text) == starts
        for prompt in one["prompts"][:3]:
            given = lines_of(session.prompt(prompt["text"]).text)
            expected: list[str] = []
            if talk.hear(prompt["text"])[0]:
                brief = actions.recall(engine, prompt["text"], session=f"twin of {one['session']}")
                expected, asked = [item.line for item in brief.items], asked + 1
            assert given == expected
    assert asked >= ASKED_OF
