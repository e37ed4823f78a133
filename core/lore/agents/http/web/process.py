"""The app of one tab: a process of its own, spoken to as `textual.drivers.web_driver` has it."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from lore.platform import HERE, children, light

DATA, META = b"D", b"M"
READY = b"__GANGLION__\n"
LARGEST = 64_000_000
"""Bytes of one packet; no screen has as many."""
END_S = 3.0
"""Seconds for each way of ending it, the polite one first."""
KEPT = 4_000
"""Characters of its last words."""
SMALLEST, LARGEST_SIDE = 10, 1_000
"""Cells."""


class AppProcess:
    """One running app."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._complaint = ""
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, width: int, height: int, folder: Path) -> "AppProcess":
        """Run the app in a folder, on a screen of so many cells."""
        command = [
            sys.executable,
            *light.ISOLATED,
            "-m",
            "lore",
            "tui",
            "--browser",
            f"{bounded(width)}x{bounded(height)}",
        ]
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            cwd=folder,
            env=_environment(),
            limit=LARGEST,
            **HERE.detached(),  # Ctrl-C in the terminal is for the server, which ends the apps in order
        )
        return cls(process)

    @property
    def pid(self) -> int:
        return self._process.pid

    async def screens(self) -> AsyncIterator[bytes]:
        """What it draws, piece by piece, until it ends."""
        out = self._process.stdout
        assert out is not None
        try:
            while await out.readline() != READY:
                if out.at_eof():
                    return
            while True:
                kind = await out.readexactly(1)
                size = int.from_bytes(await out.readexactly(4), "big")
                if size > LARGEST:
                    return
                packet = await out.readexactly(size)
                if kind == DATA:
                    yield packet
                elif kind == META and json.loads(packet).get("type") == "exit":
                    return
        except asyncio.IncompleteReadError:
            return

    async def type(self, text: str) -> None:
        """Keys and pasted text, as a terminal sends them."""
        await self._send(DATA, text.encode("utf-8", "replace"))

    async def tell(self, what: str, **values: int) -> None:
        """That its screen has another size, or that the person looks at it or away."""
        await self._send(META, json.dumps({"type": what, **values}).encode())

    async def end(self) -> str | None:
        """End it, whatever it takes; returns what went wrong with it, None for nothing."""
        process = self._process
        if process.stdin is not None:
            process.stdin.close()  # the app saves what is being saved, and leaves
        for push in (None, process.terminate, lambda: HERE.end(process.pid)):
            if push is not None and process.returncode is None:
                push()
            try:
                async with asyncio.timeout(END_S):
                    await process.wait()
                break
            except TimeoutError:
                continue
        self._listening.cancel()
        code = process.returncode
        return f"the app of a tab ended with code {code}: {self._complaint.strip()}" if code else None

    async def _send(self, kind: bytes, payload: bytes) -> None:
        stdin = self._process.stdin
        if stdin is None or stdin.is_closing() or self._process.returncode is not None:
            return
        stdin.write(kind + len(payload).to_bytes(4, "big") + payload)
        try:
            await stdin.drain()
        except ConnectionError:
            return  # it has ended: whoever reads its screens hears so

    async def _listen(self) -> None:
        """Keep its last words."""
        err = self._process.stderr
        assert err is not None
        while part := await err.read(KEPT):
            self._complaint = (self._complaint + part.decode("utf-8", "replace"))[-KEPT:]


def bounded(cells: int) -> int:
    """A side of a screen as it may be."""
    return max(SMALLEST, min(LARGEST_SIDE, cells))


def _environment() -> Mapping[str, str]:
    """That of the terminal, but for what it says of the terminal itself."""
    own = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TERM_PROGRAM": "textual"}
    gone = {"COLUMNS", "LINES", "TMUX", "TERM_PROGRAM_VERSION"}
    return children.environment({**{name: value for name, value in os.environ.items() if name not in gone}, **own})
