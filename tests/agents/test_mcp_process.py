"""The process of `lore mcp`: stdout is the protocol's alone, and it lives as long as its client."""

import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from lore import actions, paths
from lore.agents.mcp.serving import LogFile
from lore.store import Store, open_store
from support.mcp_client import ERAS, Era, fact_in, refused, talking, told

COMMAND = [sys.executable, "-m", "lore", "mcp"]
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "codex-mcp-client", "version": "1"},
    },
}
SEARCH = {
    "jsonrpc": "2.0",
    "id": 2,
    "method": "tools/call",
    "params": {"name": "memory_search", "arguments": {"query": "pnpm"}},
}
ADD = {
    "jsonrpc": "2.0",
    "id": 3,
    "method": "tools/call",
    "params": {"name": "memory_add", "arguments": {"text": "We deploy on Tuesdays."}},
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
ENVELOPE = {
    "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "copilot", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
}
DISCOVER = {"jsonrpc": "2.0", "id": 7, "method": "server/discover", "params": ENVELOPE}
PATIENCE_S = 30.0


@pytest.fixture
def environment(home: Path) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "LORE_NOW"}


def started(environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(environment)
    )


def asked(process: "subprocess.Popen[bytes]", *messages: Mapping[str, object]) -> list[Any]:
    assert process.stdin and process.stdout
    answers = []
    for message in messages:
        process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        if "id" in message:
            answers.append(json.loads(process.stdout.readline()))
    return answers


def gone(pid: int) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("era", ERAS)
async def test_the_real_process_answers_in_both_eras(era: Era, store: Store, environment: dict[str, str]) -> None:
    server = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=environment)
    async with Client(server, mode=era) as client:
        saved = await told(client, "memory_add", text="We deploy on Tuesdays.")
    assert fact_in(store, saved).tainted


def test_stdout_holds_nothing_but_the_protocol(environment: dict[str, str], home: Path) -> None:
    process = started(environment)
    odd = {"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "nothing", "arguments": {}}}
    hello, search, add, wrong = asked(process, HELLO, READY, SEARCH, ADD, odd)
    assert hello["result"]["serverInfo"]["name"] == "lore"
    assert len(hello["result"]["instructions"]) < 260
    assert "no match among 0 facts" in search["result"]["content"][0]["text"]
    assert wrong["result"]["isError"]
    output, complaint = process.communicate(timeout=PATIENCE_S)
    assert (output, complaint, process.returncode) == (b"", b"", 0)
    with open_store() as store:
        saved = fact_in(store, add["result"]["content"][0]["text"])
        assert store.audit.select(subject=saved.id)[-1].actor == "agent:codex"


@pytest.mark.parametrize("end", ["EOF", "SIGTERM", "SIGINT", "at once"])
def test_it_ends_with_its_client(end: str, environment: dict[str, str]) -> None:
    process = started(environment)
    assert process.stdin
    if end != "at once":
        asked(process, HELLO, READY, SEARCH)
    if end.startswith("SIG"):
        process.send_signal(getattr(signal, end))
    else:
        process.stdin.close()
    assert process.wait(PATIENCE_S) == 0
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream
        stream.close()


def test_it_ends_when_its_parent_is_killed(environment: dict[str, str]) -> None:
    """Also where somebody else holds its pipes open."""
    script = (
        "import subprocess, sys, os, signal;"
        "reading, answering = map(int, sys.argv[1:]);"
        f"p = subprocess.Popen({COMMAND!r}, stdin=reading, stdout=answering, stderr=subprocess.DEVNULL);"
        "print(p.pid, flush=True); signal.pause()"
    )
    reading, writing = os.pipe()
    answers, answering = os.pipe()
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(reading), str(answering)],
        stdout=subprocess.PIPE,
        env=environment,
        pass_fds=(reading, answering),
    )
    assert parent.stdout
    server = int(parent.stdout.readline())
    os.write(writing, json.dumps(HELLO).encode() + b"\n")
    assert os.read(answers, 10)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert gone(server)
    for descriptor in (reading, writing, answers, answering):
        os.close(descriptor)


