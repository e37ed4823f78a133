"""`lore about`, `decisions`, `recent` and `by-date`: searches that are asked for often."""

from collections.abc import Callable
from typing import Any

import click

from lore import actions
from lore.actions import open_engine
from lore.cli import output
from lore.cli.arguments import TextCommand
from lore.cli.search import MOST, show_answer
from lore.cli.taking import takes
from lore.model import SearchResult


def _shortcut(name: str, ask: Callable[..., SearchResult], sentence: str, **told: str) -> click.Command:
    """A command that asks one of the searches. told: what its options say otherwise than the action."""

    def run(explain: bool, **given: Any) -> None:
        with open_engine() as engine:
            answer = ask(engine, **given)
        show_answer(answer, explain=explain)

    explained = click.option("--explain", is_flag=True, help="Show what each score is made of.")(
        output.json_option(run)
    )
    return click.command(name, cls=TextCommand, help=sentence)(takes(ask, places="--in", limit=MOST, **told)(explained))


_KINDS = "| Only facts of this kind."
about = _shortcut(
    "about",
    actions.about,
    "Show what is known about a topic, and what is linked to it. Same as `lore search --depth 3`.",
    kinds=_KINDS,
)
decisions = _shortcut(
    "decisions",
    actions.decisions,
    "Show decisions about a topic, or the newest ones. Same as `lore search kind:decision`.",
)
recent = _shortcut("recent", actions.recent, "Show the newest facts first.", kinds=_KINDS)
by_date = _shortcut(
    "by-date",
    actions.by_date,
    'Show what was said or happened at a time: 2026-03-12, 2026-03, 7d, yesterday, "last week".',
    kinds=_KINDS,
)
