"""Facts in and out: lines of JSON, and the memories of other tools."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.history import retired_by
from lore.actions.parameters import decider, project_key
from lore.actions.registry import Touches, action
from lore.errors import UsageError
from lore.model import Fact, Status

if TYPE_CHECKING:
    from lore.intake import Scanner
    from lore.migrate import MigrationSummary, Options, Source, Taken
    from lore.transfer import ImportSummary

Scan = Annotated[bool, "Leave out what a second scanner flags as a secret (kingfisher, detect-secrets)."]
KNOWN = "known"
"""What a memory was that had been taken over before."""


@dataclass(frozen=True, slots=True)
class Exported:
    """Facts as lines, read from the store while they are asked for."""

    lines: Iterator[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import of one file did."""

    file: Path
    summary: "ImportSummary"
    replaced: tuple[Fact, ...]
    """What gave way."""


@dataclass(frozen=True, slots=True)
class Migrated:
    """What taking over another tool's memory did, or would do."""

    summary: "MigrationSummary"
    found: "tuple[Taken, ...]"
    """In a dry run, the memories that are not known yet."""
    replaced: tuple[Fact, ...]
    """What gave way."""


@dataclass(frozen=True, slots=True)
class MemorySource:
    """A tool whose memory can be taken over."""

    name: str
    expects: str
    """What its path has to be."""


@action("export", Touches.READS)
def export(
    engine: Engine,
    *,
    statuses: Annotated[Sequence[Status], "Only facts with these states; default: all."] = (),
    project: Annotated[str | None, "Only this project."] = None,
) -> Exported:
    """Give every fact that whoever asks may see as a line of JSON, with evidence, links, uses and history."""
    from lore.store import FactFilter
    from lore.transfer import export_facts

    wanted = FactFilter(
        statuses=tuple(Status(name) for name in statuses) or tuple(Status),
        projects=(project,) if project else None,
    )
    return Exported(visibility.lines_seen(engine, export_facts(engine.store, wanted)))


@action("import", Touches.WRITES)
def import_facts(
    engine: Engine,
    file: Annotated[Path, "A file of JSON lines: ours, or those of other tools."],
    *,
    trusted: Annotated[bool, "The lines are your own: do not mark them as tainted."] = False,
    scan: Scan = False,
    run: Annotated[str | None, "The run of another file of the same import: one undo takes both back."] = None,
) -> Imported:
    """Read facts from a file of JSON lines; what comes from elsewhere waits for approval."""
    from lore.transfer import import_file

    if trusted:
        decider(engine, "import lines as trusted")
    before = {fact.id for fact in retired_by(engine, run)}
    done = import_file(engine.store, file, engine.reporter, trusted=trusted, scanners=_scanners(scan), run=run)
    return Imported(file, done, tuple(fact for fact in retired_by(engine, done.run) if fact.id not in before))


def memory_sources() -> tuple[MemorySource, ...]:
    """The tools whose memory can be taken over."""
    from lore.migrate import SOURCES

    return tuple(MemorySource(source.name, source.expects) for source in SOURCES)


@action("migrate-from", Touches.WRITES)
def migrate_from(
    engine: Engine,
    name: Annotated[str, "The tool, as `lore migrate-from --help` names it."],
    path: Annotated[Path, "Where its memory is; it is only read."],
    *,
    project: Annotated[str | None, "The project to import into, instead of the one the source names."] = None,
    propose: Annotated[bool, "Add everything imported to the review queue."] = False,
    scan: Scan = False,
    dry_run: Annotated[bool, "Show what would be stored; write nothing."] = False,
) -> Migrated:
    """Import the memories of another tool; no agent sees them before they are approved."""
    from lore.migrate import Options, source_named
    from lore.paths import expanded

    known = [source.name for source in memory_sources()]
    if name not in known:
        raise UsageError(f"`{name}` is unknown", hint=f"one of {', '.join(known)}")
    options = Options(None if project is None else project_key(project), propose, _scanners(scan))
    return taken_over(engine, source_named(name), expanded(path), options, dry_run=dry_run)


def taken_over(engine: Engine, source: "Source", path: Path, options: "Options", *, dry_run: bool) -> Migrated:
    """Take over what a source holds, or say what would be. Raises NotFound and BadInput, as `migrate` does."""
    from lore.migrate import migrate

    found: list[Taken] = []
    summary = migrate(engine.store, source, path, options, told=engine.reporter, taken=found.append, dry_run=dry_run)
    new = tuple(one for one in found if dry_run and one.action != KNOWN)
    return Migrated(summary, new, retired_by(engine, summary.run))


def _scanners(scan: bool) -> "Sequence[Scanner]":
    """The second scanners. Raises UsageError where they are asked for and none is installed."""
    from lore.intake import installed

    scanners = tuple(installed()) if scan else ()
    if scan and not scanners:
        raise UsageError("no second scanner is installed", hint="`pip install kingfisher-secret-scanner`")
    return scanners
