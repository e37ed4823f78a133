"""Nothing leaves the machine: what the whole program, native code included, does to the network and to files."""

import compileall
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE
from urllib.parse import urlencode

import click
import pytest

import lore
from lore import paths
from lore.agents.http.routes import LIST
from lore.cli.program import COMMANDS, cli
from lore.memory.decisions import queue
from lore.store import open_store
from lore.store.local.backup import backups
from recorder.driven import Driven
from recorder.pseudo_terminal import PseudoTerminal
from recorder.recording import Recorder, foreign
from recorder.visit import Scene, prepared, typed
from support.http_api import values_for, words
from support.person import statements
from support.served import Served
from torture.shim import compiler

LORE = (sys.executable, "-m", "lore")
ANSWERED = {0, 3, 4}
"""Exit codes of a command that did its work: done, nothing found, needs a person."""
GROUPS = frozenset({"backup", "setup", "schedule", "memory"})
THROWN_AWAY = {"demo", "distill", "setup"}
"""They work in a temporary folder, a store and the place of a model; nothing of it stays."""
LINGERS_S = 1.5
"""So long a process that a hook leaves behind may still write."""
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "codex", "version": "1"}}

pytestmark = [
    pytest.mark.smoke,
    pytest.mark.skipif(sys.platform != "linux", reason="the recorder is loaded with Linux's LD_PRELOAD"),
    pytest.mark.skipif(compiler() is None, reason="there is no C compiler (`cc`) here to build the recorder with"),
]


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    return Recorder(tmp_path)


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scene:
    made = prepared(tmp_path)
    monkeypatch.setenv("LORE_HOME", str(made.data))
    # Python keeps what it compiled beside the source: that stands before a process of a hook is the first to need it.
    compileall.compile_dir(str(Path(lore.__file__).parent), quiet=1)
    return made


def leaves() -> set[str]:
    """Every command that does something, by the words that are typed."""
    context, found = click.Context(cli, info_name="lore"), set()
    waiting = [(name, cli.get_command(context, name)) for name in COMMANDS]
    while waiting:
        name, command = waiting.pop()
        if isinstance(command, click.Group):
            waiting += [
                (f"{name} {below}", command.get_command(context, below)) for below in command.list_commands(context)
            ]
        else:
            found.add(name)
    return found


def filled_in(words: list[str], facts: list[str]) -> list[str]:
    if not any("{" in word for word in words):
        return words
    with open_store() as store:
        waiting = queue(store)
        copies = [copy.name for copy in backups(store.folder)]
        said = statements(store)
    named = {"c": (waiting or ["c:none"])[0], "d": (waiting or ["c:none"])[-1], "b": (copies or ["none"])[0]}
    named["u"] = (said or ["f:none"])[0]
    return [word.format(*facts, **named) for word in words]


def named(scene: Scene, words: list[str]) -> list[Path]:
    return [scene.home / ".codex"] if words[0] == "setup" and "--yes" in words else []


def is_slow(words: list[str], complaint: str) -> bool:
    problems = [line for line in complaint.splitlines() if line.startswith("warning:")]
    return words[0] == "setup" and bool(problems) and all("it takes longer than" in line for line in problems)


@pytest.mark.slow("every command is run once, with every call to the system recorded")
def test_no_command_reaches_the_network_or_leaves_a_file_elsewhere(scene: Scene, recorder: Recorder) -> None:
    """Every command once, with defaults: no internet socket, no lookup of a name, and no file outside of the data
    folder but what was asked for, by native code and child processes as well."""
    env = {**scene.environment(sys.executable), **recorder.environment()}
    asked = [scene.data, scene.repository]
    facts: list[str] = []
    every, ran = leaves(), set()
    with Driven(scene.repository, env) as driven:
        for typed_words in typed():
            words = filled_in(typed_words, facts)
            ran.add(next(name for name in (" ".join(words[:2]), words[0]) if name in every | GROUPS))
            code, output, complaint = driven.run(words)
            assert code in ANSWERED or is_slow(words, complaint), f"lore {' '.join(words)}\n{output}{complaint}"
            allowed = [*asked, *(scene.temporary for _ in range(words[0] in THROWN_AWAY)), *named(scene, words)]
            assert foreign(recorder.take(), allowed) == [], f"lore {' '.join(words)}"
            facts += re.findall(r"f:\w+", output)[:1] if words[0] == "add" else []
    assert "Tests never mock the clock" in output  # of the demo: the bundled sessions are found
    time.sleep(LINGERS_S)
    assert foreign(recorder.take(), asked) == [], "at the end of the process, and of those that outlive it"
    assert ran - GROUPS == every - {"tui", "serve", "mcp"}, "a new command stands in `tests/recorder/visit.py` as well"
    assert list(scene.home.iterdir()) == list(scene.temporary.iterdir()) == []


