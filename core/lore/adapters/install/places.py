"""Where settings lie on this machine, and which agents are here."""

import json
import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lore import paths
from lore.adapters.install.parts import HOOK_MODULE, HOOK_PROGRAM, LORE_PROGRAM
from lore.adapters.table import EXTRAS, Agent
from lore.errors import BadInput, NotFound
from lore.opening import MEGABYTE, read_whole
from lore.paths import home
from lore.platform import HERE, Platform, children, light

_VARIABLE = re.compile(r"\$\{([A-Z_]+)(?::-([^}]*))?\}")


@dataclass(frozen=True)
class Machine:
    """This machine, as set-up sees it."""

    home: Path
    """The home folder of the user."""
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    platform: Platform = HERE

    def path(self, template: str) -> Path | None:
        """A path of the table as it is here; None where it hangs on a variable that is not set."""
        missing = False

        def value(match: re.Match[str]) -> str:
            nonlocal missing
            found = self.environment.get(match[1]) or match[2]
            missing = missing or found is None
            return found or ""

        text = _VARIABLE.sub(value, template)
        if missing:
            return None
        return self.home / text[2:] if text.startswith("~/") else self.home if text == "~" else Path(text)

    def anchor(self, path: Path, template: str) -> tuple[Path, str]:
        """The folder from which a path is followed without links, and the rest of the path.

        That is the home folder, or the folder that a variable names. Raises BadInput for a path that is not absolute.
        """
        if not path.is_absolute():
            raise BadInput(f"`{path}` is no whole path", hint="set the variable to a whole path")
        if path.is_relative_to(self.home):
            return self.home, path.relative_to(self.home).as_posix()
        tail = template.split("}", 1)[-1].strip("/")
        base = path.parents[len(Path(tail).parts) - 1]
        return base, path.relative_to(base).as_posix()

    def has(self, agent: Agent) -> bool:
        """Whether an agent is here: one of its folders, or one of its programs."""
        folders = (self.path(template) for template in agent.found.folders)
        if any(folder is not None and folder.exists() for folder in folders):
            return True
        return any(children.program_named(program, self.environment) for program in agent.found.programs)


@dataclass(frozen=True)
class Programs:
    """The programs that agents are told to run."""

    hook: Path
    lore: Path
    python: Path | None = None
    """What runs them apart from the folder they are started in; None where they are no scripts of Python."""
    home: Path | None = None
    """The data folder that they are told, as whoever set them up sees it: no variable of an agent moves it then."""

    def words(self, program: Path) -> list[str]:
        """The words that start one of them: a repository is input, and nothing of it runs.

        The hook is named as a module: Python ends with 1 where Lore is gone, and with 2 where a script is, which Claude
        Code takes for a refusal of the prompt.
        """
        told = [light.IN, str(self.home)] if self.home else []
        if self.python is None:
            return [str(program), *told]
        called = ["-m", HOOK_MODULE] if program == self.hook else [str(program)]
        return [str(self.python), *light.ISOLATED, *called, *told]


def this_machine() -> Machine:
    """The machine that this runs on. Raises BadInput where the user has no home folder."""
    try:
        return Machine(paths.user_home())
    except RuntimeError as error:
        raise BadInput("there is no home folder", hint="set `HOME`") from error


def installed_programs() -> Programs:
    """`lore-hook` and `lore` as they were installed with this Lore. Raises NotFound where one is missing."""
    hook, lore = _program(HOOK_PROGRAM), _program(LORE_PROGRAM)
    with hook.open("rb") as file:
        is_script = file.read(2) == b"#!"  # on Windows it is a program of its own
    return Programs(hook, lore, Path(sys.executable) if is_script else None, home())


def _program(name: str) -> Path:
    """The installed script, beside this Python before anywhere else; links to it are not followed."""
    folders = [Path(sysconfig.get_path("scripts")), Path(sys.executable).parent]
    for folder in folders:
        if found := shutil.which(name, path=str(folder)):
            return Path(found).absolute()
    if found := children.program_named(name):
        return Path(found).absolute()
    raise NotFound(
        f"the program `{name}` is not installed", hint="install Lore again: `uv tool install lore-agent-memory`"
    )


# What a person is told of an agent before it is connected: its release here, and what it gets. Runs nothing


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
