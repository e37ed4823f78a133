"""`lore setup`: Lore's entries in the settings of agents."""

from collections.abc import Sequence

import click

from lore import actions, presence, wire
from lore.actions import AgentStatus, Engine, PlannedFile, SetUp, SetUpPlan, SetUpState, SetUpStep, Trial, open_engine
from lore.cli import console, output
from lore.cli.reader import ask_at_setup
from lore.cli.setup_asking import (
    agree_to_removal,
    choose,
    first_answers,
    listed,
    past_sessions,
    show,
    told_of_foreign,
    what_next,
)
from lore.config import CAPTURE_PROMPTS

_DONE = {SetUpStep.CREATE: "wrote", SetUpStep.UPDATE: "wrote to", SetUpStep.REMOVE: "removed"}
_TAKEN = {SetUpStep.UPDATE: "took out of", SetUpStep.REMOVE: "removed"}
_WOULD = {
    SetUpStep.CREATE: "would write",
    SetUpStep.UPDATE: "would write to",
    SetUpStep.REMOVE: "would remove",
    SetUpStep.KEEP: "stays as it is:",
}
_YES = f"lore config set {CAPTURE_PROMPTS.name}"
_WAITS = "what you type there waits until you say once that its prompts count as yours"

agent_option = click.option(
    "--agent", "agents", multiple=True, metavar="NAME", help="Only this agent; may be repeated."
)
project_option = click.option("--project", is_flag=True, help="Use the settings of the project you are in.")


@click.group(invoke_without_command=True)
@agent_option
@project_option
@click.option(
    "--remove",
    "take_out",
    is_flag=True,
    help="Remove all of Lore's entries; the files end up byte for byte as they were.",
)
@click.option(
    "--extras", "with_extras", is_flag=True, help="Slash commands and a status line too; default: you are asked."
)
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@click.option(
    "--reader",
    metavar="MODEL",
    help="Who reads your sessions: claude, codex, ollama:NAME …, `later` or `no`; default: you are asked.",
)
@click.option("--live", is_flag=True, help="Also run each agent once, with one question to its model.")
@console.yes_option
@output.json_option
@click.pass_context
def setup(
    context: click.Context,
    agents: Sequence[str],
    project: bool,
    take_out: bool,
    with_extras: bool,
    dry_run: bool,
    reader: str | None,
    live: bool,
    yes: bool,
) -> None:
    """Connect the agents on this machine: hooks that give them what they need, and a server they can query.

    Lists the agents that are here and asks about each; `d` shows the changes. Writes only its own entries, and runs
    each of them once on a sample. Everything else in the settings stays byte for byte. Repeating it changes nothing;
    `lore undo` or `--remove` reverses it. Then it offers to read your past sessions, and asks once whether a model may
    read each session when it is over, and says what that costs.
    `lore setup status` shows what is set up and what is wrong.
    """
    if context.invoked_subcommand is not None:
        return
    person = None if dry_run else presence.deciding("set up agents", yes=yes)
    with open_engine(person=person) as engine:
        if dry_run:
            planned = _planned(engine, agents, in_project=project, take_out=take_out, with_extras=with_extras)
            _tell_plan(planned)
            return
        asks = not (yes or output.as_json())
        if take_out:
            done = _removed(engine, agents, in_project=project, asks=asks)
        else:
            done = _set_up(engine, agents, in_project=project, with_extras=with_extras, asks=asks)
        if done is None:
            console.note("nothing was written")
            return
        trials = [] if take_out else _tried(engine, done, in_project=project)
        trials += _live([agent.name for agent in done.plan.agents], yes=yes) if live and not take_out else []
        if output.as_json():
            output.json_line(wire.setup_done(done, trials))
        else:
            _tell_done(engine, done, trials, take_out=take_out)
        if not take_out:
            _go_on(engine, done.plan, reader, yes=yes)
    if done.plan.problems or any(trial.fault for trial in trials):
        context.exit(1)


def _planned(
    engine: Engine, agents: Sequence[str], *, in_project: bool, take_out: bool, with_extras: bool
) -> SetUpPlan:
    """What would be done."""
    if take_out:
        return actions.plan_setup_removal(engine, agents=agents, in_project=in_project).plan
    extras = _named(engine, agents, in_project=in_project) if with_extras else ()
    return actions.plan_setup(engine, agents=agents, in_project=in_project, extras=extras).plan


def _named(engine: Engine, agents: Sequence[str], *, in_project: bool) -> tuple[str, ...]:
    """The agents that were named, else those that are here."""
    return tuple(each.agent.name for each in actions.connectable(engine, agents=agents, in_project=in_project))


def _set_up(engine: Engine, agents: Sequence[str], *, in_project: bool, with_extras: bool, asks: bool) -> SetUp | None:
    """Write what was agreed to; None where the person stopped."""
    extras: Sequence[str] = _named(engine, agents, in_project=in_project) if with_extras else ()
    if asks:
        chosen = choose(engine, actions.connectable(engine, agents=agents, in_project=in_project))
        if chosen is None:
            return None
        if not chosen.agents:
            return SetUp(SetUpPlan((), ()), ())
        agents, extras = chosen.agents, chosen.extras
    planned = actions.plan_setup(engine, agents=agents, in_project=in_project, extras=extras)
    return actions.setup(engine, agents=agents, in_project=in_project, extras=extras, mark=planned.mark)


def _removed(engine: Engine, agents: Sequence[str], *, in_project: bool, asks: bool) -> SetUp | None:
    """Take out what was agreed to; None where the person did not agree."""
    planned = actions.plan_setup_removal(engine, agents=agents, in_project=in_project)
    if asks and planned.plan.changes and not agree_to_removal(planned.plan):
        return None
    return actions.remove_setup(engine, agents=agents, in_project=in_project, mark=planned.mark)


