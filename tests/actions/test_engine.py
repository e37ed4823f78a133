"""The engine itself: where it works, what it opens, what its actions say of their parameters."""

from pathlib import Path

from lore import actions
from lore.actions import Engine
from lore.actions.registry import actions as registered


def test_an_engine_works_in_the_folder_it_is_given(world: Path, tmp_path: Path) -> None:
    """Not in that of the process: a server has one folder, and asks for many."""
    with Engine(folder=tmp_path / "other") as engine:
        assert actions.show_project(engine).project.key == (tmp_path / "other").as_posix()
        assert actions.set_project(engine, "acme/other").root == (tmp_path / "other").as_posix()
        assert engine.project == "acme/other"


def test_what_needs_no_store_opens_none(tmp_path: Path) -> None:
    engine = Engine(home=tmp_path / "nowhere")
    assert actions.store_place(engine).exists is False
    assert actions.backups_of(engine).backups == ()
    engine.close()
    assert not (tmp_path / "nowhere").exists()


def test_every_parameter_says_what_it_is() -> None:
    for action in registered().values():
        assert [parameter.name for parameter in action.parameters if not parameter.sentence] == [], action.name
