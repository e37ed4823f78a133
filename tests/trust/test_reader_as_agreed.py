"""The reader runs as a person agreed to it, whoever starts it and in whatever environment: the program tells."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from lore.actions import Engine, keep_reading, reader_status, settle_reader, start_reader
from lore.cli.program import run
from lore.distill.agreement import SETTING, agreed_route, settled
from lore.distill.ways import way_named
from lore.doctor import run_checks
from lore.handover import lines
from lore.intake import local_key, mark
from lore.platform import light
from lore.store import SEAL, Store
from support.agents_shell import agents_shell
from support.examples import crossed
from support.hooking import readers, run_hook
from support.person import me
from support.sessions_to_read import sessions

PLANTED = "planted"
MATTER_NOT = {
    "PATH": "{planted}:{path}",
    "HOME": "{planted}",
    "TMPDIR": "{planted}",
    "NODE_OPTIONS": "--require {planted}/evil.js",
    "LD_PRELOAD": "",
    "PYTHONPATH": "{planted}",
    "BASH_ENV": "{planted}/rc",
    "ENV": "{planted}/rc",
    "XDG_CONFIG_HOME": "{planted}",
    "GIT_CONFIG_GLOBAL": "{planted}/config",
    "ANTHROPIC_API_KEY": "sk-of-somebody-else",
    "DYLD_INSERT_LIBRARIES": "{planted}/evil.dylib",
    "LORE_HOOKS": "on",
}
"""What nobody's environment brings to the reader: it runs as it was agreed."""
ROUTE = {
    "ANTHROPIC_BASE_URL": "http://evil.test",
    "CLAUDE_CONFIG_DIR": "{planted}",
    "HTTPS_PROXY": "http://evil.test:8080",
    "https_proxy": "http://evil.test:8080",
    "ALL_PROXY": "socks5://evil.test",
    "NODE_EXTRA_CA_CERTS": "{planted}/ca.pem",
    "SSL_CERT_FILE": "{planted}/ca.pem",
    "CLAUDE_CODE_USE_BEDROCK": "1",
    "CLAUDE_CODE_USE_VERTEX": "1",
    "AWS_PROFILE": "evil",
    "AWS_ENDPOINT_URL_BEDROCK_RUNTIME": "http://evil.test",
    "ANTHROPIC_VERTEX_PROJECT_ID": "evil",
    "OPENAI_BASE_URL": "http://evil.test",
    "ANTHROPIC_DEFAULT_HAIKU_MODEL": "evil",
}
"""What says where the question goes: where it is not as agreed, nothing is sent, and that is told."""


