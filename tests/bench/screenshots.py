"""Pictures and text dumps of the running app on the sample store, for the README: `make screenshots`.

Writes `screenshots/*.svg` and `*.txt`; also `*.png` where the package `cairosvg` is installed.
"""

import asyncio
import io
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from lore.presence import AGENT_SIGNS

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "screenshots"
NOW = "2026-03-12T09:00:00Z"
FONT = "DejaVu Sans Mono"
"""An installed font for the PNG: `cairosvg` takes a proportional one for a font it cannot find."""

COLOURS = 256
"""Half the size, and no difference to be seen."""

sys.path.insert(0, str(ROOT / "tests"))


@dataclass(frozen=True)
class Shot:
    """One picture: its name, the keys that lead there and what to type into the search box first."""

    name: str
    keys: tuple[str, ...] = ()
    search: str = ""
    sizes: tuple[tuple[int, int], ...] = ((80, 24), (120, 40))


SHOTS = (
    Shot("facts"),
    Shot("search", search="flaky tests", sizes=((120, 40),)),
    Shot("review", ("2", "j")),
    Shot("review-question", ("2", "space", "space", "A"), sizes=((80, 24),)),
    Shot("timeline", ("3",)),
    Shot("log", ("2", "a", "r", "4"), sizes=((120, 40),)),
    Shot("help", ("2", "question_mark"), sizes=((120, 40),)),
    Shot("edit", ("e",), sizes=((80, 24),)),
)


async def take(shot: Shot, size: tuple[int, int], home: Path) -> None:
    """Run the app on a fresh store, press the keys, write the files."""
    from lore.store import open_store
    from support import sample_store
    from support.keyboard import at_keyboard, screen_text

    with open_store(home) as store:
        sample_store.fill(store)
        async with at_keyboard(store, size) as person:
            if shot.search:
                await person.search(shot.search)
            await person.press(*shot.keys)
            name = f"{shot.name}-{size[0]}x{size[1]}"
            (FOLDER / f"{name}.txt").write_text(screen_text(person.app) + "\n", encoding="utf-8")
            svg = person.app.export_screenshot(title="lore")
    # The font would be fetched from a server that pages which show the picture do not reach.
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", FONT)
    (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")
    write_png(svg, FOLDER / f"{name}.png")
    print(f"screenshots/{name}")


def write_png(svg: str, path: Path) -> None:
    try:
        import cairosvg
    except ImportError:
        return
    from PIL import Image

    painted = cairosvg.svg2png(svg.encode("utf-8"))
    with Image.open(io.BytesIO(painted)) as picture:
        picture.convert("RGB").quantize(COLOURS).save(path, optimize=True)


def main() -> None:
    os.environ.update(LORE_NOW=NOW, LORE_INSTALLATION="screenshots", COLORTERM="truecolor")
    for name in ("NO_COLOR", *AGENT_SIGNS):
        os.environ.pop(name, None)
    FOLDER.mkdir(exist_ok=True)
    for shot in SHOTS:
        for size in shot.sizes:
            with tempfile.TemporaryDirectory() as scratch:
                os.environ["LORE_HOME"] = scratch
                asyncio.run(take(shot, size, Path(scratch) / "lore"))


if __name__ == "__main__":
    main()
