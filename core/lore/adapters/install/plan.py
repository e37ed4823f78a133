"""What set-up would do: to which file, with which difference, and what keeps it from doing so."""

import difflib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from lore.adapters.install.editing import Written, digest, holds_ours, put_in, stands_in, take_out
from lore.adapters.install.parts import Part, PartKind
from lore.adapters.install.places import Machine, Programs
from lore.adapters.install.record import FileRecord, Foreign, foreign_in
from lore.adapters.install.wanted import WantedFile, wanted_files
from lore.adapters.table import Agent
from lore.errors import LoreError
from lore.files import Folder
from lore.intake import clean
from lore.paths import shown
from lore.platform import Platform
from lore.text import counted

CONTEXT_LINES = 2


class SetUpStep(StrEnum):
    """What happens to a file."""

    CREATE = "create"
    UPDATE = "update"
    REMOVE = "remove"
    KEEP = "keep"


@dataclass(frozen=True)
class PlannedFile:
    """One file of one or several agents."""

    record: FileRecord
    """How it is to be."""
    known: FileRecord
    """How set-up left it last, as far as the log knows."""
    before: bytes | None
    after: bytes | None
    asked: tuple[str, ...] = ()
    """The agents for which this was asked for now."""
    problem: str | None = None
    """Why nothing can be written; None where it can."""
    hint: str | None = None
    foreign: tuple[Foreign, ...] = ()
    """What others have put there for the same purpose."""

    @property
    def step(self) -> SetUpStep:
        if self.problem is not None or self.before == self.after:
            return SetUpStep.KEEP
        if self.after is None:
            return SetUpStep.REMOVE
        return SetUpStep.CREATE if self.before is None else SetUpStep.UPDATE

    @property
    def name(self) -> str:
        """The path of the file as a person reads it."""
        return shown(self.record.place)

    @property
    def holds(self) -> str:
        """What of ours is put in or taken out, in a few words: `11 hooks, a server`."""
        written = self.record.written or self.known.written
        kinds = [part.kind for part in written.parts] if written else []
        hooks = kinds.count(PartKind.ITEM)
        names = {
            PartKind.MEMBER: "the server",
            PartKind.OFFER: "the status line",
            PartKind.TEXT: "the whole file",
            PartKind.BLOCK: "Lore's section",
        }
        told = [counted(hooks, "hook")] if hooks else []
        return ", ".join([*told, *(name for kind, name in names.items() if kind in kinds)])

    @property
    def is_command(self) -> bool:
        """Whether it is a slash command: there are several, and nobody wants each named."""
        return any(_is_of_commands(record) for record in (self.record, self.known))

    @property
    def is_as_before(self) -> bool:
        """Of what is taken out: whether the file is then byte for byte as it was before set-up."""
        written = self.known.written
        return written is not None and written.before == (digest(self.after) if self.after is not None else None)

    @property
    def is_news(self) -> bool:
        """Whether the log has to hear of it: also where a file stays and only serves other agents now."""
        return self.problem is None and (self.step is not SetUpStep.KEEP or self.record.agents != self.known.agents)

    def diff(self) -> list[str]:
        """The difference as lines, each whole and masked: settings hold keys and tokens of others."""
        before, after = (
            (content or b"").decode("utf-8", "replace").splitlines() for content in (self.before, self.after)
        )
        if self.step is SetUpStep.KEEP:
            return []
        lines = difflib.unified_diff(before, after, "before", "after", n=CONTEXT_LINES, lineterm="")
        return [clean(line) for line in list(lines)[2:]]


@dataclass(frozen=True)
class SetUpPlan:
    """What set-up would do to all files."""

    agents: tuple[Agent, ...]
    """For which it is."""
    files: tuple[PlannedFile, ...]
    project: Path | None = None

    @property
    def changes(self) -> tuple[PlannedFile, ...]:
        return tuple(file for file in self.files if file.step is not SetUpStep.KEEP)

    @property
    def problems(self) -> tuple[PlannedFile, ...]:
        return tuple(file for file in self.files if file.problem is not None)


def plan_setup(
    agents: Sequence[Agent],
    known: Mapping[Path, FileRecord],
    programs: Programs,
    machine: Machine,
    project: Path | None = None,
    extras: Collection[str] = (),
) -> SetUpPlan:
    """What writing the entries of these agents would do.

    extras: the agents that get slash commands and a status line; whoever has them keeps them.
    """
    having = {name for record in known.values() if _is_of_commands(record) for name in record.agents}
    files = _gathered(agents, programs, machine, project, {*extras, *having})
    planned = (_planned(wanted, asked, known, machine.platform, taking_out=False) for wanted, asked in files)
    return SetUpPlan(tuple(agents), tuple(planned), project)


