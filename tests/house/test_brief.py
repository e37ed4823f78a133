"""The short form of a fact: bounded, one line, and whole where it must be."""

import re

import pytest
from hypothesis import given, strategies as st

from lore.brief import LONGEST, brief

PLAIN = """use pnpm because it's slow, then stop. core/lore/text.py --no-verify (see the docs) HTTPServer 3.11.7
https://example.org/a/b?c=d#e “quoted” ende;"""
WORDS = st.sampled_from([*PLAIN.split(), "`bun run lint --fix`", "`a b`,"])
CODE = re.compile(r"`[^`]+`")


@given(st.lists(WORDS, max_size=80), st.integers(20, 160))
def test_it_is_one_bounded_line_of_whole_words(words: list[str], room: int) -> None:
    text = " ".join(words)
    short = brief(text, room)
    assert len(short) <= room
    assert "\n" not in short
    kept = CODE.findall(short)
    assert short.count("`") == 2 * len(kept)
    assert set(kept) <= set(CODE.findall(text))
    plain = {word.strip("…,;:") for word in CODE.sub("", text).split()}
    assert {word.strip("…,;:") for word in CODE.sub("", short).split()} <= plain | {""}
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
