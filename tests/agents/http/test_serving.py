"""`lore serve` as it runs: where it listens, whom it lets in, how it ends, how little patience it has."""

import asyncio
import os
import signal
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from uvicorn.server import ServerState

from lore import paths
from lore.agents.http import listening
from lore.agents.http.token import FORM, token_in
from lore.cli.program import run
from lore.errors import StoreError
from lore.store import Store
from support.hostile import SECRET
from support.http_api import Asked
from support.served import Served

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def served(library: Store, home: Path, tmp_path: Path, socket_enabled: None) -> Iterator[Served]:
    del socket_enabled
    library.close()
    with Served(cwd=tmp_path, env=os.environ) as running:
        yield running


def test_it_answers_on_the_loopback_and_says_nothing_of_what_was_asked(served: Served, home: Path) -> None:
    """On both addresses; nothing of a request, of the token or of a refusal is written anywhere."""
    token = paths.token_file(home).read_text().strip()
    assert stat.S_IMODE(paths.token_file(home).stat().st_mode) == 0o600
    assert served.ask("GET", "/search?query=pnpm", token)[0] == 200
    if socket.has_ipv6:
        assert served.ask("GET", "/sources", token, host="::1")[0] == 200
    assert served.ask("GET", f"/search?query={SECRET}", "wrong")[0] == 401
    status, told = served.ask("POST", "/add", token, {"text": "Deploys go out on Tuesdays", "project": "shop"})
    assert (status, told["action"]) == (200, "added")
    code, said = served.end()
    assert code == 0
    assert token not in said and SECRET not in said and "Tuesdays" not in said
    assert said.splitlines()[-1] == "ended"


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_cleanly_with_somebody_connected(served: Served, home: Path, by: signal.Signals) -> None:
    token = paths.token_file(home).read_text().strip()
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as kept:
        head = f"GET /audit HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nAuthorization: Bearer {token}\r\n\r\n"
        kept.sendall(head.encode())
        assert kept.recv(65_536).startswith(b"HTTP/1.1 200 ")
        assert served.end(by)[0] == 0
        while kept.recv(65_536):
            pass
    for one in listening.listening_on(served.port):
        one.close()


def test_a_port_that_is_taken_is_named(served: Served, capsys: Captured) -> None:
    assert run(["serve", "--port", str(served.port)]) == 5
    assert capsys.readouterr().err == (
        f"error: the port {served.port} is taken by another program\n\n"
        "hint: `--port` names another one, 0 any that is free\n"
    )


def test_it_listens_nowhere_else(socket_enabled: None) -> None:
    opened = listening.listening_on(0)
    names = [one.getsockname()[:2] for one in opened]
    for one in opened:
        one.close()
    assert {name for name, _ in names} <= {"127.0.0.1", "::1"}
    assert len({port for _, port in names}) == 1


def test_a_token_is_kept_until_somebody_else_could_know_it(home: Path) -> None:
    """Made anew where others could read it, where it is none, and where you say so; nothing but a file is opened."""
    token, file = token_in(home), paths.token_file(home)
    assert FORM.fullmatch(token)
    assert token_in(home) == token
    file.chmod(0o644)
    second = token_in(home)
    assert second != token and stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("short\n")
    third = token_in(home)
    assert third not in (token, second)
    assert token_in(home, anew=True) != third
    file.unlink()
    file.mkdir()
    with pytest.raises(StoreError):
        token_in(home)


class Hasty(listening.Protocol):
    """Has less patience, so that no test waits."""

    patience_s = 0.2


@pytest.mark.parametrize(
    "sent", [b"", b"GET /projects HTTP/1.1\r\nHost: 127", b"GET /projects HTTP/1.1\r\n" + b"x-a: b\r\n" * 3_000]
)
async def test_who_does_not_come_to_the_point_is_not_waited_for(
    sent: bytes, asked: Asked, socket_enabled: None
) -> None:
    """Nothing at all, half a head, or one that is too large: the connection is closed, without a word of ours."""
    del socket_enabled
    config, state = listening.configured(asked.api), ServerState()
    config.load()
    (one, *others) = listening.listening_on(0)
    for other in others:
        other.close()
    server = await asyncio.get_running_loop().create_server(lambda: Hasty(config, state, {}), sock=one)
    reader, writer = await asyncio.open_connection(*one.getsockname())
    writer.write(sent)
    async with asyncio.timeout(60):
        answer = await reader.read()
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")
    writer.close()
    server.close()
    await server.wait_closed()
