"""What the pictures of the app show: the keys that lead to each, and the story that the moving one tells.

They are taken of the sample store after a year of work, or of a first start, in a home of its own with one repository,
through the framework's own frames. A test takes each again and compares it with the one that is kept; the moving
picture carries the mark of its frames.
"""

import hashlib
import html
import io
import os
import re
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from rich.console import Console
from rich.text import Text

from lore.config import APP_THEME, change_settings
from lore.presence import AGENT_SIGNS
from lore.store import open_store
from support import beginner, headless, sample_store, year
from support.keyboard import Person, at_keyboard
from support.terminal import in_terminal

NOW = "2026-03-12T09:00:00Z"
FONT = "DejaVu Sans Mono"
"""An installed font: what turns a picture into pixels takes a proportional one for a font it cannot find."""
HERO, HERO_SIZE = "hero", (100, 17)
"""The end of `lore demo`: what a session starts with, and one without."""
STORY = "story"
STORY_SIZE = (100, 30)
_TIME = re.compile(r"(?m) *(?P<count>[^ \n]+ of [^\n]*? · )\d+ ms[ ]*$")
"""What was found and how long that took, at the right end of its line: its width depends on the machine."""
_TOOK = re.compile(r"\sof\s.*·\s\d+\sms\s*$")
_TEXT = re.compile(
    r'<text class="[^"]*-(?P<style>r\d+)"[^>]* y="(?P<y>[\d.]+)"[^>]*-line-(?P<line>\d+)\)">(?P<words>[^<]*)<'
)
_GROUND = re.compile(
    r'<rect fill="(?P<colour>#[0-9a-f]{6})"[^>]* width="(?P<width>[\d.]+)" height="(?P<height>[\d.]+)"'
)
_LINE_HEIGHT, _ABOVE_LINE = 24.4, 1.5


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: its name and the keys that lead there. theme: else the usual one. begins: of a first start."""

    name: str
    keys: tuple[str, ...] = ()
    sizes: tuple[tuple[int, int], ...] = ((120, 40),)
    theme: str = ""
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A few keys of the story, and how long one looks at what comes of it."""

    keys: tuple[str, ...] = ()
    seconds: float = 1.0


@dataclass(frozen=True, slots=True)
class Taken:
    """What stood on the screen."""

    name: str
    text: str
    svg: str
    seconds: float = 0.0


SHOTS = (
    Shot("review", ("1", "j"), sizes=((120, 40), (80, 24))),
    Shot("review-light", ("1", "j"), theme="light"),
    Shot("memory", ("2", "j", "j", "j")),
    Shot("history", ("3", "j", "j", "j", "j")),
    Shot("care", ("4", "g")),
    Shot("first-start", begins=True),
)
STEPS: Sequence[Step] = (
    Step(seconds=3.0),
    Step(("enter",), seconds=3.5),
    Step(("a",), seconds=3.5),
    Step(("escape",), seconds=1.2),
    Step(("a",), seconds=1.6),
    Step(("2",), seconds=3.5),
)
"""The first start, its ticks done, the first approval and what comes of it, another one, what the next session has."""


def without_times(text: str) -> str:
    return _TIME.sub(r"  \g<count>N ms", text)


def drawable(svg: str) -> str:
    """The picture as it is kept: under no number of its own, and without its font, which would be fetched from a server
    that pages with the picture do not reach."""
    kept = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", FONT)
    return re.sub(r"terminal-\d+", "lore", kept)


def lines(svg: str) -> list[str]:
    found: dict[int, str] = {}
    for text in _TEXT.finditer(svg):
        line = int(text["line"])
        found[line] = found.get(line, "") + html.unescape(text["words"]).replace("\xa0", " ")
    return [found[line] for line in sorted(found)]


def looks(svg: str) -> int:
    return len({text["style"] for text in _TEXT.finditer(svg)} | {ground["colour"] for ground in _GROUND.finditer(svg)})


