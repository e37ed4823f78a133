"""A stage for real agents: a home folder, a model on loopback, and a hook that says what it is told to."""

import json
import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lore.adapters.table import agent
from support.agents_home import AgentsHome, write_program

BUSY = 5
"""How a command ends while another process does the same."""
HOOK = """\
given=$(cat)
printf '%s %s %s\\n' "$1" "$2" "$given" >> "$HOME/hooks.log"
case "$1 $2" in
{cases}
esac
exit 0"""


@dataclass(frozen=True)
class Stage:
    """A home folder, a model on loopback, and programs that run in them."""

    user: AgentsHome
    port: int
    requests_file: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def run(
        self, words: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program in the project of this home, with nothing of the environment around it."""
        project = self.user.folder / "project"
        project.mkdir(exist_ok=True)
        kept = {"HOME": str(self.user.folder), "PATH": os.environ["PATH"], "TERM": "dumb", **(environment or {})}
        return subprocess.run(
            words,
            cwd=project,
            env=kept,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def drained(self, lore: Path) -> None:
        for _ in range(60):
            if self.run([str(lore), "hooks", "drain"]).returncode != BUSY:
                return
            time.sleep(0.5)
        raise AssertionError("the events of the hooks were never read")

    def requests(self) -> list[Any]:
        lines = self.requests_file.read_text(encoding="utf-8").splitlines() if self.requests_file.exists() else []
        return [json.loads(line) for line in lines]

    def hooked(self) -> list[tuple[str, dict[str, Any]]]:
        log = self.user.folder / "hooks.log"
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        return [(line.split(" ", 2)[1], json.loads(line.split(" ", 2)[2])) for line in lines]

    def gives(self, answers: Mapping[str, object]) -> None:
        cases = "\n".join(f"'{event}') cat <<'END'\n{_printed(answer)}\nEND\n;;" for event, answer in answers.items())
        write_program(self.user.programs.hook, HOOK.format(cases=cases or "*) ;;"))


def _printed(answer: object) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer)


def shaped(name: str, event: str, text: str) -> object:
    hooks = agent(name).hooks
    assert hooks is not None
    found = hooks.event(event)
    assert found is not None and found.gives is not None
    printed = json.dumps(hooks.shapes[found.gives]).replace("$event", event).replace("$text", text)
    return json.loads(printed)
