"""Hooks that are switched off do nothing: everywhere, below a folder, in one session; and they come back."""

from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.handover import is_off
from lore.store import Store


@pytest.mark.parametrize(
    ("scope", "other_folder", "other_session"),
    [({}, True, True), ({"folder": "here"}, False, True), ({"session": "s1"}, True, False)],
)
def test_what_is_switched_off_is_off_just_there(
    store: Store, home: Path, tmp_path: Path, scope: dict[str, str], other_folder: bool, other_session: bool
) -> None:
    engine, here = Engine(store), tmp_path / "web"
    folder = here if "folder" in scope else None

    def off(where: Path, session: str) -> bool:
        return is_off(str(home), str(where), session)

    assert not off(here / "core", "s1")
    actions.switch_hooks(engine, False, folder=folder, session=scope.get("session"))
    assert off(here / "core", "s1")
    assert off(tmp_path / "web-two", "s1") is other_folder
    assert off(here / "core", "s2") is other_session
    actions.switch_hooks(engine, True, folder=folder, session=scope.get("session"))
    assert not off(here / "core", "s1")
