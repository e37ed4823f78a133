"""What a hook asks of the system is answered as the room of platforms answers it."""

import ast
from pathlib import Path

import pytest

import lore
from lore import paths
from lore.handover import places
from lore.platform import HERE, light

ENVIRONMENTS: tuple[dict[str, str], ...] = (
    {},
    {"XDG_DATA_HOME": "/data/of/mine"},
    {"XDG_DATA_HOME": ""},
    {"XDG_DATA_HOME": "relative"},
    {"HOME": "/home/somebody"},
    {"LORE_HOME": "/lore/here"},
    {"LORE_HOME": "here"},
    {"LORE_HOME": "~/lore"},
    {"LORE_HOME": "a/../b"},
)


@pytest.mark.parametrize("environment", ENVIRONMENTS, ids=str)
def test_hooks_and_the_engine_mean_the_same_data_folder(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LORE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    told = places.home()
    if Path(environment.get("XDG_DATA_HOME") or "/").is_absolute():
        assert told == str(paths.home())
    else:
        assert told == ""


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
    """The top of the module loads nothing that costs a hook anything."""
    tree = ast.parse((Path(lore.__file__).parent / "platform" / "light.py").read_text(encoding="utf-8"))
    names = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
    assert names == {"os", "sys"}
