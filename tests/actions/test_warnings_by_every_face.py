"""No face approves what has a warning by one key, one command or one call."""

from collections.abc import Callable
from typing import Any

import pytest

from lore import actions
from lore.actions import Engine
from lore.cli.program import run
from lore.errors import NeedsPerson
from lore.model import CandidateStatus
from lore.presence import deciding
from lore.store import Store
from support.face_world import World
from support.keyboard import Person, at_keyboard

BULK: dict[str, Callable[[Person], Any]] = {
    "approve the marked": lambda person: person.press("space", "A", "y"),
    "approve under the cursor": lambda person: person.press("A", "y"),
    "approve all": lambda person: person.press("a"),
}


@pytest.mark.parametrize("keys", BULK)
async def test_no_single_use_of_a_key_of_the_app_approves_what_has_a_warning(keys: str, library: Store) -> None:
    waiting = library.candidates.many(library.candidates.ids())
    (risky,) = (candidate for candidate in waiting if candidate.project is None)
    async with at_keyboard(library) as person:
        await person.press("2", *["down"] * [candidate.id for candidate in waiting].index(risky.id))
        await BULK[keys](person)
    assert library.candidates.get(risky.id).status is CandidateStatus.WAITING


@pytest.mark.parametrize("words", [["review", "approve"], ["review", "edit"]])
def test_no_single_command_approves_what_has_a_warning(words: list[str], world: World, library: Store) -> None:
    """`--yes` stands for no warning."""
    more = ["Ask me before adding a dependency"] if words[-1] == "edit" else [world.waiting]
    assert run([*words, world.risky, *more, "--yes"]) == 4
    assert library.candidates.get(world.risky).status is CandidateStatus.WAITING


def test_no_single_action_approves_what_has_a_warning(world: World, library: Store) -> None:
    engine = Engine(library, person=deciding("decide in a test", yes=True))
    actions.approve_all(engine, [world.risky, world.waiting])
    ways: tuple[Callable[[], object], ...] = (
        lambda: actions.approve(engine, world.risky),
        lambda: actions.edit_and_approve(engine, world.risky, "Ask me before adding a dependency"),
    )
    for one in ways:
        with pytest.raises(NeedsPerson):
            one()
    assert library.candidates.get(world.risky).status is CandidateStatus.WAITING