@pytest.mark.slow("every screen is opened in a process of its own, with every call recorded")
def test_the_app_reaches_no_network_and_leaves_no_file_elsewhere(scene: Scene, recorder: Recorder) -> None:
    env = {**scene.environment(sys.executable), **recorder.environment()}
    for typed_first in (
        ["add", "Deploys go out on Tuesdays."],
        ["capture", "--mine", "sessions.jsonl"],
        ["consolidate"],
    ):
        subprocess.run([*LORE, *typed_first], cwd=scene.repository, env=env, capture_output=True, check=True)
    receipt = scene.data / "index" / "model.checked.json"
    receipt.unlink()
    recorder.take()
    with PseudoTerminal(LORE, cwd=scene.repository, env=env) as app:
        app.wait_for(lambda screen: "o Session" in screen and "tmp_path" in screen)
        app.press("2")
        app.wait_for(lambda screen: "Deploys" in screen)
        app.press("/")
        app.wait_for(lambda screen: "kind:" in screen)  # the placeholder of the search box
        app.press("releases")
        app.wait_for(lambda screen: receipt.exists())  # the model was loaded
        app.press("\r", "3")
        app.wait_for(lambda screen: "consolidation" in screen)
        app.press("4")
        app.wait_for(lambda screen: "Does it help?" in screen)
        app.press("q")
        assert app.ended() == 0
    acts = recorder.take()
    assert foreign(acts, [scene.data]) == []
    assert any(receipt.name in act.what for act in acts)
    assert list(scene.home.iterdir()) == list(scene.temporary.iterdir()) == []


def test_what_serves_listens_on_this_machine_alone_and_asks_nobody(
    scene: Scene, recorder: Recorder, socket_enabled: None
) -> None:
    """`lore serve` with every route asked once: bound to the loopback addresses, no connection, no lookup, no file."""
    del socket_enabled
    env = {**scene.environment(sys.executable), **recorder.environment()}
    subprocess.run([*LORE, "add", "Deploys go out on Tuesdays."], cwd=scene.repository, env=env, check=True)
    recorder.take()
    with Served(cwd=scene.repository, env=env) as served:
        token = paths.token_file(scene.data).read_text().strip()
        for route in LIST:
            values = values_for(route)
            if route.method == "GET":
                status, _ = served.ask("GET", f"{route.path}?{urlencode(words(values))}", token)
            else:
                status, _ = served.ask("POST", route.path, token, values)
            assert status < 500, route.path
        code, said = served.end()
        assert code == 0, said
    acts = recorder.take()
    assert foreign(acts, [scene.data]) == []
    assert {act.opened_to for act in acts if act.opened_to} <= loopback(served.port)
    assert list(scene.home.iterdir()) == list(scene.temporary.iterdir()) == []


def loopback(port: int) -> set[str]:
    """The addresses that nobody but this machine reaches, as the recorder writes them; 0: any free port, asked for."""
    return {f"{address} {number}" for address in ("127.0.0.1", "::1") for number in (port, 0)}


