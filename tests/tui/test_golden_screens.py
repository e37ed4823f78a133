"""The screens as plain text, as a person sees them. A change of a file in `screens/` is a change of the app."""

from collections.abc import Callable

import pytest

from lore.doctor import CHECKS
from lore.search import Searcher
from lore.store import Store
from support.examples import sized
from support.keyboard import at_keyboard
from support.pictures import without_times
from support.talks import talk

Golden = Callable[[str, str], None]
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "60x15": (60, 15), "200x50": (200, 50)}
EVERY_SIZE = sized(("80x24",), tuple(SIZES))
"""Every day the one that all screens are drawn for; at night the others as well."""
STATES = {
    "facts": (),
    "facts_opened": ("j", "enter"),
    "facts_marked": ("space", "j", "space", "d"),
    "help": ("question_mark",),
    "palette": ("colon",),
    "form": ("e",),
    "log": ("p", "4"),
    "log_unfolded": ("p", "4", "enter", "j"),
    "log_filter": ("p", "4", "f"),
    "review": ("2", "j"),
    "review_replaces": ("2",),
    "review_risky": ("2", "j", "j", "j", "j", "a"),
    "review_reason": ("2", "R"),
    "review_form": ("2", "e"),
    "review_question": ("2", "A"),
    "review_decided": ("2", "a", "r", "s"),
    "timeline": ("3", "tab"),
    "sessions": ("7",),
    "session_entered": ("7", "enter"),
    "unconfirmed": ("6",),
    "unconfirmed_marked": ("6", "space", "D"),
    "review_done": ("2", *"rrrrrrr"),
}
"""Name → the keys that lead there."""
AT_EVERY_SIZE = ("facts", "review_replaces", "form", "unconfirmed", "log_unfolded", "timeline", "session_entered")


TALKED = ("timeline", "sessions", "session_entered")
"""These show what was said."""


@pytest.mark.parametrize("name", STATES)
async def test_screen_at_80_columns(library: Store, golden: Golden, name: str) -> None:
    if name in TALKED:
        talk(library)
    async with at_keyboard(library) as person:
        await person.press(*STATES[name])
        golden(f"{name}.80x24", await person.still())


@pytest.mark.nightly("each screen is drawn at 80x24 every day, and three at 200x50")
@pytest.mark.parametrize("name", AT_EVERY_SIZE)
@pytest.mark.parametrize("size", ["120x40", "60x15"])
async def test_screen_at_other_sizes(library: Store, golden: Golden, name: str, size: str) -> None:
    if name in TALKED:
        talk(library)
    async with at_keyboard(library, SIZES[size]) as person:
        await person.press(*STATES[name])
        golden(f"{name}.{size}", await person.still())


WIDE = {
    "facts": (
        "Days part the list, project, agent and strength stand beside each fact, the card tells it whole.",
        ("── today ──", "web                claude-code", "Strength   █"),
    ),
    "review_replaces": (
        "The proposal stands in the list in one line, uncut; its card shows the diff and the words it rests on.",
        ("▌  correction   Use tmp_path_factory for folders that several tests share ", "- Use tmp_path, never /tmp"),
    ),
    "log_unfolded": (
        "What an act did stands under it, uncut, and the card says it before and after.",
        ("▾ pinned “Use pnpm", "pin fact       Use pnpm, never npm or yarn, in this repository ", "pinned     - no"),
    ),
    "timeline": ("The whole year is in sight, and below it what the day brought.", ("Mar", "Dec")),
    "session_entered": ("Each message stands in one line, the kept one is marked, the card tells it whole.", ("you",)),
    "unconfirmed": (
        "The statement stands in the list, what approving it does on its card.",
        ("The design tokens live in packages/theme, generated from Figma  ", "Becomes yours: agents may be given it"),
    ),
    "form": ("The form keeps lines that can be read: it is no wider than 104 cells.", ("Edit fact",)),
}
"""Name → what must be true of the screen on a wide terminal, and by which words that is seen."""


@pytest.mark.long_form
@pytest.mark.parametrize("name", sized(("facts", "review_replaces", "log_unfolded"), tuple(WIDE)))
async def test_a_wide_terminal_is_used(library: Store, golden: Golden, name: str) -> None:
    """List and card side by side, up to the edge."""
    if name in TALKED:
        talk(library)
    async with at_keyboard(library, SIZES["200x50"]) as person:
        await person.press(*STATES[name])
        sentence, seen = WIDE[name]
        assert [words for words in seen if words not in person.screen] == [], sentence
        golden(f"{name}.200x50", await person.still())