def _tried(engine: Engine, done: SetUp, *, in_project: bool) -> list[Trial]:
    """Each command that was written, run once."""
    names = [agent.name for agent in done.plan.agents]
    found: list[Trial] = []
    if not names:
        return found
    with console.progress("trying each command") as progress:
        for trial in actions.try_setup(engine, agents=names, in_project=in_project):
            found.append(trial)
            progress(len(found), max(len(found) + 1, len(names) * 9))
    return found


def _go_on(engine: Engine, plan: SetUpPlan, reader: str | None, *, yes: bool) -> None:
    """What follows once agents are connected; what only a person in a terminal can answer is asked there alone."""
    asks = not (yes or output.as_json()) and presence.terminal_here()
    if not output.as_json():
        _ask_for_prompts(engine, plan, yes=yes)
    has_past = past_sessions(engine) if asks else True
    if reader or not output.as_json():
        ask_at_setup(engine, reader, yes=yes)
    if asks and not has_past:
        first_answers(engine)
    if asks and plan.changes:
        what_next(engine, plan)


@setup.command("status")
@project_option
@output.json_option
def status(project: bool) -> None:
    """Show for each agent what is set up and what is wrong."""
    with open_engine() as engine:
        found = actions.setup_status(engine, in_project=project)
        heard, to_confirm = actions.agents_heard(engine), actions.prompts_to_confirm(engine)
    if output.as_json():
        for each in found:
            output.json_line(wire.of(each))
        return
    for each in found:
        if each.state is not SetUpState.ABSENT:
            _tell_status(each, heard.get(each.agent.name), to_confirm.get(each.agent.name))
    absent = [each.agent.name for each in found if each.state is SetUpState.ABSENT]
    if absent:
        console.note(f"not on this machine: {', '.join(absent)}")


@setup.command("plugins")
def plugins() -> None:
    """Print the folder of the plugins, with slash commands: for Claude Code, Codex and Copilot CLI."""
    output.line(str(actions.plugins_folder()))


def _tell_plan(plan: SetUpPlan) -> None:
    if output.printed(plan):
        return
    files = (file for file in plan.files if file.problem is None)
    show(files, head=lambda file: f"{_WOULD[file.step]} {file.name} ({', '.join(file.asked)})")
    _tell_problems(plan)


def _tell_done(engine: Engine, done: SetUp, trials: Sequence[Trial], *, take_out: bool) -> None:
    for line in listed(done.written, _TAKEN if take_out else _DONE):
        output.line(line)
    _tell_problems(done.plan)
    for trial in trials:
        if trial.fault:
            console.warn(f"{trial.agent}, {trial.what}: {trial.fault}")
    worked = [trial for trial in trials if not trial.fault]
    if worked:
        slowest = max(trial.took_ms for trial in worked)
        console.note(f"{len(worked)} of {len(trials)} commands ran as they should, the slowest in {slowest} ms")
    if take_out:
        _tell_bytes(done.written, is_all=not done.plan.problems)
    if done.written:
        changed = dict.fromkeys(name for file in done.written for name in file.asked)
        console.undo_hint(engine, after=f"{'removed from' if take_out else 'set up'}: {', '.join(changed)}")
    elif not done.plan.problems:
        console.note("nothing of Lore is there" if take_out else "already up to date: nothing was written")


def _tell_bytes(written: Sequence[PlannedFile], *, is_all: bool) -> None:
    """Which files are as they were before Lore."""
    since = [file.name for file in written if not file.is_as_before]
    if written and is_all and not since:
        console.note("each file is byte for byte as it was before Lore")
    elif since:
        console.note(f"changed by others since, so only Lore's entries went: {', '.join(since)}")


def _tell_problems(plan: SetUpPlan) -> None:
    for file in plan.problems:
        console.warn(f"{', '.join(file.asked)}: {file.problem}" + (f"; {file.hint}" if file.hint else ""))


def _tell_status(each: AgentStatus, heard: str | None, wanted: str | None) -> None:
    output.line(f"{each.agent.title}: {each.state.value}")
    for file in each.files:
        told = file.problem or (
            "as it should be" if file.step is SetUpStep.KEEP else f"set-up would {file.step.value} it"
        )
        output.line(f"  {file.name}: {told}")
    for foreign in each.foreign:
        output.line(f"  {told_of_foreign(foreign.tool, foreign.what)}")
    if heard:
        output.line(f"  heard: {heard}")
    if wanted:
        output.line(f"  {_WAITS}: `{_YES} {wanted}`")


def _ask_for_prompts(engine: Engine, plan: SetUpPlan, *, yes: bool) -> None:
    """Ask once of each agent whose prompts only its hooks tell; say how, where nobody can be asked."""
    for agent in plan.agents:
        wanted = actions.prompts_to_confirm(engine).get(agent.name)
        if wanted is None:
            continue
        if yes or not presence.terminal_here():
            console.note(f"{agent.title}: {_WAITS}; `--yes` does not say so: `{_YES} {wanted}`")
        elif console.confirmed(f"do prompts of {agent.title} count as typed by you? Lore reads no transcript of it"):
            actions.change_settings(engine, {CAPTURE_PROMPTS.name: wanted})


def _live(names: Sequence[str], *, yes: bool) -> list[Trial]:
    """Run the agents themselves, after asking: each asks its model once."""
    found = []
    for name in names:
        if yes or console.confirmed(f"run `{name}` once? It asks its model one question"):
            found.append(actions.try_live(name))
    return found
