"""A warm server answers the hooks of agents that have no other way to it: over a socket in the data folder."""

import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from lore.actions.engine import Engine
from lore.actions.hooks import hook_brief
from lore.errors import LoreError
from lore.handover import files, line_of, places

QUIET_S = 1.0
"""So long one who connects may say nothing."""


@contextmanager
def answering_prompts(engine: Engine) -> Iterator[bool]:
    """Answer hooks of prompts from a thread, with the engine's model and indexes, which stay warm.

    False where this system has no such sockets, or another server answers already. For a server that runs as long as
    its client does. Opens no port: who may enter the data folder may ask.
    """
    listening = _listening(str(engine.home))
    if listening is None:
        yield False
        return
    thread = threading.Thread(target=_serve, args=(engine, listening), daemon=True)
    thread.start()
    try:
        yield True
    finally:
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        files.remove(places.answers(str(engine.home)))


def _listening(home: str) -> socket.socket | None:
    family = getattr(socket, "AF_UNIX", None)
    path = places.answers(home)
    if family is None or _is_answered(family, path):
        return None
    files.make_folder(places.shared(home))
    files.remove(path)
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.bind(path)
        Path(path).chmod(0o600)
        listening.listen(16)
    except OSError:  # the data folder has too long a name for a socket
        listening.close()
        return None
    return listening


def _is_answered(family: int, path: str) -> bool:
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.settimeout(QUIET_S)
        try:
            probe.connect(path)
        except OSError:
            return False
    return True


def _serve(engine: Engine, listening: socket.socket) -> None:
    while True:
        try:
            connection, _ = listening.accept()
        except OSError:  # it was closed: the server ends
            return
        with connection:
            connection.settimeout(QUIET_S)
            with suppress(OSError):  # who asked is gone
                answer = _answer(engine, connection)
                connection.sendall(json.dumps(answer).encode() + b"\n" if answer else b"")


def _answer(engine: Engine, connection: socket.socket) -> Mapping[str, object]:
    """The lines of a brief; what went wrong, where it did, for the fault that the hook notes.

    Nothing while the model is being loaded, which the first question begins: the hook compares words instead.
    """
    try:
        asked: Any = json.loads(line_of(connection))
        if not engine.searcher.is_ready():
            return {}
        folder, prompt, session, given = asked["cwd"], asked["prompt"], asked["session"], asked.get("given", [])
        if not all(isinstance(one, str) for one in (folder, prompt, session, *given)):
            return {"fault": "the question is not as hooks ask it"}
        there = engine.in_folder(Path(folder)) if folder else engine
        found = hook_brief(there, prompt, session=session, given=given)
        return {"lines": list(found.lines), "ids": [item.id for item in found.brief.items] if found.lines else []}
    except (ValueError, TypeError, LookupError):
        return {"fault": "the question is not as hooks ask it"}
    except LoreError as error:
        return {"fault": error.message}
