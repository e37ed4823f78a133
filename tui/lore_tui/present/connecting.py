"""What connecting your agents would write, what it wrote and how that works. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from lore.errors import LoreError
from lore_tui.look import Block, Tone
from lore_tui.present.parts import grouped
from lore_tui.present.whole import diff_blocks

if TYPE_CHECKING:  # what writes settings of agents: nothing that the first screen needs
    from lore.actions import AgentStatus, PlannedFile, SetUp, SetUpPlan, Trial
    from lore_tui.setting_up import SetUpView

_STATES: Mapping[str, Tone] = {
    "set up": Tone.GOOD,
    "not set up": Tone.DIM,
    "changed": Tone.WARN,
    "cannot be set up": Tone.BAD,
}
_ABSENT = "not here"
_WROTE: Mapping[str, str] = {"create": "wrote", "update": "wrote to", "remove": "removed"}


def plan_blocks(view: "SetUpView", key: Callable[[str], str] | None) -> list[Block]:
    """How each agent here stands, then each file with its diff.

    key: what the key of an action is called; None where it is only read, and no key shows it otherwise.
    """
    plan, removing = view.plan, view.wanted.removing
    chosen = "all agents found" if not view.wanted.agents else _titles(plan, view.wanted.agents)
    what = "Removing Lore's entries" if removing else "Connecting"
    other = "previews connecting" if removing else "previews removing everything"
    where, elsewhere = "in every project, for you", "for this project only"
    if view.wanted.in_project:
        where, elsewhere = _whose(plan), "for you in every project"
    other_place = f" · {key('connect.scope')} shows it {elsewhere}" if key else ""
    head = [
        Block(f"{what}: {chosen}", Tone.TITLE, label=None),
        Block(f"Applies {where}{other_place}", label=None),
    ]
    if key:
        ways = f"{key('connect.next')} shows one agent · {key('connect.remove')} {other}"
        head.append(Block(ways, Tone.DIM, label=None))
    files = [blocks for file in plan.files if (blocks := _file(file, plan))]
    nothing = "There are no entries of Lore to remove." if removing else "Everything is up to date: nothing to write."
    none = [] if plan.changes else [Block(nothing, label=None)]
    return grouped(head, _standing(view.statuses), none, *files)


def _whose(plan: "SetUpPlan") -> str:
    """For whom the files of a project are: one with `.local.` in its name is yours alone."""
    changed = plan.changes or plan.files
    own = [file for file in changed if ".local." in file.record.place.name]
    if len(own) == len(changed):
        return "in this project, for you alone"
    everybody = "in this project, for everybody who works in it"
    yours = ", ".join(sorted({file.record.place.name for file in own}))
    return f"{everybody}; `{yours}` for you alone" if yours else everybody


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
