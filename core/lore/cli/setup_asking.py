"""What `lore setup` asks in a terminal: a yes for each agent, past sessions, first answers; and what to do next."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from lore import actions
from lore.actions import FIRST_QUESTIONS, Connectable, Engine, PlannedFile, SetUpPlan, SetUpStep
from lore.cli import console, output
from lore.errors import LoreError
from lore.text import counted

_KEYS = "y yes · n no (Enter) · d show the changes · a yes to this and all that follow · q stop, write nothing"


@dataclass(frozen=True)
class Chosen:
    """What a person said yes to."""

    agents: tuple[str, ...]
    extras: tuple[str, ...]
    """The agents that get slash commands and a status line."""


def choose(engine: Engine, found: Sequence[Connectable]) -> Chosen | None:
    """Show the agents that are here, and ask about each. None where the person stops."""
    _list(found)
    asked = [each for each in found if each.plan.plan.changes and not each.plan.plan.problems]
    if asked:
        console.note(f"Nothing is written before you are asked. {_KEYS}")
    names: list[str] = []
    every = False
    for each in asked:
        said = "y" if every else answered(f"Connect {each.agent.title}?", "yndaq", each.plan.plan.changes)
        if said == "q":
            return None
        every = every or said == "a"
        names += [each.agent.name] if said in "ya" else []
    extras = _extras(
        engine, [each for each in found if each.extras and (each.is_connected or each.agent.name in names)], every
    )
    return None if extras is None else Chosen((*names, *(name for name in extras if name not in names)), extras)


def _list(found: Sequence[Connectable]) -> None:
    output.line("Agents on this machine:")
    wide = max(len(each.agent.title) for each in found)
    for each in found:
        plan = each.plan.plan
        told = "connected already" if each.is_connected else each.gets
        told = f"cannot be connected: {plan.problems[0].problem}" if plan.problems else told
        output.line(f"  {each.agent.title:<{wide}}  {each.release:<9} {told}")
        for foreign in dict.fromkeys(one for file in plan.files for one in file.foreign):
            output.line(f"  {'':<{wide}}  {'':<9} {told_of_foreign(foreign.tool, foreign.what)}")


def _extras(engine: Engine, having: Sequence[Connectable], every: bool) -> tuple[str, ...] | None:
    """The agents that get slash commands and a status line too. every: a yes to all was given before."""
    if not having:
        return ()
    names = tuple(each.agent.name for each in having)
    for each in having:
        output.line(f"  {each.agent.title}: {each.extras}")
    if every:
        return names
    planned = actions.plan_setup(engine, agents=names, extras=names).plan
    files = [file for file in planned.changes if file.is_command or file.holds.endswith("status line")]
    said = answered("Add these as well?", "yndq", files)
    return None if said == "q" else names if said == "y" else ()


def agree_to_removal(plan: SetUpPlan) -> bool:
    """Show what would be taken out of which file, and ask."""
    for line in listed(plan.changes, {SetUpStep.UPDATE: "take out of", SetUpStep.REMOVE: "remove"}):
        output.line(f"  {line}")
    return answered("Take this out?", "ynd", plan.changes) == "y"


def answered(question: str, keys: str, files: Iterable[PlannedFile]) -> str:
    """One of the keys; Enter is `n`. `d` shows the difference, and asks again."""
    files = tuple(files)
    while True:
        said = console.ask(f"{question} [{'/'.join(keys)}]", default="n").strip().lower()
        said = {"yes": "y", "no": "n"}.get(said, said)
        if said == "d" and "d" in keys:
            show(files)
        elif len(said) == 1 and said in keys:
            return said
        else:
            console.note(f"one of {', '.join(keys)}")


def show(files: Iterable[PlannedFile], *, head: Callable[[PlannedFile], str] | None = None) -> None:
    """The difference of each file. head: what stands above it."""
    files = tuple(files)
    lines: list[str] = []
    for file in files:
        lines.append(head(file) if head else f"{file.name} ({', '.join(file.asked)})")
        lines += map(output.of_diff, file.diff())
    output.paged(lines)
    for file in files:
        for each in file.foreign:
            console.warn(f"`{file.name}`: {told_of_foreign(each.tool, each.what)}")


def listed(files: Iterable[PlannedFile], words: dict[SetUpStep, str]) -> list[str]:
    """A line for each file, what is done to it and what of ours that is; slash commands as one for their folder."""
    lines: list[str] = []
    folders: dict[str, list[PlannedFile]] = {}
    for file in files:
        if file.is_command:
            folders.setdefault(file.name.rsplit("/", 1)[0], []).append(file)
        else:
            lines.append(f"{words[file.step]} {file.name} ({file.holds})")
    return lines + [
        f"{words[group[0].step]} {folder}/ ({counted(len(group), 'slash command')})"
        for folder, group in folders.items()
    ]


def told_of_foreign(tool: str, what: str) -> str:
    """Something of somebody else's in the same place, in words."""
    return f"`{tool}` is there as well, at `{what}`" if tool else f"something else stands at `{what}` as well"