@pytest.fixture
def seen(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file in which the program writes what it was started with; another one of its name lies in wait."""
    file = tmp_path / "seen.jsonl"
    for folder, by in (("bin", "agreed"), (PLANTED, PLANTED)):
        (tmp_path / folder).mkdir()
        program = tmp_path / folder / "claude"
        program.write_text(
            f"#!{sys.executable}\nimport json, os, sys\nquestion = sys.stdin.read()\n"
            f"told = {{'by': {by!r}, 'argv': sys.argv[1:], 'cwd': os.getcwd(), 'env': dict(os.environ)}}\n"
            f"open({str(file)!r}, 'a').write(json.dumps(told) + '\\n')\nprint(json.dumps({{'notes': []}}))\n"
        )
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    for name in (*ROUTE, *MATTER_NOT):
        if name not in ("PATH", "HOME"):
            monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("LORE_BACKGROUND")
    sessions(store, 1)
    yield file


def agree(store: Store) -> None:
    os.environ["LORE_BACKGROUND"] = "off"
    settle_reader(Engine(store, person=me()), "yes", way="claude")
    del os.environ["LORE_BACKGROUND"]


def reader_row(store: Store) -> dict[str, Any]:
    found = store.settings.get("distill.reader")
    assert isinstance(found, dict)
    return found


def planted(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, value: str) -> None:
    monkeypatch.setenv(name, value.format(planted=folder / PLANTED, path=os.environ["PATH"]))


def was_started(file: Path) -> dict[str, object]:
    end = time.monotonic() + 30
    while not (file.exists() and file.read_text().endswith("\n")):
        assert time.monotonic() < end, "nobody was started"
        time.sleep(0.02)
    (line,) = file.read_text().splitlines()
    found: dict[str, object] = json.loads(line)
    return found


def by_hook(store: Store) -> None:
    """The agent's own program fires a hook, which leaves the rest to a process of its own; this is that process."""
    environment = {**os.environ, "LORE_BY_HOOK": "1"}
    arguments = [sys.executable, *light.ISOLATED, "-m", "lore", "hooks", "drain", "--quietly"]
    assert subprocess.run(arguments, env=environment, cwd=store.folder, check=False).returncode == 0


def by_capture(store: Store) -> None:
    file = store.folder.parent / "talk.jsonl"
    line = {"session": "new", "id": "m", "at": "2026-03-01T09:00:00Z", "role": "user", "text": "Thanks."}
    file.write_text(json.dumps(line) + "\n")
    assert run(["capture", "--mine", "--format", "lore", str(file)]) == 0


def by_drain(store: Store) -> None:
    del store
    assert run(["hooks", "drain"]) == 0


def by_night(store: Store) -> None:
    start_reader(store)


def by_hand(store: Store) -> None:
    del store
    run(["distill", "--session", "shop0"])


STARTS = (by_hook, by_capture, by_drain, by_night, by_hand)


@pytest.mark.long_form
@pytest.mark.parametrize(("name", "start"), crossed(MATTER_NOT, STARTS))
def test_what_the_program_is_started_with_is_what_was_agreed(
    name: str, start: Callable[[Store], None], store: Store, seen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file, its environment to the last variable, its words, and an empty folder of Lore's own."""
    agree(store)
    route = agreed_route(store, way_named("claude"))
    assert route is not None and route.program == str(tmp_path / "bin" / "claude")
    if not (start is by_hook and name in ("HOME", "PYTHONPATH")):  # the process in between is not what is tried
        planted(monkeypatch, tmp_path, name, MATTER_NOT[name])
    start(store)
    told = was_started(seen)
    environment = told["env"]
    assert isinstance(environment, dict) and told["by"] == "agreed"
    added = {"LORE_HOOKS": "off"}
    assert {one: value for one, value in environment.items() if one != "LC_CTYPE"} == {
        one: value for one, value in {**route.variables, **added}.items() if one != "LC_CTYPE"
    }
    assert Path(str(told["cwd"])).parent == store.folder
    assert "sk-of-somebody-else" not in json.dumps(told)


@pytest.mark.long_form
@pytest.mark.parametrize(("name", "start"), crossed(ROUTE, STARTS))
def test_another_route_waits_and_is_told(
    name: str,
    start: Callable[[Store], None],
    store: Store,
    seen: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nothing is sent; the status, its command and the doctor name the variable and the command that agrees anew."""
    agree(store)
    planted(monkeypatch, tmp_path, name, ROUTE[name])
    start(store)
    if start is by_hand:
        assert f"`{name}` is not what it was when you agreed" in capsys.readouterr().err
    monkeypatch.delenv(name)
    if start is not by_hand:
        assert f"`{name}` is not what it was when you agreed" in reader_status(Engine(store)).problem
        assert run(["distill", "--status"]) == 0
        assert "`lore distill --on`" in capsys.readouterr().out
        (check,) = [one for one in run_checks(store.folder).results if one.check.id == "reader"]
        assert name in check.finding.says
        assert not seen.exists() and start_reader(store)
        was_started(seen)
    else:
        assert not seen.exists()
    assert "is not what it was" not in reader_status(Engine(store)).problem


@pytest.mark.long_form
@pytest.mark.parametrize(
    ("sign", "start"),
    crossed(
        ("CLAUDECODE", "CURSOR_AGENT", "CODEX_SANDBOX", "AGENT"),
        (by_capture, by_drain, by_night, keep_reading, by_hand),
    ),
)
def test_an_agents_shell_starts_none(
    sign: str, start: Callable[[object], object], store: Store, seen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agree(store)
    with monkeypatch.context() as patch:
        agents_shell(patch, sign)
        patch.setattr("lore.cli.capture.ask_whose", lambda *_, **__: None)
        if start is keep_reading:
            keep_reading(store.folder)
        elif start is not by_capture:
            start(store)
        else:
            run(["capture", "--format", "lore", str(Path(__file__))])
        assert not start_reader(store)
    assert not seen.exists()
    assert start_reader(store)
    was_started(seen)


CLAUDE_CODE = {"CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": "cli", "CLAUDE_CODE_CHILD_SESSION": "1"}
"""What Claude Code 2.1.332 sets where it fires a hook, and in its shell: `AI_AGENT` alone tells them apart."""


@pytest.mark.parametrize(
    ("signs_set", "is_its_own"),
    [
        ({}, True),
        ({**CLAUDE_CODE, "AI_AGENT": "claude-code_2-1-332_harness"}, True),
        ({**CLAUDE_CODE, "AI_AGENT": "claude-code_2-1-332_agent"}, False),
        (CLAUDE_CODE, False),
        ({**CLAUDE_CODE, "AI_AGENT": "claude-code_2-1-332_harness", "CODEX_SANDBOX": "seatbelt"}, False),
    ],
    ids=["no sign", "a hook of Claude Code", "its shell", "no name", "in a shell of Codex"],
)
def test_a_hook_starts_one_where_its_program_fired_it(
    signs_set: Mapping[str, str], is_its_own: bool, store: Store, seen: Path
) -> None:
    agree(store)
    said = {"session_id": "s1", "cwd": str(seen.parent), "last_assistant_message": "Done."}
    assert run_hook("claude-code", "Stop", said, env=signs_set).code == 0
    if is_its_own:
        was_started(seen)
        return
    end = time.monotonic() + 30
    while lines.waiting(str(store.folder)) or readers(store.folder):
        assert time.monotonic() < end, "what the hook kept was never read"
        time.sleep(0.02)
    assert not seen.exists()


def test_a_hook_from_an_agents_shell_starts_none(store: Store, seen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agree(store)
    monkeypatch.setenv("LORE_BY_HOOK", "shell")
    by_drain(store)
    assert not seen.exists() and not start_reader(store)


WORLDS = {
    "bedrock": {"CLAUDE_CODE_USE_BEDROCK": "1", "AWS_REGION": "eu-central-1", "AWS_PROFILE": "work"},
    "vertex": {"CLAUDE_CODE_USE_VERTEX": "1", "CLOUD_ML_REGION": "europe-west1", "ANTHROPIC_VERTEX_PROJECT_ID": "p"},
    "token": {"CLAUDE_CODE_OAUTH_TOKEN": "sk-ant-oat01-secret"},
    "key": {"ANTHROPIC_API_KEY": "sk-ant-api03-secret"},
    "moved home": {"CLAUDE_CONFIG_DIR": "/home/me/claude-work"},
    "proxy": {"HTTPS_PROXY": "http://me:hunter22@proxy.test:3128", "NODE_EXTRA_CA_CERTS": "/etc/ca.pem"},
    "nobody moved it": {},
}


@pytest.mark.long_form
@pytest.mark.parametrize(("world", "start"), crossed(WORLDS, (by_hook, by_night, by_hand)))
def test_a_provider_a_token_and_a_moved_home_work(
    world: str, start: Callable[[Store], None], store: Store, seen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they were at the yes; a secret is taken from the environment of the run, and stands nowhere in the store."""
    for name, value in WORLDS[world].items():
        monkeypatch.setenv(name, value)
    agree(store)
    start(store)
    environment = was_started(seen)["env"]
    assert isinstance(environment, dict)
    assert {name: environment.get(name) for name in WORLDS[world]} == WORLDS[world]
    assert world == "moved home" or "CLAUDE_CONFIG_DIR" not in environment
    kept = json.dumps([store.settings.get(SETTING), store.settings.get("distill.reader")])
    assert not any(secret in kept for secret in ("-secret", "hunter22"))


def test_without_the_variables_of_the_yes_it_runs_as_agreed(
    store: Store, seen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A night has none of them: the provider is the one of the yes, and a secret is not there."""
    with monkeypatch.context() as patch:
        for name, value in {**WORLDS["bedrock"], **WORLDS["token"]}.items():
            patch.setenv(name, value)
        agree(store)
    by_night(store)
    environment = was_started(seen)["env"]
    assert isinstance(environment, dict)
    assert environment["CLAUDE_CODE_USE_BEDROCK"] == "1" and "CLAUDE_CODE_OAUTH_TOKEN" not in environment


@pytest.mark.parametrize("change", ["gone", "everybody may write it", "an upgrade"])
def test_a_program_that_is_not_what_it_was_waits(change: str, store: Store, seen: Path, tmp_path: Path) -> None:
    agree(store)
    program = tmp_path / "bin" / "claude"
    if change == "gone":
        program.unlink()
    elif change == "everybody may write it":
        program.chmod(0o777)
    else:
        (tmp_path / "v2").write_text(program.read_text())
        (tmp_path / "v2").chmod(0o755)
        program.unlink()
        program.symlink_to(tmp_path / "v2")
    assert start_reader(store) == (change == "an upgrade")
    if change == "an upgrade":
        was_started(seen)
    else:
        assert (
            "agrees anew" in reader_status(Engine(store)).problem
            and str(program) in reader_status(Engine(store)).problem
        )
        assert not seen.exists()


def test_a_yes_of_an_earlier_release_waits_and_says_how_to_agree_anew(
    store: Store, seen: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agree(store)
    key = local_key(store.folder)
    with store.write(me()) as transaction:
        row = reader_row(store)
        old = {name: value for name, value in row.items() if name not in (SEAL, "route")}
        store.settings.put(transaction, "distill.reader", {**old, SEAL: mark(key, old)})
        found = store.settings.get(SETTING)
        assert isinstance(found, list)
        (one,) = found
        old = {name: value for name, value in one.items() if name not in (SEAL, "route")}
        store.settings.put(transaction, SETTING, [{**old, SEAL: mark(key, old)}])
    assert settled(store).way == way_named("claude") and settled(store).route is None
    assert not start_reader(store) and keep_reading(store.folder) == 0
    assert run(["distill", "--status"]) == 0
    assert "`lore distill --on` agrees anew" in capsys.readouterr().out
    assert run(["distill", "--session", "shop0"]) == 4 and not seen.exists()
    assert run(["distill", "--on", "--yes"]) == 0
    was_started(seen)


def test_a_route_that_was_changed_in_the_store_counts_for_nothing(store: Store, seen: Path) -> None:
    agree(store)
    with store.write(me()) as transaction:
        row = reader_row(store)
        store.settings.put(transaction, "distill.reader", {**row, "route": {**row["route"], "program": "/tmp/evil"}})
    assert settled(store).way is None and not start_reader(store) and not seen.exists()
