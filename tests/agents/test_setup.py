"""Set-up writes its own entries and nothing else, and takes them back to the byte."""

import json
import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from lore.adapters.install.plan import SetUpStep
from lore.adapters.install.record import records
from lore.adapters.table import EXTRAS, agent, agent_names, all_agents
from lore.history import redo_last, undo_last
from lore.store import open_store
from support.agents_home import AgentsHome, tree

AGENTS = agent_names()
SETTINGS = {
    ".claude/settings.json": '{\n  "model": "opus",\n  "hooks": {\n'
    '    "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]\n  }\n}\n',
    ".claude.json": '{"oauthAccount": {"token": "x"}, "mcpServers": {"other": {"command": "y"}}}',
    ".codex/config.toml": '# mine\nmodel = "gpt" # a note\n\n[mcp_servers.other]\ncommand = "y"\n',
    ".gemini/settings.json": '{\n  // a comment\n  "ui": {"theme": "dark"}\n}',
    ".cursor/hooks.json": '{\n\t"version": 1,\n\t"hooks": {}\n}\n',
    ".config/opencode/opencode.json": '{\r\n  "$schema": "https://opencode.ai/config.json"\r\n}\r\n',
    ".openclaw/openclaw.json": "{\n  gateway: { port: 1, }, // mine\n}\n",
    ".config/zed/settings.json": '// Zed settings\n{\n  "vim_mode": true,\n}\n',
    ".qwen/settings.json": "{}",
    ".config/devin/config.json": "",
}  # fmt: skip


@pytest.fixture
def user(tmp_path: Path) -> AgentsHome:
    made = AgentsHome(tmp_path / "user", tmp_path / "programs")
    for path, text in SETTINGS.items():
        made.write(path, text)
    return made


@pytest.mark.parametrize("name", AGENTS)
def test_every_agent_is_set_up_once_and_removed_to_the_byte(name: str, user: AgentsHome) -> None:
    before = tree(user.folder)
    done = user.set_up(name)
    assert done.written and not done.plan.problems
    after = tree(user.folder)
    assert after != before
    assert not user.set_up(name).written
    assert tree(user.folder) == after
    assert all(file.step is SetUpStep.KEEP for file in user.plan(name).files)
    user.remove(name)
    assert tree(user.folder) == before
    assert not user.remove(name).written


@pytest.mark.parametrize("name", AGENTS)
def test_slash_commands_and_a_status_line_come_where_they_are_wanted_and_go_to_the_byte(
    name: str, user: AgentsHome
) -> None:
    before = tree(user.folder)
    user.set_up(name)
    plain = tree(user.folder)
    added = user.set_up(name, extras=[name])
    assert not added.plan.problems
    assert bool(added.written) == any(file.holds in EXTRAS for file in agent(name).settings)
    assert all(file.is_command or "status line" in file.holds for file in added.written)
    whole = tree(user.folder)
    assert not user.set_up(name).written and tree(user.folder) == whole
    with open_store() as store:
        if added.written:
            undo_last(store)
            assert tree(user.folder) == plain
            redo_last(store)
            assert tree(user.folder) == whole
    assert not user.remove(name).plan.problems
    assert tree(user.folder) == before


def test_a_status_line_of_yours_stays(user: AgentsHome) -> None:
    own = '{"statusLine": {"type": "command", "command": "my-line"}}\n'
    user.write(".claude/settings.json", own)
    before = tree(user.folder)
    assert not user.set_up("claude-code", extras=["claude-code"]).plan.problems
    assert "my-line" in (user.folder / ".claude/settings.json").read_text()
    user.remove("claude-code")
    assert tree(user.folder) == before
    user.write(".claude/commands/lore/review.md", "mine")
    assert "Lore did not write it" in str(user.plan("claude-code", extras=["claude-code"]).problems[0].problem)


def test_a_status_line_is_taken_out_of_what_others_changed(user: AgentsHome) -> None:
    user.set_up("claude-code", extras=["claude-code"])
    place = user.folder / ".claude/settings.json"
    place.write_text(json.dumps({**json.loads(place.read_text()), "theme": "dark"}))
    user.remove("claude-code")
    left = json.loads(place.read_text())
    assert left["theme"] == "dark" and "statusLine" not in left


@pytest.mark.parametrize("name", AGENTS)
def test_every_agent_is_set_up_in_a_project(name: str, user: AgentsHome, tmp_path: Path) -> None:
    """Inside it, and nowhere else."""
    project = tmp_path / "web"
    project.mkdir()
    (project / "AGENTS.md").write_text("# Web\n\nUse pnpm.")
    before, at_home = tree(project), tree(user.folder)
    done = user.set_up(name, project=project)
    assert done.written and not done.plan.problems
    assert tree(user.folder) == at_home
    user.remove(name, project=project)
    assert tree(project) == before


