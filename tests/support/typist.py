"""Somebody who types to real agents in terminals, and to Lore as its user: nothing here does the program's work."""

import itertools
import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.agent_stage import Stage
from support.terminal import LOOK_S, PATIENCE_S, Terminal
from support.typed_programs import Program

BIN = Path(sys.executable).parent
PAUSES_S = 0.3
"""As long as a person takes from the last letter to Enter: some agents take what comes faster for pasted."""
SEEN = 40
"""As much of a prompt as stands on one line of any window."""
READS_S = 2.5
"""As long as a person takes to look at a new window before they type."""


class Window:
    """One session of an agent in a terminal."""

    def __init__(self, terminal: Terminal, program: Program) -> None:
        self.terminal, self.program = terminal, program

    def types(self, text: str, answer: str = "") -> None:
        """A prompt, until its answer stands below it: some agents keep nothing of what scrolled out of the window."""
        shown, seen = answer or self.program.answer, text[:SEEN]
        self.terminal.tmux("send-keys", "-l", text)
        self.terminal.wait_for(seen)
        time.sleep(PAUSES_S)
        self.terminal.tmux("send-keys", "Enter")
        end = time.monotonic() + PATIENCE_S
        while shown not in self._after(seen, is_named=bool(answer)):
            assert time.monotonic() < end, self.screen()
            time.sleep(LOOK_S)

    def _after(self, typed: str, *, is_named: bool) -> str:
        """What stands behind what was typed. Codex takes a command away: then a named answer may stand anywhere."""
        screen = self.screen()
        return screen if is_named and typed not in screen else screen.partition(typed)[2]

    def screen(self) -> str:
        return self.terminal.tmux("capture-pane", "-p", "-S", "-200")

    def leaves(self) -> None:
        self.terminal.tmux("send-keys", "-l", self.program.leave)
        self.terminal.wait_for(self.program.leave)
        time.sleep(0.5)  # the list of commands is drawn
        self.terminal.tmux("send-keys", "Enter")
        end = time.monotonic() + 20
        while time.monotonic() < end and self.terminal.is_open():
            time.sleep(0.1)
        self.kill()

    def kill(self) -> None:
        self.terminal.close()


@dataclass
class Typist:
    """Somebody with some agents and Lore, who set them up and now works."""

    stage: Stage
    programs: Mapping[str, Program]
    sockets: Iterator[Path]
    environment: dict[str, str] = field(default_factory=dict)
    windows: list[Window] = field(default_factory=list)

    @classmethod
    def at(cls, stage: Stage, programs: list[Program], folder: Path, *, moved: bool = False) -> "Typist":
        """Somebody who ran `lore setup` for these agents. moved: whether their folders lie elsewhere."""
        sockets = (folder / f"tmux{number}" for number in itertools.count())
        typist = cls(stage, {one.name: one for one in programs}, sockets)
        folders = [typist.project(name) for name in ("project", "blog")]
        for one in programs:
            home = stage.user.folder / (f"elsewhere/{one.name}" if moved else one.folder)
            if moved:
                typist.environment[one.variable] = str(home)
            one.prepare(home, stage.url, folders)
            typist.environment.update(one.exports(stage.url))
        typist.lore("setup", *[word for one in programs for word in ("--agent", one.name)], "--yes")
        return typist

    def project(self, name: str) -> Path:
        folder = self.stage.user.folder / name
        if not folder.exists():
            subprocess.run(["git", "init", "-q", folder], check=True)
        return folder

    def lore(self, *words: str) -> str:
        done = self.stage.run([str(BIN / "lore"), *words], self.environment)
        assert done.returncode in (0, 3, 4), (words, done.stdout + done.stderr)
        return done.stdout

    @property
    def environment_of_windows(self) -> dict[str, str]:
        return {
            "HOME": str(self.stage.user.folder), "PATH": os.environ["PATH"], "TERM": "xterm-256color",
            "LANG": "C.UTF-8", **self.environment,
        }  # fmt: skip

    def opens(self, agent: str, project: str = "project") -> Window:
        program = self.programs[agent]
        terminal = Terminal(next(self.sockets))
        said = [f"{name}={value}" for name, value in self.environment_of_windows.items()]
        command = shlex.join(["env", "-i", *said, *program.words])
        terminal.tmux("new-session", "-d", "-x", "120", "-y", "50", "-c", str(self.project(project)), command)
        window = Window(terminal, program)
        self.windows.append(window)
        terminal.wait_for(program.ready)
        time.sleep(READS_S)
        return window

    def session(self, agent: str, *prompts: str, project: str = "project") -> str:
        before = len(self.stage.requests())
        window = self.opens(agent, project)
        for prompt in prompts:
            window.types(prompt)
        window.leaves()
        return given(self.stage.requests()[before:])

    def close(self) -> None:
        for window in self.windows:
            window.kill()

    def facts(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.lore("facts", "--json"))["facts"]
        return found

    def said(self, text: str) -> list[tuple[str, str | None]]:
        found = []
        for one in json.loads(self.lore("sessions", "--json"))["sessions"]:
            shown = json.loads(self.lore("sessions", "show", one["id"], "--json"))
            turns = shown["turns"]
            found += [(turn["role"], one["project"]) for turn in turns if turn["text"].strip('"') == text]
        return found


def given(requests: list[Any]) -> str:
    """What Lore gave, as the model was sent it: the lines inside its frames. Gemini CLI escapes their brackets."""
    sent = json.dumps(requests, ensure_ascii=False).replace("&lt;", "<")
    frames = [part.split("</lore-memory", 1)[0] for part in sent.split("<lore-memory")[1:]]
    return "\n".join(frame.replace("\\n", "\n").replace('\\"', '"') for frame in frames)
