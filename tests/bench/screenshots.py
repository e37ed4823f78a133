"""Pictures of the demo, and of the running app on the sample store, for the README: `make screenshots`.

Writes `screenshots/*.svg` and `*.txt`, `screenshots/story.txt` and, where the group `pictures` of pyproject.toml is
installed, the moving `story.gif`. `tests/tui/test_pictures.py` tells one that is no longer true.
"""

import asyncio
import io
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from support.pictures import SHOTS, STORY, Taken, end_of_demo, mark, take, tell, without_times

if TYPE_CHECKING:
    from PIL.Image import Image

FOLDER = Path(__file__).resolve().parents[2] / "screenshots"
STORY_COLOURS, STORY_WIDTH = 160, 960


def keep(taken: Taken) -> None:
    (FOLDER / f"{taken.name}.txt").write_text(f"{without_times(taken.text)}\n", encoding="utf-8")
    (FOLDER / f"{taken.name}.svg").write_text(taken.svg, encoding="utf-8")
    print(f"screenshots/{taken.name}")


async def still(folder: Path) -> None:
    for shot in SHOTS:
        for size in shot.sizes:
            with tempfile.TemporaryDirectory(dir=folder) as scratch:
                taken = await take(shot, size, Path(scratch))
            keep(taken)


async def story(folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        scenes = [taken async for taken in tell(Path(scratch))]
    texts = [taken.text for taken in scenes]
    (FOLDER / f"{STORY}.txt").write_text("\n\f\n".join(map(without_times, texts)) + "\n", encoding="utf-8")
    write_gif(scenes, FOLDER / f"{STORY}.gif", mark([taken.svg for taken in scenes]))
    print(f"screenshots/{STORY}")


def painted(svg: str, width: int) -> "Image | None":
    """The picture in pixels; None where the packages that paint are not installed."""
    try:
        import cairosvg
        from PIL import Image
    except ImportError:
        return None
    return Image.open(io.BytesIO(cairosvg.svg2png(svg.encode("utf-8"), output_width=width))).convert("RGB")


def write_gif(scenes: Sequence[Taken], path: Path, marked: str) -> None:
    """One palette for all, taken of the scene with most on it, and no dots between colours: letters stay sharp."""
    pictures = [one for one in (painted(taken.svg, STORY_WIDTH) for taken in scenes) if one is not None]
    if pictures:
        from PIL import Image

        together = Image.new("RGB", (STORY_WIDTH, pictures[0].height * len(pictures)))
        for number, picture in enumerate(pictures):
            together.paste(picture, (0, number * pictures[0].height))
        palette = together.quantize(STORY_COLOURS)
        first, *others = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures]
        lasts = [int(1000 * taken.seconds) for taken in scenes]
        first.save(
            path, save_all=True, append_images=others, duration=lasts, loop=0, optimize=True, comment=marked.encode()
        )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as house:
        keep(end_of_demo(Path(house)))
        asyncio.run(still(Path(folder)))
        asyncio.run(story(Path(folder)))


if __name__ == "__main__":
    main()
