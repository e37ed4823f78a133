"""Slash commands as the files that agents read them from."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lore.adapters.install.parts import BY_SETUP

ASSETS = Path(__file__).parents[1] / "plugins"
OFFERED = ("checkpoint", "clean", "compact", "lore", "onboard", "recall", "remember", "review")
"""Of the commands of the plugins, those that set-up offers; the others are commands of `lore` itself."""
_HEAD = re.compile(r"---\n(?P<head>.*?)---\n(?P<body>.*)\Z", re.DOTALL)
_ABOUT = re.compile(r"^description: (?P<about>.*)$", re.MULTILINE)


def slash_commands(form: str) -> Iterator[tuple[str, str]]:
    """The name of each command, and its file. form: `commands`, or `commands in toml`."""
    for name in OFFERED:
        head, body = _read(name)
        if form == "commands":
            yield name, f"---\n# {BY_SETUP}\n{head}---\n{body}"
        else:
            yield name, _in_toml(head, body)


def _in_toml(head: str, body: str) -> str:
    about = _ABOUT.search(head)
    assert about is not None and "'''" not in body
    prompt = body.replace("$ARGUMENTS", "{{args}}")
    return f"# {BY_SETUP}\ndescription = {json.dumps(about['about'], ensure_ascii=False)}\nprompt = '''\n{prompt}'''\n"


@cache
def _read(name: str) -> tuple[str, str]:
    """What stands above a command, and its text."""
    text = (ASSETS / "claude-code" / "commands" / f"{name}.md").read_text(encoding="utf-8")
    parts = _HEAD.match(text)
    assert parts is not None
    return parts["head"], parts["body"]
