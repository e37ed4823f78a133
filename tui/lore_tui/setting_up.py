"""Connecting your agents, and how hooks fare in them, as a dialog and Health ask for it. All of it in a worker."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore import actions
from lore.actions import Engine
from lore.text import counted
from lore_tui.jobs import Outcome

if TYPE_CHECKING:  # what writes settings of agents: nothing that the first screen needs
    from lore.actions import AgentStatus, SetUpPlan


@dataclass(frozen=True, slots=True)
class Wanted:
    """What you look at."""

    agents: tuple[str, ...] = ()
    """The names of agents; empty: all that are here, or for taking out all that are known."""
    removing: bool = False
    """Whether Lore's entries are taken out."""
    in_project: bool = False
    """Whether into the project that you are in, in the place of your own settings."""


@dataclass(frozen=True, slots=True)
class SetUpView:
    """What set-up would do, and how it stands."""

    wanted: Wanted
    plan: "SetUpPlan"
    mark: str
    """Names what was planned: what is written is this, or nothing."""
    statuses: "tuple[AgentStatus, ...]"
    """Of every agent that is known."""


def look(engine: Engine, wanted: Wanted) -> SetUpView:
    """Raises NotFound where no agent is here, or Lore's own programs are not; LoreError."""
    plan = actions.plan_setup_removal if wanted.removing else actions.plan_setup
    planned = plan(engine, agents=wanted.agents, in_project=wanted.in_project)
    statuses = actions.setup_status(engine, in_project=wanted.in_project)
    return SetUpView(wanted, planned.plan, planned.mark, statuses)


def carry_out(engine: Engine, seen: SetUpView) -> Outcome:
    """Write what was seen. Raises Conflict where it would be something else by now, NeedsPerson."""
    act = actions.remove_setup if seen.wanted.removing else actions.setup
    asked = seen.wanted
    done = act(engine, agents=asked.agents, in_project=asked.in_project, mark=seen.mark)
    files = counted(len(done.written), "file")
    what = f"removed Lore's entries from {files}" if seen.wanted.removing else f"wrote {files} of your agents"
    return Outcome(what if done.written else "nothing was written", undoable=bool(done.written), result=done)
