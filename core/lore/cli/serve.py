"""`lore serve`: the memory for other programs over HTTP, and the app in a browser."""

from pathlib import Path

import click

from lore import presence
from lore.cli import console
from lore.cli.deciding import in_terminal
from lore.errors import NeedsPerson

_PORT = 5673


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    help=f"Where to listen; 0: any that is free. Default: {_PORT}, with `--web` {_PORT + 1}.",
)
@click.option("--new-token", is_flag=True, help="Make a new token first: the old one opens nothing any more.")
@click.option("--web", is_flag=True, help="Serve the app for your browser instead; the link is printed here.")
def serve(port: int | None, new_token: bool, web: bool) -> None:
    """Let programs of this machine use your memory over HTTP, until Ctrl-C.

    Nothing listens unless you start this. It listens on 127.0.0.1 and ::1 alone, and answers whoever sends the token
    that stands in `http.token` in the data folder (`lore path`), as `Authorization: Bearer TOKEN`. The routes are in
    `docs/http.md`, and at `/openapi.json`. What comes this way is an agent's word: it saves and searches, and decides
    nothing. Where a request names no project, the one of this folder is meant.

    With `--web` the app runs in a tab of your browser, and you decide in it as in a terminal: so it starts in a
    terminal of yours alone, and opens with a link that works once. Enter prints another one.
    """
    if web:
        if new_token:
            raise console.usage_error(
                "`--new-token` is of no use with `--web`", "the app is opened by a link, not by a token"
            )
        _serve_app(_PORT + 1 if port is None else port)
        return
    from lore.agents import Telling, serve_http  # Starlette and uvicorn: 200 ms

    def ready(address: str, token_file: str) -> None:
        console.note(f"listening at {address}, for whoever has the token in `{token_file}`")
        console.note("Ctrl-C ends it")

    serve_http(
        Path.cwd(),
        port=_PORT if port is None else port,
        new_token=new_token,
        telling=Telling(ready, console.warn),
    )
    console.note("ended")


def _serve_app(port: int) -> None:
    """Raises NeedsPerson where the link would be printed into a file, or in an agent's shell."""
    presence.deciding_in_browser()
    if not in_terminal():
        raise NeedsPerson(
            "the link that opens the app is shown in a terminal alone", hint="run it in a terminal of your own"
        )
    from lore.agents import serve_app  # aiohttp: 250 ms

    serve_app(Path.cwd(), port=port, told=console.note, wrong=console.warn)
    console.note("ended")
