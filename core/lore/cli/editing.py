"""`lore add`, `edit`, `archive`, `restore`, `supersede`, `pin`, `propose`: what is done to facts by hand."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from lore import actions, presence
from lore.actions import Moved, Saved, open_engine
from lore.cli import console, output
from lore.cli.arguments import TextCommand
from lore.cli.taking import Member, takes
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
    kinds = f"One of {_KINDS}; default: what the words say."
    command = click.option("--kind", type=KindName(), metavar="KIND", help=kinds)(command)
    command = click.option("--layer", type=Member(Layer), help="Who it applies to.")(command)
    return takes(
        actions.save, "text", "confidence", "debated", "pinned", tags="| A tag to find it by.",
        because="REASON", concepts="| A concept it is about.", files="| A file it is about.",
        happened_at="TIME | When it happened.", expires_at="TIME | Archive it after this time.",
    )(command)  # fmt: skip


@click.command(cls=TextCommand)
@takes(actions.save, pinned="--pin | Never let it fade.", debated="--debate")
@fact_options
@click.option("--confidence", type=click.FloatRange(0, 1), help="How sure it is, 0 to 1; an agent's is capped.")
@console.yes_option
@output.json_option
def add(text: str, layer: Layer | None, pinned: bool, yes: bool, **given: Any) -> None:
    """Save one fact; `-` reads it from stdin.

    A fact that already says the same words is reinforced. A fact that the new one replaces, by name or with another
    value, is retired; if two may contradict, or say the same in other words, both stay and `lore review` asks you. In
    an agent's shell the new fact waits for your approval.
    """
    person = presence.deciding("pin", yes=yes) if pinned else None
    text = console.read_stdin() if text == "-" else text
    layer = layer or Layer.PROJECT
    with console.reporting() as reporter, open_engine(person=person, reporter=reporter) as engine:
        _report(actions.save(engine, text, layer=layer, pinned=pinned, **given))
        console.undo_hint(engine)


@click.command(cls=TextCommand)
@click.argument("name", metavar="ID")
@click.argument("words", nargs=-1, metavar="[TEXT]")
@fact_options
@output.json_option
def edit(name: str, words: Sequence[str], **given: Any) -> None:
    """Change a fact: its text, or the fields you name. Without either, opens the text in your editor.

    An empty value (`--wrong ""`) clears a field.
    """
    changes = {option: value for option, value in given.items() if value not in (None, ())}
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        if not words and not changes:
            fact = actions.show(engine, name).fact
            changes = {"text": _from_editor(fact.id, fact.text), "rev": fact.rev}
        elif words:
            changes["text"] = " ".join(words)
        outcome = actions.edit(engine, name, **changes)
        if output.as_json() or outcome.changed:
            _report(outcome)
            console.undo_hint(engine)
        else:
            console.note("nothing changed")


def _of_facts(name: str, sentence: str, act: Callable[..., Moved], verb: str, state: str) -> click.Command:
    """A command that does one thing to several facts. verb, state: what is said of each, and of one that was so."""

    def run(facts: Sequence[str]) -> None:
        with open_engine() as engine:
            output.told(act(engine, facts), lambda moved: _moved(verb, state, moved))
            console.undo_hint(engine)

    return click.command(name, help=sentence)(takes(act)(output.json_option(run)))


archive = _of_facts(
    "archive", "Archive facts: no agent is given them. Nothing is deleted.", actions.archive, "archived", "archived"
)
restore = _of_facts(
    "restore", "Restore facts that were archived, superseded or rejected.", actions.restore, "restored", "active"
)
confirm = _of_facts(
    "confirm", "Confirm that facts which may be outdated still hold. `lore show` says why one may be.",
    actions.confirm, "still holds", "confirmed",
)  # fmt: skip


@click.command()
@takes(actions.pin)
@click.option("--off", is_flag=True, help="Let them fade again.")
@console.yes_option
@output.json_option
def pin(facts: Sequence[str], off: bool, yes: bool) -> None:
    """Keep facts from fading."""
    with open_engine(person=presence.deciding("pin", yes=yes)) as engine:
        act, verb, state = (actions.unpin, "unpinned", "not pinned") if off else (actions.pin, "pinned", "pinned")
        output.told(act(engine, facts), lambda moved: _moved(verb, state, moved))
        console.undo_hint(engine)


@click.command(cls=TextCommand)
@click.argument("name", metavar="ID")
@click.argument("words", nargs=-1, metavar="[TEXT]")
@click.option("--by", metavar="ID", help="A stored fact that replaces it.")
@output.json_option
def supersede(name: str, words: Sequence[str], by: str | None) -> None:
    """Replace a fact by a new text, or by another fact with `--by`."""
    if bool(words) == bool(by):
        raise console.usage_error("give the new text, or another fact with `--by ID`", 'lore supersede 3k9x2m "use uv"')
    with console.reporting() as reporter, open_engine(reporter=reporter) as engine:
        done = actions.supersede(engine, name, by) if by else actions.replace_text(engine, name, " ".join(words))
        if not output.printed(done):
            output.retired(done.retired)
            text = shorten(done.new.text, output.width() - 36)
            output.line(f"{output.short(done.old.id)} is replaced by {output.short(done.new.id)}  {text}")
        console.undo_hint(engine)


@click.command()
@takes(actions.propose)
@output.json_option
def propose(facts: Sequence[str]) -> None:
    """Propose facts as conventions: they go into the review queue."""
    with open_engine() as engine:
        done = actions.propose(engine, facts)
    if output.printed(done):
        return
    for candidate in done.candidates:
        output.line(f"{output.short(candidate.id)} waits for review: {shorten(candidate.text, output.width() - 34)}")
    console.note("`lore review` opens the queue")


def _moved(verb: str, state: str, moved: Moved) -> None:
    """Say of each fact what became of it, or that it was so already."""
    for fact in moved.facts:
        said = f"already {state}" if fact.id in moved.unchanged else verb
        output.line(f"{said} {output.short(fact.id)}  {shorten(fact.text, output.width() - 28)}")


def _from_editor(name: str, text: str) -> str:
    if not console.in_terminal():
        raise console.usage_error("nothing to change", f'give the new text: lore edit {output.short(name)} "…"')
    edited = console.edited(text)
    return text if edited is None else edited


def _report(outcome: Saved) -> None:
    if output.printed(outcome):
        return
    fact = outcome.fact
    verb = "added" if outcome.retired else outcome.action.value
    output.line(f"{verb} {output.short(fact.id)}  {shorten(fact.text, output.width() - 20)}")
    output.retired(outcome.retired)
    for other in outcome.disputed:
        output.line(f"may contradict {output.short(other.id)}  {shorten(other.text, output.width() - 27)}")
    for other in outcome.alike:
        output.line(f"like {output.short(other.id)}  {shorten(other.text, output.width() - 17)}")
    if outcome.disputed:
        console.note(_NO_CARD if fact.tainted else _CARD)
    elif outcome.alike:
        console.note(_ALIKE)
