"""Lines that an editor wrapped are read as one sentence; lines that somebody typed apart stay apart."""

import textwrap

import pytest

from lore.language import sentences

SAID = (
    "We never push to the main branch of the shop without a review by somebody of the platform team, even on Fridays.",
    "the nightly job reads the index of the docs before it starts the workers, and never waits for over a minute.",
)
APART = (
    "fix the search page of the shop so that it finds products by their number\nalso update the docs of the search",
    "The build of the release job runs at night on the machine of the team.\nand the docs are built by day",
    "The release job of the shop needs these secrets in its environment:\nthe token of the registry",
    "run the tests\nwrite the docs",
    "We never push to the main branch of the shop without a review by one\n\nof the platform team",
    "We never push to the main branch of the shop without a review by one\n- of the platform team",
    "- use tabs in all of the files that the compiler of the shop ever reads\nthe docs use spaces",
)


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("mark", ["", "- ", "3. ", "> "])
def test_a_wrapped_sentence_is_whole(said: str, mark: str) -> None:
    """At any width; an entry of a list goes on where it is indented. A quotation is not typed, and may be parted."""
    for width in range(60, 104, 4):
        wrapped = textwrap.fill(mark + said, width, subsequent_indent=" " * len(mark) if mark != "> " else mark)
        found = list(sentences(wrapped))
        if mark != "> ":
            assert [" ".join(one.text.split()) for one in found] == [said]
        assert all(wrapped[one.start : one.end] == one.text for one in found)


@pytest.mark.parametrize("text", APART)
def test_lines_that_stand_apart_stay_apart(text: str) -> None:
    """An order after another, what ended, what announces, short lines, a blank line, another entry."""
    assert not any("\n" in one.text for one in sentences(text))
