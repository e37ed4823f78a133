"""What the app did is said with the command that does the same: each exists, and its words are read by it."""

import inspect
import shlex
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from lore import actions
from lore.cli.program import COMMANDS, Commands
from lore.memory import decisions
from lore.memory.editing import NewFact, add_fact
from lore.model import Fact
from lore.store import Store
from lore_tui.dialogs.palette import COMMANDS as SHOWN
from lore_tui.gateway import Agreed, Gateway
from lore_tui.jobs import Outcome
from support.held import nearest
from support.keyboard import at_app, at_keyboard
from support.publishing import make_repository

Work = Callable[[Gateway, actions.ReviewCard, Fact], Outcome]


def _publish(app: Gateway, card: actions.ReviewCard, fact: Fact) -> Outcome:
    return app.publish(Agreed(actions.plan_publish(app.engine, root=Path.cwd()), new_root=True))


def _instead(app: Gateway, card: actions.ReviewCard, fact: Fact) -> Outcome:
    asked = next(one for one in app.engine.store.candidates.select() if one.asks)
    return app.instead(asked)


def _merge(app: Gateway, card: actions.ReviewCard, fact: Fact) -> Outcome:
    return app.merge(card.candidate, fact.id)


def _again(app: Gateway, card: actions.ReviewCard, fact: Fact) -> Outcome:
    app.archive({fact.id: fact.rev})
    return app.restore({fact.id: app.engine.store.facts.get(fact.id).rev})


ALL: dict[str, Work] = {
    "replace": lambda app, card, fact: app.replace(fact, "Written anew"),
    "archive": lambda app, card, fact: app.archive({fact.id: fact.rev}),
    "restore": _again,
    "pin": lambda app, card, fact: app.pin({fact.id: fact.rev}, pinned=not fact.pinned),
    "confirm": lambda app, card, fact: app.confirm([fact.id]),
    "approve": lambda app, card, fact: app.approve(card),
    "approve_all": lambda app, card, fact: app.approve_all({card.candidate.id: card.candidate.rev}),
    "approve_as": lambda app, card, fact: app.approve_as(card.candidate, "In other words", []),
    "reject": lambda app, card, fact: app.reject(card.candidate, "not ours"),
    "reject_all": lambda app, card, fact: app.reject_all({card.candidate.id: card.candidate.rev}),
    "merge": _merge,
    "instead": _instead,
    "snooze": lambda app, card, fact: app.snooze(card.candidate, 1),
    "rescope": lambda app, card, fact: app.rescope(card.candidate),
    "publish": _publish,
    "keep_theme": lambda app, card, fact: app.keep_theme("light"),
    "set_value": lambda app, card, fact: app.set_value("app.keys", "fact.pin=f9, copy=f8"),
    "purge": lambda app, card, fact: app.purge(fact, app.short(fact.id)),
    "back_up": lambda app, card, fact: app.back_up(),
}
WITHOUT = {"add", "edit", "accept", "summarise", "answer_reader", "save_answers", "undo", "redo"}
WITHOUT |= {"revert_act", "repair"}
"""What is typed in a form, or undone: nothing to learn a command from."""


def test_every_write_is_here() -> None:
    writes = {
        name
        for name, method in inspect.getmembers(Gateway, inspect.isfunction)
        if not name.startswith("_") and "Outcome" in str(inspect.signature(method).return_annotation)
    }
    assert writes == set(ALL) | WITHOUT


def reads(command: str) -> click.Context:
    """The command line reads these words, without carrying them out."""
    program, *words = shlex.split(command)
    assert program == "lore"
    at: click.Command = Commands("lore")
    context = click.Context(at)
    while isinstance(at, click.Group) and words and (found := at.get_command(context, words[0])) is not None:
        at, words = found, words[1:]
    assert not (isinstance(at, Commands) or (isinstance(at, click.Group) and words))
    return at.make_context("lore", words, parent=context)


@pytest.mark.parametrize("name", ALL)
def test_the_command_that_does_the_same_is_one(
    library: Store, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(make_repository(tmp_path / "web"))
    app = Gateway(at_app(library))
    if name == "instead":
        add_fact(library, NewFact("Deploys go to staging first"))
        add_fact(library, NewFact("Deploys go to prod first"), near=nearest(library))
    card = next(one for each in decisions.queue(library) if not (one := actions.card(app.engine, each)).risky)
    proposed = {one.fact for one in library.candidates.select()}
    fact = next(one for one in library.facts.select() if one.id not in proposed and not one.tainted)
    reads(ALL[name](app, card, fact).command)


@pytest.mark.parametrize("command", SHOWN)
async def test_the_palette_names_commands_that_exist(command: str) -> None:
    assert command in COMMANDS


async def test_the_line_ends_with_it(library: Store) -> None:
    """Beside what was done, where there is room for it."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.press("j", "j")
        name = library.names.short([person.rows.current or ""])[person.rows.current or ""]
        await person.press("a")
        assert person.status.endswith(f"lore review approve {name}")
