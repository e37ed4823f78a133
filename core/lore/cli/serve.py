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
    help=f"Port to listen on; 0 picks a free one. Default: {_PORT}, with `--web` {_PORT + 1}.",
)
@click.option("--new-token", is_flag=True, help="Make a new token first; the old one stops working.")
@click.option("--web", is_flag=True, help="Serve the app for your browser instead; the link is printed here.")
def serve(port: int | None, new_token: bool, web: bool) -> None:
    """Serve your memory over HTTP to programs on this machine, until Ctrl-C.

    Listens only on 127.0.0.1 and ::1, and only while this runs. Requests need the token from `http.token` in the data
    folder (`lore path`), sent as `Authorization: Bearer TOKEN`. The routes are in `docs/http.md` and at
    `/openapi.json`. Every request counts as an agent's: it can save and search, but not decide. A request that names
    no project uses that of this folder.

    With `--web` the app runs in your browser, and you can decide there as in a terminal. It therefore starts only in
    your own terminal and opens with a link that works once. Press Enter for another link.
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
        console.note(f"listening at {address}; requests need the token in `{token_file}`")
        console.note("press Ctrl-C to stop")

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
