"""The store as a whole: where it is, its copies and the way back to one, its settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lore import config, paths
from lore.actions.engine import Engine
from lore.actions.registry import Touches, action
from lore.config import Changed, Config, Scalar, in_force
from lore.errors import Damaged, LoreError, NewerSchema

if TYPE_CHECKING:
    from lore.store import Backup


@dataclass(frozen=True, slots=True)
class StorePlace:
    """Where the store is, or would be."""

    home: Path
    database: Path
    backups: Path
    exists: bool


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A copy that was made now."""

    backup: "Backup"


@dataclass(frozen=True, slots=True)
class Backups:
    """Copies, newest first."""

    backups: "tuple[Backup, ...]"


@dataclass(frozen=True, slots=True)
class Restored:
    """A copy that the store is now."""

    backup: "Backup"
    before: str | None
    """The name of the copy that was made of what was; `lore undo` brings it back."""
    aside: Path | None
    """The folder that keeps what was there, where it could not be copied."""


@action("path", Touches.READS)
def store_place(engine: Engine) -> StorePlace:
    """Show where the store is; it need not exist."""
    home = engine.home
    return StorePlace(home, paths.database(home), paths.backup_folder(home), home.is_dir())


@action("backup", Touches.WRITES)
def back_up(engine: Engine) -> BackedUp:
    """Copy the store now, checked and readable by its owner alone."""
    from lore.store import make_backup

    return BackedUp(make_backup(engine.store, "asked"))


@action("backup list", Touches.READS)
def backups_of(engine: Engine) -> Backups:
    """List the copies, newest first; the store may be damaged or gone."""
    from lore.store import backups

    return Backups(tuple(backups(engine.home)))


def newest_whole_backup(engine: Engine) -> str | None:
    """The name of the newest copy that can be restored; None where there is none."""
    from lore.store import newest_whole

    newest = newest_whole(engine.home)
    return newest.name if newest else None


@action("restore-backup", Touches.ASKS)
def restore_store(engine: Engine, name: Annotated[str, "The copy, as `lore backup list` names it."]) -> Restored:
    """Go back to a copy of the store, which is checked first.

    A store that is damaged, or written by a newer Lore, is moved aside, never overwritten.
    """
    from lore.actions.parameters import decider
    from lore.store import restore_backup, restore_damaged

    person = decider(engine, "go back to a backup")
    try:
        chosen, before = restore_backup(engine.store, name, by=person)
    except (Damaged, NewerSchema) as error:
        engine.reporter.warn(error)
        chosen, aside = restore_damaged(engine.home, name)
        return Restored(chosen, None, aside)
    return Restored(chosen, before.name, None)


def reason_in_the_store() -> LoreError | None:
    """Why what was not expected may have happened: a row of the store in use that Lore did not write; or None."""
    from lore.store import odd_row  # only after something failed

    database = paths.database(paths.home())
    return odd_row(database) if database.is_file() else None


@action("settings", Touches.READS)
def settings(engine: Engine) -> Config:
    """The value of every setting, and where it came from."""
    return in_force(engine.store)


@action("change settings", Touches.WRITES)
def change_settings(
    engine: Engine,
    values: Annotated[Mapping[str, Scalar | None], "Setting → its new value; null takes it back to its default."],
) -> list[Changed]:
    """Give settings other values; what changes trust, keeping or archiving needs a person."""
    return config.change_settings(engine.store, values, by=engine.person)
