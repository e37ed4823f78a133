"""The plugins in the package are what the table makes of them, and name only what there is.

`LORE_WRITE_PLUGINS=1` writes them.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lore import actions
from lore.adapters.install.instructions import INSTRUCTIONS
from lore.adapters.install.places import Machine, Programs
from lore.adapters.install.wanted import ASSETS, wanted_files
from lore.adapters.table import agent
from lore.agents.mcp.hello import FILE
from lore.cli.program import run
from support.agents_home import write_program
from support.plugin_files import MADE, commands, plugin_files, write, written

NODE = shutil.which("node")


def test_the_plugins_are_made_of_the_table() -> None:
    if os.environ.get("LORE_WRITE_PLUGINS"):
        for name in MADE:
            shutil.rmtree(ASSETS / name, ignore_errors=True)
        write(ASSETS)
    assert written() == plugin_files(), f"`LORE_WRITE_PLUGINS=1 pytest {__file__}` writes them"


def test_every_tool_that_an_agent_is_told_of_is_there() -> None:
    told = "\n".join([*plugin_files().values(), INSTRUCTIONS, actions.instructions(actions.Engine()).text])
    tools = json.loads(FILE.read_text(encoding="utf-8"))["lists"]["tools/list"]["tools"]
    assert set(re.findall(r"`(memory_\w+)`", told)) <= {tool["name"] for tool in tools}


def test_there_is_a_slash_command_for_each_thing_and_none_decides() -> None:
    assert set(commands()) == {
        "lore", "recall", "remember", "review", "checkpoint", "stats", "health", "clean", "compact",
        "onboard",
    }  # fmt: skip
    for text in commands().values():
        assert text.startswith("---\ndescription: ") and "__" not in text
        assert "memory_" in text
    assert "never decide for me" in commands()["review"]
    assert "What is your role?" in commands()["onboard"]


def test_hooks_of_plugins_are_programs_without_a_shell_where_the_agent_has_that() -> None:
    """The exec form of Claude Code, one line for Codex, with nothing that only one of them knows."""
    claude = json.loads(plugin_files()["claude-code/hooks/hooks.json"])["hooks"]
    assert claude["SessionStart"][0]["hooks"][0]["args"] == ["claude-code", "SessionStart"]
    codex = json.loads(plugin_files()["codex/hooks/hooks.json"])
    assert set(codex) == {"description", "hooks"}
    assert codex["hooks"]["Stop"] == [{"hooks": [{"type": "command", "command": "lore-hook codex Stop", "timeout": 5}]}]


def test_the_folder_of_the_plugins_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """So that an agent can be told of it."""
    assert run(["setup", "plugins"]) == 0
    assert (Path(capsys.readouterr().out.strip()) / "claude-code/.claude-plugin/plugin.json").is_file()


DRIVE = """
import plugin from "./lore.js"
const told = { system: [] }
if (process.argv[2] === "1") {
  const hooks = await plugin.server({ directory: "/home/u/web" })
  await hooks["chat.message"]({ sessionID: "s1", messageID: "m1" }, { parts: [{ type: "text", text: "hello" }] })
  await hooks["experimental.chat.system.transform"]({ sessionID: "s1" }, told)
  const compacting = { context: [] }
  await hooks["experimental.session.compacting"]({ sessionID: "s1" }, compacting)
  await hooks["tool.execute.after"]({ sessionID: "s1", tool: "bash", args: { command: "ls" } }, { output: "README.md" })
  await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s1" } } })
  console.log(JSON.stringify({ system: told.system, compacting: compacting.context }))
} else {
  const hooks = {}
  const on = (name, hook) => { hooks[name] = hook; return Promise.resolve() }
  async function* events() { yield { type: "session.idle", properties: { sessionID: "s1" } } }
  const event = { subscribe: async () => events() }
  const ctx = { location: { directory: "/home/u/web" }, session: { hook: on }, tool: { hook: on }, event }
  const end = await plugin.setup(ctx)
  await hooks.prompt({ sessionID: "s1", id: "m1", prompt: { text: "hello" } })
  await hooks.context({ sessionID: "s1", system: told.system })
  const compacting = { sessionID: "s1", system: [] }
  await hooks.compaction(compacting)
  await hooks["execute.after"]({ sessionID: "s1", tool: "bash", input: { command: "ls" }, result: "README.md" })
  await new Promise((done) => setTimeout(done, 300))
  end()
  const texts = (parts) => parts.map((part) => part.text)
  console.log(JSON.stringify({ system: texts(told.system), compacting: texts(compacting.system) }))
}
"""


@pytest.mark.skipif(NODE is None, reason="the plugin is JavaScript, and no Node is here to run it")
@pytest.mark.parametrize("release", ["1", "2"])
def test_the_plugin_of_opencode_hands_events_on_and_gives_what_is_printed(release: str, tmp_path: Path) -> None:
    """By both ways in which opencode loads plugins, as their types have them; a program that fails gives nothing."""
    log = tmp_path / "log"
    hook = tmp_path / "lore-hook"
    script = (
        f'given=$(cat); printf "%s %s %s\\n" "$1" "$2" "$given" >> {log}\n[ "$2" = tool-use ] && exit 3\necho "for $2"'
    )
    write_program(hook, script)
    machine = Machine(tmp_path / "user", {})
    files = wanted_files(agent("opencode"), Programs(hook, tmp_path / "lore"), machine)
    text = next(str(file.parts[0].value) for file in files if file.format == "javascript")
    (tmp_path / "lore.js").write_text(text)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "drive.js").write_text(DRIVE)
    done = subprocess.run(
        [str(NODE), "drive.js", release], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(done.stdout) == {
        "system": ["for session-start", "for prompt"],
        "compacting": ["for before-compaction"],
    }
    lines = [line.split(" ", 2) for line in log.read_text().splitlines()]
    assert {line[0] for line in lines} == {"opencode"}
    given = {event: json.loads(text) for _, event, text in lines}
    assert set(given) == {"session-start", "prompt", "before-compaction", "tool-use", "stop"}
    assert given["prompt"] == {
        "event": "prompt",
        "session_id": "s1",
        "cwd": "/home/u/web",
        "turn_id": "m1",
        "prompt": "hello",
    }
    assert given["tool-use"]["tool_response"] == "README.md"
