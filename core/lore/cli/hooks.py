"""What serves agents: `lore hooks` and `lore status-line`, `lore mcp` and `lore prompt`, `lore serve`."""

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


@click.command()
def mcp() -> None:
    """Serve the memory to an agent over MCP, on stdin and stdout. Agents start this; see `docs/mcp.md`.

    Exits with the agent. What an agent saves stays unconfirmed, and an agent cannot decide anything.
    """
    from lore.agents import serve_mcp  # half a second, which no other command pays

    serve_mcp()


@click.command()
def prompt() -> None:
    """Print instructions for a model: how to use this memory from the command line, MCP or HTTP.

    Put them where your agent reads them, such as AGENTS.md: `lore prompt >> AGENTS.md`.
    """
    output.lines(actions.instructions(Engine()).text.rstrip("\n"))


# `lore serve`: the memory for other programs over HTTP


_PORT = 5673


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=_PORT,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@click.option("--new-token", is_flag=True, help="Make a new token first; the old one stops working.")
def serve(port: int, new_token: bool) -> None:
    """Serve your memory over HTTP to programs on this machine, until Ctrl-C.

    Listens only on 127.0.0.1 and ::1, and only while this runs. Requests need the token from `http.token` in the data
    folder (`lore path`), sent as `Authorization: Bearer TOKEN`. The routes are in `docs/http.md` and at
    `/openapi.json`. Every request counts as an agent's: it can save and search, but not decide. A request that names
    no project uses that of this folder.
    """
    from lore.agents import Telling, serve_http  # Starlette and uvicorn: 200 ms

    def ready(address: str, token_file: str) -> None:
        console.note(f"listening at {address}; requests need the token in `{token_file}`")
        console.note("press Ctrl-C to stop")

    serve_http(Path.cwd(), port=port, new_token=new_token, telling=Telling(ready, console.warn))
    console.note("ended")
