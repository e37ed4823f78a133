"""Text on the screen: cut, wrapped and dated so that columns stay where they are."""

import pytest
from rich.cells import cell_len

from lore.text import counted
from lore_tui.present.drawing import wrap
from lore_tui.present.parts import told_apart
from lore_tui.text import day, fit, listed

NOW = "2026-03-12T09:00:00Z"


def test_a_day_names_its_year_only_when_it_is_another() -> None:
    assert [day(at, NOW) for at in ("2026-01-02T00:00:00Z", "2025-12-31T00:00:00Z", None)] == [
        "2 Jan",
        "31 Dec 2025",
        "",
    ]


def test_numbers_are_counted_in_words() -> None:
    assert [counted(1, "fact"), counted(1204, "fact")] == ["1 fact", "1,204 facts"]


def test_a_line_is_cut_with_a_mark() -> None:
    assert [fit("abc", 5), fit("abcdef", 5), fit("abcdef", 1), fit("abc", 0)] == ["abc  ", "abcd…", "…", ""]


def test_many_titles_are_named_and_counted() -> None:
    assert listed(["one", "two\nlines", "three", "four"]) == "one, two lines, +2"


@pytest.mark.parametrize("cells", [9, 20, 60])
def test_wrapping_loses_nothing_and_keeps_to_the_width(cells: int) -> None:
    for text in [
        "Use tmp_path, never /tmp",
        "x" * 100,
        "日本語 の文字 は 二つ分",
        "a\n\n  b",
        "👩‍👩‍👧‍👦 " * 9,
        "",
        " lead",
    ]:
        lines = wrap(text, cells)
        assert all(cell_len(line) <= cells for line in lines)
        assert "".join("".join(lines).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("keys", "called"),
    [
        (["github.com/acme/web"], ["web"]),
        (["/home/a/wks/cli", "/home/b/work/cli", "github.com/acme/web"], ["wks/cli", "work/cli", "web"]),
        (["acme/web", "web"], ["acme/web", "web"]),
        ([], []),
    ],
)
def test_projects_are_called_by_as_little_as_tells_them_apart(keys: list[str], called: list[str]) -> None:
    assert list(map(told_apart(keys).get, keys)) == called
