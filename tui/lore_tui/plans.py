"""Connecting your agents, as a dialog and the first start ask for it; in a thread."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore import actions
from lore.text import counted

if TYPE_CHECKING:  # what writes settings of agents: nothing that the first screen needs
    from lore.actions import AgentStatus, Engine, SetUp, SetUpPlan


@dataclass(frozen=True, slots=True)
class SetUpView:
    """What set-up would do, and how it stands."""

    removing: bool
    """Whether Lore's entries are taken out."""
    plan: "SetUpPlan"
    mark: str
    """Names what was planned: what is written is this, or nothing."""
    statuses: "tuple[AgentStatus, ...]"
    """Of every agent that is known."""

    @property
    def question(self) -> str:
        files = counted(len(self.plan.changes), "file")
        return f"Remove Lore's entries from {files}?" if self.removing else f"Write what you saw to {files}?"

    def carry_out(self, engine: "Engine") -> "SetUp":
        """Write what was seen. Raises Conflict where it would be something else by now, NeedsPerson."""
        return (actions.remove_setup if self.removing else actions.setup)(engine, mark=self.mark)

    def said(self, done: "SetUp") -> str:
        files = counted(len(done.written), "file")
        what = f"removed Lore's entries from {files}" if self.removing else f"wrote {files} of your agents"
        return what if done.written else "nothing was written"


def look(engine: "Engine", *, removing: bool = False) -> SetUpView:
    """Raises NotFound where no agent is here, or Lore's own programs are not; LoreError."""
    planned = (actions.plan_setup_removal if removing else actions.plan_setup)(engine)
    return SetUpView(removing, planned.plan, planned.mark, actions.setup_status(engine))
