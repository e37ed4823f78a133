"""What sessions start with, made ready for hooks: a text for each folder that sessions start in, and its number."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lore import clock
from lore.config import CONTEXT_BUDGET, HOOKS_WITHHELD, in_force
from lore.context.items import Brief, Section
from lore.context.starting import session_start
from lore.errors import BadInput, Busy, StoreError
from lore.files import look_after_folder
from lore.handover import standing
from lore.model import CandidateStatus
from lore.projects import asking_project
from lore.store import SessionFilter, Store

FOLDERS = 6
"""Texts that are made anew after a change, the newest; one of another folder is made when a session starts there."""
KEPT_S = 30 * 86_400.0
"""A text of a folder in which no session started for so long is removed."""
TITLES = {Section.RULE: "These rules stand:", Section.DECISION: "You decided:", Section.RECALLED: "Said before:"}
"""What stands above the items of a section, as an agent reads it."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What sessions in a folder start with."""

    folder: str
    project: str | None
    lines: tuple[str, ...]
    brief: Brief
    number: int
    """How far changes were counted when it was made."""


def prepare(store: Store, folder: Path) -> Prepared:
    """Make ready what sessions in a folder start with, and keep it for the hooks. Raises Busy, StoreError."""
    number = store.settle()  # first: what is committed after this makes the text out of date
    with suppress(BadInput):  # nobody can know which project this is: then nothing of it is given
        look_after_folder(store, folder)
    project = asking_project(store.projects.all_known(), folder)
    config = in_force(store)
    brief = session_start(store, project, budget=config[CONTEXT_BUDGET])
    made = Prepared(str(folder), project, tuple(start_lines(store, project, brief)), brief, number)
    values: dict[str, object] = {
        "number": number,
        "project": project,
        "lines": list(made.lines),
        "ids": [item.id for item in brief.items],
        "tokens": brief.tokens,
        "withhold": config[HOOKS_WITHHELD],
        "at": clock.now(),
    }
    try:
        standing.keep(str(store.folder), made.folder, values)
    except OSError as error:
        raise StoreError(f"the prepared session start cannot be written: {error.strerror}") from error
    return made


def prepare_again(store: Store) -> int:
    """Make ready what a change left out of date, where hooks are in use. Returns how many texts were made.

    Where somebody writes all the time, they stay out of date: then they are not given.
    """
    home = str(store.folder)
    known = standing.number(home)
    if known is None or known.settled:
        return 0
    made = 0
    for age, folder in standing.folders(home):
        if age > KEPT_S or not Path(folder).is_dir():
            standing.forget(home, folder)
        elif made < FOLDERS:
            try:
                prepare(store, Path(folder))
            except Busy:
                return made
            made += 1
    return made


def start_lines(store: Store, project: str | None, brief: Brief) -> Iterator[str]:
    """What a session starts with, line by line: rules, decisions, what waits, what is new, and how much was loaded."""
    if not brief.items and not (waiting_for(store, project)):
        return
    section = None
    for item in brief.items:
        if item.section is not section:
            section = item.section
            yield TITLES[section]
        yield item.line
    if new := _new(store, project, brief):
        yield f"New since your last session: {new} of these."
    if waiting := waiting_for(store, project):
        yield f"{waiting} {'proposal waits' if waiting == 1 else 'proposals wait'} for review (`lore review`)."
    left = f"; {len(brief.left_out)} more did not fit" if brief.left_out else ""
    yield f"{len(brief.items)} {'memory' if len(brief.items) == 1 else 'memories'} loaded{left}."


def waiting_for(store: Store, project: str | None) -> int:
    """How many proposals of a project, or of everywhere, wait for a person."""
    waiting = store.candidates.select((CandidateStatus.WAITING,))
    return sum(one.project in (None, project) for one in waiting)


def _new(store: Store, project: str | None, brief: Brief) -> int:
    """How many of the items came into force after the last session of the project ended."""
    last = store.sessions.select(SessionFilter(project=project), limit=1) if project else []
    ended = (last[0].ended_at or last[0].started_at) if last else None
    if ended is None:
        return 0
    facts = store.facts.many([item.id for item in brief.items])
    return sum((fact.approved_at or fact.created_at or "") > ended for fact in facts)
