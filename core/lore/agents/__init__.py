"""Lore inside the agents: one table of what each of them is like, and what runs inside them.

`table` stands below the actions, and may import `lore.errors` and `lore.opening` alone, so that set-up and the doctor can ask it.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    from lore.agents.http.listening import Telling as Telling, serve_http as serve_http
    from lore.agents.http.web.listening import serve_app as serve_app
    from lore.agents.install.carry_out import SetUp as SetUp, carry_out as carry_out
    from lore.agents.install.places import (
        Machine as Machine,
        Programs as Programs,
        installed_programs as installed_programs,
        this_machine as this_machine,
    )
    from lore.agents.install.plan import (
        PlannedFile as PlannedFile,
        SetUpPlan as SetUpPlan,
        SetUpStep as SetUpStep,
        plan_removal as plan_removal,
        plan_setup as plan_setup,
    )
    from lore.agents.install.record import FileRecord as FileRecord, records as records
    from lore.agents.install.status import (
        AgentStatus as AgentStatus,
        SetUpState as SetUpState,
        faults_of as faults_of,
        statuses as statuses,
    )
    from lore.agents.install.trial import Trial as Trial, live_trial as live_trial, trials as trials
    from lore.agents.install.wanted import ASSETS as ASSETS
    from lore.agents.mcp.serving import serve_mcp as serve_mcp
    from lore.agents.table import Agent as Agent, agent as agent, all_agents as all_agents

__getattr__ = lazy_face(
    __name__,
    {
        "http.listening": "Telling serve_http",
        "http.web.listening": "serve_app",
        "install.carry_out": "SetUp carry_out",
        "install.places": "Machine Programs installed_programs this_machine",
        "install.plan": "PlannedFile SetUpPlan SetUpStep plan_removal plan_setup",
        "install.record": "FileRecord records",
        "install.status": "AgentStatus SetUpState faults_of statuses",
        "install.trial": "Trial live_trial trials",
        "install.wanted": "ASSETS",
        "mcp.serving": "serve_mcp",
        "table": "Agent agent all_agents",
    },
)
