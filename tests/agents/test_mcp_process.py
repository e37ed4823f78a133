"""The process of `lore mcp`: stdout is the protocol's alone, and it lives as long as its client."""

import json
import os
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

from lore.store import Store, open_store
from support.mcp_client import ERAS, Era, text_of, told

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
    """What a server is started with: no time of its own."""
    return {name: value for name, value in os.environ.items() if name != "LORE_NOW"}


def started(environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(environment)
    )


def asked(process: "subprocess.Popen[bytes]", *messages: Mapping[str, object]) -> list[Any]:
    """The answers to messages, each one line of JSON."""
    assert process.stdin and process.stdout
    answers = []
    for message in messages:
        process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        if "id" in message:
            answers.append(json.loads(process.stdout.readline()))
    return answers


def gone(pid: int) -> bool:
    """Whether a process ends within a while."""
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
        answer = await client.call_tool("hook_recall", {"prompt": "hello"})
        assert (saved["tainted"], text_of(answer)) == (True, "{}")


def test_stdout_holds_nothing_but_the_protocol(environment: dict[str, str], home: Path) -> None:
    """Whatever is asked; what goes wrong is told in the answer, and stderr stays empty."""
    process = started(environment)
    odd = {"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "nothing", "arguments": {}}}
    hello, search, add, wrong = asked(process, HELLO, READY, SEARCH, ADD, odd)
    assert hello["result"]["serverInfo"]["name"] == "lore"
    assert len(hello["result"]["instructions"]) < 250
    assert search["result"]["structuredContent"]["hits"] == []
    assert wrong["result"]["isError"]
    output, complaint = process.communicate(timeout=PATIENCE_S)
    assert (output, complaint, process.returncode) == (b"", b"", 0)
    with open_store() as store:
        assert store.audit.select(subject=add["result"]["structuredContent"]["id"])[-1].actor == "agent:codex"


@pytest.mark.parametrize("end", ["EOF", "SIGTERM", "SIGINT", "at once"])
def test_it_ends_with_its_client(end: str, environment: dict[str, str]) -> None:
    """At the end of its input, at a signal, and while it still loads."""
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


def test_no_process_is_left_after_many_starts_and_kills(environment: dict[str, str]) -> None:
    """Killed while it starts, while it answers, and after; `tests/bench/bench_mcp.py` starts more."""
    pids = []
    for number in range(6):
        process = started(environment)
        pids.append(process.pid)
        if number % 2:
            asked(process, HELLO)
        process.kill() if number % 3 == 0 else process.terminate()
        process.communicate(timeout=PATIENCE_S)
    assert all(gone(pid) for pid in pids)


def test_what_nobody_foresaw_is_in_the_log_beside_the_store(
    store: Store, home: Path, environment: dict[str, str]
) -> None:
    """The answer names it; where it happened stands in the file alone."""
    store.close()
    (home / "lore.db").unlink()
    (home / "lore.db").mkdir()
    process = started(environment)
    recall = {**SEARCH, "params": {"name": "hook_recall", "arguments": {"prompt": "x"}}}
    _, answer = asked(process, HELLO, READY, recall)
    process.communicate(timeout=PATIENCE_S)
    assert answer["result"]["content"][0]["text"] == "{}"
    log = home / "mcp.log"
    assert "`hook_recall` gave nothing" in log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600


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
    import re

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
    """Copilot CLI asks, and then goes on with a handshake on the same pipe."""
    with started(environment) as process:
        found, hello, tools = asked(
            process, DISCOVER, HELLO, READY, {"jsonrpc": "2.0", "id": 8, "method": "tools/list"}
        )
        process.terminate()
    assert {"2026-07-28", hello["result"]["protocolVersion"]} <= set(found["result"]["supportedVersions"])
    assert len(tools["result"]["tools"]) > 1


def test_what_a_client_discovers_is_what_the_sdk_would_tell(environment: dict[str, str]) -> None:
    listed = {"jsonrpc": "2.0", "id": 8, "method": "tools/list", "params": ENVELOPE}
    with started(environment) as process:
        ours, _, sdk = asked(process, DISCOVER, listed, DISCOVER)
        process.terminate()
    assert "result" in sdk
    told = [{**one["result"], "supportedVersions": []} for one in (ours, sdk)]
    assert told[0] == told[1]
    assert set(sdk["result"]["supportedVersions"]) < set(ours["result"]["supportedVersions"])
