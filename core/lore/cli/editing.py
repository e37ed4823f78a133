"""`lore add`, `edit`, `archive`, `restore`, `supersede`, `pin`, `propose`: what is done to facts by hand."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from lore import actions, presence, wire
from lore.actions import Moved, Saved, open_engine
from lore.cli import console, output
from lore.cli.arguments import TextCommand, moment
from lore.cli.deciding import in_terminal, yes_option
from lore.cli.reporting import reporting
from lore.cli.retired import tell_retired
from lore.cli.short_ids import short
from lore.model import Kind, Layer, kind_of
from lore.text import shorten

Command = TypeVar("Command", bound=Callable[..., Any])
_CARD = "both stay until you say which one holds: `lore review`"
_ALIKE = "both stay until you say whether they are one: `lore review`"
_NO_CARD = "both stay: no person has confirmed the new one, so you are not asked; `lore supersede` replaces the other"
_KINDS = ", ".join(kind.value for kind in Kind)


class KindName(click.ParamType[Kind]):
    """A kind of fact, or one of its other names."""

    name = "kind"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Kind:
        try:
            return kind_of(value)
        except ValueError:
            self.fail(f"unknown kind `{value}`: choose one of {_KINDS}", param, ctx)


def fact_options(command: Command) -> Command:
    """The options that say what a fact is."""
    for option in (
        click.option("--expires", metavar="TIME", help="Archive it after this time."),
        click.option("--happened", metavar="TIME", help="When it happened."),
        click.option("--file", "files", multiple=True, metavar="PATH", help="A file it is about."),
        click.option("--concept", "concepts", multiple=True, help="A concept it is about."),
        click.option("--because", metavar="REASON", help="Why it holds."),
        click.option("--solution", help="What solved the problem."),
        click.option("--problem", help="The problem it solves."),
        click.option("--right", help="What is right, for a correction."),
        click.option("--wrong", help="What is wrong, for a correction."),
        click.option("--tag", "tags", multiple=True, help="A tag to find it by."),
        click.option("--project", metavar="KEY", help="The project it applies to; default: that of this folder."),
        click.option("--layer", type=click.Choice([layer.value for layer in Layer]), help="Who it applies to."),
        click.option("--kind", type=KindName(), metavar="KIND", help=f"One of {_KINDS}; default: what the words say."),
    ):
        command = option(command)
    return command


@click.command(cls=TextCommand)
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@fact_options
@click.option("--pin", "pinned", is_flag=True, help="Never let it fade.")
@click.option("--confidence", type=click.FloatRange(0, 1), help="How sure it is, 0 to 1; an agent's is capped.")
@click.option(
    "--debate", "debated", is_flag=True, help="Several models agreed on it; one an agent saves still needs approval."
)
@yes_option
@output.json_option
def add(words: Sequence[str], pinned: bool, yes: bool, as_json: bool, **given: Any) -> None:
    """Save one fact; `-` reads it from stdin.

    A fact that already says the same words is reinforced. A fact that the new one replaces, by name or with another
    value, is retired; if two may contradict, or say the same in other words, both stay and `lore review` asks you. In
    an agent's shell the new fact waits for your approval.
    """
    person = presence.deciding("pin", yes=yes) if pinned else None
    text = console.read_stdin() if tuple(words) == ("-",) else " ".join(words)
    layer = Layer(given.pop("layer") or Layer.PROJECT)
    with reporting() as reporter, open_engine(person=person, reporter=reporter) as engine:
        _report(actions.save(engine, text, layer=layer, pinned=pinned, **_timed(given)), as_json)
        console.undo_hint(engine)


@click.command(cls=TextCommand)
@click.argument("name", metavar="ID")
@click.argument("words", nargs=-1, metavar="[TEXT]")
@fact_options
@output.json_option
def edit(name: str, words: Sequence[str], as_json: bool, **given: Any) -> None:
    """Change a fact: its text, or the fields you name. Without either, opens the text in your editor.

    An empty value (`--wrong ""`) clears a field.
    """
    changes = {option: value for option, value in _timed(given).items() if value not in (None, ())}
    if "layer" in changes:
        changes["layer"] = Layer(changes["layer"])
    with reporting() as reporter, open_engine(reporter=reporter) as engine:
        if not words and not changes:
            fact = actions.show(engine, name).fact
            changes = {"text": _from_editor(fact.id, fact.text), "rev": fact.rev}
        elif words:
            changes["text"] = " ".join(words)
        outcome = actions.edit(engine, name, **changes)
        if as_json or outcome.changed:
            _report(outcome, as_json)
            console.undo_hint(engine)
        else:
            console.note("nothing changed")


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@output.json_option
def archive(names: Sequence[str], as_json: bool) -> None:
    """Archive facts: no agent is given them. Nothing is deleted."""
    with open_engine() as engine:
        _moved("archived", "archived", actions.archive(engine, names), as_json)
        console.undo_hint(engine)


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@output.json_option
def restore(names: Sequence[str], as_json: bool) -> None:
    """Restore facts that were archived, superseded or rejected."""
    with open_engine() as engine:
        _moved("restored", "active", actions.restore(engine, names), as_json)
        console.undo_hint(engine)


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@click.option("--off", is_flag=True, help="Let them fade again.")
@yes_option
@output.json_option
def pin(names: Sequence[str], off: bool, yes: bool, as_json: bool) -> None:
    """Keep facts from fading."""
    with open_engine(person=presence.deciding("pin", yes=yes)) as engine:
        if off:
            _moved("unpinned", "not pinned", actions.unpin(engine, names), as_json)
        else:
            _moved("pinned", "pinned", actions.pin(engine, names), as_json)
        console.undo_hint(engine)


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@output.json_option
def confirm(names: Sequence[str], as_json: bool) -> None:
    """Confirm that facts which may be outdated still hold. `lore show` says why one may be."""
    with open_engine() as engine:
        _moved("still holds", "confirmed", actions.confirm(engine, names), as_json)
        console.undo_hint(engine)


@click.command(cls=TextCommand)
@click.argument("name", metavar="ID")
@click.argument("words", nargs=-1, metavar="[TEXT]")
@click.option("--by", metavar="ID", help="A stored fact that replaces it.")
@output.json_option
def supersede(name: str, words: Sequence[str], by: str | None, as_json: bool) -> None:
    """Replace a fact by a new text, or by another fact with `--by`."""
    if bool(words) == bool(by):
        raise console.usage_error("give the new text, or another fact with `--by ID`", 'lore supersede 3k9x2m "use uv"')
    with reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = actions.supersede(engine, name, by) if by else actions.replace_text(engine, name, " ".join(words))
        if as_json:
            output.json_line(wire.of(done))
        else:
            tell_retired(done.retired)
            text = shorten(done.new.text, output.width() - 36)
            output.line(f"{short(done.old.id)} is replaced by {short(done.new.id)}  {text}")
        console.undo_hint(engine)


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@output.json_option
def propose(names: Sequence[str], as_json: bool) -> None:
    """Propose facts as conventions: they go into the review queue."""
    with open_engine() as engine:
        done = actions.propose(engine, names)
    if as_json:
        output.json_line(wire.of(done))
        return
    for candidate in done.candidates:
        output.line(f"{short(candidate.id)} waits for review: {shorten(candidate.text, output.width() - 34)}")
    console.note("`lore review` opens the queue")


def _timed(given: dict[str, Any]) -> dict[str, Any]:
    """The options as the parameters of an action: times are read, an empty one takes the field away."""
    times = {f"{name}_at": given.pop(name) for name in ("happened", "expires")}
    for name, text in times.items():
        given[name] = moment(text, f"--{name.removesuffix('_at')}", ahead=name == "expires_at") if text else text
    return given


def _moved(verb: str, state: str, moved: Moved, as_json: bool) -> None:
    """Say of each fact what became of it, or that it was so already."""
    if as_json:
        output.json_line(wire.of(moved))
        return
    for fact in moved.facts:
        said = f"already {state}" if fact.id in moved.unchanged else verb
        output.line(f"{said} {short(fact.id)}  {shorten(fact.text, output.width() - 28)}")


def _from_editor(name: str, text: str) -> str:
    if not in_terminal():
        raise console.usage_error("nothing to change", f'give the new text: lore edit {short(name)} "…"')
    edited = console.edited(text)
    return text if edited is None else edited


def _report(outcome: Saved, as_json: bool) -> None:
    if as_json:
        output.json_line(wire.of(outcome))
        return
    fact = outcome.fact
    verb = "added" if outcome.retired else outcome.action.value
    output.line(f"{verb} {short(fact.id)}  {shorten(fact.text, output.width() - 20)}")
    tell_retired(outcome.retired)
    for other in outcome.disputed:
        output.line(f"may contradict {short(other.id)}  {shorten(other.text, output.width() - 27)}")
    for other in outcome.alike:
        output.line(f"like {short(other.id)}  {shorten(other.text, output.width() - 17)}")
    if outcome.disputed:
        console.note(_NO_CARD if fact.tainted else _CARD)
    elif outcome.alike:
        console.note(_ALIKE)
