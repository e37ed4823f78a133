"""An embedding endpoint on the loopback: answers in the OpenAI format, well or badly."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from lore.embedding.choice import ModelChoice, named_model
from lore.embedding.hashing_embedder import HashingEmbedder


class Endpoint(ThreadingHTTPServer):
    """Makes vectors of the words of a text; what it was asked is in `asked`."""

    daemon_threads = True

    def __init__(self, dimension: int = 96) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.embedder = HashingEmbedder(dimension=dimension)
        self.asked: list[dict[str, Any]] = []
        self.answer: tuple[int, bytes] | None = None
        self.silent = threading.Event()
        self.silent_about = ""
        """What to be silent about; everything, where it is empty."""
        self.drip_s = 0.0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def texts(self) -> list[str]:
        return [text for question in self.asked for text in question["input"]]


class _Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append({**question, "path": self.path, "key": self.headers.get("Authorization")})
        if self.server.silent.is_set() and self.server.silent_about in "".join(question["input"]):
            self.server.silent.wait()
            threading.Event().wait(20)
            return
        status, body = self.server.answer or (200, self._vectors(question["input"]))
        self.send_response(status)
        self.send_header("Location", "http://127.0.0.1:1/")
        self.end_headers()
        if not self.server.drip_s:
            self.wfile.write(body)
            return
        with suppress(OSError):  # whoever asked has given up
            for place in range(len(body)):
                self.wfile.write(body[place : place + 1])
                threading.Event().wait(self.server.drip_s)

    def _vectors(self, texts: list[str]) -> bytes:
        rows = self.server.embedder.embed(texts).tolist()
        # In any order: the numbers say which is which.
        data = [{"index": number, "embedding": row} for number, row in enumerate(rows)]
        return json.dumps({"data": data[::-1]}).encode()

    def log_message(self, *_: object) -> None:
        """Nothing on stderr."""


@contextmanager
def running(dimension: int = 96) -> Iterator[Endpoint]:
    with Endpoint(dimension) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def ollama(server: Endpoint) -> ModelChoice:
    return named_model("ollama:words", url=server.url)


def openai(server: Endpoint) -> ModelChoice:
    return named_model("openai:words", url=f"{server.url}/v1", key_variable="WORDS_KEY")
