"""What is set up for each agent, and what is wrong with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from lore.adapters.install.editing import stands_in
from lore.adapters.install.others import Foreign
from lore.adapters.install.parts import HOOK_PROGRAM, command_words, commands_of, program_words
from lore.adapters.install.plan import PlannedFile, SetUpPlan, SetUpStep
from lore.adapters.install.record import FileRecord
from lore.adapters.table import Agent
from lore.errors import LoreError
from lore.files import Folder


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
        found.append(AgentStatus(agent, agent.name in here, _state(files, agent.name in here), files))
    return tuple(found)


def _state(files: tuple[PlannedFile, ...], is_here: bool) -> SetUpState:
    if all(file.step is SetUpStep.KEEP and file.problem is None for file in files):
        return SetUpState.WHOLE
    if any(file.known.written is not None for file in files):
        return SetUpState.OTHER
    if not is_here:
        return SetUpState.ABSENT
    return SetUpState.BROKEN if any(file.problem for file in files) else SetUpState.OPEN


def faults_of(record: FileRecord) -> str | None:
    """What is wrong with a file that set-up wrote; None where nothing is."""
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
    return f"names `{missing}`, which is not there" if missing else None


def _programs(record: FileRecord) -> Iterator[Path]:
    """The programs that the entries of a file name."""
    for part in record.written.parts if record.written else ():
        for command in commands_of(part.value):
            words = command_words(command)
            program = program_words(words)[0]
            yield Path(words[0] if program == HOOK_PROGRAM else program)
        if isinstance(part.value, dict) and isinstance(part.value.get("command"), list):
            yield Path(program_words(command_words(part.value))[0])
