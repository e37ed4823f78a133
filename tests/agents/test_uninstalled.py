"""Where Lore was uninstalled, what set-up wrote says nothing in any agent, and ends well."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from lore.adapters.install.parts import commands_of, is_our_hook
from lore.adapters.install.places import Machine, Programs
from lore.adapters.install.plan import SetUpStep
from lore.adapters.install.wanted import wanted_files
from lore.adapters.table import Agent, all_agents
from lore.handover import lines
from lore.platform import light
from lore.platform.systems import Windows
from support.agents_home import AgentsHome, tree
from support.hooking import nobody_drains

ODD = """a b's "c" $HOME ;'é"""
TOLD = [each for each in all_agents() if each.hooks and each.hooks.runs == "command"]
FORMS = [each for each in TOLD if each.name in ("claude-code", "codex", "gemini", "cursor", "cline")]
"""One with each form of a command: words, a line for a shell, a script."""
pytestmark = pytest.mark.skipif(os.name != "posix", reason="on Windows the commands have no shell to be quiet in")


def programs_in(folder: Path, python: Path, home: Path) -> Programs:
    folder.mkdir(parents=True, exist_ok=True)
    return Programs(folder / "lore-hook", folder / "lore", python, home)


def started(agent: Agent, programs: Programs, folder: Path) -> Iterator[Sequence[str]]:
    """Each command as the agent runs it: a program with arguments, a line for its shell, or a script."""
    for file in wanted_files(agent, programs, Machine(folder)):
        for part in file.parts:
            if file.format == "script":
                script = folder / file.path
                script.parent.mkdir(parents=True, exist_ok=True)
                script.write_text(str(part.value))
                script.chmod(0o755)
                yield (str(script),)
            for command in commands_of(part.value) if is_our_hook(part.value) else ():
                if isinstance(arguments := command.get("args"), list):
                    yield (str(command["command"]), *arguments)
                else:
                    line = str(command.get("command", command.get("bash")))
                    yield from ((shell, "-c", line) for shell in ("/bin/sh", "/bin/bash") if Path(shell).exists())


def said(agent: Agent, folder: Path) -> bytes:
    assert agent.hooks is not None
    values = dict.fromkeys(agent.hooks.fields["session"], "s1") | {"cwd": str(folder), "prompt": "Use tabs here"}
    return json.dumps(values).encode()


def run(words: Sequence[str], data: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(words, input=data, capture_output=True, check=False, timeout=30)


@pytest.mark.parametrize("agent", FORMS, ids=lambda agent: agent.name)
@pytest.mark.parametrize("gone", ["the module", "the environment"])
def test_an_uninstalled_lore_leaves_no_error(gone: str, agent: Agent, tmp_path: Path) -> None:
    place = tmp_path / ODD
    bare = tmp_path / "bare"
    bare.mkdir()
    place.mkdir()
    python = place / "python3"
    if gone == "the module":  # a Python that has no Lore
        python.symlink_to(Path(getattr(sys, "_base_executable", sys.executable)).resolve())
        assert run([str(python), "-E", "-P", "-m", "lore.agents.hook"], b"").returncode == 1
    found = list(started(agent, programs_in(place, python, tmp_path / "store"), bare))
    assert found
    for words in found:
        done = run(words, said(agent, bare))
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), words
    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize("agent", FORMS, ids=lambda agent: agent.name)
def test_where_it_is_there_each_command_does_its_work(agent: Agent, home: Path, tmp_path: Path) -> None:
    store = tmp_path / ODD / "store"
    python = tmp_path / ODD / "python3"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    with nobody_drains(store):
        for words in started(agent, programs_in(tmp_path / "bin", python, store), tmp_path):
            done = run(words, said(agent, tmp_path))
            assert (done.returncode, done.stderr) == (0, b""), words
    assert lines.waiting(str(store))


def of_an_earlier_release(machine: Machine) -> Machine:
    platform = type("Windows", (type(machine.platform),), {})
    return Machine(machine.home, machine.environment, platform())


@pytest.mark.parametrize("name", ["claude-code", "codex", "qwen-code", "gemini", "cursor", "cline"])
def test_an_earlier_form_is_known_renewed_and_taken_out(name: str, tmp_path: Path) -> None:
    """Set-up puts the new one in its place, and removal leaves the files as they were before both."""
    user = AgentsHome(tmp_path / "user", tmp_path / "programs")
    user.programs = programs_in(tmp_path / ODD, tmp_path / ODD / "python3", tmp_path / "store")
    before, today = tree(user.folder), user.machine
    user.machine = of_an_earlier_release(today)
    user.set_up(name)
    old = tree(user.folder)
    assert not any(b"2>/dev/null" in (text or b"") for text in old.values())
    user.machine = today
    assert {file.step for file in user.plan(name).files} >= {SetUpStep.UPDATE}
    user.set_up(name)
    new = tree(user.folder)
    hooks = [path for path, text in new.items() if b"2>/dev/null" in (text or b"")]
    assert hooks and set(new) == set(old)
    for path in hooks:
        counts = [text.count(light.IN.encode()) for text in (old[path], new[path]) if text]
        assert counts[0] == counts[1]
    user.remove(name)
    assert tree(user.folder) == before
    user.machine = of_an_earlier_release(today)
    user.set_up(name)
    user.machine = today
    user.remove(name)
    assert tree(user.folder) == before


@pytest.mark.parametrize("agent", TOLD, ids=lambda agent: agent.name)
def test_on_windows_the_command_is_the_program_itself(agent: Agent, tmp_path: Path) -> None:
    """Its shells have no common way to be quiet: there the agent says that the program is gone."""
    programs = Programs(tmp_path / "lore-hook.exe", tmp_path / "lore.exe", None, tmp_path / "store")
    machine = Machine(tmp_path, {"APPDATA": str(tmp_path)}, Windows.__new__(Windows))
    for file in wanted_files(agent, programs, machine):
        for part in file.parts:
            for command in commands_of(part.value) if is_our_hook(part.value) else ():
                assert "/dev/null" not in json.dumps(command) and light.IN in json.dumps(command)
