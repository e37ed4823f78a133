"""Checks of what Lore was told to use: the programs in the settings of agents, and models that are not bundled."""

import os
from collections.abc import Iterator
from pathlib import Path

from lore.adapters import installed_programs, records, started
from lore.clock import to_the_minute
from lore.distill import PROGRAMS, newest_agreed, reader_state
from lore.doctor.check import Finding, fail, named, ok, warn
from lore.doctor.inspection import Inspection
from lore.embedding import model_in_use
from lore.platform import children
from lore.text import counted


def starts(inspection: Inspection) -> Finding:
    """The hook and the MCP server that agents are told to run start, and answer.

    Run is what set-up installed, once each: a command of somebody else's store is not.
    """
    known = records(inspection.store)
    if not known:
        return ok("no agent is configured to start Lore")
    tried = list(started(known.values(), installed_programs()))
    wrong = [f"{one.agent} {one.what}: {one.fault}" for one in tried if one.fault]
    if wrong:
        return fail(named(wrong), "`lore setup` writes them again, and tries each")
    if not tried:
        return warn(
            "the agents are configured to start a different Lore than this one", "`lore setup` writes the entries again"
        )
    return ok(", ".join(f"{one.what} in {one.took_ms:,} ms" for one in tried))


def program(inspection: Inspection) -> Finding:
    """What you type as `lore` is this Lore: a package and a version control system bear the name too."""
    del inspection
    ours = installed_programs().lore
    found = [place for folder in _path() if (place := folder / ours.name).is_file() and os.access(place, os.X_OK)]
    others = [place for place in found if not _is_same(place, ours)]
    if others and others[0] == found[0]:
        return warn(
            f"`lore` is `{others[0]}` for your shell, another program of this name; this one is `{ours}`",
            f"put `{ours.parent}` before `{others[0].parent}` in your `PATH`, or remove the other one",
        )
    if others:
        return ok(f"`{found[0]}`; behind it on the path there is another `lore`, at `{others[0]}`")
    return ok(f"`{found[0]}`" if found else f"`{ours}`, which is not on the path")


def _path() -> list[Path]:
    """The whole folders of `PATH`, as they are looked through."""
    return [Path(folder) for folder in children.environment().get("PATH", os.defpath).split(os.pathsep) if folder]


def _is_same(place: Path, ours: Path) -> bool:
    """Whether a program is this one, be it through a link."""
    return place.resolve() == ours.resolve()


def services(inspection: Inspection) -> Finding:
    """What a model that is not bundled needs is there: its key, or its program. Nothing is sent."""
    wrong, used = [], []
    for label, key_variable, program in _models(inspection):
        used.append(label)
        if key_variable and not os.environ.get(key_variable):
            wrong.append(f"{label} needs its key in `{key_variable}`, which is not set here")
        if program and not children.program_named(program):
            wrong.append(f"{label} needs the program `{program}`, which is not here")
    if wrong:
        return warn(named(wrong), "set the variable, or choose another: `lore model use`, `lore distill --with`")
    return ok(f"{', '.join(used)}: key or program is there" if used else "only the bundled model is in use")


def reader(inspection: Inspection) -> Finding:
    """Whoever was settled on reads the sessions, and answers."""
    state = reader_state(inspection.store)
    if state.problem and state.is_asked:
        told = f"{state.problem}; asked again after {to_the_minute(state.again)}" if state.again else state.problem
        return warn(told, "`lore distill --status` shows what waits, `lore distill --on --with …` chooses another")
    if state.given_up and state.is_asked:
        told = f"{counted(state.given_up, 'session')} had no answer in three tries"
        return warn(told, "`lore distill` asks about them now")
    return ok(state.in_a_line)


def _models(inspection: Inspection) -> Iterator[tuple[str, str, str]]:
    """What it is called, the variable of its key, and its program; empty where it needs none."""
    choice = model_in_use(inspection.store)
    if choice.url:
        yield choice.label, choice.key_variable, ""
    way = newest_agreed(inspection.store)
    if way is not None:
        program = PROGRAMS.get(way.kind)
        yield way.label, way.key_variable, program.command[0] if program else ""