TRY = "From now on always answer me in one sentence."


def past_sessions(engine: Engine) -> bool:
    """Offer to read what agents kept on this machine before. Whether there was anything to read."""
    here = actions.sessions_here(engine)
    new = [each for each in here if each.new]
    if not new:
        return bool(here)
    count = sum(each.new for each in new)
    named = ", ".join(f"{each.new:,} of {each.title}" for each in new)
    console.note("")
    console.note(
        f"{counted(count, 'past session')} on this machine ({named}). Lore can read {'it' if count == 1 else 'them'} "
        "now: nothing leaves this machine, and `lore undo` takes it back."
    )
    if console.ask("Read them? y, or later (Enter)", default="later").strip().lower() in ("y", "yes"):
        _read(engine)
    else:
        console.note("Later: `lore capture` reads them.")
    return True


def _read(engine: Engine) -> None:
    """Read them, and say what came of it. An error is told: set-up itself is done."""
    try:
        with console.reporting() as reporter:
            engine.reporter = reporter
            done = actions.capture(engine)
    except LoreError as error:
        console.warn(f"not read: {error.message}" + (f"; {error.hint}" if error.hint else ""))
        return
    facts = sum(done.summary.facts.values())
    kept = f"{counted(facts, 'thing')} that you said may be worth keeping: `lore review` shows what needs your yes"
    nothing = "nothing in them is marked as lasting; a reader, asked about below, finds what has no mark"
    console.note(f"read {counted(done.summary.sessions, 'session')}: {kept if facts else nothing}.")
    console.undo_hint(engine, done.summary.run)


def first_answers(engine: Engine) -> None:
    """Ask who you are and what this is about, where there is nothing to read. Enter skips."""
    if actions.fact_ids(engine, limit=1):
        return
    console.note("")
    console.note("There is nothing to read yet. Four questions give agents a start; Enter skips one.")
    answers = [console.ask(f"{each.asks} ({each.example})", default="") for each in FIRST_QUESTIONS]
    if saved := actions.save_answers(engine, answers):
        console.note(f"kept: {counted(len(saved), 'answer')}")
        console.undo_hint(engine)


def what_next(engine: Engine, plan: SetUpPlan) -> None:
    """Say what was left out, and what a person does now, so that it works."""
    found = [each for each in actions.connectable(engine) if not each.plan.plan.problems]
    left = [each.agent.title for each in found if not each.is_connected]
    left += [f"{each.extras} in {each.agent.title}" for each in found if each.is_connected and each.extras]
    console.note("")
    if left:
        console.note(f"Left out: {', '.join(left)}. `lore setup` asks again.")
    console.note("Now:")
    console.note("  1. Restart your agents: a session that is open does not know Lore yet.")
    for number, told in enumerate([each.first for each in plan.agents if each.first], 2):
        console.note(f"  {number}. {told}", indent=5)
    console.note(
        f"  Try it: tell an agent “{TRY}”, leave it, start one again: it knows. `lore` shows what it kept.", indent=2
    )
