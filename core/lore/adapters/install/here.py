"""What a person is told of an agent before it is connected: its release here, and what it gets. Runs nothing."""

import json
import re
from pathlib import Path

from lore.adapters.install.places import Machine
from lore.adapters.table import EXTRAS, Agent
from lore.opening import MEGABYTE, read_whole
from lore.platform import children

_RELEASE = re.compile(r"v?(\d+\.\d+(?:\.\d+)?)")
_PARENTS = 4
"""How far above a program its package may be."""


def release_here(agent: Agent, machine: Machine) -> str:
    """The release of an agent on this machine, by where its program lies; empty where that does not tell."""
    for name in agent.found.programs:
        if found := children.program_named(name, machine.environment):
            program = Path(found).resolve()
            return _packaged(program) or next(
                (match[1] for part in reversed(program.parts) if (match := _RELEASE.fullmatch(part))), ""
            )
    return ""


def _packaged(program: Path) -> str:
    """What the package of npm around a program says."""
    for folder in list(program.parents)[:_PARENTS]:
        try:
            told = json.loads(read_whole(folder / "package.json", MEGABYTE))
        except (OSError, ValueError, RecursionError):  # no package, or not one that tells
            continue
        if isinstance(told, dict) and (match := _RELEASE.match(str(told.get("version", "")))):
            return match[1]
    return ""


def gets(agent: Agent) -> str:
    """What an agent gets by set-up, in a few words."""
    if agent.hooks is None:
        return "can search your memory; is told nothing by itself"
    is_given = any(event.means == "session-start" and event.gives and event.set_up for event in agent.hooks.events)
    return "learns from what you say, starts with your rules" if is_given else "learns from what you say; can search"


def extras_of(agent: Agent) -> str:
    """What else an agent can get, where a person wants it; empty where nothing."""
    held = {file.holds for file in agent.settings if file.scope == "user"}
    told = {"commands": "slash commands such as /lore:remember", "status": "a status line"}
    return " and ".join(told[each] for each in EXTRAS if each in held)
