"""The screens as plain text, as a person sees them. A change of a file in `screens/` is a change of the app."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lore.store import Store
from lore_tui.keys import SCREENS
from support.examples import sized
from support.keyboard import at_keyboard
from support.speakers import Script, Step, write
from support.talks import talk

Golden = Callable[[str, str], None]
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "60x15": (60, 15), "200x50": (200, 50)}
EVERY_SIZE = sized(("80x24",), tuple(SIZES))
"""Every day the one that all screens are drawn for; at night the others as well."""
STATES: dict[str, tuple[str, ...]] = {
    "review": ("1", "j"),
    "review_edit": ("1", "e"),
    "review_all": ("1", "space", "A"),
    "memory": ("2",),
    "memory_open": ("2", "j", "enter"),
    "history": ("3",),
    "history_session": ("1", "j", "o"),
    "help": ("1", "question_mark"),
    "palette": ("1", "colon"),
}
"""Name → the keys that lead there. Care tells of this machine: it is looked at below."""


THUMB = re.compile("[▁-█▔](?= │)")
"""Of a bar beside a list: where it ends may differ by an eighth of a line."""


@pytest.mark.long_form
@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("size", EVERY_SIZE)
async def test_a_screen_looks_as_it_did(library: Store, golden: Golden, name: str, size: str) -> None:
    talk(library)
    async with at_keyboard(library, SIZES[size]) as person:
        await person.press(*STATES[name])
        golden(f"{name}.{size}", THUMB.sub(" ", await person.still()))


@pytest.mark.long_form
@pytest.mark.parametrize("size", EVERY_SIZE)
async def test_the_first_start_looks_as_it_did(
    store: Store, golden: Golden, size: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    script = Script("0a000000-0000-4000-8000-000000000001", [Step("user", "From now on use pnpm here.")])
    write(tmp_path / ".claude" / "projects" / "-w-shop", "claude-code", script)
    async with at_keyboard(store, SIZES[size]) as person:
        while "looking for" in person.screen:
            await person.pilot.pause(0.05)
        golden(f"first_start.{size}", await person.still())


@pytest.mark.long_form
@pytest.mark.parametrize("size", EVERY_SIZE)
async def test_care_at_every_size(library: Store, size: str) -> None:
    """What needs a hand stands on top with its key, then agents, files and what it gives; checks are one line."""
    columns, lines = SIZES[size]
    async with at_keyboard(library, (columns, lines)) as person:
        await person.press("4")
        screen = await person.still()
        heads = [screen.find(words) for words in ("Needs you", "Agents", "Does it help?", "checks fine")]
        assert lines < 20 or (-1 not in heads and heads == sorted(heads))
        assert heads[0] > 0 and "x repair" in screen
        assert max(map(len, screen.splitlines())) > 0.8 * columns


async def test_empty_screens(store: Store, golden: Golden) -> None:
    """They say why they are empty, and teach the next key."""
    async with at_keyboard(store) as person:
        await person.press("escape")
        for place, name in (("1", "review"), ("2", "memory"), ("3", "history")):
            await person.press(place)
            golden(f"{name}_empty.80x24", await person.still())


@pytest.mark.parametrize("place", SCREENS)
async def test_resizing_keeps_the_place(library: Store, place: str) -> None:
    """The cursor stays on its row, whatever the size becomes, and the screen is as it is at that size."""
    talk(library)
    async with at_keyboard(library, (120, 40)) as person:
        await person.press(str(list(map(str, SCREENS)).index(place) + 1), "j", "j")
        current, before = person.rows.current, await person.still()
        for size in ((60, 15), (80, 24), (20, 5), (200, 50), (120, 40)):
            await person.pilot.resize_terminal(*size)
            await person.pilot.pause()
            assert person.rows.current == current
        assert THUMB.sub(" ", await person.still()) == THUMB.sub(" ", before)
