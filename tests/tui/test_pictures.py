"""The pictures in `screenshots` show the demo and the app as they are: each is made anew. `make screenshots` draws."""

from pathlib import Path

import pytest

from support.pictures import (
    HERO_SIZE,
    SHOTS,
    STEPS,
    STORY,
    STORY_SIZE,
    Shot,
    Taken,
    end_of_demo,
    lines,
    looks,
    mark,
    share_covered,
    steady,
    take,
    tell,
    without_times,
)

FOLDER = Path(__file__).parents[2] / "screenshots"
PLACES = [(shot, size) for shot in SHOTS for size in shot.sizes]
MOST_BYTES = 1_500_000
"""Of the moving picture: it stands in the README."""
FEWEST_COLOURS = 10
"""Of a full screen; the first start asks for three ticks and has one less."""
FILLED = 0.2
"""The share of the cells that something stands on."""


def words_of(text: str) -> str:
    """A screen without spaces, which a picture does not draw, and without times."""
    return "".join(without_times(text).split())


@pytest.mark.parametrize(("shot", "size"), PLACES, ids=lambda value: getattr(value, "name", None))
async def test_a_picture_shows_the_app_as_it_is(shot: Shot, size: tuple[int, int], tmp_path: Path) -> None:
    """Its text, its frame as the framework paints it, and that there is something to be seen."""
    check(await take(shot, size, tmp_path), size, FEWEST_COLOURS - shot.begins)


def test_the_first_picture_shows_the_end_of_the_demo_as_it_is(tmp_path: Path) -> None:
    """A session without Lore beside one with it; your words, and what is given, each in a colour of its own."""
    taken = end_of_demo(tmp_path)
    check(taken, HERO_SIZE, 5)
    assert "without Lore" in taken.text and "you approved it" in taken.text


def check(taken: Taken, size: tuple[int, int], colours: int) -> None:
    kept = (FOLDER / f"{taken.name}.svg").read_text(encoding="utf-8")
    assert (FOLDER / f"{taken.name}.txt").read_text(encoding="utf-8") == f"{without_times(taken.text)}\n"
    assert steady(kept) == steady(taken.svg), "run `make screenshots`"
    assert words_of("\n".join(lines(taken.svg))) == words_of(taken.text)
    assert looks(kept) >= colours
    assert share_covered(kept, size) >= FILLED


async def test_the_moving_picture_tells_the_story_as_it_is(tmp_path: Path) -> None:
    """From the ticks to the first approval, and what the next session then has; small enough for a page."""
    scenes = [taken async for taken in tell(tmp_path)]
    texts = [taken.text for taken in scenes]
    said = ("On this machine: 6 sessions", "You said it here", "After your first approval", "1 approved", "2 approved")
    assert [words for words, told in zip(said, texts, strict=False) if words not in told] == []
    assert "What sessions start with" in texts[-1]
    assert all(words_of("\n".join(lines(taken.svg))) == words_of(taken.text) for taken in scenes)
    assert (FOLDER / f"{STORY}.txt").read_text(encoding="utf-8").split("\n\f\n") == [
        *map(without_times, texts[:-1]),
        f"{without_times(texts[-1])}\n",
    ]
    picture = (FOLDER / f"{STORY}.gif").read_bytes()
    assert mark([taken.svg for taken in scenes]).encode() in picture, "run `make screenshots`"
    assert len(picture) < MOST_BYTES


def test_every_frame_of_the_moving_picture_is_painted() -> None:
    """As many colours as a still one has, and ink in a fifth of the cells."""
    from PIL import Image, ImageSequence  # a tool of the checkout: the wheel is tested without it

    columns, rows = STORY_SIZE
    with Image.open(FOLDER / f"{STORY}.gif") as picture:
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(picture)]
    assert len(frames) == len(STEPS)
    for frame in frames:
        seen = frame.getcolors(frame.width * frame.height)
        assert seen is not None
        assert len(seen) >= FEWEST_COLOURS
        cells = frame.resize((columns, rows), Image.Resampling.BOX)
        ground = max(cells.getcolors(columns * rows) or [], key=lambda counted: counted[0])[1]
        bare = sum(counted for counted, colour in cells.getcolors(columns * rows) or [] if colour == ground)
        assert 1 - bare / (columns * rows) >= FILLED
