"""`lore demo`: from what was said last week to what the next session knows, in a throw-away store."""

import os
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import click

from lore import clock
from lore.actions import (
    DemoStory,
    Engine,
    acts_of_person,
    build_demo,
    context as starts_with,
    decide_demo,
    demo_moment,
    demo_project,
    demo_sessions,
    event_numbers,
    house_demo,
    open_engine,
    queue,
    sessions_here,
    tell_demo,
)
from lore.cli import console, output, terminal
from lore.presence import deciding_in_app
from lore.text import counted, shorten

SHOWN = 3
"""Cards of the story."""
LINES = 6
"""Lines of what a session starts with that fit beside the rest on a small screen."""
BESIDE, WIDEST = 100, 120
"""Columns from which two sessions stand beside one another, and that the story fills."""


class Line(NamedTuple):
    """A line of a column, and its colour: yellow for your words, green for what a session is given."""

    text: str
    colour: str | None = None
    bold: bool = False


@click.command()
@click.option("--keep", type=click.Path(path_type=Path), metavar="FOLDER", help="Make the store there and leave it.")
@click.option("--app", "in_app", is_flag=True, help="Open the app on all fifteen sessions instead.")
@click.option("--sessions", is_flag=True, help="Only print the folder of the bundled sessions.")
@click.pass_context
def demo(context: click.Context, keep: Path | None, in_app: bool, sessions: bool) -> None:
    """See in a minute what Lore does: sessions, notes, your decision, the next session.

    It takes place in a store that is thrown away; yours is not touched. Without a terminal it is told at once.
    """
    if sessions:
        output.line(str(demo_sessions()))
        return
    if in_app and not (console.may_open_app() and terminal.can_draw()):
        raise console.usage_error("the app needs a terminal", "without --app the demo is told as text")
    if keep:
        code = _show(keep, in_app=in_app)
        console.note(f"the store is kept: `LORE_HOME={keep / 'home'} LORE_NOW={demo_moment()} lore`")
    else:
        with tempfile.TemporaryDirectory(prefix="lore-demo-") as folder:
            code = _show(Path(folder), in_app=in_app)
    context.exit(code)


def _show(folder: Path, *, in_app: bool) -> int:
    """Make the store in a folder, and tell the story, or open the app on it."""
    os.environ["LORE_HOME"] = str(folder / "home")
    with (
        clock.pretending(demo_moment()),
        console.reporting() as reporter,
        open_engine(reporter=reporter) as engine,
    ):
        if in_app:
            build_demo(engine)
            return _visit(engine, folder)
        _tell(engine, tell_demo(engine))
        _your_turn(engine)
    return 0


def _visit(engine: Engine, folder: Path) -> int:
    """The app on the review queue; then what was done there, and what to type next."""
    from lore.cli.tui import open_app

    house_demo(engine, folder / "repositories")
    before = next(iter(event_numbers(engine, limit=1)), 0)
    engine.person, engine.stays_open = deciding_in_app(), True
    code = open_app(engine)
    acts = [f"{word} {count:,}" for word, count in acts_of_person(engine, before).items()]
    waiting = len(queue(engine))
    did = f"you {', '.join(acts)}" if acts else "you looked around"
    left = f"; {waiting:,} still wait{'s' * (waiting == 1)}" if waiting else ""
    output.line(f"In the demo {did}{left}. Your own memory was not touched.")
    _your_turn(engine)
    return code


def _tell(engine: Engine, story: DemoStory) -> None:
    """The story, page by page: a key goes on, `q` ends it."""
    cards = story.cards[:SHOWN]
    _page("1  You said, in four sessions", _of_sessions(story))
    if not _goes_on("a key goes on · q ends the demo"):
        return
    _page("2  A reader, a model of your choice, noted: its wording, your words beside it", _of_cards(story))
    said = _key(f"a takes these {len(cards)}, another key leaves them waiting · q ends the demo", default="a")
    if said == "q":
        return
    if said == "a":
        decide_demo(engine, cards)
        output.line(f"approved {len(cards)} · `lore undo` would take it back, `lore publish` write it down")
    else:
        output.line("left waiting: then a session is given the wording beside your words")
    given = [one.line for one in starts_with(engine, project=demo_project()).items]
    _page("3  Today's session", _beside(given, story))
    _goes_on("a key goes on")


