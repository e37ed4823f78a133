"""What each agent is like, as data, and set-up, which connects one: `table` reads `entries`, `install` writes settings.

May import `lore.files`, `lore.history` and what lies below them; `table` imports `lore.errors` and `lore.opening` alone.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.adapters.install.carry_out import (
        SetUp as SetUp, carry_out as carry_out,
    )
    from lore.adapters.install.here import (
        extras_of as extras_of, gets as gets, release_here as release_here,
    )
    from lore.adapters.install.places import (
        Machine as Machine, Programs as Programs, installed_programs as installed_programs,
        this_machine as this_machine,
    )
    from lore.adapters.install.plan import (
        PlannedFile as PlannedFile, SetUpPlan as SetUpPlan, SetUpStep as SetUpStep, plan_removal as plan_removal,
        plan_setup as plan_setup,
    )
    from lore.adapters.install.record import (
        FileRecord as FileRecord, records as records,
    )
    from lore.adapters.install.status import (
        AgentStatus as AgentStatus, SetUpState as SetUpState, faults_of as faults_of, statuses as statuses,
    )
    from lore.adapters.install.trial import (
        Trial as Trial, live_trial as live_trial, started as started, trials as trials,
    )
    from lore.adapters.install.wanted import (
        ASSETS as ASSETS,
    )
    from lore.adapters.table import (
        Agent as Agent, AgentWorkspace as AgentWorkspace, agent as agent, agent_names as agent_names,
        all_agents as all_agents,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "install.carry_out": "SetUp carry_out",
        "install.here": "extras_of gets release_here",
        "install.places": "Machine Programs installed_programs this_machine",
        "install.plan": "PlannedFile SetUpPlan SetUpStep plan_removal plan_setup",
        "install.record": "FileRecord records",
        "install.status": "AgentStatus SetUpState faults_of statuses",
        "install.trial": "Trial live_trial started trials",
        "install.wanted": "ASSETS",
        "table": "Agent AgentWorkspace agent agent_names all_agents",
    },
)
