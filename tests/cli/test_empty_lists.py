"""A list with nothing in it says so in one line and names the next step; it is no error."""

import pytest

from lore.cli.program import run

LISTS = {
    "facts": (3, ["--kind", "decision"]),
    "sessions": (0, ["--project", "shop"]),
    "log": (0, ["--actor", "hook"]),
    "review": (0, ["--project", "shop"]),
    "docs list": (0, ["--project", "shop"]),
    "project list": (0, []),
    "backup list": (0, []),
    "recent": (3, ["--project", "shop"]),
    "decisions": (3, ["--project", "shop"]),
}
"""Command → its exit code where it shows nothing, and conditions for it."""


@pytest.mark.parametrize("command", LISTS)
@pytest.mark.parametrize("narrowed", [False, True])
def test_an_empty_list_says_so(command: str, narrowed: bool, capsys: pytest.CaptureFixture[str]) -> None:
    code, conditions = LISTS[command]
    typed = [*command.split(), *(conditions if narrowed else [])]
    assert run(typed) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.strip()
    assert "error" not in printed.err
    assert f"`lore {' '.join(typed)}`" not in printed.err, "the command that was just typed helps nobody"