def _of_sessions(story: DemoStory) -> Iterator[str]:
    room = output.width(WIDEST) - 14
    for session, said in story.sessions:
        yield output.style(f"  {clock.day(session.started_at)}", bold=True)
        for turn in said:
            yield f"    › {shorten(turn.text, room)}"


def _of_cards(story: DemoStory) -> Iterator[str]:
    room = output.width(WIDEST) - 6
    for card in story.cards[:SHOWN]:
        yield from (output.style(f"  {part}", bold=True) for part in textwrap.wrap(card.candidate.text, room))
        quote = card.evidence[0].evidence
        yield output.style(f"    “{shorten(card.said, room - 14)}” {clock.day(quote.at)}", fg="yellow")
        yield ""
    left = len(story.cards) - SHOWN
    if left > 0:
        yield f"  and {counted(left, 'more card')}"


def _beside(given: Sequence[str], story: DemoStory) -> Iterator[str]:
    """What became of a session that was given nothing, and what one with Lore is given."""
    did, told = story.without
    more = [f"… and {len(given) - LINES} more"] if len(given) > LINES else []
    without = [
        Line(f"On {clock.day(told.at)} it began with nothing"),
        Line(f"agent: {did.text}"),
        Line(f"you:   {told.text}", "yellow"),
        Line(""),
        Line("You say that once. With Lore the next agent knows it."),
    ]
    rules = (Line(text, "green") for text in given[:LINES])
    with_lore = [Line("It begins with"), Line("These rules stand:"), *rules, *map(Line, more)]
    if output.width(WIDEST) < BESIDE:
        room = output.width(WIDEST) - 4
        under = (*_column("without Lore", without, room), Line(""), *_column("with Lore", with_lore, room))
        yield from (_styled(one, 0) for one in under)
        return
    room = (output.width(WIDEST) - 7) // 2
    columns = _column("without Lore", without, room), _column("with Lore", with_lore, room)
    for left, right in zip_longest(*columns, fillvalue=Line("")):
        yield _styled(left, room + 2) + output.style(" │ ", dim=True) + _styled(right, 0)


def _column(title: str, lines: Sequence[Line], room: int) -> list[Line]:
    wrapped = [
        Line(f"  {part}", line.colour)
        for line in lines
        for part in textwrap.wrap(line.text, room, subsequent_indent="  ") or [""]
    ]
    return [Line(f"  {title}", bold=True), *wrapped]


def _styled(line: Line, room: int) -> str:
    return output.style(f"{line.text:<{room}}", fg=line.colour, bold=line.bold or None)


def _your_turn(engine: Engine) -> None:
    found = ", ".join(f"{one.sessions:,} of {one.title}" for one in sessions_here(engine))
    here = f"on this machine agents keep sessions ({found}): " if found else ""
    output.line()
    turn = f"Your turn: {here}`lore setup` connects your agents and reads them; `lore` opens your own memory."
    output.lines(textwrap.fill(turn, output.width()))


def _page(title: str, lines: Iterator[str]) -> None:
    output.line()
    output.line(output.style(f"── {title}", bold=True))
    for line in lines:
        output.line(line)


def _goes_on(question: str) -> bool:
    return _key(question, default="") != "q"


def _key(question: str, *, default: str) -> str:
    """The key that is pressed in a terminal; elsewhere the default, and nothing is asked. Raises KeyboardInterrupt."""
    if not (console.may_open_app() and terminal.is_seen()):
        return default
    output.line(output.style(question, dim=True))
    return click.getchar().lower()