def share_covered(svg: str, size: tuple[int, int]) -> float:
    area: dict[str, float] = {}
    for ground in _GROUND.finditer(svg):
        area[ground["colour"]] = area.get(ground["colour"], 0.0) + float(ground["width"]) * float(ground["height"])
    whole = sum(area.values())
    grounds = 1 - max(area.values()) / whole if whole else 0.0
    letters = len("".join("".join(lines(svg)).split()))
    return max(grounds, letters / (size[0] * size[1]))


def steady(svg: str) -> str:
    timed = {text["line"] for text in _TEXT.finditer(svg) if _TOOK.search(html.unescape(text["words"]))}
    for line in timed:
        top = round(int(line) * _LINE_HEIGHT + _ABOVE_LINE, 1)
        svg = re.sub(rf'<rect [^>]*y="{top}"[^>]*/>|<text [^>]*-line-{line}\)">[^<]*</text>', "", svg)
    return svg


def mark(svgs: Sequence[str]) -> str:
    return f"frames-{hashlib.sha256(chr(12).join(map(steady, svgs)).encode()).hexdigest()[:32]}"


@contextmanager
def stage(folder: Path) -> Iterator[Path]:
    """A home with one repository, in which the app is opened; gives the folder of the store to be."""
    web = folder / "web"
    (web / ".git").mkdir(parents=True)
    (web / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (web / ".git" / "config").write_text('[remote "origin"]\n\turl = git@github.com:acme/web.git\n')
    home = folder / "lore"
    set_here = {
        "HOME": str(folder), "LORE_HOME": str(home), "LORE_NOW": NOW, "LORE_INSTALLATION": "screenshots",
        "COLORTERM": "truecolor", "PATH": f"{folder / 'bin'}:/usr/bin:/bin",
    }  # fmt: skip
    without = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", *AGENT_SIGNS)}
    before = Path.cwd()
    with patch.dict(os.environ, {**without, **set_here}, clear=True), headless.painting():
        os.chdir(web)
        try:
            yield home
        finally:
            os.chdir(before)


async def take(shot: Shot, size: tuple[int, int], folder: Path) -> Taken:
    with stage(folder) as home:
        beginner.begin(folder)
        with open_store(home) as store:
            if not shot.begins:
                sample_store.fill(store)
                year.worked_through(store)
            if shot.theme:
                change_settings(store, {APP_THEME.name: shot.theme}, by=None)
            async with at_keyboard(store, size) as person:
                await person.press(*shot.keys)
                return await _taken(f"{shot.name}-{size[0]}x{size[1]}", person)


def end_of_demo(folder: Path) -> Taken:
    """What `lore demo` shows last: told at once in a terminal without a keyboard."""
    columns, rows = HERO_SIZE
    with stage(folder):
        command = [sys.executable, "-c", "from lore.cli.program import main; main()", "demo"]
        shown = in_terminal(command, None, env={**os.environ, "COLUMNS": str(columns), "TERM": "xterm-256color"})
    told = Text.from_ansi(shown.replace("\r", ""))
    told = told[told.plain.index("  without Lore") : told.plain.index("\nYour turn")]
    console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(told, end="")
    text = console.export_text(clear=False)
    return Taken(f"{HERO}-{columns}x{rows}", text, drawable(console.export_svg(title="lore demo")))


async def tell(folder: Path) -> AsyncIterator[Taken]:
    with stage(folder) as home:
        beginner.begin(folder)
        with open_store(home) as store:
            async with at_keyboard(store, STORY_SIZE) as person:
                for number, step in enumerate(STEPS):
                    await person.press(*step.keys)
                    yield await _taken(f"{STORY}-{number}", person, step.seconds)


async def _taken(name: str, person: Person, seconds: float = 0.0) -> Taken:
    text = await person.still()
    return Taken(name, text, drawable(person.app.export_screenshot(title="lore")), seconds)
