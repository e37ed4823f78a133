"""What a hook asks of the system is answered as the room of platforms answers it."""

import ast
import os
from pathlib import Path

import pytest

import lore
from lore import paths
from lore.handover import places
from lore.platform import HERE, light


@pytest.mark.parametrize("variable", ["", "LORE_HOME=.lore", "XDG_DATA_HOME=/data", "HOME=/home/somebody", "HOME="])
def test_no_other_variable_moves_the_data_folder_of_a_hook(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where set-up named none, and no whole `LORE_HOME` does, it is that of the account; a user whom nothing lists has
    none."""
    for name in ("LORE_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS"):
        monkeypatch.delenv(name, raising=False)
    account = HERE.account_home()
    assert account is not None
    monkeypatch.setenv("HOME", str(account))
    expected = str(paths.home())
    name, _, value = variable.partition("=")
    if name:
        monkeypatch.setenv(name, value)
    assert places.home() == expected
    monkeypatch.setattr(os, "getuid", lambda: 2**31 - 2)
    assert places.home() == ""
    monkeypatch.setenv("LORE_HOME", "/lore/here")
    assert places.home() == "/lore/here"


def test_a_lock_of_a_hook_keeps_the_engine_out_and_the_other_way_round(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.touch()
    with path.open("r+b") as first, path.open("r+b") as second:
        assert light.lock(first.fileno())
        assert not HERE.lock(second.fileno(), wait=False)
    with path.open("r+b") as first, path.open("r+b") as second:
        assert HERE.lock(first.fileno(), wait=False)
        assert not light.lock(second.fileno())


def test_a_folder_is_mine_alone_or_it_is_not_used(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir(0o700)
    (tmp_path / "link").symlink_to(folder)
    assert light.is_mine(str(folder))
    assert not light.is_mine(str(tmp_path / "link"))
    folder.chmod(0o755)
    assert not light.is_mine(str(folder))


def test_what_a_hook_needs_of_the_system_is_imported_where_it_is_needed() -> None:
    tree = ast.parse((Path(lore.__file__).parent / "platform" / "light.py").read_text(encoding="utf-8"))
    names = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
    assert names == {"os", "sys"}
