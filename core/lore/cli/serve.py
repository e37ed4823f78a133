"""`lore serve`: the memory for other programs over HTTP."""

from pathlib import Path

import click

from lore.cli import console

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
