"""`lore mcp` and `lore prompt`: the memory as tools of an agent, and what a model needs to be told."""

import click

from lore import actions
from lore.actions import Engine
from lore.cli import output


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
