"""The app in a real browser: the page as it is served, without a word to anybody else.

    [CHROMIUM=/path/to/chromium] PYTHONPATH=tests python tests/bench/browser_app.py PYTHON_WITH_LORE

Runs where playwright is installed, which is not where Lore is.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from recorder.pseudo_terminal import PseudoTerminal

PATIENCE_S = 60
FLAGS = (
    "--no-sandbox",
    "--no-zygote",
    "--single-process",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--in-process-gpu",
)
"""For a browser in a container: no processes of its own, no graphics card."""
STORE = "from lore.store import open_store; from support.sample_store import fill; s = open_store(); fill(s); s.close()"
LAST = (
    "from lore.store import open_store; s = open_store(); print([[e.actor, e.action] for e in s.audit.select(limit=6)])"
)


def wait(condition: Any, what: str) -> None:
    """Ask until it holds. Raises AssertionError, in time."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def apps(server: PseudoTerminal) -> list[str]:
    pid = server._process.pid
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def link(server: PseudoTerminal) -> str:
    import re

    found = re.findall(r"http://127\.0\.0\.1:\d+/#[\w-]{43}", server.text)
    assert found, server.text
    return str(found[-1])


@contextmanager
def opened(address: str, seen: list[str], wrong: list[str]) -> Iterator[Page]:
    """A tab at an address; all that it asks for, and all that its policy or a script refused, is written down."""
    with sync_playwright() as play:
        chosen = os.environ.get("CHROMIUM")
        browser = play.chromium.launch(executable_path=chosen, args=list(FLAGS) if chosen else [])
        context = browser.new_context(viewport={"width": 1000, "height": 600})
        page = context.new_page()
        page.on("request", lambda request: seen.append(request.url))
        page.on("websocket", lambda socket: seen.append(socket.url))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address)
        yield page
        browser.close()


def log(python: str, env: dict[str, str]) -> str:
    return subprocess.run([python, "-c", LAST], env=env, capture_output=True, text=True, check=True).stdout


def is_drawn(page: Page) -> bool:
    return bool(page.evaluate("document.body.classList.contains('-first-byte')"))


def main(python: str) -> int:
    with tempfile.TemporaryDirectory(prefix="lore-browser-") as folder:
        env = {**os.environ, "LORE_HOME": f"{folder}/home", "HOME": folder, "TERM": "xterm-256color"}
        subprocess.run([python, "-c", STORE], env=env, check=True)
        command = [python, "-m", "lore", "serve", "--web", "--port", "0"]
        with PseudoTerminal(command, cwd=Path(folder), env=env) as server:
            server.wait_for(lambda screen: "Ctrl-C" in screen)
            address = link(server)
            seen: list[str] = []
            wrong: list[str] = []
            with opened(address, seen, wrong) as page:
                wait(lambda: is_drawn(page), "the app draws")
                assert "#" not in page.url and address.partition("#")[2] not in page.evaluate(
                    "document.documentElement.outerHTML"
                )
                assert len(apps(server)) == 1
                time.sleep(1)  # a person looks first: the app takes no decision for a key that came with the screen
                page.keyboard.press("2")
                time.sleep(1)
                page.keyboard.press("a")
                wait(
                    lambda: "['person', 'candidate.approve']" in log(python, env),
                    "the key approves, in the person's name",
                )
                first = apps(server)
                page.reload()
                wait(lambda: is_drawn(page) and apps(server) not in (first, []), "a reload has one app, a new one")
                assert len(apps(server)) == 1
                page.set_viewport_size({"width": 600, "height": 400})
                page.evaluate("window.open('https://example.com')")
                again = page.context.new_page()
                again.goto(address)
                wait(lambda: "used already" in (again.text_content("#said") or ""), "the link works once")
            wait(lambda: apps(server) == [], "a closed browser leaves no app")
        host = address.partition("/#")[0].removeprefix("http://")
        elsewhere = [one for one in seen if one.split("/")[2] != host and not one.startswith("data:")]
        refused = [one for one in wrong if not one.startswith("Blocked opening 'https://example.com/'")]
    print(json.dumps({"asked": len(seen), "elsewhere": elsewhere, "refused by the page's policy or broken": refused}))
    return 1 if elsewhere or refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
