"""What is set up for each agent, and what is wrong with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from lore.adapters.install.editing import stands_in
from lore.adapters.install.parts import (
    BY_SETUP,
    HOOK_PROGRAM,
    PartKind,
    command_words,
    commands_of,
    folder_in,
    program_words,
)
from lore.adapters.install.plan import PlannedFile, SetUpPlan, SetUpStep
from lore.adapters.install.record import FileRecord, Foreign
from lore.adapters.table import Agent
from lore.errors import LoreError
from lore.files import Folder
from lore.platform import light


class SetUpState(StrEnum):
    """How set-up stands for one agent."""

    ABSENT = "not here"
    """The agent was not found on this machine, and nothing was written for it."""
    OPEN = "not set up"
    WHOLE = "set up"
    OTHER = "changed"
    """Something of ours is there, and it is not what set-up would write now."""
    BROKEN = "cannot be set up"


@dataclass(frozen=True)
class AgentStatus:
    """One agent."""

    agent: Agent
    is_here: bool
    state: SetUpState
    files: tuple[PlannedFile, ...]

    @property
    def foreign(self) -> tuple[Foreign, ...]:
        return tuple(dict.fromkeys(each for file in self.files for each in file.foreign))


def statuses(plan: SetUpPlan, here: frozenset[str]) -> tuple[AgentStatus, ...]:
    """How each agent of a plan stands. `here`: the agents that were found."""
    found = []
    for agent in plan.agents:
        files = tuple(file for file in plan.files if agent.name in file.asked)
        state = _state(agent.name, files, is_here=agent.name in here)
        found.append(AgentStatus(agent, agent.name in here, state, files))
    return tuple(found)


def _state(agent: str, files: tuple[PlannedFile, ...], *, is_here: bool) -> SetUpState:
    if all(file.step is SetUpStep.KEEP and file.problem is None for file in files):
        return SetUpState.WHOLE
    if any(file.known.written is not None and agent in file.known.agents for file in files):
        return SetUpState.OTHER
    if not is_here:
        return SetUpState.ABSENT
    return SetUpState.BROKEN if any(file.problem for file in files) else SetUpState.OPEN


def faults_of(record: FileRecord, home: Path) -> str | None:
    """What is wrong with a file that set-up wrote; None where nothing is. home: the data folder that it should name."""
    if record.written is None:
        return None
    try:
        content = Folder(record.root).read(record.path)
        stands = stands_in(content, record.written.format, record.written.parts, record.path)
    except LoreError as error:
        return f"cannot be read: {error.message}"
    if not stands:
        return "is gone" if content is None else "does not hold what set-up wrote"
    missing = next((program for program in _programs(record) if not program.exists()), None)
    if missing:
        return f"names `{missing}`, which is not there"
    folders = {folder_in(words) for words in _commands(record)}
    texts = [str(part.value) for part in record.written.parts if part.kind is PartKind.TEXT]
    texts = [text for text in texts if BY_SETUP not in text or record.written.format == "script"]
    if None in folders or any(light.IN not in text for text in texts):
        return "was written by an earlier Lore, and names no data folder"
    return next((f"names another data folder, `{each}`" for each in folders if each != str(home)), None)


def _commands(record: FileRecord) -> Iterator[list[str]]:
    """The commands that the entries of a file run, as words."""
    for part in record.written.parts if record.written else ():
        yield from (command_words(command) for command in commands_of(part.value))
        if isinstance(part.value, dict) and isinstance(part.value.get("command"), list):
            yield command_words(part.value)


def _programs(record: FileRecord) -> Iterator[Path]:
    """The programs that the entries of a file name."""
    for words in _commands(record):
        program = program_words(words)[0]
        yield Path(words[0] if program == HOOK_PROGRAM else program)
