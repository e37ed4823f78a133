"""`lore category`: what facts are about."""

from typing import Any

import click

from lore import actions, presence
from lore.actions import CategoryOverview, open_engine
from lore.cli import console, output
from lore.cli.taking import takes
from lore.text import counted, shorten


@click.command("list")
@output.json_option
def list_command() -> None:
    """List the categories of facts."""
    with open_engine() as engine:
        listed = actions.list_categories(engine)
    if output.printed(listed):
        return
    for one in listed.overviews:
        head = f"{one.category.name:<14} {one.facts:>6}  "
        output.line(f"{head}{shorten(_said(one), max(20, output.width() - len(head)))}")


category = output.group_of(
    list_command,
    "category",
    """List the categories of facts.

    A fact's category comes from its tag (`lore edit ID --tag testing`), otherwise from the words it contains,
    otherwise from its kind. `lore search category:testing` searches one category.
    """,
)


@category.command()
@takes(actions.show_category)
@output.json_option
def show(name: str) -> None:
    """Show a category: its summary, and the strongest facts in it."""
    with open_engine() as engine:
        shown = actions.show_category(engine, name)
        if output.printed(shown):
            return
        one = shown.category
        output.line(f"{output.style(one.name, bold=True)}  {counted(shown.facts, 'fact')}")
        output.line(one.description)
        for label, values in (("words", one.words), ("kinds", one.kinds)):
            if values:
                output.line(f"{label}: {', '.join(values)}")
        if one.summary:
            output.line()
            output.lines(one.summary)
        if shown.leading:
            output.line()
            output.line("strongest facts" if one.summary else "summary")
        for fact in shown.leading:
            output.line(f"- {fact.text}  {output.short(fact.id)}")


_WORD, _KIND = "WORD | A word that puts a fact here.", "| A kind of fact that belongs here."


@category.command()
@takes(actions.add_category, words=_WORD, kinds=_KIND)
@console.yes_option
def add(name: str, yes: bool, **given: Any) -> None:
    """Add a category of your own."""
    with open_engine(person=presence.deciding("add a category", yes=yes)) as engine:
        output.line(f"added {actions.add_category(engine, name, **given).name}")
        console.undo_hint(engine)


@category.command()
@takes(actions.edit_category, description="| What its facts are about.", words=_WORD, kinds=_KIND)
@console.yes_option
def edit(name: str, yes: bool, **given: Any) -> None:
    """Change a category. A summary of yours stays until you change it."""
    changes = {field: value for field, value in given.items() if value != ()}
    with open_engine(person=presence.deciding("change a category", yes=yes)) as engine:
        output.line(f"changed {actions.edit_category(engine, name, **changes).name}")
        console.undo_hint(engine)


@category.command()
@takes(actions.remove_category)
@console.yes_option
def remove(name: str, yes: bool) -> None:
    """Remove a category; its facts move to others."""
    with open_engine(person=presence.deciding("remove a category", yes=yes)) as engine:
        output.line(f"removed {actions.remove_category(engine, name).name}")
        console.undo_hint(engine)


def _said(one: CategoryOverview) -> str:
    """Your summary, else what it is for."""
    return one.category.summary or one.category.description
