"""The pictures in `screenshots` show the app as it is: each has the mark of its screens. `make screenshots` draws."""

from pathlib import Path

import pytest

from support.pictures import SHOTS, STORY, Shot, mark, take, tell, without_times

FOLDER = Path(__file__).parents[2] / "screenshots"
PLACES = [(shot, size) for shot in SHOTS for size in shot.sizes]
MOST_BYTES = 1_500_000
"""Of the moving picture: it stands in the README."""


@pytest.mark.parametrize(("shot", "size"), PLACES, ids=lambda value: getattr(value, "name", None))
async def test_a_picture_shows_the_app_as_it_is(shot: Shot, size: tuple[int, int], tmp_path: Path) -> None:
    """Its text, and what was drawn of it."""
    taken = await take(shot, size, tmp_path)
    assert (FOLDER / f"{taken.name}.txt").read_text(encoding="utf-8") == f"{without_times(taken.text)}\n"
    for kind in ("svg", "png"):
        assert mark([taken.text]).encode() in (FOLDER / f"{taken.name}.{kind}").read_bytes(), "run `make screenshots`"


async def test_the_moving_picture_tells_the_story_as_it_is(tmp_path: Path) -> None:
    """Search, a card, two decisions, the diff of what is published, written; small enough for a page."""
    texts = [taken.text async for taken in tell(tmp_path)]
    for words, told in zip(
        (
            "facts",
            "Flaky login test",
            "waiting",
            "approved “Use tmp_path_factory",
            "+# Conventions",
            "created CONVENTIONS.md",
        ),
        (texts[0], texts[8], texts[10], texts[11], texts[-3], texts[-1]),
        strict=True,
    ):
        assert words in told
    picture = (FOLDER / f"{STORY}.gif").read_bytes()
    assert mark(texts).encode() in picture, "run `make screenshots`"
    assert len(picture) < MOST_BYTES
