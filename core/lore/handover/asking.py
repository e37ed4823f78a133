"""Asking a server that is warm for the brief of a prompt: to start the engine takes twenty times what a hook may."""

import os
import socket

from lore.handover import jsons, places

WAIT_S = 0.25
"""So long a hook waits for the answer."""
LONGEST = 1_000_000
"""Bytes of a question or of an answer."""


class NoServer(Exception):
    """Nobody listens here, or nobody who can answer yet."""


def asked(folder: str, question: "dict[str, object]") -> "dict[str, object]":
    """What a warm server answers. Raises NoServer where none listens, TimeoutError and ValueError."""
    family = getattr(socket, "AF_UNIX", None)
    path = places.answers(folder)
    if family is None or not os.path.exists(path):
        raise NoServer
    with socket.socket(family, socket.SOCK_STREAM) as connection:
        connection.settimeout(WAIT_S)
        try:
            connection.connect(path)
        except OSError as error:  # it ended without taking its name away, or the name is too long
            raise NoServer from error
        connection.sendall(jsons.dumps(question).encode() + b"\n")
        told = line_of(connection)
    if not told:
        raise NoServer  # it is there, and not warm yet
    found = jsons.loads(told)
    if not isinstance(found, dict):
        raise ValueError("no values by name")
    return found


def line_of(connection: socket.socket) -> bytes:
    """What the other side says up to the end of a line. Raises TimeoutError, OSError."""
    data = bytearray()
    while not data.endswith(b"\n") and len(data) < LONGEST and (chunk := connection.recv(1 << 16)):
        data += chunk
    return bytes(data)
