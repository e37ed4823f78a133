"""The user's own agents, run without a window: one question on stdin, one answer on stdout.

Each runs in an empty folder, so that no repository has a say, with its tools and hooks off as far as it lets us. Ours
are off by `LORE_HOOKS=off` in any case, and what such a run writes is never captured (`lore.capture.QUESTION`).
"""

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lore.distill.answers import LONGEST_ANSWER
from lore.errors import ModelError
from lore.intake import clean_line
from lore.platform import HERE
from lore.presence import AGENT_SIGNS

HOOKS_OFF = {"LORE_HOOKS": "off"}


@dataclass(frozen=True, slots=True)
class Program:
    """How an agent is run without a window."""

    command: Sequence[str]
    model: str = "--model"
    """The option that chooses a model."""


PROGRAMS: Mapping[str, Program] = {
    "claude": Program(
        (
            "claude", "-p", "--output-format", "text", "--no-session-persistence", "--strict-mcp-config",
            "--settings", '{"disableAllHooks": true}', "--tools", "",
        )
    ),
    "codex": Program(
        ("codex", "exec", "--ephemeral", "--skip-git-repo-check", "--sandbox", "read-only", "--disable", "hooks", "-")
    ),
    "gemini": Program(("gemini", "--output-format", "text")),
    "opencode": Program(("opencode", "run")),
}  # fmt: skip


def run_program(program: Program, model: str, question: str, folder: Path, patience_s: float) -> str:
    """What the program answers. Raises ModelError where it is missing, fails, or takes too long."""
    name = program.command[0]
    command = [*program.command, *([program.model, model] if model else [])]
    environment = {key: value for key, value in os.environ.items() if key not in AGENT_SIGNS} | HOOKS_OFF
    try:
        running = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            **HERE.detached(),
        )
    except OSError as error:
        raise ModelError(
            f"`{name}` cannot be run: {error.strerror}", hint=f"install `{name}`, or `--with …`"
        ) from error
    with running:
        try:
            said, complaint = running.communicate(question, timeout=patience_s)
        except subprocess.TimeoutExpired as error:
            raise ModelError(f"`{name}` gave no answer within {patience_s:.0f} s", hint="try again later") from error
        finally:
            _end(running)
    if running.returncode:
        why = clean_line(complaint or said, 160) or "it says nothing"
        raise ModelError(f"`{name}` ended with {running.returncode}: {why}", hint=f"does `{name}` work by itself?")
    return str(said[: LONGEST_ANSWER + 1])


def _end(running: "subprocess.Popen[str]") -> None:
    """End the program with all that it started."""
    if running.poll() is None:
        HERE.end(running.pid)
