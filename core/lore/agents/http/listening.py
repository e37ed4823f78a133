"""Runs the server: sockets on this machine alone, few connections, little patience, a clean end."""

import asyncio
import errno
import logging
import os
import re
import secrets
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from lore import paths
from lore.agents.http.application import Api
from lore.agents.http.lane import Lanes
from lore.errors import Busy, StoreError
from lore.opening import read_whole
from lore.platform import HERE

FORM = re.compile(r"[A-Za-z0-9_-]{43}")
LONGEST = 1024
"""Bytes that are read of the file."""


def token_in(home: Path, *, anew: bool = False) -> str:
    """The token, made where there is none, where the file is not one, or others could read it. Raises StoreError.

    anew: make another one; whoever has the old one is no longer let in.
    """
    file = paths.token_file(home)
    try:
        if not anew and file.is_file() and not HERE.is_open_to_others(file.stat()):
            found = read_whole(file, LONGEST).decode("ascii", "replace").strip()
            if FORM.fullmatch(found):
                return found
        return _made(file)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise StoreError(f"the token file `{file}` cannot be used: {reason}", hint="check who owns it") from error


def _made(file: Path) -> str:
    """A new token, written beside its place and moved there, so that no other mode of the file is ever seen."""
    token = secrets.token_urlsafe(32)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.{os.getpid()}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as opened:
        opened.write(f"{token}\n")
    beside.replace(file)
    return token


ADDRESSES = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
LARGEST_HEAD = 16_384
"""Bytes of the first line and the headers of a request."""
HEAD_S = 10.0
"""Seconds in which they have to come whole."""
IDLE_S = 15
MOST_CONNECTIONS = 64
END_S = 5
"""Seconds that a request which runs has to be answered when the server ends."""
_NO_IPV6 = frozenset((errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EINVAL))
ENDS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@dataclass(frozen=True, slots=True)
class Telling:
    """What whoever started the server hears."""

    ready: Callable[[str, str], None]
    """It listens at this address, for whoever has what stands in this file."""
    wrong: Callable[[str], None]
    """Something that Lore did not expect, in words without anything that was sent."""


def serve_http(folder: Path, *, port: int, new_token: bool = False, telling: Telling) -> None:
    """Serve the actions until a signal ends it.

    folder: whose project is meant where a request names none. port: 0 for any that is free.
    Raises Busy where the port is taken, StoreError where the store or the token cannot be used.
    """
    home = paths.home()
    token = token_in(home, anew=new_token)
    with ExitStack() as held:
        sockets = [held.enter_context(one) for one in listening_on(port)]
        port = int(sockets[0].getsockname()[1])
        lanes = Lanes(home, folder)
        held.callback(lanes.close)
        api = Api(lanes, token, port, telling.wrong)
        server = _Server(configured(api))
        _keep_silent(telling.wrong)
        telling.ready(f"http://127.0.0.1:{port}", paths.shown(paths.token_file(home)))
        asyncio.run(server.serve(sockets=sockets))


def listening_on(port: int) -> list[socket.socket]:
    """A socket on each loopback address that this machine has, at one port. Raises Busy, StoreError."""
    opened: list[socket.socket] = []
    for family, address in ADDRESSES:
        try:
            opened.append(_listening(family, address, port or (opened[0].getsockname()[1] if opened else 0)))
        except OSError as error:
            if opened and error.errno in _NO_IPV6:
                continue
            for one in opened:
                one.close()
            raise _explained(error, port) from error
    return opened


def _listening(family: int, address: str, port: int) -> socket.socket:
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows lets a second program listen beside the first without it
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        opened.bind((address, port))
        opened.listen(MOST_CONNECTIONS)
    except OSError:
        opened.close()
        raise
    return opened


def _explained(error: OSError, port: int) -> Busy | StoreError:
    if error.errno == errno.EADDRINUSE:
        return Busy(
            f"the port {port} is taken by another program", hint="`--port` names another one, 0 any that is free"
        )
    if error.errno == errno.EACCES:
        return StoreError(f"you may not use port {port}", hint="`--port` names one above 1023")
    return StoreError(f"port {port} cannot be used: {error.strerror}", hint="`--port` names another one")


def configured(api: Api) -> uvicorn.Config:
    return uvicorn.Config(
        api,
        http=Protocol,
        ws="none",
        lifespan="off",
        loop="asyncio",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=IDLE_S,
        timeout_graceful_shutdown=END_S,
        h11_max_incomplete_event_size=LARGEST_HEAD,
    )


class _Fault(logging.Handler):
    """What goes wrong in the server itself, without what was sent or where it happened."""

    def __init__(self, told: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._told = told

    def emit(self, record: logging.LogRecord) -> None:
        self._told(f"the server: {str(record.msg).strip().partition(chr(10))[0]}")


def _keep_silent(told: Callable[[str], None]) -> None:
    """Let the server write no log: it would hold addresses, with what was asked in them."""
    logger = logging.getLogger("uvicorn.error")
    logger.handlers, logger.propagate = [_Fault(told)], False


class _Server(uvicorn.Server):
    """Ends at the first signal, with exit code 0; at the second at once."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {one: signal.signal(one, self.handle_exit) for one in ENDS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


class Protocol(H11Protocol):
    """A connection that says nothing, or its headers byte by byte, is not waited for."""

    patience_s: float = HEAD_S
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Wait for the whole head of a request, from its first byte on, and no longer."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._patience is None:
            self._patience = self.loop.call_later(self.patience_s, self._leave)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _leave(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
