"""`lore demo`: real sessions, the whole pipeline, a throw-away store."""

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

import click

from lore import demo as scenes
from lore.actions import Engine
from lore.cli import console, output
from lore.cli.deciding import may_open_app
from lore.cli.review_prompt import card_lines
from lore.cli.short_ids import short
from lore.history import undo_last
from lore.memory import approve, card, queue
from lore.presence import PERSON, deciding_for_show, deciding_in_app
from lore.publish import place, publish
from lore.search import Searcher, SearchRequest
from lore.store import FactFilter, Store, open_store
from lore.text import shorten

QUESTION = "how is the binary released and signed"
SHOWN = 6


@click.command()
@click.option("--keep", type=click.Path(path_type=Path), metavar="FOLDER", help="Make the store there and leave it.")
@click.option("--no-app", is_flag=True, help="Print the tour even in a terminal.")
@click.option("--sessions", is_flag=True, help="Only print the folder of the bundled sessions.")
@click.pass_context
def demo(context: click.Context, keep: Path | None, no_app: bool, sessions: bool) -> None:
    """Try Lore on eleven bundled sessions of three open-source projects; your own store is not touched.

    In a terminal this opens the app; elsewhere it prints a tour.
    """
    if sessions:
        output.line(str(scenes.transcripts()))
        return
    os.environ["LORE_NOW"] = scenes.NOW
    with ExitStack() as stack:
        folder = keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lore-demo-")))
        os.environ["LORE_HOME"] = str(folder / "home")
        with open_store() as store:
            scene = scenes.build(store, lambda name: stack.enter_context(console.progress(name)), console.warn)
            if may_open_app() and not no_app:
                from lore.cli.tui import open_app

                code = open_app(Engine(store, person=deciding_in_app(), stays_open=True))
            else:
                code = _tour(store, scene, folder / "repository")
        if keep:
            console.note(f"the store is kept: `LORE_HOME={folder / 'home'} LORE_NOW={scenes.NOW} lore`")
    context.exit(code)


def _tour(store: Store, scene: scenes.Scene, repository: Path) -> int:
    _show_capture(store, scene)
    _show_search(store)
    _show_governing(store, repository)
    output.line()
    output.line("Your turn: `lore capture ~/.claude/projects`, then `lore`")
    return 0


def _show_capture(store: Store, scene: scenes.Scene) -> None:
    done = scene.captured
    _title("Captured")
    output.line(f"{done.sessions} sessions, {done.turns} messages, {done.events} tool calls in {done.seconds:.1f} s")
    facts = store.facts.select(FactFilter())
    output.line(f"{len(facts)} facts worth keeping, among them")
    for fact in sorted(facts, key=lambda fact: -fact.confidence)[:SHOWN]:
        output.line(f"  {short(fact.id)}  {fact.kind:<11} {shorten(fact.text, output.width() - 24)}")


def _show_search(store: Store) -> None:
    _title(f"lore search {QUESTION}")
    found = Searcher(store).search(SearchRequest(query=QUESTION, limit=3))
    for hit in found.hits:
        output.line(f"  {hit.score:.2f}  {hit.passage.type:<5} {shorten(hit.passage.text, output.width() - 16)}")
    output.line(f"  {found.mode}, {found.took_ms:.0f} ms")


def _show_governing(store: Store, repository: Path) -> None:
    waiting = queue(store)
    _title(f"lore review: {len(waiting)} waiting for a person")
    if not waiting:
        return
    first, nobody = card(store, waiting[0]), deciding_for_show()
    for line in card_lines(first):
        output.line(line)
    decision = approve(store, first.candidate.id, by=nobody, acknowledged=[risk.id for risk in first.risks])
    _title(f"approved {short(decision.fact.id)}, then `lore publish`")
    repository.mkdir(parents=True, exist_ok=True)
    root, key = place(store, repository, root=repository, key=decision.fact.project)
    written = publish(store, root, key, by=nobody).changes
    for file in written:
        output.line((repository / file.path).read_text(encoding="utf-8").rstrip())
    undo_last(store, nobody, by=PERSON)
    _title("lore undo")
    there = [file.path for file in written if (repository / file.path).exists()]
    output.line(
        f"still there: {', '.join(there)}" if there else "the file is gone again, as before; the log keeps both steps"
    )


def _title(text: str) -> None:
    output.line()
    output.line(output.style(f"── {text}", bold=True))
