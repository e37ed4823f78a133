"""What an agent is given, and why: the engine and the command line answer alike. No screen of the app shows it."""

import json
from collections.abc import Callable, Sequence

import pytest

from lore import actions, wire
from lore.actions import Engine
from lore.cli.program import run
from lore.store import Store, open_store
from support import sample_store
from support.face_world import World

KEY = sample_store.WEB
PNPM = "Packages are installed with pnpm, never with npm"
ROWS: dict[str, tuple[Callable[[Engine, World], dict[str, object]], Callable[[World], Sequence[str]]]] = {
    "context": (lambda e, w: wire.of(actions.context(e, project=KEY)), lambda w: ["context"]),
    "recall": (lambda e, w: wire.of(actions.recall(e, PNPM, project=KEY)), lambda w: ["recall", PNPM]),
    "why": (lambda e, w: wire.of(actions.why(e, w.fact, project=KEY)), lambda w: ["why", w.fact]),
}
"""The action, and the words of the command."""


@pytest.mark.parametrize("name", ROWS)
def test_the_engine_and_the_command_line_give_the_same(
    name: str, world: World, library: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    """The answer as JSON; nobody's asking is logged."""
    library.close()
    assert run(["review", "approve", world.waiting, "--yes"]) == 0
    assert run(["add", PNPM, "--project", KEY]) == 0
    by_engine, by_line = ROWS[name]
    with open_store() as store:
        since = store.audit.seqs(1)
        expected = by_engine(Engine(store), world)
    capsys.readouterr()
    run([*by_line(world), "--project", KEY, "--json"])
    told = json.loads(capsys.readouterr().out)
    assert {key: value for key, value in told.items() if key != "schema"} == json.loads(json.dumps(expected))
    assert expected.get("items") != []
    with open_store() as store:
        assert store.audit.seqs(1) == since
