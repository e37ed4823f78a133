"""Whatever a person does with facts and cards, in whatever order, leaves the memory as healthy as it was."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from lore.actions import Engine
from lore.actions.registry import actions
from lore.doctor import look
from lore.doctor.check import Outcome
from lore.errors import LoreError
from lore.model import Kind, Layer, Status
from lore.presence import deciding
from lore.store import FactFilter, open_store

TEXTS = (
    "Use pnpm for all packages", "Never use pnpm for all packages", "The API listens on port 8080",
    "The API listens on port 9090", "Deploy on Tuesdays", "password=Tr0ub4dor&3xKq is the key of staging",
)  # fmt: skip
STEPS: dict[str, Callable[[str, str, str, str], tuple[tuple[object, ...], dict[str, object]]]] = {
    "save": lambda text, fact, other, card: ((text,), {"kind": Kind.CONVENTION, "layer": Layer.USER}),
    "edit": lambda text, fact, other, card: ((fact,), {"text": text}),
    "archive": lambda text, fact, other, card: (([fact],), {}),
    "restore": lambda text, fact, other, card: (([fact, other],), {}),
    "pin": lambda text, fact, other, card: (([fact],), {}),
    "unpin": lambda text, fact, other, card: (([fact],), {}),
    "confirm": lambda text, fact, other, card: (([fact, other],), {}),
    "supersede": lambda text, fact, other, card: ((fact, other), {}),
    "replace": lambda text, fact, other, card: ((fact, text), {}),
    "propose": lambda text, fact, other, card: (([fact],), {}),
    "approve": lambda text, fact, other, card: ((card,), {"acknowledged": ("everywhere", "tainted", "instruction")}),
    "reject": lambda text, fact, other, card: (([card],), {}),
    "snooze": lambda text, fact, other, card: (([card],), {}),
    "merge": lambda text, fact, other, card: ((card, fact), {}),
    "hold_both": lambda text, fact, other, card: ((fact, other), {}),
    "undo": lambda text, fact, other, card: ((), {"agreed": True}),
    "redo": lambda text, fact, other, card: ((), {}),
}
"""The actions by which a person changes what is remembered, each with what it is called with."""
GRAVITY = {Outcome.OK: 0, Outcome.SKIPPED: 0, Outcome.WARN: 1, Outcome.FAIL: 2}
SEQUENCES = st.lists(
    st.tuples(st.sampled_from(sorted(STEPS)), st.sampled_from(TEXTS), st.integers(0, 7), st.integers(0, 7)),
    min_size=3,
    max_size=14,
)


BEFORE = {"restore": "archive", "unpin": "pin", "redo": "undo"}
"""What has to be done before, so that there is something to do."""


@pytest.mark.parametrize("name", STEPS)
def test_each_step_is_an_action_and_can_be_done(name: str, tmp_path: Path) -> None:
    """Else a sequence of refusals would show nothing."""
    assert name in actions()
    with open_store(tmp_path / "lore") as store:
        engine = Engine(store, person=deciding("test", yes=True), folder=tmp_path)
        for text in TEXTS[:4:2]:
            actions()["save"].call(engine, text, kind=Kind.CONVENTION, layer=Layer.USER)
        assert _does(engine, "propose", "", 0, 0)
        if name in BEFORE:
            assert any(_does(engine, BEFORE[name], "", one, one) for one in range(2))
        assert any(_does(engine, name, TEXTS[4], one, 1 - one) for one in range(2))


@pytest.mark.slow("the doctor looks twice at each sequence")
@pytest.mark.hypothesis
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=SEQUENCES)
def test_no_sequence_of_a_persons_commands_makes_the_doctor_worse(
    steps: list[tuple[str, str, int, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("never") / "lore"
    with open_store(folder) as store:
        engine = Engine(store, person=deciding("test", yes=True), folder=folder.parent)
        for text in TEXTS[:4]:
            actions()["save"].call(engine, text, kind=Kind.CONVENTION, layer=Layer.USER)
    before = outcomes(folder)
    with open_store(folder) as store:
        engine = Engine(store, person=deciding("test", yes=True), folder=folder.parent)
        for name, text, one, other in steps:
            _does(engine, name, text, one, other)
    after = outcomes(folder)
    worse = {name: (before[name], after[name]) for name in after if GRAVITY[after[name][0]] > GRAVITY[before[name][0]]}
    assert not worse, steps


def _does(engine: Engine, name: str, text: str, one: int, other: int) -> bool:
    """Do one thing to what is there; False where it is refused in words. Anything else that is raised is a fault."""
    facts = [fact.id for fact in engine.store.facts.select(FactFilter(statuses=tuple(Status)))]
    cards = engine.store.candidates.ids()
    words, named = STEPS[name](
        text, facts[one % len(facts)], facts[other % len(facts)], (cards or ["c:none"])[one % max(1, len(cards))]
    )
    try:
        actions()[name].call(engine, *words, **named)
    except LoreError as error:
        assert error.message
        return False
    return True


def outcomes(folder: Path) -> dict[str, tuple[Outcome, str]]:
    return {one.check.id: (one.finding.outcome, one.finding.says) for one in look(folder).results}
