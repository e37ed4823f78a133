"""The user's own agents, run without a window: one question on stdin, one answer on stdout.

Each runs in an empty folder, in a session of its own without a terminal, with its hooks off and without tools: what it
can do beside answering is proven with the real programs (`tests/agents/real/test_reading.py`). Our hooks are off by
`LORE_HOOKS=off` in any case, and what such a run writes is never captured (`lore.capture.QUESTION`). It ends with all
that it started, whether it answers, fails or takes too long; only what it started in a session of its own does not.
"""

import subprocess
import threading
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from lore.distill.answers import LONGEST_ANSWER
from lore.errors import ModelError
from lore.intake import clean_line
from lore.opening import MEGABYTE, read_whole
from lore.platform import HERE, children

HOOKS_OFF = {"LORE_HOOKS": "off"}
ROLE = Path(__file__).with_name("role.txt")
"""What stands in place of the instructions of a coding agent, which would cost up to 5,000 tokens a question."""
_LARGEST_CONFIG = MEGABYTE
_MOST_BYTES, _AT_ONCE = 4 * LONGEST_ANSWER, 65_536
"""What is taken of an answer, of which no character has more than four bytes."""
_SYSTEM_CODEX = Path("/etc/codex/config.toml")


@dataclass(frozen=True, slots=True)
class Program:
    """How an agent is run without a window."""

    title: str
    agent: str
    """The agent, as its sessions name it."""
    command: Sequence[str]
    small: str
    """The model that is asked where nobody names one: the cheapest that its maker calls fit for easy tasks."""
    adds: int
    """Tokens that the program itself puts before a question, as `tests/agents/real/test_reading.py` measures them."""


def _codex() -> tuple[str, ...]:
    """Without commands, servers, instructions of a repository or of the user, and in a sandbox that reads only.

    In 0.171.0 models that call tools by code can call none, as its host is off; others may look at an image whose path
    they would have to know. An `AGENTS.md` of the user's in `CODEX_HOME` is sent along: there is no switch for that.
    """
    off = (
        "hooks", "shell_tool", "unified_exec", "multi_agent", "goals", "apps", "plugins", "image_generation",
        "memories", "browser_use", "computer_use", "code_mode_host", "tool_suggest", "sleep_tool",
    )  # fmt: skip
    settings = (
        f'model_instructions_file="{ROLE.as_posix()}"', 'web_search="disabled"', 'model_reasoning_effort="low"',
        "agents.enabled=false", "tools.experimental_request_user_input.enabled=false", "project_doc_max_bytes=0",
        "include_permissions_instructions=false", "include_environment_context=false",
        "skills.include_instructions=false",
    )  # fmt: skip
    words = [word for name in off for word in ("--disable", name)]
    words += [word for setting in settings for word in ("-c", setting)]
    return (
        "codex",
        "exec",
        "--ephemeral",
        "--skip-git-repo-check",
        "--sandbox",
        "read-only",
        "--color",
        "never",
        *words,
    )


PROGRAMS: Mapping[str, Program] = {
    "claude": Program(
        "Claude Code",
        "claude-code",
        (
            "claude", "-p", "--output-format", "text", "--no-session-persistence", "--safe-mode",
            "--disable-slash-commands", "--strict-mcp-config", "--settings", '{"disableAllHooks": true}',
            "--system-prompt-file", str(ROLE), "--tools", "",
        ),
        "haiku",
        400,
    ),
    "codex": Program("Codex", "codex", _codex(), "gpt-6-luna", 3_400),
}  # fmt: skip
UNPROVEN: Mapping[str, str] = {
    "gemini": "it has no option that takes its tools away, so nothing proves that it only answers",
    "opencode": "it has no option that takes its tools away, so nothing proves that it only answers",
}
"""Agents that are not asked, and why not."""


def run_program(
    program: Program,
    path: str,
    model: str,
    question: str,
    folder: Path,
    patience_s: float,
    told: Mapping[str, str],
) -> str:
    """What the program at a path answers, cut behind `LONGEST_ANSWER`. told: all that its environment holds.

    Raises ModelError where it is missing, fails, asks for a password, takes too long.
    """
    name = program.command[0]
    environment = children.environment(told) | HOOKS_OFF
    command = [*program.command[1:], *_without_servers(program, environment), *(["--model", model] if model else [])]
    try:
        running = subprocess.Popen(
            [path, *command],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            **HERE.detached(),
        )
    except OSError as error:
        raise ModelError(
            f"`{name}` cannot be run: {error.strerror}", hint=f"install `{name}`, or `--with …`"
        ) from error
    with running:
        try:
            said, complaint = _answer(running, question, patience_s)
        except TimeoutError as error:
            raise ModelError(f"`{name}` gave no answer within {patience_s:.0f} s", hint="try again later") from error
        finally:
            HERE.end(running.pid)  # before it is waited for, also where it ended: what it started may run on
    if running.returncode and len(said) <= LONGEST_ANSWER:
        why = clean_line(complaint or said, 160) or "it says nothing"
        raise ModelError(f"`{name}` ended with {running.returncode}: {why}", hint=f"does `{name}` work by itself?")
    return said


def _answer(running: "subprocess.Popen[bytes]", question: str, patience_s: float) -> tuple[str, str]:
    """What a program says and complains of until it closes both, or said too much. Raises TimeoutError."""
    assert running.stdin and running.stdout and running.stderr
    said, complaint = _Channel(running.stdout), _Channel(running.stderr)
    threading.Thread(target=_tell, args=(running.stdin, question), daemon=True).start()
    end = time.monotonic() + patience_s
    for channel in (said, complaint):
        channel.join(max(0.0, end - time.monotonic()))
        if channel.is_alive():
            raise TimeoutError
        if channel.is_full:
            break
    return said.text, complaint.text


def _tell(channel: IO[bytes], question: str) -> None:
    left = memoryview(question.encode("utf-8", "replace"))
    with suppress(OSError, ValueError), channel:  # a program need not listen to the end
        while left:
            left = left[channel.write(left) :]


class _Channel(threading.Thread):
    """Reads what a program says on one channel, to a bound: then no more of it is taken."""

    def __init__(self, channel: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._channel, self._heard = channel, bytearray()
        self.start()

    def run(self) -> None:
        with suppress(OSError, ValueError):  # it was closed: nobody waits for it any more
            while not self.is_full and (part := self._channel.read(_AT_ONCE)):
                self._heard += part

    @property
    def is_full(self) -> bool:
        return len(self._heard) > _MOST_BYTES

    @property
    def text(self) -> str:
        return self._heard.decode("utf-8", "replace")[: LONGEST_ANSWER + 1]


def _without_servers(program: Program, environment: Mapping[str, str]) -> Iterator[str]:
    """Switch each MCP server off that Codex would start: it has no option for all of them. Raises ModelError."""
    if program.agent != "codex":
        return
    home = Path(environment.get("HOME") or Path.home())
    own = Path(environment.get("CODEX_HOME") or home / ".codex") / "config.toml"
    for file in (own, _SYSTEM_CODEX):
        try:
            servers = tomllib.loads(read_whole(file, _LARGEST_CONFIG).decode("utf-8")).get("mcp_servers", {})
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            raise ModelError(
                f"`{file}` cannot be read, so nobody knows which servers `codex` would start",
                hint="repair it, or choose another reader: `lore distill --on --with …`",
            ) from error
        for name in servers if isinstance(servers, dict) else ():
            yield from ("-c", f"mcp_servers.{name}.enabled=false")
