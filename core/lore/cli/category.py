"""`lore category`: what facts are about."""

import click

from lore import actions, presence, wire
from lore.actions import CategoryOverview, open_engine
from lore.cli import console, output
from lore.cli.deciding import yes_option
from lore.cli.short_ids import short
from lore.model import Kind
from lore.text import counted, shorten

_words_option = click.option("--word", "words", multiple=True, metavar="WORD", help="A word that puts a fact here.")
_kinds_option = click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice([kind.value for kind in Kind]),
    help="A kind of fact that belongs here.",
)


@click.group(invoke_without_command=True)
@output.json_option
@click.pass_context
def category(context: click.Context, as_json: bool) -> None:
    """List the categories of facts.

    A fact's category comes from its tag (`lore edit ID --tag testing`), otherwise from the words it contains,
    otherwise from its kind. `lore search category:testing` searches one category.
    """
    if context.invoked_subcommand is None:
        _list(as_json)


@category.command("list")
@output.json_option
def list_command(as_json: bool) -> None:
    """List the categories of facts."""
    _list(as_json)


@category.command()
@click.argument("name")
@output.json_option
def show(name: str, as_json: bool) -> None:
    """Show a category: its summary, and the strongest facts in it."""
    with open_engine() as engine:
        shown = actions.show_category(engine, name)
        if as_json:
            output.json_line(wire.of(shown))
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
            output.line(f"- {fact.text}  {short(fact.id)}")


@category.command()
@click.argument("name")
@click.argument("description")
@_words_option
@_kinds_option
@yes_option
def add(name: str, description: str, words: tuple[str, ...], kinds: tuple[str, ...], yes: bool) -> None:
    """Add a category of your own."""
    with open_engine(person=presence.deciding("add a category", yes=yes)) as engine:
        made = actions.add_category(engine, name, description, words=words, kinds=[Kind(one) for one in kinds])
        output.line(f"added {made.name}")
        console.undo_hint(engine)


@category.command()
@click.argument("name")
@click.option("--description", help="What its facts are about.")
@click.option("--summary", help="Your own summary; an empty one makes it automatic again.")
@_words_option
@_kinds_option
@yes_option
def edit(
    name: str,
    description: str | None,
    summary: str | None,
    words: tuple[str, ...],
    kinds: tuple[str, ...],
    yes: bool,
) -> None:
    """Change a category. A summary of yours stays until you change it."""
    with open_engine(person=presence.deciding("change a category", yes=yes)) as engine:
        changed = actions.edit_category(
            engine,
            name,
            description=description,
            summary=summary,
            words=words or None,
            kinds=[Kind(one) for one in kinds] or None,
        )
        output.line(f"changed {changed.name}")
        console.undo_hint(engine)


@category.command()
@click.argument("name")
@yes_option
def remove(name: str, yes: bool) -> None:
    """Remove a category; its facts move to others."""
    with open_engine(person=presence.deciding("remove a category", yes=yes)) as engine:
        gone = actions.remove_category(engine, name)
        output.line(f"removed {gone.name}")
        console.undo_hint(engine)


def _list(as_json: bool) -> None:
    with open_engine() as engine:
        listed = actions.list_categories(engine)
    if as_json:
        output.json_line(wire.of(listed))
        return
    for one in listed.overviews:
        head = f"{one.category.name:<14} {one.facts:>6}  "
        output.line(f"{head}{shorten(_said(one), max(20, output.width() - len(head)))}")


def _said(one: CategoryOverview) -> str:
    """Your summary, else what it is for."""
    return one.category.summary or one.category.description
