"""What is loaded when: the command line never loads the app, and the app opens without the search engine."""

import json
import subprocess
import sys

import pytest

TOOLKIT = {"textual", "rich", "lore_tui"}
ENGINES = {"numpy", "fastembed", "onnxruntime", "tantivy"}


def loaded_by(code: str) -> set[str]:
    """The top-level modules that are loaded after some code ran in a fresh process."""
    tail = "import json, sys; print('\\n' + json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    done = subprocess.run([sys.executable, "-c", f"{code}\n{tail}"], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("arguments", [["--help"], ["tui", "--help"], ["path"]])
def test_the_command_line_loads_no_terminal_toolkit(arguments: list[str]) -> None:
    """`lore --help` stays quick."""
    assert not loaded_by(f"from lore.cli.program import run; run({arguments!r})") & (TOOLKIT | ENGINES)


def test_the_app_opens_without_the_search_engine() -> None:
    """It is loaded by the first search, in a thread."""
    assert not loaded_by("import lore_tui.app") & ENGINES


def test_rare_parts_are_loaded_when_they_are_opened() -> None:
    """The form brings a text editor with it: 20 ms."""
    code = "import lore_tui.app, sys; assert 'textual.widgets._text_area' not in sys.modules"
    assert "lore_tui" in loaded_by(code)
