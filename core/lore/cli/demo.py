"""`lore demo`: real sessions, the whole pipeline, a throw-away store."""

import os
import tempfile
from pathlib import Path

import click

from lore import clock
from lore.actions import (
    DemoStore,
    Engine,
    Place,
    acts_of_person,
    build_demo,
    context as starts_with,
    demo_moment,
    demo_sessions,
    event_numbers,
    govern_demo,
    house_demo,
    open_engine,
    queue,
    search as search_now,
    sessions_here,
)
from lore.cli import console, output, terminal
from lore.cli.deciding import may_open_app
from lore.cli.reporting import reporting
from lore.cli.review_prompt import card_lines
from lore.cli.short_ids import short
from lore.presence import deciding_in_app
from lore.text import counted, shorten

QUESTION = "how are prices rounded"
SHOWN = 6


@click.command()
@click.option("--keep", type=click.Path(path_type=Path), metavar="FOLDER", help="Make the store there and leave it.")
@click.option("--no-app", is_flag=True, help="Print the tour even in a terminal.")
@click.option("--sessions", is_flag=True, help="Only print the folder of the bundled sessions.")
@click.pass_context
def demo(context: click.Context, keep: Path | None, no_app: bool, sessions: bool) -> None:
    """Try Lore on fifteen bundled sessions, eleven of them real; your own store is not touched.

    In a terminal this opens the app; elsewhere it prints a tour.
    """
    if sessions:
        output.line(str(demo_sessions()))
        return
    if keep:
        code = _show(keep, no_app=no_app)
        console.note(f"the store is kept: `LORE_HOME={keep / 'home'} LORE_NOW={demo_moment()} lore`")
    else:
        with tempfile.TemporaryDirectory(prefix="lore-demo-") as folder:
            code = _show(Path(folder), no_app=no_app)
    context.exit(code)


def _show(folder: Path, *, no_app: bool) -> int:
    """Make the store in a folder, and open the app on it, or print the tour."""
    os.environ["LORE_HOME"] = str(folder / "home")
    with clock.pretending(demo_moment()), reporting() as reporter, open_engine(reporter=reporter) as engine:
        demo_store = build_demo(engine)
        if may_open_app() and terminal.can_draw() and not no_app:
            return _visit(engine, folder)
        _tour(engine, demo_store, folder / "repository")
    return 0


def _visit(engine: Engine, folder: Path) -> int:
    """The app on the review queue; then what was done there, and what to type next."""
    from lore.cli.tui import open_app

    house_demo(engine, folder / "repositories")
    before = next(iter(event_numbers(engine, limit=1)), 0)
    engine.person, engine.stays_open = deciding_in_app(), True
    code = open_app(engine, on_review=True)
    acts = [f"{word} {count:,}" for word, count in acts_of_person(engine, before).items()]
    waiting = len(queue(engine))
    did = f"you {', '.join(acts)}" if acts else "you looked around"
    left = f"; {waiting:,} still wait{'s' * (waiting == 1)}" if waiting else ""
    output.line(f"In the demo {did}{left}. Your own memory was not touched.")
    found = ", ".join(f"{one.sessions:,} of {one.title}" for one in sessions_here(engine))
    reads = f"; `c` reads your sessions there ({found})" if found else ""
    output.line(f"Your turn: `lore` opens your own memory{reads}")
    return code


def _tour(engine: Engine, made: DemoStore, repository: Path) -> None:
    _show_capture(made)
    _show_search(engine)
    _show_governing(engine, repository)
    output.line()
    output.line("Your turn: `lore` opens your own memory, `lore setup` connects your agents")


def _show_capture(made: DemoStore) -> None:
    done = made.captured
    _title("Captured")
    output.line(f"{done.sessions} sessions, {done.turns} messages, {done.events} tool calls in {done.seconds:.1f} s")
    output.line(f"{counted(len(made.facts), 'fact')} worth keeping, among them")
    for fact in sorted(made.facts, key=lambda fact: -fact.confidence)[:SHOWN]:
        output.line(f"  {short(fact.id)}  {fact.kind:<11} {shorten(fact.text, output.width() - 24)}")


def _show_search(engine: Engine) -> None:
    _title(f"lore search --limit 1 {QUESTION}")
    search_result = search_now(engine, QUESTION, places=Place.FACTS, limit=1, record=False)
    for hit in search_result.hits:
        output.line(f"  {hit.score:.2f}  {hit.passage.type:<5} {shorten(hit.passage.text, output.width() - 16)}")
    output.line(f"  {search_result.mode}, {search_result.took_ms:.0f} ms")


def _show_governing(engine: Engine, repository: Path) -> None:
    governed = govern_demo(engine, repository)
    _title(f"lore review: {governed.waiting if governed else 0} waiting for a person")
    if governed is None:
        return
    for line in card_lines(governed.card):
        output.line(line)
    _title(f"approved {short(governed.approved.id)}, then `lore publish`")
    output.lines(governed.published)
    project = governed.approved.project
    _title(f"lore context: what the next session of `{project}` starts with")
    for item in starts_with(engine, project=project).items:
        output.line(item.line)
    _title("lore undo")
    output.line(
        "CONVENTIONS.md is still there"
        if governed.still_there
        else "the file is gone again, as before; the log keeps both steps"
    )


def _title(text: str) -> None:
    output.line()
    output.line(output.style(f"── {text}", bold=True))