async def test_what_nobody_foresaw_is_in_the_log_beside_the_store(
    store: Store, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*arguments: object, **named: object) -> None:
        raise ZeroDivisionError("no such thing")

    monkeypatch.setattr(actions, "search", breaks)
    log = LogFile(paths.server_log(home))
    monkeypatch.setattr(logging.getLogger(), "handlers", [log])
    async with talking() as client:
        found = await refused(client, "memory_search", query="x")
    assert "ZeroDivisionError: no such thing" in found["error"] and "mcp.log" in found["hint"]
    told = paths.server_log(home).read_text()
    assert "`memory_search` failed unexpectedly" in told and "in breaks" in told
    assert paths.server_log(home).stat().st_mode & 0o777 == 0o600


def test_nothing_else_loads_the_sdk() -> None:
    """It takes half a second: no other command pays for it."""
    script = (
        "import sys; from lore.cli.program import run; run({words!r}); "
        "sys.exit(', '.join({{'mcp', 'mcp_types', 'pydantic', 'starlette', 'anyio'}} & sys.modules.keys()) or 0)"
    )
    for words in (["--help"], ["mcp", "--help"], ["prompt"], ["facts"], ["search", "x"]):
        done = subprocess.run([sys.executable, "-c", script.format(words=words)], capture_output=True, text=True)
        assert (done.returncode, done.stderr.strip().splitlines()[-1:] if done.returncode else []) == (0, [])


def test_the_instructions_name_only_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    """`lore prompt` and the resource say the same; every tool and command in them exists."""
    from lore.agents.mcp.desk import Desk
    from lore.agents.mcp.server import entries
    from lore.agents.mcp.warm import Warm
    from lore.cli.program import COMMANDS, run

    assert run(["prompt"]) == 0
    text = capsys.readouterr().out
    named = set(re.findall(r"`(memory_\w+)`", text))
    assert named
    assert named <= {entry.name for entry in entries(Desk(Warm()))}
    assert set(re.findall(r"`lore ([a-z-]+)", text)) <= set(COMMANDS) | {"serve"}


def test_a_client_that_asks_for_the_versions_first_may_use_either(environment: dict[str, str]) -> None:
    with started(environment) as process:
        found, hello, tools = asked(
            process, DISCOVER, HELLO, READY, {"jsonrpc": "2.0", "id": 8, "method": "tools/list"}
        )
        process.terminate()
    assert {"2026-07-28", hello["result"]["protocolVersion"]} <= set(found["result"]["supportedVersions"])
    assert len(tools["result"]["tools"]) > 1


def test_the_handshake_is_answered_once_and_the_sdk_knows_it(environment: dict[str, str]) -> None:
    """Whatever the client names it; what comes behind is answered in order, and by the SDK too."""
    with started(environment) as process:
        named = {**HELLO, "id": "first"}
        again = {**HELLO, "id": "second"}
        hello, tools, search, refused, prompt = asked(
            process,
            named,
            READY,
            {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
            {**SEARCH, "id": "x"},
            again,
            {"jsonrpc": "2.0", "id": 2, "method": "prompts/get", "params": {"name": "review"}},
        )
        process.terminate()
    assert [one["id"] for one in (hello, tools, search, refused, prompt)] == ["first", 1, "x", "second", 2]
    assert "content" in search["result"] and "messages" in prompt["result"]


RSS = Path("/proc/self/status")
MOST_IDLE_KB = 90_000


@pytest.mark.skipif(not RSS.exists(), reason="only Linux says what a process holds")
def test_it_is_small_until_the_first_search(store: Store, environment: dict[str, str]) -> None:
    with started(environment) as process:
        asked(process, HELLO, READY, {"jsonrpc": "2.0", "id": 4, "method": "tools/list"})
        asked(process, {"jsonrpc": "2.0", "id": 5, "method": "prompts/get", "params": {"name": "review"}})
        held = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())
        process.terminate()
    assert held and int(held[1]) <= MOST_IDLE_KB
