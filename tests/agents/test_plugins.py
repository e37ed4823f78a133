"""Plugins are made of the table, and settings of others keep every byte."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from lore import actions
from lore.adapters.install import json_text, toml_edit
from lore.adapters.install.json_edit import put_in, stand_in, take_out
from lore.adapters.install.json_text import without_insertions
from lore.adapters.install.parts import Part, PartKind
from lore.adapters.install.places import Machine, Programs
from lore.adapters.install.wanted import ASSETS, INSTRUCTIONS, wanted_files
from lore.adapters.table import agent
from lore.agents.mcp.hello import FILE
from lore.cli.program import run
from lore.errors import BadInput
from support.agents_home import write_program
from support.data import FOLDER
from support.examples import examples
from support.plugin_files import MADE, plugin_files, write, written

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


def test_the_folder_of_the_plugins_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """So that an agent can be told of it."""
    assert run(["setup", "plugins"]) == 0
    assert (Path(capsys.readouterr().out.strip()) / "claude-code/.claude-plugin/plugin.json").is_file()


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
    (tmp_path / "drive.js").write_text((FOLDER / "drive_plugin.js").read_text(encoding="utf-8"))
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


GROUP = {"matcher": "a|b", "hooks": [{"type": "command", "command": "/x/lore-hook", "args": ["codex", "Stop"]}]}
LINE = {"command": "'/a b/lore-hook' codex Stop", "timeout": 5}
PARTS = (
    Part(PartKind.DEFAULT, ("version",), 1),
    Part(PartKind.ITEM, ("hooks", "SessionStart"), GROUP),
    Part(PartKind.ITEM, ("hooks", "Stop"), LINE),
    Part(PartKind.MEMBER, ("mcpServers", "lore"), {"command": "/x/lore", "args": ["mcp"]}),
)
TEXTS = {
    "nothing": "",
    "a blank line": "\n",
    "an empty object": "{}",
    "an empty object in two lines": "{\n}\n",
    "one line": '{"a": 1, "hooks": {"Stop": []}}',
    "others' hooks": '{\n    "hooks": {\n        "Stop": [\n            {"command": "x"}\n        ]\n    }\n}\n',
    "comments": '{\n  // mine\n  "a": 1, // a note\n  "hooks": {"Stop": [ /* none yet */ ]} // last\n}\n',
    "trailing commas": '{\n\t"a": [1, 2,],\n\t"hooks": {\n\t\t"SessionStart": [\n\t\t\t{"x": 1}, // t\n\t\t],\n\t},\n}',
    "Windows": '{\r\n  "mcpServers": {\r\n    "other": {"command": "y"}\r\n  }\r\n}\r\n',
    "a byte order mark": '\ufeff{"a": 1}',
    "JSON5": "{\n  a: 'it\\'s',\n  n: +0x1F,\n  mcpServers: {},\n}\n",
    "a name twice": '{"hooks": {"Stop": 1}, "hooks": {"Stop": []}}',
}


def taken_back(text: str, steps: tuple[Any, ...]) -> str | None:
    found: str | None = text
    for step in reversed(steps):
        found = without_insertions(found, step) if found is not None else None
    return found


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_what_is_put_in_stands_there_and_is_taken_back_to_the_byte(text: str) -> None:
    """Everything else says what it said, comments and order included."""
    edited = put_in(text, PARTS, "f")
    assert stand_in(edited.text, PARTS, "f")
    assert taken_back(edited.text, edited.steps) == text
    assert put_in(edited.text, [], "f").text == edited.text
    before = json_text.read(text, "f")
    rest = json_text.read(take_out(edited.text, edited.parts, "f"), "f")
    assert rest is not None
    known = before.value if before is not None else {}
    assert isinstance(known, dict) and rest.value == {**known, "version": 1}
    for comment in ("// mine", "// a note", "/* none yet */", "// last", "// t"):
        assert edited.text.count(comment) == text.count(comment)


def test_lines_that_lore_writes_have_the_indentation_and_the_breaks_of_the_file() -> None:
    assert '\n        "SessionStart": [' in put_in(TEXTS["others' hooks"], PARTS, "f").text
    assert '\n\t"version": 1' in put_in(TEXTS["trailing commas"], PARTS, "f").text
    windows = put_in(TEXTS["Windows"], PARTS, "f").text
    assert windows.count("\n") == windows.count("\r\n")


def test_only_ours_is_taken_out_of_a_file_that_others_changed() -> None:
    """A handler that somebody put beside ours in one group stays, and so does a command that only mentions ours."""
    text = put_in(TEXTS["others' hooks"], PARTS, "f").text
    mine = {"type": "command", "command": "echo lore-hook"}
    changed = text.replace('"hooks": [{"type"', f'"hooks": [{json.dumps(mine)}, {{"type"', 1)
    changed = changed.replace('{"command": "x"}', '{"command": "x"}, {"command": "new"}')
    found = json.loads(take_out(changed, put_in(TEXTS["others' hooks"], PARTS, "f").parts, "f"))
    assert found["hooks"]["SessionStart"] == [{"matcher": "a|b", "hooks": [mine]}]
    assert found["hooks"]["Stop"] == [{"command": "x"}, {"command": "new"}]
    assert "mcpServers" not in found


ODD = {
    "{": "a name is missing, on line 1",
    '{"a": 1\n"b": 2}': "a comma is missing, on line 2",
    '{"a" 1}': "a colon is missing",
    '{"a": }': "a value is missing",
    "{} {}": "something stands after its end",
    '{"a": "\\q"}': "a text cannot be read",
    "{/* open": "a name is missing",
    "[" * 200: "nested more than 100 levels",
    "[1]": "holds no object",
    '{"hooks": []}': "`hooks` is no object",
    '{"hooks": {"Stop": {}}}': "`hooks.Stop` is no list",
    '{"mcpServers": {"lore": {"command": "other"}}}': "`mcpServers.lore` is there, and it is not what Lore writes",
}


@pytest.mark.parametrize("text", ODD)
def test_a_file_that_cannot_be_added_to_is_named_with_its_line(text: str) -> None:
    with pytest.raises(BadInput) as raised:
        put_in(text, PARTS, "settings.json")
    assert "`settings.json`" in raised.value.message and ODD[text] in raised.value.message
    assert raised.value.hint


values = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@examples(60)
@given(
    found=st.dictionaries(st.text(max_size=5), values, max_size=4),
    stop=st.lists(st.fixed_dictionaries({"command": st.text(max_size=8)}), max_size=2) | st.none(),
    indent=st.sampled_from([None, 0, 1, 2, 4, "\t"]),
)
def test_any_settings_keep_their_bytes(found: dict[str, Any], stop: Any, indent: Any) -> None:
    if stop is not None:
        found["hooks"] = {"Stop": stop}
    taken = ("version", "mcpServers", *(("hooks",) if stop is None else ()))
    found = {name: value for name, value in found.items() if name not in taken}
    text = json.dumps(found, indent=indent)
    edited = put_in(text, PARTS, "f")
    assert taken_back(edited.text, edited.steps) == text
    assert json.loads(edited.text) | {"version": 1} == json.loads(edited.text)
    rest = json.loads(take_out(edited.text, edited.parts, "f"))
    assert rest == {**found, "version": 1}


SERVER = Part(PartKind.MEMBER, ("mcp_servers", "lore"), {"command": "/x/lore", "args": ["mcp"]})
TOMLS = {
    "nothing": "",
    "comments": '# mine\nmodel = "x" # a note\n\n[mcp_servers.other]\ncommand = "y"',
    "a table at the end": "[a]\nb = 1\n",
    "Windows": "a = 1\r\n[b]\r\nc = 2\r\n",
    "an array of tables": '[[hooks.Stop]]\nmatcher = "a"\n',
}


@pytest.mark.parametrize("text", TOMLS.values(), ids=TOMLS)
def test_a_table_goes_into_toml_and_comes_out(text: str) -> None:
    """To the byte where nobody changed the file, and without a change of what else it says where somebody did."""
    edited = toml_edit.put_in(text, [SERVER], "f")
    assert toml_edit.stand_in(edited.text, [SERVER], "f")
    assert taken_back(edited.text, edited.steps) == text
    changed = "new = true\n" + edited.text
    rest = toml_edit.take_out(changed, edited.parts, "f")
    assert toml_edit.value_at(rest, (), "f") == toml_edit.value_at("new = true\n" + text, (), "f")
    assert "# a note" in rest or "# a note" not in text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = ", "is no TOML"),
        ('mcp_servers = { other = { command = "y" } }\n', "is written in one line"),
        ('[mcp_servers.lore]\ncommand = "other"\n', "is there, and it is not what Lore writes"),
        ('[[mcp_servers]]\ncommand = "y"\n', "`f`"),
    ],
)
def test_toml_that_cannot_be_added_to_is_refused(text: str, told: str) -> None:
    with pytest.raises(BadInput, match=r".") as raised:
        toml_edit.put_in(text, [SERVER], "f")
    assert told in raised.value.message
