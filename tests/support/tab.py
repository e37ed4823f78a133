"""A tab of a browser without a browser: the requests that the page makes, and the messages of its terminal."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

from lore_tui.guard import REPEAT_S

PATIENCE_S = 30
_CONTROL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[@-Z\\-_=>])")


@dataclass
class Tab:
    """An open tab: what its app drew since the last key."""

    socket: ClientWebSocketResponse
    key: str
    drawn: str = ""

    async def until(self, words: str) -> str:
        """What was drawn, once these words were. Raises AssertionError where they do not come."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while words not in self.drawn:
                    message = await self.socket.receive()
                    assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT), (message, self.drawn[-2_000:])
                    if message.type is WSMsgType.BINARY:
                        self.drawn += _CONTROL.sub("", message.data.decode("utf-8", "replace"))
        except TimeoutError:
            raise AssertionError(f"`{words}` is not in {self.drawn[-3_000:]}") from None
        return self.drawn

    async def press(self, *keys: str) -> None:
        """Keys as a person presses them: a moment after what they are meant for was shown, or nothing is decided."""
        await asyncio.sleep(2 * REPEAT_S)
        self.drawn = ""
        for key in keys:
            await self.say("stdin", key)

    async def say(self, kind: str, *values: object) -> None:
        await self.socket.send_str(json.dumps([kind, *values]))

    async def ended(self) -> None:
        """Read until the server closes the connection."""
        async with asyncio.timeout(PATIENCE_S):
            while (await self.socket.receive()).type in (WSMsgType.BINARY, WSMsgType.TEXT):
                pass


class Browser:
    """What all tabs of one browser share: its cookies."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.session = ClientSession(cookie_jar=CookieJar(unsafe=True))

    async def post(
        self, path: str, values: object, headers: Mapping[str, str] | None = None
    ) -> tuple[int, dict[str, str]]:
        async with self.session.post(f"{self.address}{path}", json=values, headers=headers) as reply:
            return reply.status, await reply.json()

    async def get(self, path: str, headers: Mapping[str, str] | None = None) -> int:
        async with self.session.get(f"{self.address}{path}", headers=headers, allow_redirects=False) as reply:
            await reply.read()
            return reply.status

    async def entered(self, link: str) -> str:
        """The key of a tab that a link opened."""
        status, told = await self.post("/open", {"link": link})
        assert status == 200, told
        return told["key"]

    async def connected(self, key: str, size: tuple[int, int] = (100, 30)) -> Tab:
        """The app of a tab, as the page asks for it."""
        status, told = await self.post("/ticket", {"key": key})
        assert status == 200, told
        address = f"{self.address}/ws/{told['ticket']}?width={size[0]}&height={size[1]}"
        return Tab(await self.session.ws_connect(address, origin=self.address), key)


@asynccontextmanager
async def browser(port: int) -> AsyncIterator[Browser]:
    one = Browser(port)
    try:
        yield one
    finally:
        await one.session.close()
