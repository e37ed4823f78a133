"""Tests with the real programs. `make agents` installs them and says where they are; without it none is collected."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.agent_stage import Stage
from support.agents_home import AgentsHome, write_program

PROGRAMS = os.environ.get("LORE_AGENT_PROGRAMS")
"""The folder `node_modules` with the programs in it."""
collect_ignore_glob = [] if PROGRAMS else ["test_*.py"]
SERVER = Path(__file__).parents[1] / "fakes" / "model_server.py"


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    requests = tmp_path / "requests.jsonl"
    with subprocess.Popen([sys.executable, str(SERVER), str(requests)], stdout=subprocess.PIPE, text=True) as model:
        assert model.stdout is not None
        port = int(model.stdout.readline())
        user = AgentsHome(tmp_path / "user", tmp_path / "programs")
        write_program(user.programs.lore, "exit 1")
        yield Stage(user, port, requests)
        model.terminate()


@pytest.fixture
def claude() -> str:
    return program("@anthropic-ai/claude-code-linux-x64/claude")


@pytest.fixture
def codex() -> str:
    return program(".bin/codex")


def program(path: str) -> str:
    found = Path(str(PROGRAMS)) / path
    assert found.exists(), f"`{path}` was not installed"
    return str(found)


@pytest.fixture
def opencode() -> str:
    return program(".bin/opencode")


@pytest.fixture
def copilot() -> str:
    return program(".bin/copilot")


@pytest.fixture
def gemini() -> str:
    return program(".bin/gemini")


def pytest_report_header() -> list[str]:
    found = []
    for path in ("@anthropic-ai/claude-code-linux-x64/claude", ".bin/codex") if PROGRAMS else ():
        done = subprocess.run([program(path), "--version"], capture_output=True, text=True, check=False)
        found.append(f"agent: {done.stdout.strip()}")
    return found
