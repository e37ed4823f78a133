"""What connecting your agents would write, what it wrote and how that works, and what hooks did since. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from lore.errors import LoreError
from lore.text import counted
from lore_tui.look import BLANK, Block, Row, Tone
from lore_tui.present.parts import grouped
from lore_tui.present.whole import diff_blocks

if TYPE_CHECKING:  # what writes settings of agents: nothing that the first screen needs
    from lore.actions import AgentStatus, HookState, PlannedFile, SetUp, SetUpPlan, Trial
    from lore_tui.setting_up import InAgents, SetUpView

IN_AGENTS = "in agents"
"""The id of the row of Health."""
MOST_FAULTS = 20
"""Faults of hooks that a card names."""
_HOUR_S = 3_600.0
_STATES: Mapping[str, Tone] = {
    "set up": Tone.GOOD,
    "not set up": Tone.DIM,
    "changed": Tone.WARN,
    "cannot be set up": Tone.BAD,
}
_ABSENT = "not here"
_WROTE: Mapping[str, str] = {"create": "wrote", "update": "wrote to", "remove": "removed"}


def plan_blocks(view: "SetUpView", key: Callable[[str], str]) -> list[Block]:
    """How each agent here stands, then each file with its diff. key: what the key of an action is called."""
    plan, removing = view.plan, view.wanted.removing
    chosen = "all agents found" if not view.wanted.agents else _titles(plan, view.wanted.agents)
    what = "Removing Lore's entries" if removing else "Connecting"
    other = "previews connecting" if removing else "previews removing everything"
    ways = f"{key('connect.next')} shows one agent · {key('connect.remove')} {other}"
    where, elsewhere = "in every project, for you", "for this project only"
    if view.wanted.in_project:
        where, elsewhere = "in this project, for everybody who works in it", "for you in every project"
    head = [
        Block(f"{what}: {chosen}", Tone.TITLE, label=None),
        Block(f"Applies {where} · {key('connect.scope')} shows it {elsewhere}", label=None),
        Block(ways, Tone.DIM, label=None),
    ]
    files = [blocks for file in plan.files if (blocks := _file(file, plan))]
    nothing = "There are no entries of Lore to remove." if removing else "Everything is up to date: nothing to write."
    none = [] if plan.changes else [Block(nothing, label=None)]
    return grouped(head, _standing(view.statuses), none, *files)


def _file(file: "PlannedFile", plan: "SetUpPlan") -> list[Block]:
    """A file that changes, cannot be changed, or holds what others put there."""
    lines = diff_blocks(file.diff())
    lines += [Block(_foreign(each.tool, each.what), Tone.WARN, label=None, lead="! ") for each in file.foreign]
    lines += _problem(file)
    return [Block(f"{file.name} · {_titles(plan, file.asked)}", Tone.LABEL, label=None), *lines] if lines else []


def _problem(file: "PlannedFile") -> list[Block]:
    if file.problem is None:
        return []
    hint = [Block(file.hint, Tone.DIM, label=None, lead="  ")] if file.hint else []
    return [Block(file.problem, Tone.BAD, label=None, lead="✗ "), *hint]


def _foreign(tool: str, what: str) -> str:
    return f"{tool} is also set up, at {what}" if tool else f"something else is also set up at {what}"


def _titles(plan: "SetUpPlan", names: Iterable[str]) -> str:
    titles = {agent.name: agent.title for agent in plan.agents}
    return ", ".join(titles.get(name, name) for name in names)


def _standing(statuses: "Iterable[AgentStatus]") -> list[Block]:
    """A line for each agent that is here, or in whose settings something of Lore stands."""
    here = [each for each in statuses if each.state != _ABSENT]
    return [
        Block(f"{each.agent.title}: {each.state.value}", _STATES[each.state.value], label=None, lead="· ")
        for each in here
    ]


def done_blocks(
    done: "SetUp", trials: "Sequence[Trial | LoreError]", key: Callable[[str], str], *, trying: bool
) -> list[Block]:
    """What was written, what could not be, how each command ran, and how it is taken back."""
    wrote = [Block(f"{_WROTE[file.step.value]} {file.name}", Tone.GOOD, label=None) for file in done.written]
    problems = [block for file in done.plan.problems for block in _problem(file)]
    nothing = [] if wrote else [Block("Nothing was written.", Tone.WARN, label=None)]
    heading = [Block("Each command, as the agent runs it:", Tone.DIM, label=None)] if trials or trying else []
    tried = [_trial(each) for each in trials]
    more = [Block("trying …", Tone.DIM, label=None)] if trying else []
    told = f"{key('undo')} on any screen undoes this; {key('connect.remove')} here removes everything."
    back = [Block(told, Tone.DIM, label=None)] if wrote else []
    return grouped([*wrote, *nothing], problems, back, [*heading, *tried, *more])


def _trial(tried: "Trial | LoreError") -> Block:
    if isinstance(tried, LoreError):
        return Block(tried.message, Tone.BAD, label=None, lead="✗ ")
    what = f"{tried.agent} {tried.what}"
    if tried.fault is not None:
        return Block(f"{what}: {tried.fault}", Tone.BAD, label=None, lead="✗ ")
    return Block(f"{what}: {tried.took_ms:,} ms", Tone.GOOD, label=None, lead="✓ ")


# Health


def in_agents_row(found: "InAgents | LoreError | None") -> Row:
    """Agents that are connected or not, and what hooks did, in one line."""
    if found is None:
        return Row(IN_AGENTS, "looking …", tag="figures", name=IN_AGENTS, faded=True)
    if isinstance(found, LoreError):
        return Row(IN_AGENTS, found.message, tag="figures", name=IN_AGENTS, tone=Tone.BAD)
    states = [each.state.value for each in found.statuses if each.state != _ABSENT]
    whole, hooks = states.count("set up"), found.hooks
    words = [f"{counted(whole, 'agent')} connected"]
    words += [f"{len(states) - whole:,} not"] if len(states) > whole else []
    words += [counted(len(hooks.faults), "error")] if hooks.faults else []
    words += [f"off in {counted(len(hooks.off), 'place')}"] if hooks.off else []
    words += [f"{counted(hooks.talks, 'session')} running"]
    trouble = bool(hooks.faults or hooks.off) or "changed" in states or "cannot be set up" in states
    return Row(IN_AGENTS, " · ".join(words), tag="figures", name=IN_AGENTS, tone=Tone.WARN if trouble else Tone.CHOICE)


def in_agents_card(found: "InAgents | LoreError | None", key: Callable[[str], str]) -> list[Block]:
    """Each agent here and what is wrong with it; sessions, events and faults of hooks. key: of an action."""
    heading = [Block("Inside your agents", Tone.TITLE, label=None)]
    if found is None:
        return grouped(heading, [Block("looking …", Tone.DIM, label=None)])
    if isinstance(found, LoreError):
        hint = [Block(found.hint, Tone.DIM, label=None)] if found.hint else []
        return grouped(heading, [Block(found.message, Tone.BAD, label=None), *hint])
    agents = _standing(found.statuses) or [Block("No agent that Lore knows was found.", Tone.DIM, label=None)]
    problems = dict.fromkeys(
        block
        for each in found.statuses
        if each.state != _ABSENT
        for file in each.files
        for block in _problem(file)
        if block != BLANK
    )
    way = Block(f"{key('palette')}   Connect agents: connects, repairs, removes", Tone.CHOICE, "Key")
    return grouped(heading, [*agents, *problems], _hooks(found.hooks), _faults(found.hooks), [way])


def _hooks(hooks: "HookState") -> list[Block]:
    """What hooks did."""
    if not hooks.in_use:
        return [Block("No hook has run yet.", Tone.DIM, label=None)]
    lines = [f"{counted(hooks.talks, 'session')} running, according to hooks."]
    if hooks.waiting:
        oldest = f"{hooks.oldest_s / _HOUR_S:.0f} hours" if hooks.oldest_s > _HOUR_S else f"{hooks.oldest_s:.0f} s"
        lines.append(f"{counted(hooks.waiting, 'file')} of events to read, the oldest from {oldest} ago.")
    off = [Block(f"Switched off: {', '.join(hooks.off)}.", Tone.WARN, label=None)] if hooks.off else []
    return [*(Block(line, label=None) for line in lines), *off]


def _faults(hooks: "HookState") -> list[Block]:
    shown = [Block(one, Tone.WARN, label=None, lead="! ") for one in hooks.faults[:MOST_FAULTS]]
    left = len(hooks.faults) - MOST_FAULTS
    return [*shown, *([Block(f"and {left:,} before", Tone.DIM, label=None)] if left > 0 else [])]
