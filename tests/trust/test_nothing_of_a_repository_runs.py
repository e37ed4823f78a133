"""Nothing of a repository runs where a hook or a server starts in it, whatever `PYTHONPATH` says."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from lore.adapters.install.parts import command_words, commands_of, is_our_hook, is_our_server, program_words
from lore.adapters.install.places import Machine, installed_programs
from lore.adapters.install.wanted import wanted_files
from lore.adapters.table import all_agents
from lore.errors import LoreError
from lore.platform import children, light
from lore.schedule.timers import SystemPrograms
from lore.store import open_store
from trust.test_nothing_is_run import STARTERS

PLANTED = "import os; open(os.environ['PLANTED'], 'w').close()\n"


def commands(home: Path, project: Path | None) -> Iterator[tuple[str, list[str]]]:
    programs, machine = installed_programs(), Machine(home, {"PATH": os.environ["PATH"]})
    for agent in all_agents():
        for file in wanted_files(agent, programs, machine, project):
            for part in file.parts:
                if isinstance(part.value, dict) and is_our_server(part.value):
                    yield agent.name, command_words(part.value)
                for command in commands_of(part.value):
                    yield agent.name, command_words(command)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    ours = ("lore/__init__.py", "lore/agents/__init__.py")
    for path in (*ours, "sitecustomize.py", "usercustomize.py", "json.py", "re.py"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(PLANTED)
    return folder


def test_each_command_that_set_up_writes_keeps_out_of_the_folder(tmp_path: Path) -> None:
    found = [*commands(tmp_path, None), *commands(tmp_path, tmp_path / "project")]
    assert len({name for name, _ in found}) >= 14
    for name, words in found:
        assert tuple(words[1:3]) == light.ISOLATED, (name, words)
        assert Path(program_words(words)[0]).name in ("lore-hook", "lore"), (name, words)


@pytest.mark.parametrize("where", [".", "", "/nowhere:.", "{repository}"])
def test_nothing_of_the_repository_runs_at_an_event(where: str, repository: Path, tmp_path: Path, home: Path) -> None:
    open_store(home).close()
    planted = tmp_path / "planted"
    environment = {**os.environ, "PYTHONPATH": where.format(repository=repository), "PLANTED": str(planted)}
    words = next(words for name, words in commands(tmp_path, None) if name == "claude-code" and "Stop" in words)
    said = {"session_id": "s1", "cwd": str(repository), "last_assistant_message": "Done."}
    done = subprocess.run(
        words, input=json.dumps(said).encode(), cwd=repository, env=environment, capture_output=True, check=True
    )
    assert (done.stdout, done.stderr) == (b"", b"")
    spool = home / "spool" / "hooks"
    while any(spool.iterdir()):  # the child reads it
        pass
    assert not planted.exists()


def test_the_attack_works_on_a_command_that_is_not_kept_apart(repository: Path, tmp_path: Path) -> None:
    """Else the test above would show nothing."""
    planted = tmp_path / "planted"
    environment = {**os.environ, "PYTHONPATH": ".", "PLANTED": str(planted)}
    words = [str(installed_programs().hook), "claude-code", "Stop"]
    subprocess.run(words, input=b"{}", cwd=repository, env=environment, capture_output=True, check=False)
    assert planted.exists()


def test_a_hook_of_a_lore_that_is_gone_stops_no_agent(tmp_path: Path) -> None:
    """Python ends with 2 for a script that is gone, which Claude Code takes for a refusal of the prompt."""
    words = installed_programs().words(installed_programs().hook)
    code = words[words.index("-m") + 1]
    without = [words[0], "-I", "-S", "-m", code, "claude-code", "UserPromptSubmit"]  # no site: Lore is not there
    done = subprocess.run(without, input=b"{}", cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 1


@pytest.mark.parametrize("python", ["", "/usr/bin/python3", "C:\\Program Files\\Python\\python.exe"])
@pytest.mark.parametrize("program", ["/opt/lore/bin/lore-hook", "C:\\Program Files\\lore\\lore-hook.exe"])
def test_an_entry_is_known_as_ours_however_it_starts(python: str, program: str) -> None:
    """As an older Lore wrote it, too: set-up brings it up to date, and takes it out."""
    flags = [python, *light.ISOLATED] if python else []
    words = [*flags, program, "claude-code", "Stop"]
    module = [python, *light.ISOLATED, "-m", "lore.agents.hook", "claude-code", "Stop"]
    if python:
        assert is_our_hook({"command": module[0], "args": module[1:]})
        assert is_our_hook({"command": " ".join(f'"{word}"' if " " in word else word for word in module)})
    assert is_our_hook({"type": "command", "command": words[0], "args": words[1:]})
    quoted = " ".join(f'"{word}"' if " " in word else word for word in words)
    assert is_our_hook({"command": quoted})
    assert not is_our_hook({"command": quoted.replace("lore-hook", "other-hook")})
    assert is_our_server({"command": [*flags, "/opt/lore/bin/lore", "mcp"]})


HERE_IN_PATH = (".", "", "bin", "..", "~/bin")
"""Entries of `PATH` that name a folder by where the command runs."""
NAMES = ("systemctl", "launchctl", "schtasks", "crontab", "claude", "codex", "xclip", "vi", "lore-hook")


@pytest.mark.parametrize("entry", HERE_IN_PATH)
@pytest.mark.parametrize("order", ["{entry}:{rest}", "{rest}:{entry}", "{entry}"])
def test_no_entry_of_path_that_names_the_folder_finds_a_program(
    entry: str, order: str, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (repository, repository / "bin", repository.parent, repository / "~" / "bin"):
        folder.mkdir(parents=True, exist_ok=True)
        for name in NAMES:
            (folder / name).write_text("#!/bin/sh\n")
            (folder / name).chmod(0o755)
    monkeypatch.chdir(repository)
    whole = tmp_path / "whole"
    whole.mkdir()
    monkeypatch.setenv("PATH", order.format(entry=entry, rest=whole))
    found = [name for name in map(children.program_named, NAMES) if name is not None]
    assert not [name for name in found if Path(name).is_relative_to(tmp_path)]
    assert children.environment().get("PATH", str(whole)) == str(whole)
    if "{rest}" not in order:  # the folders of the system count then
        return
    assert not found
    with pytest.raises(LoreError, match="could not be run"):
        SystemPrograms().run(["systemctl", "status"])
    (whole / "systemctl").write_text("#!/bin/sh\necho whole; command -v crontab || true\n")
    (whole / "systemctl").chmod(0o755)
    assert SystemPrograms().run(["systemctl"]) == "whole\n"


def test_one_module_looks_for_programs() -> None:
    root = Path(__file__).parents[2]
    callers = [
        path.relative_to(root).as_posix()
        for room in ("core", "tui")
        for path in (root / room).rglob("*.py")
        if "shutil.which" in path.read_text(encoding="utf-8")
    ]
    assert sorted(callers) == ["core/lore/adapters/install/places.py", "core/lore/platform/children.py"]
    for path in (*STARTERS, "core/lore/platform/light.py"):
        text = (root / path).read_text(encoding="utf-8")
        assert "children.environment(" in text or "without_here(environment)" in text or "/bin/ps" in text, path
