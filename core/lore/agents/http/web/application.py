"""The page and the connection of the app in a browser: who comes in, what may be loaded, one app for each tab."""

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from aiohttp import WSMsgType, web

from lore.agents.http.guard import Refusal, hosts_of, insist_on_place, values_of
from lore.agents.http.web.door import Door
from lore.agents.http.web.process import AppProcess, bounded

LARGEST_BODY = 2_000
LARGEST_PASTE = 1_000_000
"""Bytes of one message of a tab."""
MOST_APPS = 4
ALIVE_S = 15.0
"""A tab that does not answer so long is closed."""
OWN: Mapping[str, str] = {"page.css": "text/css", "door.js": "text/javascript"}
"""Our own files, which hold nothing secret: they are for whoever sees the page."""
TERMINAL: Mapping[str, tuple[str, str]] = {
    "textual.js": ("js/textual.js", "text/javascript"),
    "xterm.css": ("css/xterm.css", "text/css"),
    "mono.ttf": ("fonts/RobotoMono-VariableFont_wght.ttf", "font/ttf"),
    "mono-italic.ttf": ("fonts/RobotoMono-Italic-VariableFont_wght.ttf", "font/ttf"),
}
"""The terminal that `textual-serve` brings along, file by file: nothing comes from elsewhere."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class WebApp:
    """One server and the apps of its tabs."""

    def __init__(self, door: Door, port: int, folder: Path, wrong: Callable[[str], None]) -> None:
        """folder: where the apps run. wrong: hears of an app that failed."""
        self._door, self._hosts, self._folder, self._wrong = door, hosts_of(port), folder, wrong
        self._cookie = f"lore_{port}"
        self._apps: dict[str, AppProcess] = {}
        """Key of a tab → its app."""
        self._starting = asyncio.Lock()

    def application(self) -> web.Application:
        """What aiohttp serves."""
        made = web.Application(middlewares=[self._guard], client_max_size=LARGEST_BODY)
        made.router.add_get("/", self._page, allow_head=False)
        made.router.add_get("/own/{name}", self._own, allow_head=False)
        made.router.add_get("/terminal/{name}", self._terminal, allow_head=False)
        made.router.add_post("/open", self._open)
        made.router.add_post("/ticket", self._ticket)
        made.router.add_get("/ws/{ticket}", self._connect, allow_head=False)
        return made

    async def end(self) -> None:
        """End every app."""
        for key in list(self._apps):
            await self._end(key)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Before anything else of a request is looked at: it means this server, and no page of elsewhere made it."""
        nonce = secrets.token_urlsafe(16)
        request["nonce"] = nonce
        try:
            insist_on_place(request.raw_headers, self._hosts)
            answer = await handler(request)
        except Refusal as refusal:
            answer = web.json_response({"error": refusal.message}, status=refusal.status)
        except web.HTTPException as error:
            answer = web.json_response({"error": error.reason.lower()}, status=error.status)
        if not answer.prepared:
            answer.headers.update(_headers(request.headers.get("Host", ""), nonce))
        return answer

    async def _page(self, request: web.Request) -> web.Response:
        text = _page_file("index.html").decode().replace("NONCE", request["nonce"])
        return web.Response(text=text, content_type="text/html")

    async def _own(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in OWN:
            raise Refusal(404, "there is no such file")
        return web.Response(body=_page_file(name), content_type=OWN[name])

    async def _terminal(self, request: web.Request) -> web.Response:
        self._insist_on_cookie(request)
        name = request.match_info["name"]
        if name not in TERMINAL:
            raise Refusal(404, "there is no such file")
        place, kind = TERMINAL[name]
        return web.Response(body=files("textual_serve").joinpath("static", place).read_bytes(), content_type=kind)

    async def _open(self, request: web.Request) -> web.Response:
        """Change a link for a cookie and a key."""
        entered = self._door.enter(await _text_in(request, "link"), request.cookies.get(self._cookie))
        if entered is None:
            raise Refusal(403, "this link was used already, or another one was printed since")
        answer = web.json_response({"key": entered.key})
        answer.set_cookie(self._cookie, entered.cookie, path="/", httponly=True, samesite="Strict")
        return answer

    async def _ticket(self, request: web.Request) -> web.Response:
        self._insist_on_cookie(request)
        ticket = self._door.ticket(await _text_in(request, "key"), request.cookies.get(self._cookie))
        if ticket is None:
            raise Refusal(403, "this tab was not opened by a link")
        return web.json_response({"ticket": ticket})

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        """The connection of a tab, and the app at its other end."""
        self._insist_on_cookie(request)
        if values_of(request.raw_headers, b"origin") != [f"http://{request.headers['Host']}"]:
            raise Refusal(403, "only the page of this server opens the app")
        key = self._door.use(request.match_info["ticket"], request.cookies.get(self._cookie))
        if key is None:
            raise Refusal(403, "the ticket is used up")
        socket = web.WebSocketResponse(heartbeat=ALIVE_S, max_msg_size=LARGEST_PASTE, compress=False)
        app = await self._started(key, request)
        try:
            await socket.prepare(request)
            drawing = asyncio.create_task(_draw(app, socket))
            await _type(app, socket)
            drawing.cancel()
            with suppress(asyncio.CancelledError):
                await drawing
        finally:
            if self._apps.get(key) is app:
                await self._end(key)
            await socket.close()
        return socket

    async def _started(self, key: str, request: web.Request) -> AppProcess:
        """The app of a tab, in the place of the one it had: a tab that is loaded again has one, not two."""
        async with self._starting:
            await self._end(key)
            if len(self._apps) >= MOST_APPS:
                raise Refusal(503, f"the app runs in {MOST_APPS} tabs already")
            sides = (request.query.get(name, "") for name in ("width", "height"))
            width, height = (int(side) if side.isdecimal() and len(side) < 5 else 80 for side in sides)
            self._apps[key] = await AppProcess.start(width, height, self._folder)
            return self._apps[key]

    async def _end(self, key: str) -> None:
        app = self._apps.pop(key, None)
        if app is not None and (complaint := await app.end()):
            self._wrong(complaint)

    def _insist_on_cookie(self, request: web.Request) -> None:
        if not self._door.knows(request.cookies.get(self._cookie)):
            raise Refusal(401, "open the link that `lore serve --web` printed")


async def _draw(app: AppProcess, socket: web.WebSocketResponse) -> None:
    """What the app draws goes to the tab; when it ends, so does the connection."""
    async for packet in app.screens():
        await socket.send_bytes(packet)
    await socket.close()


async def _type(app: AppProcess, socket: web.WebSocketResponse) -> None:
    """What the tab sends goes to the app, until it is closed. What is no message of our terminal is left."""
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            continue
        try:
            kind, *values = json.loads(message.data)
        except (ValueError, TypeError, RecursionError):
            continue
        match kind, values:
            case "stdin", [str(text)]:
                await app.type(text)
            case "resize", [{"width": int(width), "height": int(height)}]:
                await app.tell("resize", width=bounded(width), height=bounded(height))
            case "ping", [str(text)]:
                await socket.send_json(["pong", text[:40]])
            case "focus" | "blur", []:
                await app.tell(kind)


async def _text_in(request: web.Request, name: str) -> str:
    """One text of a JSON object. Raises Refusal."""
    if request.content_type != "application/json":
        raise Refusal(415, "the body has to be `application/json`")
    try:
        found = (await request.json())[name]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refusal(400, f"the body has no `{name}`") from error
    if not isinstance(found, str):
        raise Refusal(400, f"`{name}` is no text")
    return found


def _page_file(name: str) -> bytes:
    return Path(__file__).with_name("page").joinpath(name).read_bytes()


def _headers(host: str, nonce: str) -> Mapping[str, str]:
    """What the browser may do with the page: load from here, connect to here, open and embed nothing."""
    policy = (
        "default-src 'none'; script-src 'self'; font-src 'self'; img-src data:; "
        f"style-src 'self' 'nonce-{nonce}'; connect-src 'self' ws://{host}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-same-origin"
    )
    return {
        "Cache-Control": "no-store",
        "Content-Security-Policy": policy,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "Server": "lore",
    }
