"""What set-up writes names the data folder: no variable of an agent, and so of a repository, chooses another store."""

import json
import os
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from lore.adapters.install.parts import command_words, commands_of, folder_in, is_our_hook, is_our_server
from lore.adapters.install.places import Programs, installed_programs
from lore.adapters.table import all_agents
from lore.agents.hook.starting import MISSING
from lore.doctor.agents import connected
from lore.doctor.inspection import Inspection
from lore.memory.editing import NewFact, add_fact
from lore.model import Kind, Layer
from lore.presence import deciding
from lore.store import Store, open_store
from support.agents_home import AgentsHome, tree

OURS, THEIRS = "Always run make check before a commit.", "Always run make zebra before a commit."


@pytest.fixture
def user(tmp_path: Path, home: Path) -> AgentsHome:
    made = AgentsHome(tmp_path / "user", tmp_path / "programs")
    made.programs = installed_programs()
    assert made.programs.home == home
    return made


def commands(user: AgentsHome, *names: str) -> list[list[str]]:
    """Every command of ours that stands in the settings of these agents, as words."""
    found = []
    for planned in user.plan(*names).files:
        assert planned.record.written is not None
        for part in planned.record.written.parts:
            found += [command_words(one) for one in commands_of(part.value) if is_our_hook(one)]
            if isinstance(part.value, Mapping) and is_our_server(part.value):
                found.append(command_words(part.value))
            match planned.record.written.format:
                case "script":
                    found.append(shlex.split(str(part.value).rpartition("exec ")[2]))
                case "javascript":
                    flags = str(part.value).split("const FLAGS = JSON.parse(")[1].split(")\n")[0]
                    found.append(["node", *json.loads(json.loads(flags))])
    return found


def test_every_form_of_every_agent_names_the_data_folder(user: AgentsHome, home: Path) -> None:
    names = [each.name for each in all_agents()]
    user.set_up(*names)
    found = commands(user, *names)
    assert len(found) > 80
    assert {folder_in(words) for words in found} == {str(home)}


def planted(folder: Path, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with open_store(folder) as store:
        add_fact(store, NewFact(text, Kind.CONVENTION, layer=Layer.USER, pinned=True), actor=deciding("test", yes=True))


@pytest.mark.parametrize("variable", ["LORE_HOME", "LORE_HOME relative", "XDG_DATA_HOME", "HOME", "XDG_CONFIG_HOME"])
def test_no_variable_moves_what_a_session_starts_with(
    variable: str, store: Store, user: AgentsHome, home: Path, tmp_path: Path
) -> None:
    """A copied store in a repository, named by whatever its settings can set: neither given nor written to."""
    planted(home, OURS)
    repository = tmp_path / "repository"
    below = {"LORE_HOME": ".lore", "LORE_HOME relative": ".lore", "XDG_DATA_HOME": "xdg/lore"}
    foreign = repository / below.get(variable, ".local/share/lore")
    planted(foreign, THEIRS)
    before = tree(foreign)
    name = variable.partition(" ")[0]
    value = {"LORE_HOME relative": ".lore", "LORE_HOME": str(foreign), "XDG_DATA_HOME": str(repository / "xdg")}
    surroundings = {**os.environ, name: value.get(variable, str(repository))}
    user.set_up("claude-code")
    said = {"session_id": "s1", "cwd": str(repository), "source": "startup", "prompt": "the token is hunter2"}
    given = ""
    for event in ("SessionStart", "UserPromptSubmit", "Stop"):
        words = next(words for words in commands(user, "claude-code") if words[-1] == event)
        done = subprocess.run(
            words, input=json.dumps(said), capture_output=True, text=True, env=surroundings, cwd=repository, check=True
        )
        given += done.stdout
    assert OURS in given and "zebra" not in given
    assert tree(foreign) == before


def test_a_store_that_is_not_where_set_up_saw_it_gives_nothing_and_says_so(
    store: Store, user: AgentsHome, home: Path, tmp_path: Path
) -> None:
    """Moved, it is not looked for; put back at the same place, by a restore or a mount, it is given."""
    planted(home, OURS)
    user.set_up("claude-code")
    words = next(words for words in commands(user, "claude-code") if words[-1] == "SessionStart")

    def start(session: str) -> str:
        said = json.dumps({"session_id": session, "cwd": str(tmp_path), "source": "startup"})
        return subprocess.run(words, input=said, capture_output=True, text=True, check=True).stdout

    assert OURS in start("s1")
    store.close()
    home.rename(tmp_path / "moved")
    told = start("s2")
    assert MISSING in told and str(home) in told and OURS not in told
    for left in sorted(home.rglob("*"), reverse=True):
        left.rmdir() if left.is_dir() else left.unlink()
    home.rmdir()
    (tmp_path / "moved").rename(home)
    assert OURS in start("s3") and MISSING not in start("s4")


def test_entries_of_an_earlier_release_are_told_updated_and_removed(
    store: Store, user: AgentsHome, home: Path, tmp_path: Path
) -> None:
    """They name no folder: the doctor says so, set-up writes it, and both forms go byte for byte."""
    user.write(".claude/settings.json", '{\n  "model": "opus"\n}\n')
    before = tree(user.folder)
    today, earlier = user.programs, Programs(user.programs.hook, user.programs.lore, user.programs.python)
    names = [each.name for each in all_agents()]
    for forms in ((earlier,), (earlier, today), (today,)):
        for programs in forms:
            user.programs = programs
            assert user.set_up(*names).plan.problems == ()
            found = connected(Inspection(home))
            assert ("names no data folder" in found.says) is (programs is earlier)
            assert programs is today or "`lore setup" in str(found.fix)
        user.remove(*names)
        assert tree(user.folder) == before


def test_entries_that_name_another_store_are_told(store: Store, user: AgentsHome, tmp_path: Path) -> None:
    user.programs = Programs(user.programs.hook, user.programs.lore, user.programs.python, tmp_path / "other")
    user.set_up("claude-code")
    found = connected(Inspection(store.folder))
    assert f"names another data folder, `{tmp_path / 'other'}`" in found.says
