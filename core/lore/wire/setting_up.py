"""Set-up, as JSON."""

from collections.abc import Iterable

from lore.actions import AgentStatus, PlannedFile, SetUp, SetUpPlan, Trial


def setup_plan(plan: SetUpPlan) -> dict[str, object]:
    """`lore setup --dry-run`, also with `--remove`."""
    return {
        "agents": [agent.name for agent in plan.agents],
        "project": str(plan.project) if plan.project else None,
        "files": [_file(file) for file in plan.files],
    }


def setup_done(done: SetUp, trials: Iterable[Trial]) -> dict[str, object]:
    """`lore setup`, also with `--remove`."""
    return {
        **setup_plan(done.plan),
        "run": done.run,
        "written": [str(file.record.place) for file in done.written],
        "trials": [
            {"agent": trial.agent, "what": trial.what, "took_ms": trial.took_ms, "fault": trial.fault}
            for trial in trials
        ],
    }


def setup_status(status: AgentStatus) -> dict[str, object]:
    """One line of `lore setup status`."""
    return {
        "agent": status.agent.name,
        "title": status.agent.title,
        "found": status.is_here,
        "state": status.state.value,
        "files": [_file(file) for file in status.files],
        "foreign": [{"tool": each.tool, "what": each.what} for each in status.foreign],
        "traps": list(status.agent.traps),
    }


def _file(file: PlannedFile) -> dict[str, object]:
    return {
        "path": str(file.record.place),
        "agents": list(file.asked),
        "step": file.step.value,
        "problem": file.problem,
        "hint": file.hint,
        "diff": file.diff(),
    }
