"""The app in a browser: who comes in, what a tab does, and that nothing of it stays.

Here a client speaks as the page does; `tests/bench/browser_app.py` drives the page in a real browser.
"""

import os
import re
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from lore.agents.http.web.door import MOST_TABS, Door
from lore.cli.program import run
from lore.store import Store, open_store
from support.browser_server import WebServer
from support.tab import Browser, Tab, browser

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a pseudo-terminal and `/proc` are needed")
PAGE = Path(__file__).parents[3] / "core" / "lore" / "agents" / "http" / "web" / "page"


@pytest.fixture
def server(library: Store, tmp_path: Path, socket_enabled: None) -> Iterator[WebServer]:
    del socket_enabled
    library.close()
    env = {**os.environ, "TERM": "xterm-256color"}
    env.pop("NO_COLOR", None)
    with WebServer(cwd=tmp_path, env=env) as running:
        yield running


@pytest.fixture
async def person(server: WebServer) -> AsyncIterator[Browser]:
    """The browser of whoever sees the terminal."""
    async with browser(server.link()[0]) as one:
        yield one


def apps(server: WebServer) -> list[int]:
    """The processes that the server runs."""
    return [int(one) for one in Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_gone(pids: list[int]) -> None:
    deadline = time.monotonic() + 60
    while any(is_running(pid) for pid in pids):
        assert time.monotonic() < deadline, "an app is left"
        time.sleep(0.05)


async def test_what_is_decided_in_a_tab_is_the_persons(server: WebServer, person: Browser, home: Path) -> None:
    """A key pressed there approves what waits, in their name; the app ends with `q`, and no process is left."""
    tab = await person.connected(await person.entered(server.link()[1]))
    await tab.until("2 Review")
    await tab.press("2")
    await tab.until("pnpm")
    (app,) = apps(server)
    with open_store(home) as store:
        last = store.audit.seqs(1)[0]
    await tab.press("a")
    await tab.until("approved")
    with open_store(home) as store:
        acts = {(event.actor, event.action) for event in store.audit.after(last, 100)}
    assert ("person", "candidate.approve") in acts
    await tab.press("q")
    await tab.ended()
    wait_until_gone([app])


async def test_a_tab_that_is_closed_or_loaded_again_leaves_no_process(server: WebServer, person: Browser) -> None:
    """One process for each tab: its second connection ends the first, closing the tab ends it, another tab stays."""
    key = await person.entered(server.link()[1])
    first = await person.connected(key)
    await first.until("Facts")
    (old,) = apps(server)
    again = await person.connected(key)
    await again.until("Facts")
    await first.ended()
    (new,) = apps(server)
    assert not is_running(old)
    other = await person.connected(await person.entered(server.next_link()[1]))
    await other.until("Facts")
    assert len(apps(server)) == 2
    await again.socket.close()
    wait_until_gone([new])
    await other.press("/")
    await other.until("kind:")
    await other.socket.close()


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
async def test_no_app_outlives_the_server(server: WebServer, person: Browser, by: signal.Signals) -> None:
    """However it ends: told to, or killed."""
    tab = await person.connected(await person.entered(server.link()[1]))
    await tab.until("Facts")
    running = apps(server)
    os.kill(server.pid, by)
    await tab.ended()
    wait_until_gone(running)
    if by is not signal.SIGKILL:
        assert server.ended() == 0


async def test_keys_go_on_where_a_message_is_odd(server: WebServer, person: Browser) -> None:
    """What is no message of our terminal is left; a size out of all bounds is drawn within them."""
    tab = await person.connected(await person.entered(server.link()[1]), size=(9_999, 0))
    await tab.until("Facts")
    for odd in ("x", "[]", "{}", "[" * 3_000, '["resize"]', '["stdin", 3]', '["quit"]'):
        await tab.socket.send_str(odd)
    await tab.say("resize", {"width": 120, "height": 40})
    await tab.say("ping", "7")
    await tab.press("/")
    await tab.until("kind:")
    await tab.socket.close()


async def test_nobody_comes_in_without_the_link(server: WebServer, person: Browser, home: Path) -> None:
    """The page shows nothing; every other request wants what only the link gives, and it gives that once."""
    port, link = server.link()
    assert await person.get("/") == await person.get("/own/door.js") == 200
    for path in ("/terminal/textual.js", "/ws/abc", "/ws/"):
        assert await person.get(path) in (401, 404)
    assert (await person.post("/ticket", {"key": "x" * 43}))[0] == 401
    for wrong in ("", "x" * 43, link[:-1]):
        assert (await person.post("/open", {"link": wrong}))[0] == 403
    odd: object
    for odd in ([], {}, {"link": 3}, "text"):
        assert (await person.post("/open", odd))[0] == 400
    key = await person.entered(link)
    assert (await person.post("/open", {"link": link}))[0] == 403, "it works once"
    assert await person.get("/terminal/textual.js") == 200
    assert await person.get("/terminal/..%2f..%2fserver.py") == 404
    assert (await person.post("/ticket", {"key": key[:-1] + "-"}))[0] == 403, "the cookie alone opens nothing"
    async with browser(port) as stranger:
        assert (await stranger.post("/ticket", {"key": key}))[0] == 401, "nor does the key alone"
    assert link not in server_files(home) and key not in server_files(home)
    assert apps(server) == []


def server_files(home: Path) -> str:
    return "".join(path.read_bytes().decode("latin-1") for path in home.rglob("*") if path.is_file())


async def test_a_page_of_elsewhere_opens_nothing(server: WebServer, person: Browser) -> None:
    """Whatever a browser sends along: another origin, another port of this machine, another name for it."""
    key = await person.entered(server.link()[1])
    _, told = await person.post("/ticket", {"key": key})
    port = server.link()[0]
    for origin in (None, "https://evil.example", "null", "http://127.0.0.1:8000", f"http://localhost:{port}"):
        with pytest.raises(WSServerHandshakeError, match="403"):
            await person.session.ws_connect(f"{person.address}/ws/{told['ticket']}", origin=origin)
    for path in ("/", "/own/door.js", "/terminal/textual.js"):
        assert await person.get(path, {"Host": f"evil.example:{port}"}) == 421
        assert await person.get(path, {"Origin": "https://evil.example"}) == 403
    assert (await person.post("/open", {"link": "x"}, {"Origin": "http://127.0.0.1:8000"}))[0] == 403
    tab = Tab(await person.session.ws_connect(f"{person.address}/ws/{told['ticket']}", origin=person.address), key)
    await tab.until("Facts")
    with pytest.raises(WSServerHandshakeError, match="403"):
        await person.session.ws_connect(f"{person.address}/ws/{told['ticket']}", origin=person.address)
    await tab.socket.close()


async def test_the_page_loads_nothing_from_elsewhere(server: WebServer) -> None:
    """Its policy allows this server alone, in every answer; no file of it names another one."""
    port = server.link()[0]
    async with ClientSession() as session, session.get(f"http://127.0.0.1:{port}/") as reply:
        policy = dict(part.strip().split(" ", 1) for part in reply.headers["Content-Security-Policy"].split(";"))
        text = await reply.text()
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["font-src"] == "'self'"
    assert policy["connect-src"] == f"'self' ws://127.0.0.1:{port}"
    assert re.fullmatch(r"'self' 'nonce-[\w-]{22}'", policy["style-src"])
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "allow-popups" not in policy["sandbox"]
    assert policy["style-src"].split("'")[3].removeprefix("nonce-") in text
    for file in PAGE.iterdir():
        assert not re.search(r"https?://|//[a-z]", file.read_text().replace("ws://${location.host}", "")), file.name


def test_it_starts_only_where_the_link_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    """Not where it would stand in a file: a test has no terminal."""
    assert run(["serve", "--web"]) == 4
    assert "in a terminal alone" in capsys.readouterr().err


def test_links_keys_and_tickets_are_for_one_browser() -> None:
    """A link works once, the newest alone; a key needs its browser's cookie; of many tabs the oldest goes."""
    door = Door()
    old, link = door.new_link(), door.new_link()
    assert door.enter(old, None) is None
    mine = door.enter(link, None)
    assert mine is not None and door.enter(link, None) is None
    second = door.enter(door.new_link(), mine.cookie)
    assert second is not None and second.cookie == mine.cookie and second.key != mine.key
    theirs = door.enter(door.new_link(), "made up")
    assert theirs is not None and theirs.cookie not in ("made up", mine.cookie)
    assert door.ticket(mine.key, theirs.cookie) is None
    ticket = door.ticket(mine.key, mine.cookie)
    assert ticket is not None and door.use(ticket, theirs.cookie) is None and door.use(ticket, mine.cookie) is None
    for _ in range(MOST_TABS):
        door.enter(door.new_link(), mine.cookie)
    assert door.ticket(mine.key, mine.cookie) is None
    assert door.knows(mine.cookie) and not door.knows(None)
