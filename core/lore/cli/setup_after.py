"""What follows a set-up in a terminal: past sessions, who reads them, first answers, and what to do next."""

from lore import actions
from lore.actions import FIRST_QUESTIONS, Engine, SetUpPlan
from lore.cli import console
from lore.cli.reporting import reporting
from lore.errors import LoreError
from lore.text import counted

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
        with reporting() as reporter:
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
