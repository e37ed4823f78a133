"""What each agent is like, as data, and set-up, which connects one: `table` reads `entries`, `install` writes settings.

May import `lore.files`, `lore.history` and what lies below them; `table` imports `lore.errors` and `lore.opening` alone.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.adapters.install.carry_out import SetUp, carry_out
    from lore.adapters.install.places import (
        Machine, Programs, extras_of, gets, installed_programs, release_here, this_machine,
    )
    from lore.adapters.install.plan import PlannedFile, SetUpPlan, SetUpStep, plan_removal, plan_setup
    from lore.adapters.install.record import FileRecord, records
    from lore.adapters.install.status import AgentStatus, SetUpState, faults_of, statuses
    from lore.adapters.install.trial import Trial, live_trial, started, trials
    from lore.adapters.install.wanted import ASSETS
    from lore.adapters import table
    from lore.adapters.table import Agent, AgentWorkspace, agent, agent_names, all_agents
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
