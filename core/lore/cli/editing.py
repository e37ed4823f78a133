"""`lore add`, `edit`, `archive`, `restore`, `supersede`, `pin`, `propose`: what is done to facts by hand."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import click

from lore import presence
from lore.cli import console, output
from lore.cli.arguments import fact_id, moment, project_of_new
from lore.cli.deciding import in_terminal, yes_option
from lore.cli.retired import tell_retired
from lore.cli.short_ids import short
from lore.memory import Action, NewFact, Outcome, editing
from lore.model import Fact, Kind, Layer, kind_of
from lore.store import Store, open_store
from lore.text import shorten

Command = TypeVar("Command", bound=Callable[..., Any])
_CARD = "both stay until you say which one holds: `lore review`"
_NO_CARD = "both stay: nobody vouches for the new one, so it is not put before you; `lore supersede` replaces the other"
_KINDS = ", ".join(kind.value for kind in Kind)
_PLAIN = ("kind", "project", "wrong", "right", "problem", "solution")


class KindName(click.ParamType[Kind]):
    """A kind of fact, or one of its other names."""

    name = "kind"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Kind:
        try:
            return kind_of(value)
        except ValueError:
            self.fail(f"`{value}` is no kind of fact: choose one of {_KINDS}", param, ctx)


def fact_options(command: Command) -> Command:
    """The options that say what a fact is."""
    for option in (
        click.option("--expires", metavar="TIME", help="Archive it after this time."),
        click.option("--happened", metavar="TIME", help="When it took place."),
        click.option("--file", "files", multiple=True, metavar="PATH", help="A file it is about."),
        click.option("--concept", "concepts", multiple=True, help="Something it is about."),
        click.option("--solution", help="What solved the problem."),
        click.option("--problem", help="The problem it solves."),
        click.option("--right", help="What is right, for a correction."),
        click.option("--wrong", help="What is wrong, for a correction."),
        click.option("--tag", "tags", multiple=True, help="A word to find it by."),
        click.option("--project", metavar="KEY", help="The project it holds for; default: that of this folder."),
        click.option("--layer", type=click.Choice([layer.value for layer in Layer]), help="Who it holds for."),
        click.option("--kind", type=KindName(), metavar="KIND", help=f"One of {_KINDS}."),
    ):
        command = option(command)
    return command


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@fact_options
@click.option("--pin", "pinned", is_flag=True, help="Never let it fade.")
@yes_option
@output.json_option
def add(words: Sequence[str], pinned: bool, yes: bool, as_json: bool, **given: Any) -> None:
    """Save one fact; `-` reads it from stdin.

    A fact that already says the same is reinforced. What the new one names as replaced, or gives another value for,
    gives way to it; what may contradict it stays, and `lore review` asks. In an agent's shell it is the agent's word,
    which waits for your approval.
    """
    actor = presence.deciding("pin", yes=yes) if pinned else None
    text = sys.stdin.read() if tuple(words) == ("-",) else " ".join(words)
    with open_store() as store:
        new = _new_fact(store, text, given, pinned)
        probe = Fact("", editing.words_of(new.text), new.kind, layer=new.layer, project=new.project)
        outcome = editing.add_fact(store, replace(new, near=_near(store, probe)), actor=actor)
        _report(store, outcome, as_json)


@click.command()
@click.argument("name", metavar="ID")
@click.argument("words", nargs=-1, metavar="[TEXT]")
@fact_options
@output.json_option
def edit(name: str, words: Sequence[str], as_json: bool, **given: Any) -> None:
    """Change a fact: its text, or what the options name. Without either, opens the text in your editor.

    An empty value (`--wrong ""`) takes a field away.
    """
    with open_store() as store:
        fact = store.facts.get(fact_id(store, name))
        changes = _changes(given)
        text = " ".join(words) if words else fact.text if changes else _from_editor(fact)
        wanted = replace(fact, text=editing.words_of(text), **changes)
        near = _near(store, wanted) if wanted.text != fact.text else ()
        outcome = editing.edit_fact(store, wanted, near=near)
        if as_json or outcome.action is not Action.KNOWN:
            _report(store, outcome, as_json)
        else:
            console.note("nothing changed")


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
def archive(names: Sequence[str]) -> None:
    """Put facts away: no agent is told of them. Nothing is deleted."""
    with open_store() as store:
        _moved(store, "archived", _ids(store, names), lambda ids: editing.archive(store, ids))


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
def restore(names: Sequence[str]) -> None:
    """Bring facts back that were archived, superseded or rejected."""
    with open_store() as store:
        _moved(store, "restored", _ids(store, names), lambda ids: editing.restore(store, ids))


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@click.option("--off", is_flag=True, help="Let them fade again.")
@yes_option
def pin(names: Sequence[str], off: bool, yes: bool) -> None:
    """Keep facts from fading."""
    person = presence.deciding("pin", yes=yes)
    with open_store() as store:
        verb = "unpinned" if off else "pinned"
        _moved(store, verb, _ids(store, names), lambda ids: editing.pin(store, ids, pinned=not off, by=person))


@click.command()
@click.argument("name", metavar="ID")
@click.argument("words", nargs=-1, metavar="[TEXT]")
@click.option("--by", metavar="ID", help="A stored fact that replaces it.")
def supersede(name: str, words: Sequence[str], by: str | None) -> None:
    """Replace a fact by a new text, or by another fact with `--by`."""
    if bool(words) == bool(by):
        raise console.usage_error("give the new text, or another fact with `--by ID`", 'lore supersede 3k9x2m "use uv"')
    with open_store() as store:
        old = fact_id(store, name)
        if by:
            new = editing.supersede(store, old, fact_id(store, by))[1]
        else:
            was = store.facts.get(old)
            text = NewFact(" ".join(words), was.kind, was.layer, was.project, tags=was.tags)
            outcome = editing.replace_with(store, old, text)
            new = outcome.fact
            tell_retired([fact for fact in store.facts.many(outcome.retired) if fact.id != old])
        output.line(f"{short(old)} is replaced by {short(new.id)}  {shorten(new.text, output.width() - 36)}")
    console.undo_hint(store)


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="ID…")
def propose(names: Sequence[str]) -> None:
    """Put facts into the review queue, to become conventions."""
    with open_store() as store:
        for name in _ids(store, names):
            candidate = editing.propose(store, name)
            output.line(f"{short(candidate.id)} waits for review: {shorten(candidate.text, output.width() - 34)}")
    console.note("`lore review` opens the queue")


def _ids(store: Store, names: Sequence[str]) -> list[str]:
    return [fact_id(store, name) for name in names]


def _moved(store: Store, verb: str, ids: Sequence[str], move: Callable[[Sequence[str]], Sequence[Fact]]) -> None:
    """Carry it out, and say of each fact whether it was so already."""
    before = {fact.id: fact.rev for fact in store.facts.many(ids)}
    for fact in move(ids):
        already = "already " if fact.rev == before.get(fact.id) else ""
        state = {"restored": "active", "unpinned": "not pinned"}.get(verb, verb) if already else verb
        output.line(f"{already}{state} {short(fact.id)}  {shorten(fact.text, output.width() - 28)}")
    console.undo_hint(store)


def _new_fact(store: Store, text: str, given: dict[str, Any], pinned: bool) -> NewFact:
    layer = Layer(given["layer"]) if given["layer"] else Layer.PROJECT
    place = project_of_new(store, layer, given["project"])
    return NewFact(
        text=text,
        kind=given["kind"] or _kind_from(given),
        layer=layer,
        project=place.key if place else None,
        place=place,
        happened_at=moment(given["happened"], "--happened"),
        expires_at=moment(given["expires"], "--expires"),
        pinned=pinned,
        **{name: given[name] for name in ("tags", "wrong", "right", "problem", "solution", "concepts", "files")},
    )


def _kind_from(given: dict[str, Any]) -> Kind:
    """The kind that the fields imply."""
    if given["wrong"] or given["right"]:
        return Kind.CORRECTION
    return Kind.SOLUTION if given["problem"] or given["solution"] else Kind.NOTE


def _near(store: Store, fact: Fact) -> tuple[str, ...]:
    from lore.embedding import bundled_embedder
    from lore.memory import alike_facts

    return tuple(other.id for other in alike_facts(store, fact, bundled_embedder(store.folder)))


def _changes(given: dict[str, Any]) -> dict[str, Any]:
    """The fields that were named, as a fact has them."""
    changes: dict[str, Any] = {name: given[name] for name in _PLAIN if given[name] is not None}
    changes |= {name: tuple(given[name]) for name in ("tags", "concepts", "files") if given[name]}
    if given["layer"]:
        changes["layer"] = Layer(given["layer"])
    for name in ("happened", "expires"):
        if given[name] is not None:
            changes[f"{name}_at"] = moment(given[name] or None, f"--{name}")
    return changes


def _from_editor(fact: Fact) -> str:
    if not in_terminal():
        raise console.usage_error("nothing to change", f'give the new text: lore edit {short(fact.id)} "…"')
    edited = console.edited(fact.text)
    return fact.text if edited is None else edited


def _report(store: Store, outcome: Outcome, as_json: bool) -> None:
    fact = outcome.fact
    if as_json:
        output.json_line(
            {
                "id": fact.id,
                "action": outcome.action.value,
                "text": fact.text,
                "changed": outcome.action is not Action.KNOWN,
                "others": list(outcome.retired or outcome.disputed),
                "replaces": list(outcome.retired),
                "disputed": list(outcome.disputed),
            }
        )
        return
    verb = "added" if outcome.action is Action.SUPERSEDED else outcome.action.value
    output.line(f"{verb} {short(fact.id)}  {shorten(fact.text, output.width() - 20)}")
    tell_retired(store.facts.many(outcome.retired))
    for other in store.facts.many(outcome.disputed):
        output.line(f"may contradict {short(other.id)}  {shorten(other.text, output.width() - 27)}")
    if outcome.disputed:
        console.note(_NO_CARD if fact.tainted else _CARD)
    console.undo_hint(store)
