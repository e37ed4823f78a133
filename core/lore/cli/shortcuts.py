"""`lore about`, `decisions`, `recent` and `by-date`: searches that are asked for often."""

from collections.abc import Callable
from typing import Any

import click

from lore import actions
from lore.actions import PLACES, open_engine
from lore.cli import output
from lore.cli.arguments import TextCommand, default_of
from lore.cli.search import kind_option, show_answer
from lore.config import SEARCH_LIMIT
from lore.model import SearchResult

Command = Callable[..., Any]


def _options(places: str, *, kinds: bool = True) -> Callable[[Command], Command]:
    """The options that these commands share; `places` is where they look unless told otherwise.

    kinds: whether `--kind` may narrow them.
    """

    def add(command: Command) -> Command:
        for option in (
            *((kind_option,) if kinds else ()),
            click.option("--in", "places", type=click.Choice(PLACES), default=places, show_default=True,
                         help="Which passages: facts, messages of sessions, documents."),
            click.option("--project", metavar="KEY", help="Only this project."),
            click.option("--limit", type=click.IntRange(min=1), help=f"At most this many. {default_of(SEARCH_LIMIT)}"),
            click.option("--explain", is_flag=True, help="Show what each score is made of."),
            output.json_option,
        ):  # fmt: skip
            command = option(command)
        return command

    return add


def _answer(ask: Callable[..., SearchResult], *words: str, as_json: bool, explain: bool, **given: Any) -> None:
    with open_engine() as engine:
        answer = ask(engine, *words, **given)
    show_answer(answer, as_json=as_json, explain=explain)


@click.command(cls=TextCommand)
@click.argument("topic", nargs=-1, required=True)
@_options("all")
def about(topic: tuple[str, ...], **given: Any) -> None:
    """Show what is known about a topic, and what is linked to it. Same as `lore search --depth 3`."""
    _answer(actions.about, " ".join(topic), **given)


@click.command(cls=TextCommand)
@click.argument("query", nargs=-1)
@_options("facts", kinds=False)
def decisions(query: tuple[str, ...], **given: Any) -> None:
    """Show decisions about a topic, or the newest ones. Same as `lore search kind:decision`."""
    _answer(actions.decisions, " ".join(query), **given)


@click.command()
@_options("facts")
def recent(**given: Any) -> None:
    """Show the newest facts first."""
    _answer(actions.recent, **given)


@click.command("by-date", cls=TextCommand)
@click.argument("date")
@click.argument("query", nargs=-1)
@_options("all")
def by_date(date: str, query: tuple[str, ...], **given: Any) -> None:
    """Show what was said or happened at a time: 2026-03-12, 2026-03, 7d, yesterday, "last week"."""
    _answer(actions.by_date, date, " ".join(query), **given)
