"""`make quick` runs tests of most rooms, and none that starts a process, drives the app or embeds."""

import re

import pytest

from support.quick import LONG, TESTS, is_light, is_quick

FILES = sorted(TESTS.glob("*/test_*.py"))
ROOT = TESTS.parent


def test_quick_runs_a_third_of_the_files_and_most_rooms() -> None:
    """Otherwise nobody would trust it before a commit."""
    quick = [file for file in FILES if is_quick(file)]
    assert len(quick) >= len(FILES) / 3
    rooms = {file.parent.name for file in FILES}
    assert len({file.parent.name for file in quick}) >= 0.7 * len(rooms)


def test_what_is_left_out_by_name_is_there() -> None:
    assert {name for name in LONG if not (TESTS / name).is_file()} == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import subprocess\n", False),
        ("from support.keyboard import at_keyboard\n", False),
        ("consolidate(store, bundled_embedder(home))\n", False),
        ("def test_a_sum() -> None:\n    assert 1 + 1 == 2\n", True),
    ],
)
def test_a_file_is_sorted_by_what_it_uses(text: str, expected: bool) -> None:
    assert is_light(text) is expected


def test_make_has_the_targets_that_the_page_names() -> None:
    """`docs/contributing.md` opens with them."""
    page = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"`make (\w+)`", page))
    assert {"check", "quick", "test", "torture"} <= named
    assert named <= set(re.findall(r"^(\w+):", makefile, re.MULTILINE))
