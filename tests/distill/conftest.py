"""A captured session, and models that answer about it as a test wants."""

import json
import os
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from lore.capture import Options, capture
from lore.store import Store
from support.agents import Said, written
from support.sessions_to_read import ANSWERS

RULE = "Always run the linter before you push, because CI is slow."
CAUSE = "The root cause was a stale cache: we never invalidate it, so the old schema is served."
TALK = (
    Said("user", RULE),
    Said("tool", "make test"),
    Said("assistant", CAUSE),
    Said("user", 'The bot said: "Never merge on Fridays, the pipeline is down."'),
)


@pytest.fixture
def session(store: Store, tmp_path: Path) -> str:
    return captured(store, tmp_path / "transcripts", TALK)


def captured(store: Store, folder: Path, talk: Sequence[Said]) -> str:
    folder.mkdir(exist_ok=True)
    file = folder / "session.jsonl"
    file.write_bytes(written("neutral", talk))
    capture(store, [file], Options(mine=True))
    return store.sessions.select()[0].id


def note(text: str, quote: str, **more: object) -> dict[str, object]:
    return {"text": text, "quote": quote, "kind": "convention", "standing": True, "confidence": 0.8, **more}


def recorded(file: Path, session: str, notes: Sequence[Mapping[str, object]]) -> str:
    file.write_text(json.dumps({"session": session, "notes": notes}) + "\n")
    return f"replay:{file}"


class ChatServer(ThreadingHTTPServer):
    """Answers like Ollama, OpenAI or Anthropic; what it was asked is in `asked`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[dict[str, Any]] = []
        self.answers: list[tuple[int, str]] = []
        """What to answer, one after the other; the last one again and again."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.asked.append({**question, "path": self.path, "headers": headers})
        answers = self.server.answers
        status, text = answers.pop(0) if len(answers) > 1 else answers[0]
        shapes: dict[str, object] = {
            "/api/chat": {"message": {"role": "assistant", "content": text}},
            "/v1/messages": {"content": [{"type": "thinking", "thinking": "…"}, {"type": "text", "text": text}]},
            "/chat/completions": {"choices": [{"message": {"content": text}}]},
        }
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(shapes[self.path]).encode())

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nothing is printed."""


@pytest.fixture
def chat(socket_enabled: None) -> Iterator[ChatServer]:
    del socket_enabled
    with ChatServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("LORE_DISTILL_SILENCE", "0")
    return folder


@pytest.fixture
def claude(program: Path) -> Path:
    stand_in(program, "claude", ANSWERS)
    return program


HANGS = "os.read(os.pipe()[0], 1)"
"""What never ends: it reads a pipe into which nobody writes."""


def stand_in(folder: Path, name: str, body: str) -> None:
    file = folder / name
    file.write_text(
        f"#!{sys.executable}\nimport json, os, sys\nASKED = {str(folder.parent / 'asked')!r}\n"
        f"question = sys.stdin.read()\n{body}\n"
    )
    file.chmod(0o755)
