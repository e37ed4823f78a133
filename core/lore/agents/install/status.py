"""What is set up for each agent, and what is wrong with it."""

from dataclasses import dataclass
from enum import StrEnum

from lore.agents.install.others import Foreign
from lore.agents.install.plan import PlannedFile, SetUpPlan, SetUpStep
from lore.agents.table import Agent


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