def test_all_agents_together_share_what_they_share(user: AgentsHome) -> None:
    """A file that two agents read is written once, and stays until the last of them is removed."""
    before = tree(user.folder)
    assert not user.set_up(*AGENTS).plan.problems
    together = tree(user.folder)
    user.remove("copilot-cli")
    assert (user.folder / ".copilot/hooks/lore.json").exists()
    assert not (user.folder / ".copilot/mcp-config.json").exists()
    user.set_up("copilot-cli")
    assert tree(user.folder) == together
    user.remove("copilot-cli")
    user.remove("vscode")
    assert not (user.folder / ".copilot").exists()
    user.remove(*AGENTS)
    assert tree(user.folder) == before


def test_one_undo_takes_a_set_up_back_and_redo_brings_it_again(user: AgentsHome) -> None:
    before = tree(user.folder)
    user.set_up(*AGENTS)
    after = tree(user.folder)
    with open_store() as store:
        undo_last(store)
        assert tree(user.folder) == before
        assert records(store) == {}
        redo_last(store)
    assert tree(user.folder) == after
    user.remove(*AGENTS)
    with open_store() as store:
        undo_last(store)
    assert tree(user.folder) == after


def test_what_others_wrote_since_stays(user: AgentsHome) -> None:
    user.set_up("claude-code", "codex", "cursor")
    claude = user.folder / ".claude/settings.json"
    settings = json.loads(claude.read_text())
    settings["hooks"]["SessionStart"].insert(0, {"hooks": [{"type": "command", "command": "other"}]})
    settings["theme"] = "dark"
    claude.write_text(json.dumps(settings))
    config = user.folder / ".codex/config.toml"
    config.write_text(config.read_text() + '\n[profiles.work]\nmodel = "x"\n')
    (user.folder / ".cursor/mcp.json").write_text('{"mcpServers": {"lore": {"command": "/other/thing"}}}')
    user.remove("claude-code", "codex", "cursor")
    assert json.loads(claude.read_text()) == {
        "model": "opus",
        "theme": "dark",
        "hooks": {
            "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}],
            "SessionStart": [{"hooks": [{"type": "command", "command": "other"}]}],
        },
    }
    assert tomllib.loads(config.read_text())["mcp_servers"] == {"other": {"command": "y"}}
    assert "# a note" in config.read_text() and tomllib.loads(config.read_text())["profiles"]
    assert user.json(".cursor/mcp.json") == {"mcpServers": {"lore": {"command": "/other/thing"}}}