def test_the_server_of_an_agent_sends_nothing(scene: Scene, recorder: Recorder) -> None:
    """`lore mcp` from its hello to its end: a search by the model, what a hook asks, a fact, the checks, a repair.

    The SDK below it could send traces away; it does not, where the environment asks for that either.
    """
    traced = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://192.0.2.1:4318", "OTEL_TRACES_EXPORTER": "otlp"}
    env = {**scene.environment(sys.executable), **recorder.environment(), **traced}
    del env["LORE_NOW"]  # no agent chooses the time
    tools = [
        ("memory_add", {"text": "Deploys go out on Tuesdays."}),
        ("memory_search", {"query": "Tuesdays"}),
        ("memory_context", {"prompt": "When do deploys go out?", "session": "s1"}),
        *((name, {}) for name in ("memory_context", "memory_review")),
        *(("memory_maintain", {"do": do}) for do in ("health", "consolidate", "clean")),
        ("memory_search", {"query": "releases"}),
    ]
    told = [json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": HELLO})]
    told += [
        json.dumps({"jsonrpc": "2.0", "id": n, "method": "tools/call", "params": {"name": name, "arguments": given}})
        for n, (name, given) in enumerate(tools, 1)
    ]
    server = [*LORE, "mcp"]
    with subprocess.Popen(server, stdin=PIPE, stdout=PIPE, cwd=scene.repository, env=env, text=True) as process:
        assert process.stdin and process.stdout
        answers = []
        for line in told:
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            answers.append(json.loads(process.stdout.readline()))
    assert [one["id"] for one in answers if one["result"].get("isError")] == []
    assert all("Tuesdays" in json.dumps(answers[place]) for place in (2, -1))
    assert foreign(recorder.take(), [scene.data]) == []
    assert list(scene.home.iterdir()) == list(scene.temporary.iterdir()) == []


@pytest.mark.parametrize("telemetry", [None, "0"])
def test_the_models_send_nothing_whatever_the_environment_says(
    scene: Scene, recorder: Recorder, telemetry: str | None
) -> None:
    """The network of the bundled model and the libraries of fastembed, in the process and in one that it starts."""
    load = "from lore.embedding import runtimes; runtimes.{}"
    model = "from lore import paths; m = str(paths.models_folder() / 'all-MiniLM-L6-v2' / 'model.onnx'); "
    script = (
        f"{model}{load.format('inference_session(m, threads=1)')}; runtimes.text_embedding();"
        "from huggingface_hub import constants as c;"
        "assert c.HF_HUB_DISABLE_TELEMETRY and c.HF_HUB_DISABLE_IMPLICIT_TOKEN and c.HF_HUB_DISABLE_XET;"
        "import os, subprocess, sys; assert not any(name in os.environ for name in runtimes.UNASKED);"
        "subprocess.run([sys.executable, '-c', 'import onnxruntime'], check=True)"
    )
    env = {**scene.environment(sys.executable), **({runtimes_switch(): telemetry} if telemetry else {})}
    done = recorder.run([sys.executable, "-c", script], env={**env, **recorder.environment()}, cwd=scene.repository)
    assert (done.returncode, done.stderr) == (0, "")
    assert foreign(recorder.take(), []) == []
    assert list(scene.home.iterdir()) == []


def runtimes_switch() -> str:
    from lore.embedding.runtimes import TELEMETRY

    return TELEMETRY


def test_the_recorder_sees_native_code_and_children(recorder: Recorder, tmp_path: Path) -> None:
    """Otherwise the tests above would prove nothing: each kind of call is made below Python, and is seen."""
    script = (
        "import ctypes, socket, subprocess, os\n"
        "c = ctypes.CDLL(None)\n"
        "os.close(c.open(b'native', os.O_WRONLY | os.O_CREAT, 0o600))\n"
        "c.mkdir(b'folder', 0o700)\n"
        "c.fopen(b'stream', b'w')\n"
        "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
        "s.connect(('127.0.0.1', 9)); s.close()\n"
        "socket.getaddrinfo('localhost', 80)\n"
        "subprocess.run(['sh', '-c', 'echo > child'], check=True)\n"
    )
    path = tmp_path / "place"
    path.mkdir()
    done = recorder.run([sys.executable, "-c", script], cwd=path)
    assert done.returncode == 0, done.stderr
    acts = recorder.take()
    seen = {(act.call, Path(act.what).name) for act in acts}
    assert {("open", "native"), ("mkdir", "folder"), ("open", "stream"), ("open", "child")} <= seen
    assert {("connect", "127.0.0.1 9"), ("getaddrinfo", "localhost")} <= seen
    assert foreign(acts, [path]) == sorted(act for act in acts if act.is_network)
    assert len(foreign(acts, [])) > len(foreign(acts, [path]))