def plan_removal(
    agents: Sequence[Agent],
    known: Mapping[Path, FileRecord],
    programs: Programs,
    machine: Machine,
    project: Path | None = None,
) -> SetUpPlan:
    """What taking out all that is ours of these agents would do; what others put there meanwhile stays."""
    files = _gathered(agents, programs, machine, project, [agent.name for agent in agents])
    planned = (_planned(wanted, asked, known, machine.platform, taking_out=True) for wanted, asked in files)
    return SetUpPlan(tuple(agents), tuple(planned), project)


def _gathered(
    agents: Iterable[Agent], programs: Programs, machine: Machine, project: Path | None, extras: Collection[str]
) -> list[tuple[WantedFile, tuple[str, ...]]]:
    """Each file once, with the agents that it is for: several may read one."""
    found: dict[Path, tuple[WantedFile, tuple[str, ...]]] = {}
    for agent in agents:
        for wanted in wanted_files(agent, programs, machine, project, extras=agent.name in extras):
            known, names = found.get(wanted.place, (wanted, ()))
            parts = (*known.parts, *(part for part in wanted.parts if part not in known.parts))
            found[wanted.place] = replace(known, parts=parts), (*names, agent.name)
    return list(found.values())


def _is_of_commands(record: FileRecord) -> bool:
    return record.written is not None and record.written.format.startswith("commands")


def _planned(
    wanted: WantedFile,
    asked: tuple[str, ...],
    known: Mapping[Path, FileRecord],
    platform: Platform,
    *,
    taking_out: bool,
) -> PlannedFile:
    nothing = FileRecord(wanted.root, wanted.path, (), None)
    record = known.get(wanted.place, nothing)
    content = None
    try:
        folder = Folder(wanted.root)
        content = _read(folder, wanted, platform)
        names = tuple(sorted(set(record.agents) - set(asked) if taking_out else {*record.agents, *asked}))
        parts = _parts_for(names, wanted, record, taking_out=taking_out)
        after, written = _brought(content, wanted, record, parts)
        if written is not None:
            written = replace(written, folders=_folders(wanted, known))
        foreign = foreign_in(content, wanted.format, wanted.parts, wanted.path)
    except LoreError as error:
        return PlannedFile(record, record, content, content, asked, error.message, error.hint)
    to_be = FileRecord(wanted.root, wanted.path, names if parts else (), written)
    return PlannedFile(to_be, record, content, after, asked, foreign=foreign)


def _parts_for(names: tuple[str, ...], wanted: WantedFile, record: FileRecord, *, taking_out: bool) -> tuple[Part, ...]:
    """What belongs into a file for these agents. A file that several read holds the same for each of them."""
    if not names:
        return ()
    return record.written.parts if taking_out and record.written else wanted.parts


def _brought(
    content: bytes | None, wanted: WantedFile, record: FileRecord, parts: tuple[Part, ...]
) -> tuple[bytes | None, Written | None]:
    """The file as it is to be, and what was written into it."""
    stands = stands_in(content, wanted.format, parts, wanted.path) if parts else False
    if stands and record.written is not None:
        return content, record.written
    rest = content
    if content is not None and holds_ours(content, wanted.format, wanted.parts, wanted.path):
        rest = take_out(content, record.written or _unknown(wanted), wanted.path)
    if not parts:
        return rest, None
    after, written = put_in(rest, wanted.format, parts, wanted.path)
    return (content if stands else after), written


def _unknown(wanted: WantedFile) -> Written:
    """What stands for a record where the log has none: our entries are known by their commands."""
    return Written(wanted.format, wanted.parts, (), before="unknown", after="unknown")


def _folders(wanted: WantedFile, known: Mapping[Path, FileRecord]) -> int:
    """How many of the folders around a file are there for set-up alone, the innermost first."""
    made = {
        parent
        for record in known.values()
        if record.written is not None
        for parent in list(record.place.parents)[: record.written.folders]
    }
    ours = [not parent.exists() or parent in made for parent in wanted.place.parents]
    return ours.index(False)


def _read(folder: Folder, wanted: WantedFile, platform: Platform) -> bytes | None:
    """The content of a file that may be written. Raises LoreError where it may not."""
    nearest = next(parent for parent in wanted.place.parents if parent.exists())
    for place in (wanted.place, nearest):
        if place.is_symlink():
            raise LoreError(
                f"`{place}` is a link", hint="Lore does not write through links: add it to the linked file yourself"
            )
        if place.exists() and not platform.is_mine(place.stat()):
            raise LoreError(f"`{place}` belongs to somebody else", hint="Lore writes nothing to it")
    if not platform.lets_owner(nearest.stat(), 0o300):
        raise LoreError(f"`{nearest}` is read-only", hint=f"`chmod u+wx {nearest}` lets Lore write there")
    folder.resolve(wanted.path)
    if wanted.place.exists() and not platform.lets_owner(wanted.place.stat(), 0o200):
        raise LoreError(f"`{wanted.place}` is read-only", hint=f"`chmod u+w {wanted.place}` lets Lore write it")
    return folder.read(wanted.path) if nearest == wanted.place.parent else None
