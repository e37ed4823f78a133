"""`lore hooks` and `lore status-line`: how hooks of agents fare, and the switch."""

from pathlib import Path

import click

from lore import actions
from lore.actions import Engine, HookState
from lore.cli import console, output, terminal
from lore.text import counted

SHOWN = 10
"""Faults that are listed."""


@click.group(invoke_without_command=True)
@click.pass_context
def hooks(context: click.Context) -> None:
    """Show whether your agents' hooks work, and switch them off or on."""
    if context.invoked_subcommand is None:
        context.invoke(state)


@hooks.command("list")
@output.json_option
def state() -> None:
    """Show events still to be read, what is switched off, and errors."""
    with Engine(backs_up=False) as engine:
        found = actions.hooks_state(engine)
    output.told(found, _show)


@hooks.command()
@click.option("--here", is_flag=True, help="Only in this folder and below.")
@click.option("--session", metavar="ID", help="Only in this session.")
def off(here: bool, session: str | None) -> None:
    """Switch hooks off: agents are given nothing and nothing is recorded. `LORE_OFF=1` does so for one program."""
    _switch(on=False, here=here, session=session)


@hooks.command()
@click.option("--here", is_flag=True, help="Only in this folder and below.")
@click.option("--session", metavar="ID", help="Only in this session.")
def on(here: bool, session: str | None) -> None:
    """Switch hooks on again."""
    _switch(on=True, here=here, session=session)


@hooks.command()
@click.option("--quietly", is_flag=True, help="Print nothing; `lore doctor` reports problems.")
def drain(quietly: bool) -> None:
    """Move events that hooks recorded from the spool into the store. Hooks and captures do this themselves."""
    if quietly:
        actions.drain_alone(lambda: terminal.leave_at_once(0))
        return
    with Engine() as engine:
        done = actions.drain_hooks(engine)
        actions.start_reader(engine.store)
    output.line(f"read {counted(done.events, 'event')}, {counted(done.facts, 'new fact')}")
    if done.memory_files:
        output.line(f"proposed {counted(done.memory_files, 'statement')}: `lore review` shows them")
    if done.odd:
        console.warn(f"{counted(done.odd, 'event')} could not be understood: `lore hooks` tells why")


@hooks.command("forget")
def forget() -> None:
    """Clear the recorded errors."""
    with Engine(backs_up=False) as engine:
        output.line(f"cleared {counted(actions.forget_faults(engine), 'error')}")


@click.command("status-line")
@click.option("--session", metavar="ID", help="The session whose status line it is.")
def status_line(session: str | None) -> None:
    """Print one short line for the status line of an agent."""
    output.line(actions.status_line(Engine(backs_up=False), session=session))


def _switch(*, on: bool, here: bool, session: str | None) -> None:
    with Engine(backs_up=False) as engine:
        done = actions.switch_hooks(engine, on, folder=Path.cwd() if here else None, session=session)
    output.line(f"switched off: {', '.join(done.off)}" if done.off else "hooks are on")


def _show(found: HookState) -> None:
    if not found.in_use:
        console.note("no hook has run yet: `lore setup` installs them")
    output.line(f"{'running sessions':<24}{found.talks}")
    output.line(f"{'events to read':<24}{counted(found.waiting, 'file')}")
    output.line(f"{'switched off':<24}{', '.join(found.off) or 'nothing'}")
    for told in found.faults[:SHOWN]:
        output.line(told)
    if found.faults:
        console.note("`lore hooks forget` clears them")
