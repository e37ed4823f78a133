"""`lore serve` as a process of its own, and plain requests to it."""

import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PATIENCE_S = 60


class Served:
    """The running server. Its port is any that is free."""

    def __init__(self, *options: str, cwd: Path, env: Mapping[str, str]) -> None:
        command = [sys.executable, "-m", "lore", "serve", "--port", "0", *options]
        self.process = subprocess.Popen(command, cwd=cwd, env=dict(env), stderr=subprocess.PIPE, text=True)
        assert self.process.stderr
        line = self.process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, line + self.process.stderr.read()
        self.port = int(found[1])

    def ask(
        self, method: str, path: str, token: str, values: Mapping[str, Any] | None = None, host: str = "127.0.0.1"
    ) -> tuple[int, Any]:
        connection = http.client.HTTPConnection(host, self.port, timeout=PATIENCE_S)
        body = None if values is None else json.dumps(values)
        headers = {"Authorization": f"Bearer {token}", **({"Content-Type": "application/json"} if body else {})}
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        found = reply.status, json.loads(reply.read())
        connection.close()
        return found

    def end(self, by: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        self.process.send_signal(by)
        _, said = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, said

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        if self.process.stderr and not self.process.stderr.closed:
            self.process.communicate()
