"""`lore mcp` and `lore prompt`: the memory as tools of an agent, and what a model needs to be told."""

from pathlib import Path

import click

from lore import actions
from lore.actions import Engine
from lore.cli import console, output


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