def test_a_store_that_knows_nothing_of_it_still_tells_ours(user: AgentsHome, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our entries are known by their commands: another installation removes them, and writes them once."""
    user.set_up("claude-code", "codex", "kiro")
    monkeypatch.setenv("LORE_HOME", str(user.folder.parent / "another"))
    assert not user.set_up("claude-code", "codex", "kiro").written
    user.remove("claude-code", "codex", "kiro")
    assert "lore" not in (user.folder / ".claude/settings.json").read_text()
    assert (user.folder / ".codex/config.toml").read_text().strip() == SETTINGS[".codex/config.toml"].strip()


def test_programs_that_moved_are_written_anew(user: AgentsHome) -> None:
    before = tree(user.folder)
    user.set_up("claude-code", "cline", "codex")
    moved = user.folder.parent / "moved here"
    user.programs.hook.parent.rename(moved)
    user.programs = type(user.programs)(moved / "lore-hook", moved / "lore")
    assert user.set_up("claude-code", "cline", "codex").written
    for path, content in tree(user.folder).items():
        assert content is None or b"/programs/" not in content, path
    user.remove("claude-code", "cline", "codex")
    assert tree(user.folder) == before


def _linked(user: AgentsHome) -> None:
    target = user.write("dotfiles/settings.json", "{}")
    (user.folder / ".claude/settings.json").unlink()
    (user.folder / ".claude/settings.json").symlink_to(target)


def _linked_folder(user: AgentsHome) -> None:
    (user.folder / ".claude").rename(user.folder / "elsewhere")
    (user.folder / ".claude").symlink_to(user.folder / "elsewhere")


def _read_only(user: AgentsHome) -> None:
    (user.folder / ".claude/settings.json").chmod(0o444)


def _no_more_writing(user: AgentsHome) -> None:
    (user.folder / ".claude").chmod(0o555)


def _a_folder(user: AgentsHome) -> None:
    (user.folder / ".claude/settings.json").unlink()
    (user.folder / ".claude/settings.json").mkdir()


def _a_pipe(user: AgentsHome) -> None:
    (user.folder / ".claude/settings.json").unlink()
    os.mkfifo(user.folder / ".claude/settings.json")


def _taken_name(user: AgentsHome) -> None:
    user.write(".claude.json", '{"mcpServers": {"lore": {"command": "z"}}}')


BAD: dict[str, tuple[Callable[[AgentsHome], object], str]] = {
    "broken": (lambda user: user.write(".claude/settings.json", '{"a": '), "is no JSON"),
    "binary": (lambda user: (user.folder / ".claude/settings.json").write_bytes(b"\xff\xfe\0"), "is no text in UTF-8"),
    "huge": (lambda user: user.write(".claude/settings.json", " " * 5_000_001), "5,000,001 bytes"),
    "a link": (_linked, "is a link"),
    "in a linked folder": (_linked_folder, "link"),
    "read-only": (_read_only, "is read-only"),
    "in a read-only folder": (_no_more_writing, "is read-only"),
    "a folder": (_a_folder, "regular file"),
    "a pipe": (_a_pipe, "regular file"),
    "of another shape": (lambda user: user.write(".claude/settings.json", '{"hooks": 7}'), "`hooks` is no object"),
    "a server of that name": (_taken_name, "not what Lore writes"),
}  # fmt: skip


@pytest.mark.parametrize("bad", BAD)
def test_a_file_that_cannot_be_written_is_told_and_the_other_agents_go_on(bad: str, user: AgentsHome) -> None:
    spoil, told = BAD[bad]
    spoil(user)
    done = user.set_up("claude-code", "codex")
    problems = [file.problem or "" for file in done.plan.problems]
    assert len(problems) == 1 and told in problems[0]
    assert {name for file in done.written for name in file.asked} == {"codex"}
    assert "lore-hook" not in (user.folder / ".claude.json").read_text()


def test_a_file_of_another_user_is_left_alone(user: AgentsHome, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(user.machine.platform), "is_mine", lambda self, state: False)
    done = user.set_up("claude-code")
    assert not done.written
    assert all("belongs to somebody else" in (file.problem or "") for file in done.plan.problems)


def test_a_script_of_somebody_else_is_not_replaced(user: AgentsHome) -> None:
    user.write(".cline/hooks/TaskStart", "#!/bin/sh\necho mine\n")
    done = user.set_up("cline")
    assert not done.written
    assert "Lore did not write it" in (done.plan.problems[0].problem or "")


def test_scripts_can_be_run_and_settings_keep_their_mode(user: AgentsHome) -> None:
    """A hook that is no program would never run."""
    (user.folder / ".claude/settings.json").chmod(0o600)
    user.set_up("cline", "claude-code")
    assert (user.folder / ".cline/hooks/TaskStart").stat().st_mode & 0o777 == 0o755
    assert (user.folder / ".claude/settings.json").stat().st_mode & 0o777 == 0o600


def test_a_variable_moves_the_settings_of_an_agent(user: AgentsHome, tmp_path: Path) -> None:
    elsewhere = tmp_path / "codex"
    elsewhere.mkdir()
    user.machine = type(user.machine)(user.folder, {"CODEX_HOME": str(elsewhere), "PATH": ""})
    before = tree(user.folder)
    user.set_up("codex")
    assert tree(user.folder) == before
    assert set(tree(elsewhere)) == {"hooks.json", "config.toml"}
    user.remove("codex")
    assert tree(elsewhere) == {}


def test_agents_are_found_by_their_folders_and_by_their_programs(user: AgentsHome) -> None:
    kiro = user.programs.hook.parent / "kiro-cli"
    kiro.write_text("#!/bin/sh\n")
    kiro.chmod(0o755)
    here = {each.name for each in all_agents() if user.machine.has(each)}
    assert here == {
        "claude-code",
        "codex",
        "gemini",
        "cursor",
        "opencode",
        "openclaw",
        "zed",
        "qwen-code",
        "devin",
        "kiro",
    }


def test_other_memory_tools_and_foreign_hooks_are_named(user: AgentsHome, tmp_path: Path) -> None:
    user.write(
        ".claude/settings.json",
        '{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "npx claude-mem context"}]}],'
        ' "Stop": [{"hooks": [{"type": "command", "command": "notify"}]}]}}',
    )
    user.write(".claude.json", '{"mcpServers": {"memory": {"command": "npx", "args": ["-y", "mem0-mcp"]}, "git": {}}}')
    found = {(each.tool, each.what) for file in user.plan("claude-code").files for each in file.foreign}
    assert found == {("claude-mem", "SessionStart"), ("", "Stop"), ("mem0", "memory")}
    (tmp_path / "AGENTS.md").write_text("<!-- supermemory:begin v1 -->\nx\n<!-- supermemory:end -->\n")
    found = {(each.tool, each.what) for file in user.plan("zed", project=tmp_path).files for each in file.foreign}
    assert found == {("supermemory", "supermemory")}


def test_a_difference_shows_no_secret_of_the_settings(user: AgentsHome) -> None:
    token = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789"
    user.write(".claude.json", json.dumps({"key": token, "long": "x" * 5000}, indent=2))
    lines = [line for file in user.plan("claude-code").files for line in file.diff()]
    assert lines and not any(token in line for line in lines)
    assert any("x" * 5000 in line for line in lines)  # what is agreed to is seen whole
