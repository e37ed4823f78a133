"""The plugins of agents as files, made of the table of agents, the slash commands and the first questions.

They lie in the package as they are made here: `LORE_WRITE_PLUGINS=1 pytest tests/agents/test_plugins.py` writes them.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from lore import __version__
from lore.actions import FIRST_QUESTIONS
from lore.adapters.install.wanted import ASSETS
from lore.adapters.table import agent

COMMANDS = ASSETS / "commands"
MADE = ("claude-code", "codex", "copilot", ".claude-plugin", ".agents")
ABOUT = "Long-term memory for coding agents, governed by you"
_WORDS = {
    "name": "lore",
    "version": __version__,
    "description": ABOUT,
    "author": {"name": "Lore"},
    "license": "MIT",
    "keywords": ["memory", "context", "mcp"],
}
_SERVER = {"mcpServers": {"lore": {"command": "lore", "args": ["mcp"]}}}


def commands() -> Mapping[str, str]:
    questions = "\n".join(
        f"{number}. {each.asks} (such as: {each.example})" for number, each in enumerate(FIRST_QUESTIONS, 1)
    )
    return {
        path.stem: path.read_text(encoding="utf-8").replace("__questions__", questions)
        for path in sorted(COMMANDS.glob("*.md"))
    }


def plugin_files() -> Mapping[str, str]:
    files = {f"claude-code/{path}": text for path, text in _claude().items()}
    files |= {f"codex/{path}": text for path, text in _codex().items()}
    files |= {f"copilot/{path}": text for path, text in _copilot().items()}
    return files | _marketplaces()


def _marketplaces() -> dict[str, str]:
    """What lets Claude Code and Codex install a plugin from the folder of all."""
    claude = {"name": "lore", "description": ABOUT, "source": "./claude-code"}
    codex = {
        "name": "lore",
        "source": {"source": "local", "path": "./codex"},
        "policy": {"installation": "AVAILABLE", "authentication": "ON_INSTALL"},
        "category": "Productivity",
    }
    owner = {"name": "lore", "description": ABOUT, "owner": {"name": "Lore"}}
    return {
        ".claude-plugin/marketplace.json": _json({**owner, "plugins": [claude]}),
        ".agents/plugins/marketplace.json": _json(
            {"name": "lore", "interface": {"displayName": "Lore"}, "plugins": [codex]}
        ),
    }


def _claude() -> Mapping[str, str]:
    schema = {"$schema": "https://anthropic.com/claude-code/plugin.schema.json"}
    return {
        ".claude-plugin/plugin.json": _json({**schema, **_WORDS}),
        "hooks/hooks.json": _json({"description": "What Lore gives and journals", "hooks": _groups("claude-code")}),
        ".mcp.json": _json(_SERVER),
        "README.md": _readme("Claude Code", "/plugin marketplace add FOLDER"),
        **{f"commands/{name}.md": text for name, text in commands().items()},
    }


def _codex() -> Mapping[str, str]:
    interface = {
        "displayName": "Lore",
        "shortDescription": ABOUT,
        "category": "Productivity",
        "capabilities": ["Hooks", "MCP"],
    }
    manifest = {**_WORDS, "skills": "./skills/", "mcpServers": "./.mcp.json", "interface": interface}
    return {
        ".codex-plugin/plugin.json": _json(manifest),
        "hooks/hooks.json": _json({"description": "What Lore gives and journals", "hooks": _groups("codex")}),
        ".mcp.json": _json(_SERVER),
        "README.md": _readme("Codex", "codex plugin marketplace add FOLDER && codex plugin add lore@lore"),
        **{f"skills/{name}/SKILL.md": _skill(name, text) for name, text in commands().items()},
    }


def _copilot() -> Mapping[str, str]:
    manifest = {**_WORDS, "commands": "commands/", "hooks": "hooks.json", "mcpServers": ".mcp.json"}
    return {
        "plugin.json": _json(manifest),
        "hooks.json": _json({"version": 1, "hooks": _groups("copilot-cli")}),
        ".mcp.json": _json(
            {"mcpServers": {"lore": {"type": "local", "command": "lore", "args": ["mcp"], "tools": ["*"]}}}
        ),
        "README.md": _readme("Copilot CLI", "copilot plugin install FOLDER/copilot"),
        **{f"commands/{name}.md": text for name, text in commands().items()},
    }


def _groups(name: str) -> dict[str, object]:
    """The hooks of an agent as the table has them, with the program found by its name."""
    each = agent(name)
    assert each.hooks is not None
    template = json.dumps(next(file.entry for file in each.settings if file.holds == "hooks"))
    made: dict[str, object] = {}
    for event in each.hooks.events:
        if event.set_up:
            text = template.replace('"$timeout"', str(event.timeout)).replace(
                "$command", f"lore-hook {name} {event.name}"
            )
            text = text.replace("$program", "lore-hook").replace("$agent", name).replace("$event", event.name)
            matcher = f'"matcher": "{event.matcher}", ' if event.matcher else ""
            made[event.name] = [json.loads(text.replace('"matcher": "$matcher", ', matcher))]
    return made


def _skill(name: str, text: str) -> str:
    head, body = text.removeprefix("---\n").split("---\n", 1)
    description = re.search(r"^description: (.*)$", head, re.MULTILINE)
    assert description is not None
    told = body.replace("$ARGUMENTS", "(what the person said)").replace("/lore:", "the skill ")
    return f"---\nname: {name}\ndescription: {description[1]}. Use it when the person asks for it.\n---\n{told}"


def _readme(title: str, line: str) -> str:
    listed = "\n".join(f"- `{name}`" for name in commands())
    return f"""# Lore for {title}

Long-term memory for coding agents, governed by you: what you said once is given again when it matters, and nothing is
kept that you did not approve. The programs `lore` and `lore-hook` have to be installed and on your `PATH`.

    {line}

FOLDER is what `lore setup plugins` prints. Take this plugin or `lore setup`, not both: the hooks would run twice.

Slash commands:

{listed}
"""


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def written() -> Mapping[str, str]:
    return {
        path.relative_to(ASSETS).as_posix(): path.read_text(encoding="utf-8")
        for name in MADE
        for path in sorted((ASSETS / name).rglob("*"))
        if path.is_file()
    }


def write(folder: Path) -> None:
    for name, text in plugin_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