@pytest.mark.long_form
@pytest.mark.parametrize("size", sized(("80x24", "200x50"), tuple(SIZES)))
async def test_health_at_every_size(library: Store, size: str) -> None:
    """No golden screen, for it tells of this machine: each check by its whole title, the card beside it where wide."""
    columns, lines = SIZES[size]
    async with at_keyboard(library, (columns, lines)) as person:
        await person.press("5")
        rows = [
            line for line in person.screen.splitlines() if any(mark in line for mark in ("✓ ok", "! warn", "- skip"))
        ]
        titles = [check.title for check in CHECKS][: len(rows)]
        assert len(rows) >= min(lines // 3, 30)
        assert all(title in row for title, row in zip(titles, rows, strict=True))
        assert ("How good the memory is" in person.screen.splitlines()[2]) == (columns >= 100)
        assert max(map(len, person.screen.splitlines())) > 0.8 * columns


SEARCHES = {
    "search": (
        "staging database",
        "The rule parts what holds the words from what is near in meaning, and the title counts both.",
        ("── similar in meaning ──", "2 of 37 + 20 similar"),
    ),
    "search_typing": (
        "kind:",
        "The line below the box names the values of the field, with the facts that have each; the list stays whole.",
        (" tab convention 5  correction 5", "37 of 37"),
    ),
    "search_none": (
        "kind:event before:2020",
        "It says that nothing was found, what would be, and which key is next.",
        ("Nothing found for", "without `before` there would be 1", "esc   clear the search"),
    ),
}
"""Name → what is typed, what must be true of the screen, and by which words that is seen."""


@pytest.mark.long_form
@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("size", EVERY_SIZE)
async def test_search_at_every_size(library: Store, golden: Golden, name: str, size: str) -> None:
    Searcher(library).prepare()
    typed, sentence, seen = SEARCHES[name]
    async with at_keyboard(library, SIZES[size]) as person:
        await person.search(typed)
        await person.settle()
        assert [words for words in seen if words not in person.screen] == [], sentence
        golden(f"facts_{name}.{size}", without_times(await person.still()))


ORDERS = {
    "days": ((), "Where there are 30 lines days stand between the facts; at 120 columns project, agent, strength."),
    "strongest": (("s",), "The title says the order, and rows say their age again: no day orders them."),
    "filter": (("f",), "Every condition with the facts that meet it, and `everything` to drop them all."),
}
"""Name → the keys that lead there, and what must be true of the screen."""


@pytest.mark.long_form
@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("size", sized(("80x24", "120x40"), tuple(SIZES)))
async def test_orders_at_every_size(library: Store, golden: Golden, name: str, size: str) -> None:
    pressed, sentence = ORDERS[name]
    columns, lines = SIZES[size]
    async with at_keyboard(library, (columns, lines)) as person:
        await person.press(*pressed)
        screen = person.screen
        assert ("── today ──" in screen) == (lines >= 30 and name == "days") or name == "filter", sentence
        assert ("strongest first" in screen) == (name == "strongest"), sentence
        assert ("everything" in screen) == (name == "filter"), sentence
        golden(f"facts_{name}.{size}", screen)


@pytest.mark.long_form
@pytest.mark.parametrize("size", EVERY_SIZE)
async def test_the_card_of_a_fact_at_every_size(library: Store, golden: Golden, size: str) -> None:
    """Opened, it tells from top to bottom: text, chips, strength, quotations, details."""
    async with at_keyboard(library, SIZES[size]) as person:
        await person.press("enter")
        places = [person.screen.find(words) for words in ("Use pnpm", " correction ", "Strength   █", "“no, pnpm.")]
        assert places == sorted(places) and -1 not in places[:3]
        golden(f"fact_card.{size}", await person.still())


async def test_empty_screens(store: Store, golden: Golden) -> None:
    """They teach the next key."""
    async with at_keyboard(store) as person:
        golden("facts_empty.80x24", await person.still())
        await person.press("2")
        golden("review_empty.80x24", await person.still())
        await person.press("3")
        golden("timeline_empty.80x24", await person.still())
        await person.press("4")
        golden("log_empty.80x24", await person.still())
        await person.press("7")
        golden("sessions_empty.80x24", await person.still())


async def test_resizing_keeps_the_place(library: Store) -> None:
    """The cursor stays on its fact and in sight, whatever the size becomes."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.press("G")
        current, text = person.rows.current, library.facts.get(person.rows.current or "").text
        for size in ((60, 15), (80, 24), (20, 5), (120, 40)):
            await person.pilot.resize_terminal(*size)
            await person.pilot.pause()
            assert person.rows.current == current
            assert size == (20, 5) or text[:20] in person.screen
