"""Pure functions on text: where a part ends, the blocks of markdown, one short line of a long text."""

import re

import pytest
from hypothesis import given, strategies as st

from lore.brief import LONGEST, brief
from lore.markdown import BlockKind, blocks, front_matter
from lore.text import end_of_part

MARKS = ("\n\n", "\n", ". ", " ")


@given(st.text(alphabet="ab .\n", max_size=80), st.integers(0, 80), st.integers(2, 40))
def test_a_part_ends_after_the_best_mark_of_its_second_half(text: str, start: int, room: int) -> None:
    end = end_of_part(text, start, room, MARKS)
    assert start + room // 2 < end <= start + room
    half = text[start + room // 2 : start + room]
    best = next((mark for mark in MARKS if mark in half), None)
    if best is None:
        assert end == start + room
    else:
        assert text[:end].endswith(best)


HEADING, PARAGRAPH, CODE = BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.CODE
INDENTED, HTML, TABLE = BlockKind.INDENTED, BlockKind.HTML, BlockKind.TABLE

TRICKY = {
    "a longer fence holds a shorter one": ("````\n```\n# no\n```\n````\n# yes", [(CODE, 0, 5), (HEADING, 5, 6)]),
    "tildes hold backticks": ("~~~\n```\n~~~\ntext", [(CODE, 0, 3), (PARAGRAPH, 3, 4)]),
    "a fence that never ends": ("text\n```\n# no\n\nno", [(PARAGRAPH, 0, 1), (CODE, 1, 5)]),
    "a fence in a quotation ends with it": ("> ```\n> # no\n\n# yes", [(CODE, 0, 2), (HEADING, 3, 4)]),
    "a fence in a list": ("- item\n  ```\n  # no\n  ```\n- next", [(PARAGRAPH, 0, 1), (CODE, 1, 4), (PARAGRAPH, 4, 5)]),
    "an inline run of backticks is no fence": ("``` x ``` y\n# yes", [(PARAGRAPH, 0, 1), (HEADING, 1, 2)]),
    "underlined": ("Title\n=====\nText\n---", [(HEADING, 0, 2), (HEADING, 2, 4)]),
    "a rule below a blank line": ("text\n\n---\n\ntext", [(PARAGRAPH, 0, 1), (PARAGRAPH, 4, 5)]),
    "a rule below an item is no underline": ("- item\n---\ntext", [(PARAGRAPH, 0, 1), (PARAGRAPH, 2, 3)]),
    "a comment": ("<!--\n# no\n\n- no\n-->\ntext", [(HTML, 0, 5), (PARAGRAPH, 5, 6)]),
    "a comment that never ends": ("text\n\n<!-- # no\n\n# no", [(PARAGRAPH, 0, 1), (HTML, 2, 5)]),
    "code in tags": ("<pre>\n# no\n\n# no\n</pre>\n# yes", [(HTML, 0, 5), (HEADING, 5, 6)]),
    "a tab is code": ("text\n\n\tcode\n\n# yes", [(PARAGRAPH, 0, 1), (INDENTED, 2, 3), (HEADING, 4, 5)]),
    "a tab below an item is its text": ("- item\n\n\ttext", [(PARAGRAPH, 0, 1), (PARAGRAPH, 2, 3)]),
    "a table, and text right below it": ("| a | b |\n|---|---|\n| 1 | 2 |\ntext", [(TABLE, 0, 3), (PARAGRAPH, 3, 4)]),
    "a heading needs its space": ("#no\n# yes", [(PARAGRAPH, 0, 1), (HEADING, 1, 2)]),
    "seven marks": ("####### no", [(PARAGRAPH, 0, 1)]),
    "a lone carriage return is no line": ("one\rtwo\n\n# yes", [(PARAGRAPH, 0, 1), (HEADING, 2, 3)]),
}


@pytest.mark.parametrize("name", TRICKY)
def test_each_block_has_its_kind_and_its_lines(name: str) -> None:
    text, wanted = TRICKY[name]
    assert [(block.kind, block.first, block.end) for block in blocks(text)] == wanted


def test_a_heading_says_its_words_and_its_level() -> None:
    text = "### A *b* `c` ##\n\ntwo\nlines\n---\n> # quoted\n\n- # listed"
    found = [(block.title, block.level, block.underlined, block.quoted, block.nested) for block in blocks(text)]
    assert found == [
        ("A *b* `c`", 3, False, False, False),
        ("two lines", 2, True, False, False),
        ("quoted", 1, False, True, True),
        ("listed", 1, False, False, True),
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("---\nname: x\n---\ntext", 3),
        ("---\n---\ntext", 2),
        ("---\nname: x\n...\ntext", 3),
        ("---  \nname: x\n---\t\ntext", 3),
        ("---\nname: x\n----\ntext", 0),
        ("---\nnever closed", 0),
        ("\n---\nname: x\n---", 0),
        ("----\nname: x\n---", 0),
        ("---" + "\nx" * 300 + "\n---", 0),
        ("", 0),
    ],
)
def test_front_matter_ends_where_a_line_says_so(text: str, lines: int) -> None:
    assert front_matter(text.split("\n")) == lines


@given(st.text(alphabet=" \t\n#->*`~|=_1.[]<!/ab\\\r", max_size=120), st.integers(0, 5))
def test_blocks_lie_in_the_text_one_after_the_other(text: str, start: int) -> None:
    end = start
    for block in blocks(text, start):
        assert end <= block.first < block.end <= text.count("\n") + 1
        end = block.end


PLAIN = """use pnpm because it's slow, then stop. core/lore/text.py --no-verify (see the docs) HTTPServer 3.11.7
https://example.org/a/b?c=d#e “quoted” ende;"""
WORDS = st.sampled_from([*PLAIN.split(), "`bun run lint --fix`", "`a b`,"])
SHORT_CODE = re.compile(r"`[^`]+`")


@given(st.lists(WORDS, max_size=80), st.integers(20, 160))
def test_it_is_one_bounded_line_of_whole_words(words: list[str], room: int) -> None:
    text = " ".join(words)
    short = brief(text, room)
    assert len(short) <= room
    assert "\n" not in short
    kept = SHORT_CODE.findall(short)
    assert short.count("`") == 2 * len(kept)
    assert set(kept) <= set(SHORT_CODE.findall(text))
    plain = {word.strip("…,;:") for word in SHORT_CODE.sub("", text).split()}
    assert {word.strip("…,;:") for word in SHORT_CODE.sub("", short).split()} <= plain | {""}
    assert (short == text) == (len(text) <= room)


@given(st.text(max_size=400))
def test_any_text_has_one(text: str) -> None:
    assert len(brief(text)) <= LONGEST


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Use pnpm.", "Use pnpm."),
        ("Use\n  pnpm.", "Use pnpm."),
        (
            f"Always use pnpm in this repository. {'npm breaks the lockfile ' * 8}",
            "Always use pnpm in this repository.…",
        ),
        (
            f"The queue is BullMQ on Redis (not SQS, {'which lost messages ' * 5}), so jobs survive restarts.",
            "The queue is BullMQ on Redis, so jobs survive restarts.…",
        ),
        (
            f"The table stands in core/lore/store/tables.py; it is what the index reads, {'and more ' * 9}",
            "The table stands in core/lore/store/tables.py; it is what the index reads…",
        ),
        (f"Run `{'x y ' * 40}` first, then lint.", "Run … first, then lint."),
        ("日本語" * 60, f"{'日本語' * 33}…"),
    ],
)
def test_it_is_the_first_statement(text: str, short: str) -> None:
    assert brief(text) == short
