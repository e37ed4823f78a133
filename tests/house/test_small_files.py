"""What Lore keeps beside the store is read in one way: nothing that stands there by its name is waited for."""

import ast
import os
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path

import pytest

from lore import small_files
from lore.cli.program import run
from lore.store import Store
from support.examples import sized

CORE = Path(__file__).parents[2] / "core" / "lore"


def reads_json_of_a_file(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and ast.unparse(node.func) in {"json.loads", "json.load"}
        and any(word in ast.unparse(node) for word in ("read_bytes", "read_text", "json.load("))
        and not any(own in ast.unparse(node) for own in ("FILE.", "files("))
    )


def test_files_of_json_are_read_in_one_place() -> None:
    """A pipe, a device, or brackets without end in the place of one: only `small_files` knows what to do."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in CORE.rglob("*.py")}
    assert {path.name for path, tree in trees.items() if any(map(reads_json_of_a_file, ast.walk(tree)))} == set()


@pytest.mark.parametrize("text", ["", "{", "[1]", "[" * 100_000, '{"a":' * 100_000, '{"a": ' + "9" * 5_000 + "}", "\0"])
def test_what_holds_no_values_is_empty(text: str, tmp_path: Path) -> None:
    file = tmp_path / "note.json"
    file.write_text(text)
    assert small_files.read(file) == {}
    with pytest.raises(ValueError, match=r"."):
        small_files.values(file)


@pytest.mark.long_form
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_pipes_and_devices_in_the_place_of_any_stop_no_command(
    store: Store, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["add", "Run the linter before you push"]) == 0
    for command in ("backup", "consolidate", "doctor", "search linter"):
        run(command.split())
    files = sorted(home.rglob("*.json"))
    assert {path.parent.name for path in files} >= {"index", "backups"}
    plants: tuple[Callable[[Path], None], ...] = (os.mkfifo, lambda at: at.symlink_to("/dev/zero"))
    planted = sized(list(zip(files, cycle(plants), strict=False)), list(product(files, plants)))
    for number, (file, plant) in enumerate(planted):
        if not file.parent.is_dir():
            continue  # it went with the index that was built anew
        file.unlink(missing_ok=True)
        plant(file)
        run(["doctor"])
        run(["backup", "list"])
        assert run(["add", f"Statement {number}"]) == 0
        assert run(["search", "linter"]) == 0
        file.unlink(missing_ok=True)
    assert "Traceback" not in capsys.readouterr().err
