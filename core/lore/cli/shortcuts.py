"""`lore about`, `decisions`, `recent` and `by-date`: searches that are asked for often."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from lore.cli import console, output
from lore.cli.arguments import default_of
from lore.cli.search import show_answer
from lore.config import SEARCH_LIMIT, in_force
from lore.index import PassageFilter
from lore.model import Kind
from lore.projects import asking_project
from lore.search import PLACES, SearchRequest, search
from lore.store import Store, open_store

Command = Callable[..., Any]


def _options(places: str) -> Callable[[Command], Command]:
    """The options that these commands share; `places` is where they look unless told otherwise."""

    def add(command: Command) -> Command:
        for option in (
            click.option("--in", "places", type=click.Choice(list(PLACES)), default=places, show_default=True,
                         help="Which passages: facts, messages of sessions, documents."),
            click.option("--project", metavar="KEY", help="Only this project."),
            click.option("--limit", type=click.IntRange(min=1), help=f"At most so many. {default_of(SEARCH_LIMIT)}"),
            click.option("--explain", is_flag=True, help="Show what each score is made of."),
            output.json_option,
        ):  # fmt: skip
            command = option(command)
        return command

    return add


def _request(store: Store, query: tuple[str, ...], given: dict[str, Any], depth: int = 2, **more: Any) -> SearchRequest:
    limit = given["limit"] or in_force(store)[SEARCH_LIMIT]
    projects = (given["project"],) if given["project"] else ()
    wanted = PassageFilter(projects=projects, **more)
    project = asking_project(store.projects.all_known())
    return SearchRequest(
        " ".join(query), places=given["places"], limit=limit, filter=wanted, depth=depth, project=project
    )


def _answer(query: tuple[str, ...], as_json: bool, explain: bool, given: dict[str, Any], **more: Any) -> None:
    with open_store() as store:
        answer = search(store, replace(_request(store, query, given, **more), record=bool(query)))
    show_answer(answer, as_json=as_json, explain=explain)


@click.command()
@click.argument("topic", nargs=-1, required=True)
@_options("all")
def about(topic: tuple[str, ...], as_json: bool, explain: bool, **given: Any) -> None:
    """Show what is known about a topic, and what that leads to: `lore search --depth 3`."""
    _answer(topic, as_json, explain, given, depth=3)


@click.command()
@click.argument("query", nargs=-1)
@_options("facts")
def decisions(query: tuple[str, ...], as_json: bool, explain: bool, **given: Any) -> None:
    """Show decisions: those about a topic, or the newest. `lore search kind:decision`."""
    _answer(query, as_json, explain, given, kinds=(Kind.DECISION.value,))


@click.command()
@_options("facts")
def recent(as_json: bool, explain: bool, **given: Any) -> None:
    """Show what was learnt last, newest first."""
    _answer((), as_json, explain, given)


@click.command("by-date")
@click.argument("date")
@click.argument("query", nargs=-1)
@_options("all")
def by_date(date: str, query: tuple[str, ...], as_json: bool, explain: bool, **given: Any) -> None:
    """Show what was said or happened at a time: 2026-03-12, 2026-03, 7d, yesterday, "last week"."""
    from lore.search import within
    from lore.timespans import span_named

    span = span_named(date)
    if span is None:
        raise console.usage_error(
            f"`{date}` is not a time", "use a form such as 2026-03-12, 2026-03, 7d or `last week`"
        )
    with open_store() as store:
        answer = within(store, _request(store, query, given), span)
    show_answer(answer, as_json=as_json, explain=explain)
